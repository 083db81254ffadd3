#!/usr/bin/env python3
"""Runs a graph module and the comm programs made of it, and compares.

    simulate.py GRAPH.mlir COMM.mlir      (both printed with -mlir-print-op-generic)

An oracle for planning and localization that shares nothing with the compiler
behind them: numpy in double precision, all ranks in one process, taking turns
at every wait. Inputs and weights are random, drawn by their names. Fails if the
results differ, if an element of an output isn't written exactly once, or if no
rank can go on.
"""
import json
import re
import sys
import zlib

import numpy as np

ELEMENT = {"f32": np.float64, "i64": np.int64, "i32": np.int64, "i1": np.bool_}

# ---- Text --------------------------------------------------------------------

OP = re.compile(
    r'^\s*(?:(%\w+) = )?"(\w+)\.(\w+)"\(([^)]*)\)'  # result, dialect, op, operands
    r"\s*(?:<\{(.*)\}>)?\s*(?:\{.*\})?"  # properties
    r"\s*(?:\(\{)?\s*(?:: \(.*?\) -> (.*))?$"  # result type
)


def parse_type(text):
    """tensor<2x3xf32> -> ([2, 3], float64)"""
    match = re.search(r"tensor<((?:\d+x)*)(\w+)", text)
    return [int(n) for n in match[1].split("x") if n], ELEMENT[match[2]]


def parse_ints(text):
    """The numbers of `array<i64: 1, 2>` or `[1, 2]`."""
    return [int(n) for n in re.findall(r"-?\d+", text.split(":")[-1])]


def parse_table(text):
    """[array<i64: 0, 1>, array<i64>] -> [[0, 1], []]"""
    return [parse_ints(row) for row in re.findall(r"array<i64(:?[^>]*)>", text)]


def parse_bools(text):
    return [word == "true" for word in re.findall(r"true|false", text)]


def parse_dense(text):
    values, type_text = re.match(r"dense<(.*)> : (tensor<.*>)", text).groups()
    shape, dtype = parse_type(type_text)
    if not values:
        return np.zeros(shape, dtype)
    values = json.loads(values.replace("true", "1").replace("false", "0"))
    return np.broadcast_to(np.array(values, dtype), shape)


class Op:
    """One line of generic form."""

    def __init__(self, match):
        self.result, self.dialect, self.name, operands, props, self.type = (
            match.groups()
        )
        self.operands = [o.strip() for o in operands.split(",") if o.strip()]
        self.props = props or ""

    def text(self, name):
        """The property as written, up to the comma that ends it."""
        start = re.search(r"(?<![\w.])" + name + " = ", self.props).end()
        depth, end = 0, start
        while end < len(self.props):
            char = self.props[end]
            if depth == 0 and char in ",)]}":
                break
            depth += char in "<[{("
            depth -= char in ">]})" and self.props[end - 1] != "-"
            end += 1
        return self.props[start:end]

    def number(self, name):
        return float(self.text(name).split(":")[0])

    def integer(self, name):
        return int(self.number(name))

    def string(self, name):
        return json.loads(self.text(name))


def parse_ops(text):
    matches = (OP.match(line) for line in text.splitlines())
    return [Op(match) for match in matches if match]


def draw(name, shape, dtype):
    """The whole input or weight of that name."""
    random = np.random.default_rng(zlib.crc32(name.encode()))
    if dtype == np.float64:
        return random.standard_normal(shape)
    return random.integers(0, 2, shape).astype(dtype)


# ---- graph -------------------------------------------------------------------


def matmul(op, a, b):
    if op.text("transpose_a") == "true":
        a = np.swapaxes(a, -1, -2)
    if op.text("transpose_b") == "true":
        b = np.swapaxes(b, -1, -2)
    return np.matmul(a, b)


def conv(op, x, w):
    """In two dims, without dilation or groups."""
    strides, pads = parse_ints(op.text("strides")), parse_ints(op.text("pads"))
    x = np.pad(x, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])))
    windows = np.lib.stride_tricks.sliding_window_view(x, w.shape[2:], (2, 3))
    windows = windows[:, :, :: strides[0], :: strides[1]]
    return np.einsum("nchwij,ocij->nohw", windows, w)


