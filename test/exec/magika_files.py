"""magika on real files of this machine: labels equal ONNX Runtime's, scores within
1e-4, at 1 to 4 ranks.

The model computes a variance as the mean of squares less the square of the mean,
which loses digits in float32, most of all where a file is short and most of its 2048
numbers are the same padding. Some of ONNX Runtime's own scores are more than 1e-4
away from an evaluation in float64; there, and only there, our score must be within
1e-4 of the float64 one. Files below 1 KiB have to get the same label.

usage: magika_files.py WORKDIR [--files N]
"""
import os
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                                "..", "demo"))
import harness
import magika

BOUND = 1e-4
PLACES = ("/usr/bin", "/usr/include", "/usr/share", "/usr/lib/python3", "/etc", "/usr/lib/llvm-19")
BATCH = 30  # divides by 1, 2 and 3, not by 4


def find_files(wanted, shortest, longest=float("inf")):
    """Files of so many bytes; at most four an extension, so that the kinds differ."""
    found, seen = [], {}
    for place in PLACES:
        for root, folders, names in os.walk(place):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(root, name)
                kind = os.path.splitext(name)[1]
                if seen.get(kind, 0) >= (4 if kind else 12):
                    continue
                if os.path.islink(path) or not os.path.isfile(path):
                    continue
                if not os.access(path, os.R_OK) or not (
                        shortest <= os.path.getsize(path) <= longest):
                    continue
                seen[kind] = seen.get(kind, 0) + 1
                found.append(path)
                if len(found) == wanted:
                    return found
    return found


class GlobalMaxPool(OpRun):
    """onnx.reference drops the pooled dims of three-dimensional tensors."""

    def _run(self, x):
        return (x.max(axis=tuple(range(2, x.ndim)), keepdims=True),)


def evaluate_exactly(model, row):
    """One row's scores with all floats of the model widened to float64."""
    wide = onnx.load(model)
    for tensor in wide.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT:
            values = numpy_helper.to_array(tensor).astype(np.float64)
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
    for node in wide.graph.node:
        for attribute in node.attribute:
            if node.op_type == "Cast" and attribute.i == onnx.TensorProto.FLOAT:
                attribute.i = onnx.TensorProto.DOUBLE
    for value in list(wide.graph.value_info) + list(wide.graph.output):
        if value.type.tensor_type.elem_type == onnx.TensorProto.FLOAT:
            value.type.tensor_type.elem_type = onnx.TensorProto.DOUBLE
    return ReferenceEvaluator(wide, new_ops=[GlobalMaxPool]).run(
        None, {"bytes": row[None]})[0][0]


def main():
    folder = sys.argv[1]
    wanted = int(sys.argv[sys.argv.index("--files") + 1]) if "--files" in sys.argv else 120
    os.makedirs(folder, exist_ok=True)
    long = find_files(wanted, 1024)
    short = find_files(30, 16, 1023)
    files = long + short
    model = os.path.join(magika.model_folder(), "model.onnx")
    rows = np.stack([magika.features(f) for f in files])
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(model, options,
                                           providers=["CPUExecutionProvider"])
    want = np.concatenate([session.run(None, {"bytes": rows[k:k + BATCH]})[0]
                           for k in range(0, len(rows), BATCH)])
    names = magika.labels(magika.model_folder())
    kinds = {names[k] for k in want.argmax(1)}
    print(f"{len(long)} files of 1 KiB or more and {len(short)} shorter ones, of "
          f"{len(kinds)} kinds")
    if len(long) < min(wanted, 100) or not short or len(kinds) < 15:
        print("expects at least 100 files, some short ones, and 15 kinds")
        return 1
    best = np.arange(len(files)), want.argmax(1)
    exact = {}  # of the files where somebody is far off
    status = 0
    for ranks in (1, 2, 3, 4):
        program = os.path.join(folder, f"magika{ranks}")
        harness.compile_program(model, program, {"unk__214": BATCH},
                                [f"--cluster=cpu:{ranks}", "--strategy=data"])
        got = magika.classify(program, rows, BATCH)
        wrong = int((got.argmax(1) != want.argmax(1)).sum())
        error = np.abs(got[best] - want[best])
        far = np.flatnonzero(~(error[:len(long)] <= BOUND))
        print(f"{ranks} ranks: {len(files) - wrong} of {len(files)} labels equal; "
              f"{len(long) - len(far)} of {len(long)} scores within {BOUND}, largest "
              f"difference {error[:len(long)].max():.1e} (short files: "
              f"{error[len(long):].max():.1e})")
        for k in far:
            if k not in exact:
                exact[k] = evaluate_exactly(model, rows[k])[best[1][k]]
            ours, theirs = abs(got[best][k] - exact[k]), abs(want[best][k] - exact[k])
            print(f"  {files[k]}: {ours:.1e} from float64, ONNX Runtime {theirs:.1e}")
            status |= not (ours <= BOUND < theirs)
        status |= wrong > 0
    return int(status)


sys.exit(main())
