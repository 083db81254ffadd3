#!/usr/bin/env python3
"""What each technique brings: run.py's cases with one left out at a time.

usage: bench/solver/ablation.py FOLDER [options of run.py]
                                [--techniques NAME,...]
Two tables, a row per case and a column per technique that is left out ("none":
all are in use): the answer's cost in terms of first place, and the certified bound in
terms of the published one (where there is none, both as they are; "-": not
found). One seed, unless there are more: then the median. A last row has the
geometric mean over the cases that have a figure in every column.
"""
import math
import re
import statistics
import subprocess

import run


def techniques(solver):
    text = subprocess.run([solver, "--help"], capture_output=True, text=True).stdout
    return re.search(r"^techniques: (\S+)$", text, re.M).group(1)


def table(title, columns, rows):
    print(f"\n{title}\n{'case':<5}" + "".join(f" {name:>14}" for name in columns))
    full = []
    for case, values in rows.items():
        print(f"{case:<5}" + "".join(f" {v:>14.4f}" if v is not None else f" {'-':>14}"
                                     for v in values))
        if all(values):
            full.append(values)
    if full:
        means = [math.exp(statistics.mean(math.log(v) for v in column)) for column in zip(*full)]
        print(f"{'mean':<5}" + "".join(f" {v:>14.4f}" for v in means))


def main():
    parser = run.arguments(__doc__)
    parser.add_argument("--techniques", help="these only")
    args, references, paths = run.parse(parser)
    store = run.Store(args.output)
    names = (args.techniques or techniques(args.solver)).split(",")
    columns = [""] + names
    costs, bounds = {}, {}
    for case, path in paths.items():
        reference = references[case]
        costs[case], bounds[case] = [], []
        for without in columns:
            rows = [store.get(args, case, path, reference, seed, without) for seed in args.seed]
            for row in rows:
                print(f"{without or 'none':<14} {run.line(row, reference)}", flush=True)

            def median(field, against):
                values = [int(row[field]) for row in rows if row[field]]
                scale = float(reference[against] or 1)
                return statistics.median(values) / scale if values else None

            costs[case].append(median("cost", "first_place_cost"))
            bounds[case].append(median("bound", "published_lower_bound"))
    table("cost / first place, without", ["none"] + names, costs)
    table("bound / published, without", ["none"] + names, bounds)


if __name__ == "__main__":
    main()
