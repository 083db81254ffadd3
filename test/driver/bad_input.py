"""Bad models, layouts and run-time inputs: each ends with its exit code and a
helpful message, never a crash, and nothing is written.

usage: bad_input.py WORKDIR [--show]

--show prints every message.
"""
import os
import shutil
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "exec"))
import harness

FLOAT = TensorProto.FLOAT
failures = 0
cases = 0


def model(nodes, inputs=None, initializers=(), opset=20):
    inputs = inputs or [helper.make_tensor_value_info("x", FLOAT, ["N", 8])]
    graph = helper.make_graph(nodes, "g", inputs,
                              [helper.make_tensor_value_info("y", FLOAT, None)],
                              list(initializers))
    built = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    built.ir_version = 10
    return built


def dense(location="w.data", length=8 * 4 * 4):
    """x[N,8] times an external weight [8,4]."""
    weight = TensorProto(name="w", data_type=FLOAT, dims=[8, 4],
                         data_location=TensorProto.EXTERNAL)
    for key, value in (("location", location), ("offset", "0"), ("length", str(length))):
        weight.external_data.add(key=key, value=value)
    return model([helper.make_node("MatMul", ["x", "w"], ["y"], name="dense")],
                 initializers=[weight])


def expect(label, command, code, *words, unwritten=()):
    """Runs the command; demands the exit code, every word in the message, and
    that none of the files exists afterwards."""
    global failures, cases
    cases += 1
    done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace")
    message = done.stderr.strip()
    problems = []
    if done.returncode != code:
        problems.append(f"expects exit code {code}, got {done.returncode}")
    problems += [f"expects '{w}' in the message" for w in words if w not in message]
    problems += [f"wrote {f}" for f in unwritten if os.path.exists(f)]
    if problems or "--show" in sys.argv:
        print(f"--- {label}: exit code {done.returncode}\n{message}")
    for problem in problems:
        print(f"FAIL {label}: {problem}")
    failures += bool(problems)


