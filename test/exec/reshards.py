"""Executes reshards between pairs of layouts: every pair on meshes of one axis,
a spread of the pairs on 2 x 2 and 2 x 3.

usage: reshards.py WORKDIR [--exact]

A program takes x on all ranks, brings it into the first layout of a pair, then
into the second, and gives it out: each output must be x to the last bit (its
values are small integers, so that sums are exact).
"""
import itertools
import os
import re
import shutil
import subprocess
import sys

import numpy as np

import harness

SHAPE = (7, 4)
# Pairs executed per mesh; the layout simulator of test/unit/Layout has them all.
MESHES = {(("x", 2),): 1000, (("x", 3),): 1000, (("x", 5),): 1000,
          (("x", 2), ("y", 2)): 200, (("x", 2), ("y", 3)): 150}


def cuts(extent, pieces, style):
    """Offsets of the pieces; "lean" gives the first piece two thirds."""
    if style == "lean":
        first = -(-extent * 2 // 3)
        rest = cuts(extent - first, pieces - 1, "even") if pieces > 1 else []
        return [0] + [first + c for c in rest]
    base, more = divmod(extent, pieces)
    return list(itertools.accumulate([0] + [base + (k < more) for k in range(pieces)]))


def dim_text(axes, extent, sizes, style):
    """One dim of a layout in the IR's syntax."""
    if not axes:
        return "[]"
    names = ", ".join(f'"{a}"' for a in axes)
    pieces = int(np.prod([sizes[a] for a in axes]))
    offsets = cuts(extent, pieces, style)
    widths = {b - a for a, b in zip(offsets, offsets[1:])}
    if len(widths) == 1:
        return f"[{names}]"
    empty = " allow_empty" if 0 in widths else ""
    return f"[{names}] cuts [{', '.join(map(str, offsets))}]{empty}"


def layouts(mesh):
    """All ways to use the mesh's axes on a tensor of SHAPE, as text; partial ones
    with their kind."""
    sizes = dict(mesh)
    found = {}
    for uses in itertools.product(("none", "0", "1", "sum", "max"), repeat=len(mesh)):
        if "sum" in uses and "max" in uses:
            continue
        of = {u: [a for (a, _), v in zip(mesh, uses) if v == u] for u in set(uses)}
        for style in ("even", "lean"):
            for turned in (False, True):
                dims = []
                for dim, extent in enumerate(SHAPE):
                    axes = of.get(str(dim), [])
                    dims.append(dim_text(axes[::-1] if turned else axes, extent, sizes, style))
                text = f"[{', '.join(dims)}]"
                for kind in ("sum", "max"):
                    if kind in of:
                        names = ", ".join(f'"{a}"' for a in of[kind])
                        text += f", partial = {kind} over {{{names}}}"
                found[text] = "sum" in of or "max" in of
    return found


def module(mesh, pairs, partial):
    """A dist module: one output a pair."""
    sizes = int(np.prod([s for _, s in mesh]))
    axes = ", ".join(f'"{a}"={s}' for a, s in mesh)
    shape = "x".join(map(str, SHAPE))
    names = {}
    lines = [f'#mesh = #dist.mesh<[{axes}], devices = [0 to {sizes - 1}]>']
    for text in partial:
        names[text] = f"#l{len(names)}"
        lines.append(f"{names[text]} = #dist.layout<#mesh, {text}>")
    whole = next(t for t in partial if t == "[[], []]")

    def kind(text):
        return f"tensor<{shape}xf32, {names[text]}>"

    body, results, types = [], [], []
    for k, (a, b) in enumerate(pairs):
        value, at = "%x", whole
        for number, to in enumerate((a, b) + ((whole,) if partial[b] else ())):
            body.append(f"  %v{k}_{number} = dist.reshard {value} : {kind(at)} to {kind(to)}")
            value, at = f"%v{k}_{number}", to
        results.append(value)
        types.append((kind(at), f'{{graph.name = "y{k}"}}'))
    outputs = ",\n    ".join(f"{t} {n}" for t, n in types)
    lines.append(f'func.func @main(%x: {kind(whole)} {{graph.name = "x"}}) -> (\n    {outputs}) {{')
    lines += body
    lines.append(f"  return {', '.join(results)} : {', '.join(t for t, _ in types)}")
    lines.append("}")
    return "\n".join(lines) + "\n"


def main():
    folder = sys.argv[1]
    exact = "--exact" in sys.argv
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    x = np.random.default_rng(3).integers(-9, 10, SHAPE).astype(np.float32)
    total = wrong = 0
    for mesh, wanted in MESHES.items():
        partial = layouts(mesh)
        pairs = list(itertools.product(partial, repeat=2))
        pairs = pairs[::max(1, len(pairs) // wanted)]
        source, program = (os.path.join(folder, n) for n in ("pairs.mlir", "pairs"))
        with open(source, "w") as f:
            f.write(module(mesh, pairs, partial))
        done = subprocess.run(
            ["partita-opt", source, "-dist-verify-types",
             f"-dist-lower-reshards=exact={str(exact).lower()}", "-dist-verify-types",
             "-localize", "-comm-verify", f"-codegen-emit=output={program}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            print(f"FAIL {mesh}: {done.stderr[:2000]}")
            return 1
        outputs, stats = harness.run_program(program, {"x": x}, folder)
        bad = [k for k in range(len(pairs)) if not np.array_equal(outputs[f"y{k}"], x)]
        for k in bad[:5]:
            print(f"FAIL {mesh}: {pairs[k][0]} -> {pairs[k][1]}")
        calls = re.findall(r"^ +(\S+) +(\d+) +\d+ +\d+ ", stats, re.M)
        print(f"{'x'.join(str(s) for _, s in mesh)}: {len(pairs)} pairs of {len(partial)} "
              f"layouts; " + ", ".join(f"{c} {k}" for k, c in calls if int(c)), flush=True)
        total += len(pairs)
        wrong += len(bad)
    print(f"# {total - wrong} of {total} pairs of layouts executed right")
    return 1 if wrong or total < 500 else 0


sys.exit(main())
