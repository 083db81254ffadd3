"""A model with a gigabyte of weights, embedded or external, compiles with little
heap: weights are mapped, never loaded.

usage: big_model.py embedded|external WORKDIR [--mib N] [--limit-mib N]

Generates the model as sparse files (all zeros but a few marks), compiles it with
the heap limited by prlimit, runs it, and checks the marks in the answer.
"""
import argparse
import os
import shutil
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

COLUMNS = 1024


def varint(value):
    out = b""
    while value >= 128:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, length):
    """The head of a length-delimited field."""
    return varint(number << 3 | 2) + varint(length)


def write_model(path, layers, rows, external):
    """x[1,rows] -> sum over k of x * W_k [rows, COLUMNS]; W_k is 0 but for
    W_k[k, k] = k + 1."""
    names = [f"w{k}" for k in range(layers)]
    nodes = []
    for k, name in enumerate(names):
        nodes.append(helper.make_node("MatMul", ["x", name], [f"p{k}"]))
        before = f"s{k - 1}" if k else None
        nodes.append(helper.make_node("Add", [before, f"p{k}"], [f"s{k}"]) if k else
                     helper.make_node("Identity", ["p0"], ["s0"]))
    nodes.append(helper.make_node("Relu", [f"s{layers - 1}"], ["y"]))
    graph = helper.make_graph(
        nodes, "big",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, rows])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, COLUMNS])])
    size = rows * COLUMNS * 4
    marks = []  # (position in the data file, value)
    if external:
        for k, name in enumerate(names):
            tensor = TensorProto(name=name, data_type=TensorProto.FLOAT,
                                 dims=[rows, COLUMNS], data_location=TensorProto.EXTERNAL)
            for key, value in (("location", "big.data"), ("offset", str(k * size)),
                               ("length", str(size))):
                tensor.external_data.add(key=key, value=value)
            graph.initializer.append(tensor)
            marks.append((k * size + (k * COLUMNS + k) * 4, k + 1))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)])
        model.ir_version = 10
        with open(path, "wb") as f:
            f.write(model.SerializeToString())
        data_path, data_size = os.path.join(os.path.dirname(path), "big.data"), layers * size
        open(data_path, "wb").close()
    else:
        # By hand: protobuf cannot serialize what does not fit into memory twice.
        heads = []
        for name in names:
            tensor = TensorProto(name=name, data_type=TensorProto.FLOAT,
                                 dims=[rows, COLUMNS]).SerializeToString()
            head = tensor + field(9, size)
            heads.append(field(5, len(head) + size) + head)
        rest = graph.SerializeToString()
        model = onnx.ModelProto(ir_version=10)
        model.opset_import.append(helper.make_opsetid("", 20))
        data_path = path
        with open(path, "wb") as f:
            f.write(model.SerializeToString())
            f.write(field(7, sum(map(len, heads)) + layers * size + len(rest)))
            for k, head in enumerate(heads):
                f.write(head)
                marks.append((f.tell() + (k * COLUMNS + k) * 4, k + 1))
                f.seek(size, os.SEEK_CUR)
            f.write(rest)
            data_size = f.tell()
    with open(data_path, "r+b") as f:
        f.truncate(data_size)
        for at, value in marks:
            f.seek(at)
            f.write(np.float32(value).tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["embedded", "external"])
    parser.add_argument("folder")
    parser.add_argument("--mib", type=int, default=1024)
    parser.add_argument("--limit-mib", type=int, default=600)
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    os.makedirs(options.folder)
    try:
        model = os.path.join(options.folder, "big.onnx")
        layers = 8
        rows = options.mib * (1 << 20) // (layers * COLUMNS * 4)
        write_model(model, layers, rows, options.kind == "external")
        program = os.path.join(options.folder, "big")
        subprocess.run(["prlimit", f"--data={options.limit_mib << 20}", "partita", "compile",
                        model, "-o", program, "--cluster=cpu:2", "--strategy=model"],
                       check=True, stdin=subprocess.DEVNULL)
        x = np.zeros((1, rows), np.float32)
        x[0, :layers] = 1
        given, taken = (os.path.join(options.folder, n) for n in ("x.npy", "y.npy"))
        np.save(given, x)
        subprocess.run([program, f"--input=x=@{given}", f"--output=y={taken}"], check=True,
                       stdin=subprocess.DEVNULL)
        want = np.zeros((1, COLUMNS), np.float32)
        want[0, :layers] = np.arange(1, layers + 1)
        if not np.array_equal(np.load(taken), want):
            sys.exit("wrong answer")
        print(f"ok: {options.mib} MiB {options.kind}, heap limit {options.limit_mib} MiB")
    finally:
        shutil.rmtree(options.folder, ignore_errors=True)


main()
