#!/usr/bin/env python3
"""Run partita-solve on a folder of contest cases and compare with its references.

FOLDER holds X.json[.gz] files and reference.csv with the columns case,
contest_timeout_s, first_place_cost, xla_auto_sharding_cost,
published_lower_bound and published_gap_percent. Without --seconds or --work
each case gets the contest's time.

Answers are priced by price.py beside this file and bounds recomputed by
partita-certify: no figure is the solver's own word, apart from times and
memory. Columns: cost, its ratio to first place and to XLA's ("-": there is
none); certified bound, its ratio to the published one, the gap of the answer
to it, the published gap; seconds to the first plan beyond reading, seconds in
all with the certificate, peak memory in MB. Then a line per case and the
figures over all of them.

With --output FILE every run is added to that file (CSV) as it ends, and runs
that are in it already are not repeated: it can be read while a long run goes
on, and a run that was cut off goes on where it was.
"""
import argparse
import csv
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FIELDS = ["case", "seed", "threads", "budget", "without", "outcome", "cost", "bound", "first",
          "total", "memory", "note"]
KEY = FIELDS[:5]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def number(text, name):
    found = re.search(rf"\b{name}=(-?[0-9.]+)", text)
    return found.group(1) if found else ""


def budget(args, reference):
    """The options that end a run."""
    if args.work:
        return ["--work", f"{args.work:g}"]
    return ["--seconds", f"{args.seconds or float(reference['contest_timeout_s']):g}"]


def one(args, case, path, reference, seed, without=""):
    """One run as a row; `outcome` is feasible, infeasible, not found or what
    went wrong."""
    row = dict.fromkeys(FIELDS, "")
    row.update(case=case, seed=str(seed), threads=str(args.threads), without=without,
               budget=" ".join(budget(args, reference)))
    with tempfile.TemporaryDirectory() as folder:
        answer, proof = f"{folder}/answer.json", f"{folder}/certificate.json"
        code, summary, errors = run(
            [args.solver, path, "--quiet", *budget(args, reference), "--seed", str(seed),
             "--threads", str(args.threads), "-o", answer, "--certificate", proof]
            + (["--without", without] if without else []))
        if code not in (0, 2, 3):
            row["outcome"] = errors or summary or f"exit status {code}"
            return row
        row["outcome"] = {0: "feasible", 2: "infeasible", 3: "not found"}[code]
        row["note"] = errors  # what was refused without the run being in vain
        row["total"], row["memory"] = number(summary, "total"), number(summary, "memory")
        proven_code, proven, errors = run([args.certifier, path, proof])
        if proven_code != 0:
            row["outcome"] = f"the certificate is refused: {errors}"
            return row
        row["bound"] = number(proven, "bound")
        if code == 0:
            row["first"] = f"{float(number(summary, 'first')) - float(number(summary, 'read')):.2f}"
            priced_code, priced, errors = run([sys.executable, HERE / "price.py", path, answer])
            if priced_code != 0:
                row["outcome"] = f"the answer is refused: {priced or errors}"
                return row
            row["cost"] = number(priced, "cost")
    return row


def ratio(value, reference):
    return f"{float(value) / float(reference):.4f}" if value and reference else "-"


def gap(row):
    cost, bound = float(row["cost"]), float(row["bound"])
    return 1 - bound / cost if cost else 0


HEAD = (f"{'case':<5} {'seed':>4} {'cost':>14} {'/first':>8} {'/xla':>8} {'bound':>14}"
        f" {'/publ.':>8} {'gap':>7} {'publ.':>6} {'first':>6} {'total':>6} {'MB':>5}")


def line(row, reference):
    head = f"{row['case']:<5} {row['seed']:>4}"
    if row["outcome"] != "feasible":
        return f"{head} {row['outcome']}" + (f", bound={row['bound']}" if row["bound"] else "")
    return (
        f"{head} {row['cost']:>14} {ratio(row['cost'], reference['first_place_cost']):>8}"
        f" {ratio(row['cost'], reference['xla_auto_sharding_cost']):>8}"
        f" {row['bound']:>14} {ratio(row['bound'], reference['published_lower_bound']):>8}"
        f" {100 * gap(row):>6.2f}% {reference['published_gap_percent']:>5}%"
        f" {float(row['first']):>6.2f} {float(row['total']):>6.1f} {row['memory']:>5}")


class Store:
    """The rows of the output file, if there is one."""

    def __init__(self, path):
        self.path, self.rows = path, {}
        if path and path.exists():
            with open(path, newline="") as file:
                for row in csv.DictReader(file):
                    if all(row.get(field) is not None for field in FIELDS):
                        self.rows[tuple(row[k] for k in KEY)] = row
        elif path:
            with open(path, "w", newline="") as file:
                csv.writer(file).writerow(FIELDS)

    def get(self, args, case, path, reference, seed, without=""):
        """The row of a run: the stored one, or a new one."""
        key = (case, str(seed), str(args.threads), " ".join(budget(args, reference)), without)
        if key not in self.rows:
            self.rows[key] = one(args, case, path, reference, seed, without)
            if self.path:
                with open(self.path, "a", newline="") as file:
                    csv.DictWriter(file, FIELDS).writerow(self.rows[key])
        return self.rows[key]


