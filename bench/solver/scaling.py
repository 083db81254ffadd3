#!/usr/bin/env python3
"""Runs partita-solver-scaling for all families and sizes, one after the other,
and draws time and memory against size.

    bench/solver/scaling.py --results scaling.txt --svg docs/images/solver-scaling.svg

Lines that the results file has already are not run again, so that a run can be
interrupted, and the plot drawn afresh."""
import argparse
import pathlib
import subprocess

# family, slack of the limit, what the plot calls it, colour (readable on light and dark)
LINES = [
    ("chain", "0", "chain, no limit", "#3a86c8"),
    ("tree", "0", "tree, no limit", "#2a9d6f"),
    ("chain", "1.3", "chain", "#8a6fd1"),
    ("grid", "1.3", "grid", "#d08a1d"),
    ("transformer", "1.3", "transformer, equal layers", "#d1495b"),
    ("unlike", "1.3", "transformer, unlike layers", "#8c8c8c"),
]
PANELS = [
    ("first plan, seconds", lambda r: r["first"]),
    ("gap of 1 % or end of budget, seconds", lambda r: r["solved"]),
    ("peak memory, MB", lambda r: r["memory"]),
]
WIDTH, HEIGHT, LEFT, TOP, GAP = 250, 230, 46, 34, 62


def run(args):
    """All results by (family, slack, nodes asked for)."""
    results = {}
    if args.results.exists():
        for line in args.results.read_text().splitlines():
            asked, _, rest = line.partition(" ")
            values = dict(pair.split("=") for pair in rest.split())
            results[values["family"], values["slack"], int(asked)] = values
    for size in args.sizes:
        for family, slack, _, _ in LINES:
            if (family, slack, size) in results or args.draw:
                continue
            done = subprocess.run([args.binary, family, str(size), slack],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                print(family, slack, size, "failed:", done.stderr.strip(), flush=True)
                continue
            print(done.stdout.strip(), flush=True)
            with args.results.open("a") as file:
                file.write(f"{size} {done.stdout}")
            values = dict(pair.split("=") for pair in done.stdout.split())
            results[family, slack, size] = values
    for values in results.values():
        for key, value in values.items():
            if key not in ("family", "slack"):
                values[key] = float(value.rstrip("%MB"))
    return results


def panel(index, title, value, results, out):
    from math import log10
    points = {}
    for (family, slack, _), r in results.items():
        points.setdefault((family, slack), []).append((r["nodes"], max(value(r), 1e-3)))
    low = min(y for line in points.values() for _, y in line)
    high = max(y for line in points.values() for _, y in line)
    bottom, top = int(log10(low) // 1), -int(-log10(high) // 1)
    x0, y0 = LEFT + index * (WIDTH + GAP), TOP

    def x(v):
        return x0 + (log10(v) - 1.7) / 4.4 * WIDTH

    def y(v):
        return y0 + HEIGHT - (log10(v) - bottom) / (top - bottom) * HEIGHT

    out.append(f'<text x="{x0}" y="{y0 - 14}" class="title">{title}</text>')
    out.append(f'<rect x="{x0}" y="{y0}" width="{WIDTH}" height="{HEIGHT}" class="frame"/>')
    powers = "⁻¹ ⁻² ⁻³ ⁻⁴".split()
    names = {k: f"10{'⁰¹²³⁴⁵⁶⁷⁸'[k]}" if k >= 0 else f"10{powers[-k - 1]}" for k in range(-4, 9)}
    for k in range(2, 7):
        out.append(f'<line x1="{x(10 ** k):.1f}" x2="{x(10 ** k):.1f}" y1="{y0}"'
                   f' y2="{y0 + HEIGHT}" class="grid"/>')
        out.append(f'<text x="{x(10 ** k):.1f}" y="{y0 + HEIGHT + 16}" class="x">{names[k]}</text>')
    for k in range(bottom, top + 1):
        out.append(f'<line x1="{x0}" x2="{x0 + WIDTH}" y1="{y(10.0 ** k):.1f}"'
                   f' y2="{y(10.0 ** k):.1f}" class="grid"/>')
        out.append(f'<text x="{x0 - 6}" y="{y(10.0 ** k) + 4:.1f}" class="y">{names[k]}</text>')
    out.append(f'<text x="{x0 + WIDTH / 2}" y="{y0 + HEIGHT + 34}" class="x">nodes</text>')
    for family, slack, _, colour in LINES:
        line = sorted(points.get((family, slack), []))
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line)
        out.append(f'<polyline points="{path}" stroke="{colour}" class="line"/>')
        out += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="2.6" fill="{colour}"/>'
                for a, b in line]


def draw(results, path):
    width = LEFT + 3 * WIDTH + 2 * GAP + 14
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HEIGHT + 90}"'
        ' font-family="sans-serif" font-size="12">',
        "<style>text{fill:#808080}.title{font-weight:bold}.x{text-anchor:middle}"
        ".y{text-anchor:end}.frame{fill:none;stroke:#888}.grid{stroke:#888;stroke-opacity:.25}"
        ".line{fill:none;stroke-width:2}"
        "@media(prefers-color-scheme:dark){text{fill:#aaa}}</style>"]
    for index, (title, value) in enumerate(PANELS):
        panel(index, title, value, results, out)
    for index, (_, _, name, colour) in enumerate(LINES):
        x, y = LEFT + index % 3 * 300, TOP + HEIGHT + 56 + index // 3 * 20
        out.append(f'<line x1="{x}" x2="{x + 24}" y1="{y}" y2="{y}" stroke="{colour}"'
                   ' class="line"/>')
        out.append(f'<text x="{x + 32}" y="{y + 4}">{name}</text>')
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(out + ["</svg>\n"]))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="build/bin/partita-solver-scaling")
    parser.add_argument("--results", type=pathlib.Path, default="scaling.txt")
    parser.add_argument("--svg", type=pathlib.Path)
    parser.add_argument("--sizes", type=lambda text: [int(float(s)) for s in text.split(",")],
                        default=[100, 1000, 10000, 100000, 1000000])
    parser.add_argument("--draw", action="store_true", help="run nothing")
    args = parser.parse_args()
    results = run(args)
    if args.svg:
        draw(results, args.svg)
    for family, slack, name, _ in LINES:
        for (f, s, _), r in sorted(results.items()):
            if (f, s) == (family, slack):
                print(f"| {name} | {r['nodes']:.0f} | {r['edges']:.0f} | {r['variables']:.0f} |"
                      f" {r['reduce']:.2f} | {r['first']:.2f} | {r['solved']:.1f} |"
                      f" {r['gap']:.2f} % | {r['memory']:.0f} |")


if __name__ == "__main__":
    main()
