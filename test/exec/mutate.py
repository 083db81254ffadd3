"""Drops and swaps collectives of a real program; each change must be noticed,
by a verifier when compiling or as a wrong answer when running.

usage: mutate.py WORKDIR

A test suite that passes with a collective missing tests nothing.
"""
import os
import re
import shutil
import subprocess
import sys

import harness

HERE = os.path.dirname(os.path.abspath(__file__))
START = re.compile(r"^ *(%\w+) = comm\.(all_reduce|all_gather|reduce_scatter|exchange) "
                   r"(%\w+).* channel (\d+).*-> !comm\.future<(.*?)>(?: loc.*)?$")
WAIT = re.compile(r"^ *(%\w+) = comm\.wait (%\w+) ")


def programs(lines):
    """[(first line, last line)] of the comm.programs."""
    starts = [k for k, l in enumerate(lines) if l.startswith("  comm.program ")]
    ends = [k for k, l in enumerate(lines) if l.startswith("  }")]
    return [(s, min(e for e in ends if e > s)) for s in starts]


def collectives(lines, program):
    """channel -> (line of the start, line of the wait, kind, operand, result of
    the wait, type) of the collectives of one program."""
    found, futures = {}, {}
    for k in range(*program):
        if match := START.match(lines[k]):
            future, kind, operand, channel, kind_type = match.groups()
            futures[future] = int(channel)
            found[int(channel)] = [k, None, kind, operand, None, kind_type]
        elif (match := WAIT.match(lines[k])) and match[2] in futures:
            entry = found[futures[match[2]]]
            entry[1], entry[4] = k, match[1]
    return found


def drop(lines, program, channel):
    """Uses what went into the collective in place of what came out of it."""
    start, wait, _, operand, result, _ = collectives(lines, program)[channel]
    lines = list(lines)
    for k in range(wait + 1, program[1]):
        lines[k] = re.sub(re.escape(result) + r"(?![\w])", operand, lines[k])
    lines[start] = lines[wait] = ""
    return lines


def swap_channels(lines, program, a, b):
    """The class issues collective b where the others issue a."""
    found = collectives(lines, program)
    lines = list(lines)
    for here, there in ((a, b), (b, a)):
        k = found[here][0]
        lines[k] = lines[k].replace(f" channel {here} ", f" channel {there} ")
    return lines


def swap_operands(lines, program, a, b):
    """Each of two collectives gives the other's result to the rest."""
    found = collectives(lines, program)
    lines = list(lines)
    first, second = found[a][4], found[b][4]
    for k in range(found[b][1] + 1, program[1]):
        lines[k] = re.sub(f"({re.escape(first)}|{re.escape(second)})" + r"(?!\w)",
                          lambda m: second if m[1] == first else first, lines[k])
    return lines


class Mutations:
    def __init__(self, folder, case, flags):
        self.folder, self.case = folder, case
        self.text = os.path.join(folder, "mutant.mlir")
        self.program = os.path.join(folder, "program")
        shutil.copy(case.path, folder)
        model = os.path.join(folder, os.path.basename(case.path))
        whole = os.path.join(folder, "whole.mlir")
        harness.compile_program(model, whole, case.dims, flags + ["--emit=comm"])
        with open(whole) as f:
            self.lines = f.read().split("\n")
        self.caught = self.missed = 0

    def build(self, lines):
        with open(self.text, "w") as f:
            f.write("\n".join(lines))
        return subprocess.run(["partita", "compile", "--from-comm", self.text, "-o",
                               self.program, "--quiet"], text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def right(self):
        """Whether the program just built gives the right answer."""
        try:
            outputs, _ = harness.run_program(self.program, self.case.inputs[0], self.folder)
            for name in self.case.outputs:
                harness.compare(name, outputs[name], self.case.references[0][name],
                                self.case.references[1][name])
        except harness.Failure as failure:
            return False, str(failure).split("\n")[0]
        return True, ""

    def expect_caught(self, label, lines, word=None):
        """`word`: must be refused when compiling, with this in the message."""
        done = self.build(lines)
        how = "refused: " + done.stderr.strip().split("\n")[0]
        if done.returncode == 0:
            right, why = self.right()
            how = "wrong answer: " + why
            if right or word:
                how = None
        elif done.returncode not in (2, 4) or (word and word not in done.stderr):
            how = None
        if how:
            self.caught += 1
        else:
            self.missed += 1
        print(f"{'ok  ' if how else 'FAIL'} {label}: {how or 'not noticed'} "
              f"{'' if how else done.stderr}", flush=True)

    def run(self):
        done = self.build(self.lines)
        if done.returncode != 0 or not self.right()[0]:
            sys.exit(f"FAIL the unchanged program: {done.stderr} {self.right()}")
        parts = programs(self.lines)
        found = collectives(self.lines, parts[0])
        print(f"{len(parts)} rank classes, {len(found)} collectives")
        for channel, entry in found.items():
            if entry[2] != "all_reduce":
                continue
            lines = self.lines
            for number in range(len(parts)):
                lines = drop(lines, programs(lines)[number], channel)
            self.expect_caught(f"all_reduce {channel} dropped everywhere", lines)
        if len(parts) > 1:
            for channel in found:
                if found[channel][2] == "all_reduce":
                    self.expect_caught(f"all_reduce {channel} dropped in one class",
                                       drop(self.lines, parts[1], channel), f"channel {channel}")
            for a, b in zip(list(found), list(found)[1:]):
                if found[a][2] == found[b][2] and found[a][5] == found[b][5]:
                    self.expect_caught(f"{a} and {b} swapped in one class",
                                       swap_channels(self.lines, parts[1], a, b), "channel")
        pairs = [(a, b) for a in found for b in found if a < b and found[a][5] == found[b][5]]
        for a, b in pairs[:4]:
            lines = self.lines
            for number in range(len(parts)):
                lines = swap_operands(lines, programs(lines)[number], a, b)
            self.expect_caught(f"results of {a} and {b} swapped everywhere", lines)
        print(f"# {self.caught} of {self.caught + self.missed} mutations noticed")
        return self.missed


def main():
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    path = os.path.join(HERE, "models", "bert_mini.onnx")
    case = harness.Case(path, {"batch": 3, "sequence": 10}, {"input_ids": (0, 127)})
    mutations = Mutations(folder, case, ["--cluster=cpu:3", "--strategy=model"])
    missed = mutations.run()
    return 1 if missed or not mutations.caught else 0


sys.exit(main())
