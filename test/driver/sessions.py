"""Runs the console sessions of README.md or a page of docs as they are written.

usage: sessions.py PAGE WORKDIR BUILD VENV

All lines after `$ ` of one block are one shell script; any command that fails
fails the test. The output shown must be there, line by line, whatever its
decimal numbers; `...` stands for anything. Lines that call scripts/ are left
out: what they build is there already.
"""
import os
import re
import shutil
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def split(block):
    """The commands of a block, and the output lines it shows."""
    commands, shown, open_command = [], [], False
    for line in block.splitlines():
        if line.startswith("$ "):
            commands.append(line[2:])
        elif open_command:
            commands[-1] += "\n" + line
        elif line != "...":
            shown.append(line)
        open_command = bool(commands) and (
            commands[-1].endswith("\\") or commands[-1].count('"') % 2 == 1)
    return [c for c in commands if not c.startswith("scripts/")], shown


def main():
    page, folder, build, venv = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "build"))
    os.symlink(os.path.join(build, "bin"), os.path.join(folder, "build", "bin"))
    os.symlink(os.path.join(SOURCE, "test"), os.path.join(folder, "test"))
    os.symlink(venv, os.path.join(folder, ".venv"))
    with open(os.path.join(SOURCE, page)) as f:
        blocks = re.findall(r"```console\n(.*?)```", f.read(), re.S)
    failures = 0 if blocks else 1
    for block in blocks:
        commands, shown = split(block)
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", "\n".join(commands)],
                              cwd=folder, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            failures += 1
            print(f"FAIL {page}: exit code {done.returncode}\n{done.stdout}")
        for line in shown:
            pattern = re.sub(r"[\d.]+\\\.[\d.]+", r"[\\d.]+", re.escape(line))
            if not re.search(f"^{pattern}$", done.stdout, re.M):
                failures += 1
                print(f"FAIL {page}: expects this line in the output: {line}\n"
                      f"{done.stdout}")
    print(f"# {len(blocks)} sessions of {page}, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