def names(cases):
    return " ".join(cases) or "none"


def summarize(rows, references):
    """Prints a line per case (its weakest bound, the median of the gaps) and the
    figures over all of them."""
    cases = {}
    for row in rows:
        cases.setdefault(row["case"], []).append(row)
    print(f"\n{'case':<5} {'runs':>4} {'found':>5} {'median':>14} {'/first':>8} {'worst':>8}"
          f" {'bound':>14} {'/publ.':>8} {'gap':>7} {'first':>6}")
    better, percent4, above, proven, spread = [], [], [], [], {}
    known = published = 0
    for case, runs in cases.items():
        reference = references[case]
        found = [row for row in runs if row["outcome"] == "feasible"]
        # What holds in every run.
        bound = min(int(row["bound"] or 0) for row in runs)
        published += bool(reference["published_lower_bound"])
        known += bool(reference["first_place_cost"])
        if reference["published_lower_bound"]:
            if bound > float(reference["published_lower_bound"]):
                above.append(case)
        if not found:
            print(f"{case:<5} {len(runs):>4} {0:>5}")
            continue
        costs = sorted(int(row["cost"]) for row in found)
        median = statistics.median(costs)
        first = reference["first_place_cost"]
        spread[case] = costs[-1] / median - 1 if median else 0
        if first and median <= float(first):
            better.append(case)
        if first and median <= 0.96 * float(first):
            percent4.append(case)
        if len(found) == len(runs) and max(gap(row) for row in found) <= 0:
            proven.append(case)
        print(f"{case:<5} {len(runs):>4} {len(found):>5} {int(median):>14} {ratio(median, first):>8}"
              f" {100 * spread[case]:>7.2f}% {bound:>14}"
              f" {ratio(bound, reference['published_lower_bound']):>8}"
              f" {100 * statistics.median(gap(row) for row in found):>6.2f}%"
              f" {max(float(row['first']) for row in found):>6.2f}")
    found = [row for row in rows if row["outcome"] == "feasible"]
    refused = [row for row in rows if "refused" in row["outcome"]]
    soon = sum(float(row["first"]) <= 3 for row in found)
    print(f"\nfeasible: {len(found)} of {len(rows)} runs, the first plan within 3 s in {soon}")
    print(f"median cost <= first place: {len(better)} of {known} cases; not:"
          f" {names([c for c in cases if c not in better and references[c]['first_place_cost']])}")
    print(f"median cost <= 0.96 x first place: {names(percent4)}")
    if spread:
        worst = max(spread, key=spread.get)
        print(f"worst seed above the median by at most {100 * spread[worst]:.2f}% ({worst})")
    print(f"proven optimal in every run: {names(proven)}")
    print(f"bound above the published one in every run: {len(above)} of {published} cases: {names(above)}")
    print(f"answers and certificates refused: {len(refused)} of {len(rows)}")
    for row in rows:
        if row["note"]:
            print(f"note on {row['case']}, seed {row['seed']}: {row['note']}")


def arguments(doc):
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--work", type=float, help="a budget in million table entries, not seconds")
    parser.add_argument("--cases", help="names, separated by commas")
    parser.add_argument("--seed", type=int, action="append", help="may be repeated (default 1)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--output", type=pathlib.Path, metavar="FILE.csv")
    parser.add_argument("--solver", default="build/bin/partita-solve")
    return parser


def parse(parser):
    """The arguments, references by case, and the path of each wanted case."""
    args = parser.parse_args()
    args.certifier = str(pathlib.Path(args.solver).with_name("partita-certify"))
    args.seed = args.seed or [1]
    with open(args.folder / "reference.csv", newline="") as file:
        references = {row["case"]: row for row in csv.DictReader(file)}
    paths = {}
    for case in args.cases.split(",") if args.cases else sorted(references):
        if case not in references:
            parser.error(f"reference.csv has no case {case}")
        found = [args.folder / (case + suffix) for suffix in (".json.gz", ".json")]
        found = [path for path in found if path.exists()]
        if found:
            paths[case] = str(found[0])
        elif args.cases:
            parser.error(f"there is no {args.folder / case}.json[.gz]")
    return args, references, paths


def main():
    args, references, paths = parse(arguments(__doc__))
    store = Store(args.output)
    print(HEAD, flush=True)
    rows = []
    for case, path in paths.items():
        for seed in args.seed:
            rows.append(store.get(args, case, path, references[case], seed))
            print(line(rows[-1], references[case]), flush=True)
    summarize(rows, references)


if __name__ == "__main__":
    main()
