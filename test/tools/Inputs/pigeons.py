"""Writes pigeons that need a hole each: pigeons.py PIGEONS HOLES > CASE.json

No two may choose the same. With one hole less than pigeons there is no
solution, and neither a state nor a pair of states that shows it.
"""
import itertools
import json
import sys

pigeons, holes = map(int, sys.argv[1:])
pairs = list(itertools.combinations(range(pigeons), 2))
differ = [10**18 if s == t else 0 for s in range(holes) for t in range(holes)]
json.dump({"problem": {
    "nodes": {"intervals": [[0, 1]] * pigeons,
              "costs": [[0] * holes] * pigeons,
              "usages": [[0] * holes] * pigeons},
    "edges": {"nodes": pairs, "costs": [differ] * len(pairs)}}}, sys.stdout)
