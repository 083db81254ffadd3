"""Compiles a model, runs the program, and holds it against ONNX Runtime.

The pieces that all tests of test/exec share: `Case` is a model with inputs and
their reference outputs; `compile_program` and `run_program` call the tools as a
user would; `compare` applies the two bounds of docs/testing.md.
"""
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnx.parser
import onnxruntime

DTYPES = {
    onnx.TensorProto.FLOAT: np.float32,
    onnx.TensorProto.INT32: np.int32,
    onnx.TensorProto.INT64: np.int64,
    onnx.TensorProto.BOOL: np.bool_,
}
# Of the largest value of an output; of its variation between two inputs.
MAX_ERROR = 1e-4
MAX_OF_VARIATION = 1e-3


class Failure(Exception):
    """A run that is wrong: the text says what was expected and what came."""


def load_text(path):
    """A model in ONNX's text form; lines beginning with # are comments."""
    with open(path) as f:
        text = "".join(l for l in f if not l.lstrip().startswith("#"))
    model = onnx.parser.parse_model(text)
    onnx.checker.check_model(model)
    return model


def random_inputs(model, dims, ranges, seed):
    """One random array per input. `ranges`: name -> (low, high) of integers,
    default 0..1; floats are normal."""
    rng = np.random.default_rng(seed)
    constants = {t.name for t in model.graph.initializer}
    arrays = {}
    for value in model.graph.input:
        if value.name in constants:
            continue
        tensor = value.type.tensor_type
        shape = [dims[d.dim_param] if d.dim_param else d.dim_value
                 for d in tensor.shape.dim]
        dtype = DTYPES[tensor.elem_type]
        if dtype == np.float32:
            arrays[value.name] = rng.standard_normal(shape).astype(dtype)
        else:
            low, high = ranges.get(value.name, (0, 1))
            arrays[value.name] = rng.integers(low, high + 1, shape).astype(dtype)
    return arrays


class Case:
    """A model at fixed dims with two random inputs and what ONNX Runtime says."""

    def __init__(self, path, dims=None, ranges=None):
        self.path = path
        self.dims = dims or {}
        model = onnx.load(path, load_external_data=False)
        self.outputs = [o.name for o in model.graph.output]
        self.inputs = [random_inputs(model, self.dims, ranges or {}, seed)
                       for seed in (1, 2)]
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(
            path, options, providers=["CPUExecutionProvider"])
        self.references = [dict(zip(self.outputs, session.run(None, x)))
                           for x in self.inputs]


def compile_program(model, output, dims, flags, expect=0):
    """Runs `partita compile`; returns its standard error."""
    command = ["partita", "compile", model, "-o", output, "--quiet"]
    command += [f"--dim={k}={v}" for k, v in dims.items()] + flags
    done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != expect:
        raise Failure(f"{' '.join(command)}: expects exit code {expect}, got "
                      f"{done.returncode}\n{done.stderr}")
    return done.stderr


def run_program(program, inputs, folder):
    """Runs the program on `inputs`; returns its outputs and its --stats."""
    taken = os.path.join(folder, "out.npz")
    command = [program, f"--output={taken}", "--stats"]
    for k, (name, value) in enumerate(inputs.items()):
        single = os.path.join(folder, f"in{k}.npy")
        np.save(single, value)
        command.append(f"--input={name}=@{single}")
    done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: exit code {done.returncode}\n"
                      f"{done.stdout}{done.stderr}")
    with np.load(taken) as archive:
        outputs = {name: archive[name] for name in archive.files}
    return outputs, done.stdout + done.stderr


