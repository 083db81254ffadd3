#!/usr/bin/env python3
"""Run partita-solve on a folder of contest cases and compare with its references.

FOLDER holds X.json[.gz] files and reference.csv with the columns case,
contest_timeout_s, first_place_cost, xla_auto_sharding_cost,
published_lower_bound and published_gap_percent. Without --seconds each case
gets the contest's time.

Answers are priced by price.py beside this file and bounds recomputed by
partita-certify: no figure is the solver's own word, apart from times and
memory. Columns: cost, its ratio to first place and to XLA's ("-": XLA had
none); certified bound, its ratio to the published one, the gap of the answer
to it, the published gap; seconds to the first plan beyond reading, seconds in
all with the certificate, peak memory.
"""
import argparse
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def number(text, name):
    found = re.search(rf"\b{name}=(-?[0-9.]+)", text)
    return float(found.group(1)) if found else None


def ratio(value, reference):
    return f"{value / float(reference):.4f}" if reference else "-"


def one(args, case, path, reference, seed):
    head = f"{case:<5} {seed:>4}"
    with tempfile.TemporaryDirectory() as folder:
        answer, proof = f"{folder}/answer.json", f"{folder}/certificate.json"
        seconds = args.seconds or reference["contest_timeout_s"]
        code, summary, errors = run(
            [args.solver, path, "--quiet", "--seconds", str(seconds), "--seed", str(seed),
             "--threads", str(args.threads), "-o", answer, "--certificate", proof])
        if code != 0:
            return f"{head} {summary or errors}"
        code, priced, errors = run([sys.executable, HERE / "price.py", path, answer])
        if code != 0:
            return f"{head} the answer is refused: {priced or errors}"
        code, proven, errors = run([args.certifier, path, proof])
        if code != 0:
            return f"{head} the certificate is refused: {errors}"
    cost, bound = number(priced, "cost"), number(proven, "bound")
    first = number(summary, "first") - number(summary, "read")
    return (
        f"{head} {int(cost):>14} {ratio(cost, reference['first_place_cost']):>8}"
        f" {ratio(cost, reference['xla_auto_sharding_cost']):>8}"
        f" {int(bound):>14} {ratio(bound, reference['published_lower_bound']):>8}"
        f" {100 * (1 - bound / cost):>6.2f}% {reference['published_gap_percent']:>5}%"
        f" {first:>6.2f} {number(summary, 'total'):>6.1f} {int(number(summary, 'memory')):>5}"
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--cases", help="names, separated by commas")
    parser.add_argument("--seed", type=int, action="append", help="may be repeated")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--solver", default="build/bin/partita-solve")
    args = parser.parse_args()
    args.certifier = str(pathlib.Path(args.solver).with_name("partita-certify"))
    with open(args.folder / "reference.csv", newline="") as file:
        references = {row["case"]: row for row in csv.DictReader(file)}
    print(f"{'case':<5} {'seed':>4} {'cost':>14} {'/first':>8} {'/xla':>8} {'bound':>14}"
          f" {'/publ.':>8} {'gap':>7} {'publ.':>6} {'first':>6} {'total':>6} {'MB':>5}",
          flush=True)
    for case in args.cases.split(",") if args.cases else sorted(references):
        paths = [args.folder / (case + suffix) for suffix in (".json.gz", ".json")]
        path = next((path for path in paths if path.exists()), None)
        for seed in (args.seed or [1]) if path else []:
            print(one(args, case, str(path), references[case], seed), flush=True)


if __name__ == "__main__":
    main()
