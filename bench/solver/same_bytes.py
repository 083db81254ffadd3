#!/usr/bin/env python3
"""The same input, seed and budget give the same bytes: runs and compares.

usage: bench/solver/same_bytes.py CASE.json[.gz]... --work MILLIONS [options]
Each case is solved --runs times (3) with 1 and with 2 threads on the machine as
it is, and again while --load busy processes (2 per core) compete with it; they
are started here, and ended. Prints a row per case and setting with the hash of
answer and certificate together, and times, so that the load can be seen. Exit
status: 0 if all bytes of a case are equal, 1 if not.
"""
import argparse
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time


class Load:
    """Busy processes, as long as the block runs."""

    def __init__(self, count):
        self.count, self.processes = count, []

    def __enter__(self):
        self.processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
                          for _ in range(self.count)]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


def solve(args, case, threads):
    """(hash of the bytes written, what happened, seconds)."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, "answer.json"), pathlib.Path(folder, "certificate.json")]
        done = subprocess.run(
            [args.solver, case, "--quiet", "--work", f"{args.work:g}", "--seed", str(args.seed),
             "--threads", str(threads), "-o", paths[0], "--certificate", paths[1]],
            capture_output=True, text=True)
        if done.returncode not in (0, 2, 3):
            sys.exit(f"{case}: {done.stderr.strip() or done.returncode}")
        data = b"|".join(path.read_bytes() if path.exists() else b"" for path in paths)
    what = {0: "feasible", 2: "infeasible", 3: "not found"}[done.returncode]
    return hashlib.sha256(data).hexdigest()[:16], what, time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="+")
    parser.add_argument("--work", type=float, required=True, help="million table entries")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--load", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("--solver", default="build/bin/partita-solve")
    args = parser.parse_args()
    different = []
    print(f"{'case':<12} {'threads':>7} {'load':>6} {'answer and certificate':<26} seconds", flush=True)
    for case in args.case:
        name = pathlib.Path(case).name.split(".")[0]
        seen = set()
        for load in (0, args.load):
            for threads in (1, 2):
                with Load(load):
                    runs = [solve(args, case, threads) for _ in range(args.runs)]
                for digest in sorted({(digest, what) for digest, what, _ in runs}):
                    seen.add(digest)
                    print(f"{name:<12} {threads:>7} {load or 'idle':>6} {' '.join(digest):<26} "
                          + " ".join(f"{seconds:.1f}" for _, _, seconds in runs), flush=True)
        if len(seen) > 1:
            different.append(name)
    print("all equal" if not different else f"DIFFERENT: {' '.join(different)}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
