"""One rank's latency over ONNX Runtime's, with the same threads, in one process
tree and in turn, so that the ratio survives a noisy machine.

usage: latency.py MODEL.onnx [--dim NAME=N]... [--threads N] [--rounds N]
                  [--repeat N] [-O N] [--cluster cpu:N --strategy S]

Prints, per round, the median milliseconds of both and their ratio; last the
median ratio and its spread. Needs build/bin/partita in PATH.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
import onnxruntime

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                                "test", "exec"))
import harness


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--dim", action="append", default=[])
    parser.add_argument("--range", action="append", default=[])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--cluster", default="cpu:1")
    parser.add_argument("--strategy", default="none")
    parser.add_argument("-O", type=int, default=2)
    options = parser.parse_args()
    dims = harness.parse_pairs(options.dim, int)
    model = onnx.load(options.model, load_external_data=False)
    inputs = harness.random_inputs(
        model, dims, harness.parse_pairs(options.range, harness.parse_range), 1)

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    settings.inter_op_num_threads = 1
    settings.log_severity_level = 3
    session = onnxruntime.InferenceSession(options.model, settings,
                                           providers=["CPUExecutionProvider"])
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        harness.compile_program(options.model, program, dims, [
            f"-O{options.O}", f"--cluster={options.cluster}",
            f"--strategy={options.strategy}", f"--threads={options.threads}"])
        command = [program, f"--repeat={options.repeat}", "--warmup=2"]
        for k, (name, value) in enumerate(inputs.items()):
            np.save(os.path.join(folder, f"{k}.npy"), value)
            command.append(f"--input={name}=@{folder}/{k}.npy")
        ratios = []
        for turn in range(options.rounds):
            done = subprocess.run(command, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=True)
            found = re.search(r"median ([\d.]+)", done.stdout)
            if not found:
                sys.exit(f"no latency summary in:\n{done.stdout}")
            ours = float(found[1])
            times = []
            for k in range(options.repeat + 2):
                start = time.perf_counter()
                session.run(None, inputs)
                times.append((time.perf_counter() - start) * 1e3)
            theirs = statistics.median(times[2:])
            ratios.append(ours / theirs)
            print(f"round {turn + 1}: partita {ours:.2f} ms, ONNX Runtime "
                  f"{theirs:.2f} ms, ratio {ratios[-1]:.2f}", flush=True)
    print(f"ratio partita / ONNX Runtime {onnxruntime.__version__}, "
          f"{options.threads} thread(s): median {statistics.median(ratios):.2f} "
          f"({min(ratios):.2f} to {max(ratios):.2f} over {len(ratios)} rounds)")


main()