def compare(name, got, want, other):
    """Applies the bounds to one output; returns (error / largest value, error /
    variation). `other`: the reference for another input."""
    if got.shape != want.shape or got.dtype != want.dtype:
        raise Failure(f"output {name}: expects {want.dtype}{list(want.shape)}, got "
                      f"{got.dtype}{list(got.shape)}")
    if want.size == 0:
        return 0.0, 0.0
    if want.dtype != np.float32:
        wrong = np.argwhere(got != want)
        if len(wrong):
            at = tuple(wrong[0])
            raise Failure(f"output {name}: {len(wrong)} of {want.size} differ, first "
                          f"at {list(map(int, at))}: expects {want[at]}, got {got[at]}")
        return 0.0, 0.0
    finite = np.isfinite(want)
    # Also where a number is wanted: no comparison with a NaN is ever true.
    if not np.array_equal(np.where(finite, 0, want),
                          np.where(np.isfinite(got), 0, got), equal_nan=True):
        raise Failure(f"output {name}: infinities or NaNs differ")
    error = np.abs(np.where(finite, got.astype(np.float64) - want, 0)).max()
    largest = np.abs(np.where(finite, want, 0)).max()
    both = finite & np.isfinite(other)
    variation = np.abs(np.where(both, want.astype(np.float64) - other, 0)).max()
    relative = error / largest if largest else error
    varied = error / variation if variation else 0.0
    if relative > MAX_ERROR or varied > MAX_OF_VARIATION:
        raise Failure(f"output {name}: error {error:.3g} is {relative:.3g} of the "
                      f"largest value (at most {MAX_ERROR}) and {varied:.3g} of the "
                      f"variation between two inputs (at most {MAX_OF_VARIATION})")
    return relative, varied


def check_stats(stats):
    """The bytes that moved are the bytes that the plan said, by kind."""
    rows = re.findall(r"^ +(all-gather|all-reduce|reduce-scatter|exchange) +(\d+) +(\d+) "
                      r"+(\d+)", stats, re.M)
    if len(rows) != 4:
        raise Failure(f"expects four kinds of collective in --stats, got:\n{stats}")
    total = {}
    for kind, calls, counted, planned in rows:
        if counted != planned:
            raise Failure(f"{kind}: {counted} bytes counted, {planned} planned")
        if int(calls):
            total[kind] = (int(calls), int(counted))
    return total


def check_case(case, flags, folder):
    """Compiles and runs one configuration on both inputs. Returns the worst
    (error / largest, error / variation) and the collectives."""
    program = os.path.join(folder, "program")
    compile_program(case.path, program, case.dims, flags)
    worst, moved = (0.0, 0.0), {}
    for k in (0, 1):
        outputs, stats = run_program(program, case.inputs[k], folder)
        for name in case.outputs:
            errors = compare(name, outputs[name], case.references[k][name],
                             case.references[1 - k][name])
            worst = tuple(map(max, worst, errors))
        moved = check_stats(stats)
    return worst, moved


def run_all(case, configurations):
    """Checks every list of flags; prints a line for each, exits 1 on failure."""
    failures = 0
    for flags in configurations:
        with tempfile.TemporaryDirectory() as folder:
            label = " ".join(flags)
            try:
                worst, moved = check_case(case, flags, folder)
                moves = ", ".join(f"{k} {c} x {b} B" for k, (c, b) in moved.items())
                print(f"ok   {label}: {worst[0]:.1e} of the largest, {worst[1]:.1e} "
                      f"of the variation; {moves or 'no collectives'}", flush=True)
            except Failure as failure:
                failures += 1
                print(f"FAIL {label}: {failure}", flush=True)
    print(f"# {len(configurations) - failures} of {len(configurations)} "
          f"configurations agree with ONNX Runtime")
    return 1 if failures or not configurations else 0


def parse_pairs(texts, convert):
    """["a=1", ...] -> {"a": convert("1")}."""
    return {t.rsplit("=", 1)[0]: convert(t.rsplit("=", 1)[1]) for t in texts}


def parse_range(text):
    low, high = text.split(":")
    return int(low), int(high)


if __name__ == "__main__":
    sys.exit("harness.py is imported by the tests beside it")
