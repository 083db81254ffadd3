"""Runs rt-copy-program on files written by numpy and onnx, and reads back with
numpy and onnx what it wrote."""
import itertools
import os
import subprocess
import sys
import zipfile

import numpy as np
import onnx
from onnx import helper, numpy_helper

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)

INPUTS = ["a/b:0.c=d", "ids", "mask"]
OUTPUTS = ["out=1", "ids_out", "mask_out"]
ONNX_TYPES = [onnx.TensorProto.FLOAT, onnx.TensorProto.INT64, onnx.TensorProto.BOOL]
VALUES = [
    np.array([[1.5, -2, np.nan], [np.inf, 0, 1e-40]], np.float32),
    np.array([-1, 0, 2**62, -(2**63)], np.int64),
    np.array([True, False]),
]


def run(*arguments):
    command = ["rt-copy-program", "--weights", "/dev/null", *arguments]
    return subprocess.run(command, capture_output=True, text=True).returncode


def write(how, name, onnx_type, value):
    """Writes the value one way; returns the file's name."""
    path = name[0] + "_" + how
    if how == "list.pb" or how == "raw.pb":
        tensor = numpy_helper.from_array(value, "t")
        if how == "list.pb":
            tensor = helper.make_tensor(
                "t", onnx_type, value.shape, value.flatten().tolist()
            )
        with open(path, "wb") as f:
            f.write(tensor.SerializeToString())
    elif how == "savez.npz":
        np.savez(path, other=value, **{name: value})
    elif how == "compressed.npz":
        np.savez_compressed(path, **{name: value}, other=value)
    elif how == "fortran.npy":
        np.save(path, np.array(value, order="F"))
    elif how == "raw.bin":
        value.tofile(path)
    else:
        version = {"c.npy": (1, 0), "two.npy": (2, 0), "three.npy": (3, 0)}[how]
        with open(path, "wb") as f:
            np.lib.format.write_array(f, value, version=version)
    return path


def read(path, name, value):
    if path.endswith(".npy"):
        return np.load(path)
    if path.endswith(".npz"):
        assert zipfile.ZipFile(path).testzip() is None
        return np.load(path)[name]
    if path.endswith(".pb"):
        with open(path, "rb") as f:
            tensor = onnx.TensorProto.FromString(f.read())
        assert tensor.name == name
        return numpy_helper.to_array(tensor)
    return np.fromfile(path, value.dtype).reshape(value.shape)


WAYS = ["c.npy", "two.npy", "three.npy", "fortran.npy", "savez.npz"]
WAYS += ["compressed.npz", "raw.pb", "list.pb", "raw.bin"]
reads = equal = 0
for way, extension in itertools.product(WAYS, [".npy", ".npz", ".pb", ".bin"]):
    arguments = []
    for name, onnx_type, value in zip(INPUTS, ONNX_TYPES, VALUES):
        path = write(way, name, onnx_type, value)
        arguments += ["--input", name + "=@" + path]
        reads += 1
    for i, name in enumerate(OUTPUTS):
        arguments += ["--output", f"{name}=out{i}{extension}"]
    assert run(*arguments) == 0, arguments
    for i, (name, value) in enumerate(zip(OUTPUTS, VALUES)):
        got = read(f"out{i}{extension}", name, value)
        assert got.dtype == value.dtype and got.shape == value.shape
        assert got.tobytes() == value.tobytes(), (way, extension, name)
    equal += 1
print(f"{reads} files read, {3 * equal} files written and equal")

np.savez("all.npz", **dict(zip(INPUTS, VALUES)))
np.savez("same.npz", **dict(zip(OUTPUTS, VALUES)))
np.savez("other.npz", **{OUTPUTS[0]: VALUES[0] + 1})
np.save("double.npy", VALUES[0].astype(np.float64))
codes = [
    run("--input", "@all.npz", "--output", "all_out.npz", "--expect", "@same.npz"),
    run("--random", "7", "--input", "ids=@all.npz", "--repeat", "2"),
    run("--input", "@all.npz", "--output", "none.txt"),
    run("--random", "7", "--input", INPUTS[0] + "=@double.npy"),
    run("--input", "@all.npz", "--expect", "@other.npz"),
]
print("exit codes:", *codes)
with np.load("all_out.npz") as outputs:
    assert outputs.files == OUTPUTS
