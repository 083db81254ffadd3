"""Runs the GoogleTest binaries and the lit suites of a build and adds them up.

usage: run_tests.py BUILD_DIR [lit arguments...]

Prints each suite's own output for failures and one line per suite; the last
line is `N passed, N failed, N skipped`. Exits 1 if anything failed, if a suite
ran no test, or if fewer tests ran than the floors below: a suite that loses
its cases must not pass.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
# At least this many must run; raise them as the suites grow.
FLOORS = {"unit": 420, "lit": 105}


def run_unit(build):
    """All binaries of build/test/unit: (passed, failed, skipped)."""
    folder = os.path.join(build, "test", "unit")
    totals = [0, 0, 0]
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not (os.path.isfile(path) and os.access(path, os.X_OK)):
            continue
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as temp:
            report = os.path.join(temp, "report.json")
            done = subprocess.run(
                [path, "--gtest_brief=1", f"--gtest_output=json:{report}"],
                cwd=temp, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, errors="replace", stdin=subprocess.DEVNULL)
            counts = [0, 0, 0]
            if os.path.exists(report):
                with open(report) as f:
                    for suite in json.load(f)["testsuites"]:
                        for case in suite["testsuite"]:
                            if case.get("failures"):
                                counts[1] += 1
                            elif case["result"] == "SKIPPED":
                                counts[2] += 1
                            elif case["result"] == "COMPLETED":
                                counts[0] += 1
            # A crash leaves no report, or an exit code that the report hides.
            if done.returncode != 0 and counts[1] == 0:
                counts[1] = 1
            if sum(counts) == 0:
                counts[1] = 1
                print(f"{name}: ran no test")
        if counts[1]:
            print(done.stdout)
        else:
            # Lines that a test prints for people: counts, times.
            for line in done.stdout.splitlines():
                if line.startswith("# "):
                    print(f"  {name}: {line[2:]}")
        print(f"unit {name}: {counts[0]} passed, {counts[1]} failed, "
              f"{counts[2]} skipped ({time.monotonic() - start:.1f} s)", flush=True)
        totals = [a + b for a, b in zip(totals, counts)]
    return totals


def run_lit(build, arguments):
    with tempfile.TemporaryDirectory() as temp:
        report = os.path.join(temp, "report.json")
        done = subprocess.run(
            [sys.executable, LIT, os.path.join(build, "test"), "-q",
             "--order=lexical", "--output", report] + arguments,
            stdin=subprocess.DEVNULL)
        counts = {}
        if os.path.exists(report):
            with open(report) as f:
                for test in json.load(f)["tests"]:
                    counts[test["code"]] = counts.get(test["code"], 0) + 1
    passed = counts.pop("PASS", 0) + counts.pop("XFAIL", 0)
    skipped = sum(counts.pop(c, 0) for c in ("UNSUPPORTED", "SKIPPED", "EXCLUDED"))
    failed = sum(counts.values())
    if done.returncode != 0 and failed == 0:
        failed = 1
    print(f"lit: {passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return [passed, failed, skipped]


def main():
    build = os.path.abspath(sys.argv[1])
    arguments = sys.argv[2:]
    totals = [0, 0, 0]
    suites = {"lit": lambda: run_lit(build, arguments)}
    if not arguments:  # a filter for lit means: lit only
        suites = {"unit": lambda: run_unit(build), **suites}
    for name, run in suites.items():
        counts = run()
        if not arguments and counts[0] + counts[1] < FLOORS[name]:
            print(f"{name}: only {counts[0] + counts[1]} tests ran, expects at "
                  f"least {FLOORS[name]}")
            counts[1] += 1
        totals = [a + b for a, b in zip(totals, counts)]
    print(f"{totals[0]} passed, {totals[1]} failed, {totals[2]} skipped")
    return 1 if totals[1] or not totals[0] else 0


sys.exit(main())