def main():
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    inside = os.path.join(folder, "model")
    os.makedirs(inside)
    np.zeros((8, 4), np.float32).tofile(os.path.join(folder, "outside.data"))
    np.zeros((8, 3), np.float32).tofile(os.path.join(inside, "short.data"))
    np.zeros((8, 4), np.float32).tofile(os.path.join(inside, "w.data"))
    program = os.path.join(folder, "program")

    def path(name):
        return os.path.join(inside, name)

    def refuse(label, file, code, *words, flags=("--dim=N=4",)):
        expect(label, ["partita", "compile", file, "-o", program, "--quiet", *flags],
               code, *words, unwritten=(program, program + ".weights"))

    # Files that are no model.
    refuse("no such file", path("absent.onnx"), 2, "absent.onnx")
    with open(path("text.onnx"), "w") as f:
        f.write("this is not a protobuf\n" * 20)
    refuse("not a protobuf", path("text.onnx"), 2, "text.onnx")
    onnx.save(dense(), path("good.onnx"))
    whole = open(path("good.onnx"), "rb").read()
    with open(path("truncated.onnx"), "wb") as f:
        f.write(whole[:len(whole) * 2 // 3])
    refuse("truncated", path("truncated.onnx"), 2, "truncated.onnx")
    open(path("empty.onnx"), "w").close()
    refuse("empty file", path("empty.onnx"), 2, "empty.onnx")

    # External data.
    onnx.save(dense("absent.data"), path("missing.onnx"))
    refuse("missing external data", path("missing.onnx"), 2, "absent.data", '"w"')
    onnx.save(dense("../outside.data"), path("escaping.onnx"))
    refuse("escaping external data", path("escaping.onnx"), 2, "../outside.data")
    onnx.save(dense(os.path.join(os.path.abspath(folder), "outside.data")),
              path("absolute.onnx"))
    refuse("absolute external data", path("absolute.onnx"), 2, "outside.data")
    os.symlink(os.path.join("..", "outside.data"), path("link.data"))
    onnx.save(dense("link.data"), path("linked.onnx"))
    refuse("link out of the folder", path("linked.onnx"), 2, "link.data")
    onnx.save(dense("short.data"), path("short.onnx"))
    refuse("external data too short", path("short.onnx"), 2, "short.data")

    # Models that cannot be compiled.
    onnx.save(model([helper.make_node("Gloss", ["x"], ["a"], name="first"),
                     helper.make_node("Relu", ["a"], ["b"]),
                     helper.make_node("NonZero", ["b"], ["y"], name="second")]),
              path("unknown.onnx"))
    refuse("unknown ops, all at once", path("unknown.onnx"), 2, "Gloss", "first", "NonZero",
           "second")
    refuse("unresolved dim", path("good.onnx"), 2, "--dim", "N=<extent>", flags=())
    refuse("unknown dim", path("good.onnx"), 2, "M", "N", flags=("--dim=N=4", "--dim=M=2"))

    # Layouts that cannot be, and flags.
    refuse("unknown tensor", path("good.onnx"), 3, '"z"',
           flags=("--dim=N=4", "--cluster=cpu:2", "--shard=z[0]=x"))
    refuse("axis out of range", path("good.onnx"), 3, '"x"',
           flags=("--dim=N=4", "--cluster=cpu:2", "--shard=x[2]=x"))
    refuse("unknown mesh axis", path("good.onnx"), 3, "\"z\"",
           flags=("--dim=N=4", "--cluster=cpu:2", "--shard=x[0]=z"))
    refuse("axis used twice", path("good.onnx"), 3, "\"x\"",
           flags=("--dim=N=4", "--cluster=cpu:2", "--shard=x[0]=x", "--shard=x[1]=x"))
    refuse("mesh and cluster differ", path("good.onnx"), 1, "--mesh",
           flags=("--dim=N=4", "--cluster=cpu:2", "--mesh=x=3"))
    refuse("no such cluster", path("good.onnx"), 1, "--cluster",
           flags=("--dim=N=4", "--cluster=tpu:2"))
    refuse("no such flag", path("good.onnx"), 1, "--clusters", flags=("--clusters=cpu:2",))
    refuse("output folder missing", path("good.onnx"), 4, "absent",
           flags=("--dim=N=4", f"-o={folder}/absent/program"))

    # Run-time inputs.
    harness.compile_program(path("good.onnx"), program, {"N": 4}, ["--cluster=cpu:2"])
    taken = os.path.join(folder, "y.npy")
    x = np.ones((4, 8), np.float32)

    def run(label, array, code, *words, name="x", arguments=()):
        given = os.path.join(folder, "x.npy")
        np.save(given, array)
        expect(label, [program, f"--input={name}=@{given}", f"--output=y={taken}", *arguments],
               code, *words, unwritten=() if code in (0, 2) else (taken,))

    run("wrong dtype", x.astype(np.float64), 1, '"x"', "float32", "float64")
    run("wrong shape", x[:3], 1, '"x"', "float32[4, 8]", "float32[3, 8]")
    run("wrong name", x, 1, '"z"', '"x"', name="z")
    run("unknown option", x, 1, "--outputs", arguments=("--outputs=a",))
    want = os.path.join(folder, "want.npy")
    np.save(want, np.ones((4, 4), np.float32))
    run("mismatch", x, 2, "y", arguments=(f"--expect=y=@{want}",))
    os.rename(program + ".weights", program + ".hidden")
    os.remove(taken)
    run("weights missing", x, 1, "program.weights", "beside the program")
    np.zeros(4, np.float32).tofile(program + ".weights")
    run("weights of another program", x, 3, "program.weights")

    print(f"# {cases - failures} of {cases} cases refused as they should be")
    return 1 if failures else 0


sys.exit(main())
