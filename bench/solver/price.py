#!/usr/bin/env python3
"""Price an answer in the contest's format, sharing nothing with the solver.

usage: bench/solver/price.py CASE.json[.gz] ANSWER.json
Prints cost, peak memory, limit and whether the answer is feasible. Exit status:
0 feasible, 1 not.
"""
import gzip
import itertools
import json
import sys

FORBIDDEN = 10**18


def load(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        return json.load(file)


def price(problem, answer):
    nodes, edges = problem["nodes"], problem["edges"]
    if len(answer) != len(nodes["costs"]):
        sys.exit(f"expects {len(nodes['costs'])} strategies, got {len(answer)}")
    cost = sum(costs[s] for costs, s in zip(nodes["costs"], answer))
    for (a, b), table in zip(edges["nodes"], edges["costs"]):
        cost += table[answer[a] * len(nodes["costs"][b]) + answer[b]]
    events = []
    for (begin, end), usages, s in zip(nodes["intervals"], nodes["usages"], answer):
        if begin < end:
            events += [(begin, usages[s]), (end, -usages[s])]
    # At equal moments what ends goes first.
    peak = max(itertools.accumulate((use for _, use in sorted(events)), initial=0))
    return cost, peak


def main(case, answer):
    problem = load(case)["problem"]
    limit = problem.get("usage_limit")
    cost, peak = price(problem, load(answer))
    feasible = cost < FORBIDDEN and (limit is None or peak <= limit)
    print(f"cost={cost} peak={peak} limit={limit} feasible={'yes' if feasible else 'no'}")
    return 0 if feasible else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