def softmax(op, x):
    axis = op.integer("axis")
    e = np.exp(x - x.max(axis, keepdims=True, initial=-np.inf))
    return e / e.sum(axis, keepdims=True)


def layer_norm(op, x, scale, bias=0.0):
    axes = tuple(range(op.integer("axis"), x.ndim))
    centered = x - x.mean(axes, keepdims=True)
    variance = (centered**2).mean(axes, keepdims=True)
    return centered / np.sqrt(variance + op.number("epsilon")) * scale + bias


def take(op, x):
    shape, _ = parse_type(op.type)
    for dim, (start, step) in enumerate(
        zip(parse_ints(op.text("starts")), parse_ints(op.text("steps")))
    ):
        x = np.take(x, start + step * np.arange(shape[dim]), dim)
    return x


def reduce(op, function, x):
    axes = tuple(parse_ints(op.text("axes")))
    return function(x, axes, keepdims=op.text("keepdims") == "true")


COMPUTE = {
    "constant": lambda op: parse_dense(op.text("value")),
    "relu": lambda op, x: np.maximum(x, 0),
    "tanh": lambda op, x: np.tanh(x),
    "add": lambda op, a, b: a + b,
    "sub": lambda op, a, b: a - b,
    "mul": lambda op, a, b: a * b,
    "max": lambda op, a, b: np.maximum(a, b),
    "greater": lambda op, a, b: a > b,
    "where": lambda op, c, a, b: np.where(c, a, b),
    "reshape": lambda op, x: x.reshape(parse_type(op.type)[0]),
    "transpose": lambda op, x: x.transpose(parse_ints(op.text("permutation"))),
    "slice": take,
    "concat": lambda op, *xs: np.concatenate(xs, op.integer("axis")),
    "gather": lambda op, x, i: np.take(x, i, op.integer("axis")),
    "matmul": matmul,
    "conv": conv,
    "softmax": softmax,
    "layer_norm": layer_norm,
    "reduce_sum": lambda op, x: reduce(op, np.sum, x),
    "reduce_max": lambda op, x: reduce(op, np.max, x),
}


def compute(op, values):
    result = np.asarray(COMPUTE[op.name](op, *values))
    shape, _ = parse_type(op.type)
    assert list(result.shape) == shape, (op.name, result.shape, shape)
    return result


def run_graph(text):
    values = {}
    arguments = re.search(r"\^bb0\((.*)\):", text)[1]
    names = re.findall(r'graph.name = "([^"]*)"', text.split("res_attrs")[0])
    for argument, name in zip(re.findall(r"(%\w+): (tensor<\w+>)", arguments), names):
        values[argument[0]] = draw(name, *parse_type(argument[1]))
    for op in parse_ops(text):
        if op.name == "return":
            return [values[operand] for operand in op.operands]
        if op.name == "weight":
            values[op.result] = draw(op.string("weight"), *parse_type(op.type))
        elif op.dialect == "graph":
            values[op.result] = compute(op, [values[o] for o in op.operands])


# ---- comm --------------------------------------------------------------------


def box(starts, shape):
    return tuple(slice(start, start + size) for start, size in zip(starts, shape))


class Job:
    """What the ranks share: sent tensors by channel and rank, and the outputs."""

    def __init__(self, text):
        self.sent = {}
        self.whole = dict(re.findall(r'#comm.io<"([^"]*)", (tensor<\w+>)>', text))
        self.outputs, self.writes = {}, {}

    def write(self, index, whole, starts, value):
        shape, dtype = whole
        self.outputs.setdefault(index, np.zeros(shape, dtype))
        self.writes.setdefault(index, np.zeros(shape, int))
        self.outputs[index][box(starts, value.shape)] = value
        self.writes[index][box(starts, value.shape)] += 1


def parse_groups(text):
    groups = re.findall(r"group<\[([^\]]*)\](?:, cuts = \[([^\]]*)\])?>", text)
    return [(parse_ints(members), parse_ints(cuts)) for members, cuts in groups]


TRANSFER = re.compile(
    r"<(\d+) \[([^\]]*)\] of \[[^\]]*\] -> (\d+) \[([^\]]*)\] of \[[^\]]*\], "
    r"size \[([^\]]*)\]>"
)


