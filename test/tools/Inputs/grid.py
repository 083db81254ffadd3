"""Writes a grid of nodes as a problem: grid.py ROWS COLUMNS SEED > CASE.json

Four strategies each, cheap ones using much memory, and a limit not far above
what must be live: more than reduction and a first decode can settle.
"""
import json
import random
import sys

rows, columns, seed = map(int, sys.argv[1:])
draw = random.Random(seed).randrange
costs, usages, intervals, pairs, tables = [], [], [], [], []
for column in range(columns):
    for row in range(rows):
        most, node = 20 + draw(80), len(costs)
        costs.append([most, most * 2 // 3, most // 3, 0])
        usages.append([1, 2 + draw(2), 4 + draw(3), 8 + draw(4)])
        intervals.append([column, column + 2])
        for other in [node - 1] * (row > 0) + [node - rows] * (column > 0):
            pairs.append([other, node])
            tables.append([draw(60) if k % 5 else 0 for k in range(16)])
json.dump({"problem": {
    "nodes": {"intervals": intervals, "costs": costs, "usages": usages},
    "edges": {"nodes": pairs, "costs": tables},
    "usage_limit": rows * 8}}, sys.stdout)
