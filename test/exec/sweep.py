"""One small model in many shardings: every strategy at 1 to 4 ranks, and every
single dim of every input and weight split by hand.

usage: sweep.py MODEL.onnxtxt [--dim N=5]... [--range ids=0:7]... [-O 0]...

Each run is compared with ONNX Runtime on two inputs, and the bytes that ranks
received with the bytes that were planned.
"""
import argparse
import math
import os
import sys
import tempfile

import onnx

import harness


def configurations(model, levels):
    flags = []
    for ranks in (1, 2, 3, 4):
        for strategy in ("none", "data", "model"):
            if ranks > 1 or strategy == "none":
                flags.append([f"--cluster=cpu:{ranks}", f"--strategy={strategy}"])
    tensors = [(v.name, len(v.type.tensor_type.shape.dim)) for v in model.graph.input]
    # Smaller ones and integers are constants of the graph, which have no name.
    tensors += [(t.name, len(t.dims)) for t in model.graph.initializer
                if t.data_type == onnx.TensorProto.FLOAT and math.prod(t.dims) > 16]
    for name, rank in tensors:
        for axis in range(rank):
            for ranks in (2, 3):
                flags.append([f"--cluster=cpu:{ranks}", f"--shard={name}[{axis}]=x"])
            if rank > 1:
                flags.append(["--cluster=cpu:4", "--mesh=x=2,y=2",
                              f"--shard={name}[{axis}]=x",
                              f"--shard={name}[{(axis + 1) % rank}]=y"])
    return [[f"-O{level}"] + f for level in levels for f in flags]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--dim", action="append", default=[])
    parser.add_argument("--range", action="append", default=[])
    parser.add_argument("-O", type=int, action="append", dest="levels")
    options = parser.parse_args()
    model = harness.load_text(options.model)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.onnx")
        onnx.save(model, path)
        case = harness.Case(path, harness.parse_pairs(options.dim, int),
                            harness.parse_pairs(options.range, harness.parse_range))
        return harness.run_all(case, configurations(model, options.levels or [2]))


sys.exit(main())