def finish(op, rank, sent):
    """The collective's result on `rank`, or None if a partner hasn't sent."""
    shape, dtype = parse_type(op.type)
    if op.name == "exchange":
        result = np.zeros(shape, dtype)
        for source, src, target, dst, size in TRANSFER.findall(op.text("transfers")):
            if int(target) != rank:
                continue
            if int(source) not in sent:
                return None
            size = parse_ints(size)
            part = sent[int(source)][box(parse_ints(src), size)]
            result[box(parse_ints(dst), size)] = part
        return result
    groups = parse_groups(op.text("groups"))
    members, cuts = next(group for group in groups if rank in group[0])
    if not all(member in sent for member in members):
        return None
    parts = [sent[member] for member in members]
    if op.name == "all_gather":
        return np.concatenate(parts, op.integer("dim"))
    combine = np.add if "sum" in op.text("kind") else np.maximum
    result = combine.reduce(parts)
    if op.name == "reduce_scatter":
        piece = members.index(rank)
        indices = range(cuts[piece], cuts[piece + 1])
        result = np.take(result, indices, op.integer("dim"))
    return result


COLLECTIVES = ("all_gather", "all_reduce", "reduce_scatter", "exchange")


def run_rank(job, ops, row, rank):
    """A generator: yields whenever the rank has to wait."""
    values, started = {}, {}
    for op in ops:
        operands = [values.get(operand) for operand in op.operands]
        if op.dialect == "graph":
            result = compute(op, operands)
        elif op.name in ("input", "weight", "slice"):
            if op.name == "slice":
                whole = operands[0]
            elif op.name == "input":
                name = op.string("name")
                whole = draw(name, *parse_type(job.whole[name]))
            else:
                whole = draw(op.string("weight"), *parse_type(op.text("global")))
            shape, _ = parse_type(op.type)
            result = whole[box(parse_table(op.text("starts"))[row], shape)]
        elif op.name == "to_partial":
            neutral = 0 if "sum" in op.text("kind") else -np.inf
            keep = parse_bools(op.text("keep"))[row]
            result = operands[0] if keep else np.full_like(operands[0], neutral)
        elif op.name == "wait":
            start = started[op.operands[0]]
            sent = job.sent[start.integer("channel")]
            while (result := finish(start, rank, sent)) is None:
                yield
        elif op.name == "output":
            if parse_bools(op.text("owner"))[row]:
                starts = parse_table(op.text("starts"))[row]
                whole = parse_type(op.text("global"))
                job.write(op.integer("index"), whole, starts, operands[0])
            continue
        elif op.name == "return":
            return
        else:
            assert op.name in COLLECTIVES, op.name
            started[op.result] = op
            job.sent.setdefault(op.integer("channel"), {})[rank] = operands[0]
            continue
        shape, _ = parse_type(op.type)
        assert list(result.shape) == shape, (op.name, result.shape, shape)
        values[op.result] = result


def run_comm(text):
    job, ranks = Job(text), []
    for program in text.split('"comm.program"')[1:]:
        ops = parse_ops(program)
        members = parse_ints(re.search(r"ranks = array<i64: ([^>]*)>", program)[1])
        ranks += [run_rank(job, ops, row, rank) for row, rank in enumerate(members)]
    assert len(ranks) == int(re.search(r"comm.num_ranks = (\d+)", text)[1])
    turns = 0
    done = object()
    while ranks:
        ranks = [rank for rank in ranks if next(rank, done) is not done]
        turns += 1
        assert turns <= 10000, "no rank can go on"
    for index, writes in job.writes.items():
        assert (writes == 1).all(), f"output {index} is not written exactly once"
    return [job.outputs[index] for index in sorted(job.outputs)]


def main():
    graph, comm = (open(path).read() for path in sys.argv[1:3])
    expected, actual = run_graph(graph), run_comm(comm)
    assert len(expected) == len(actual), (len(expected), len(actual))
    for index, (a, b) in enumerate(zip(expected, actual)):
        error = np.abs(a - b).max() / np.abs(a).max()
        assert error < 1e-12, f"output {index} differs by {error}"
    print("equal")


main()
