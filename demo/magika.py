"""Files as magika's model wants them, and its answers as labels.

The model (PyPI magika 1.0.3, Apache-2.0) reads 2048 numbers a file: 1024 bytes
from its beginning and 1024 from its end, blanks stripped, padded with 256. It
answers with one score for each of 214 kinds of file.

usage: magika.py PROGRAM FILE...
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

BLOCK, HALF, PADDING = 4096, 1024, 256


def model_folder(venv=None):
    """Where the wheel keeps the model and its configuration."""
    venv = venv or sys.prefix
    pattern = os.path.join(venv, "lib", "python3*", "site-packages", "magika",
                           "models", "standard_v3_3")
    found = sorted(glob.glob(pattern))
    if not found:
        sys.exit(f"no magika model at {pattern}; run scripts/setup")
    return found[0]


def labels(folder):
    with open(os.path.join(folder, "config.min.json")) as f:
        return json.load(f)["target_labels_space"]


def features(path):
    """One file's 2048 numbers."""
    with open(path, "rb") as f:
        begin = f.read(BLOCK).lstrip()[:HALF]
        f.seek(0, os.SEEK_END)
        f.seek(max(0, f.tell() - BLOCK))
        end = f.read(BLOCK).rstrip()[-HALF:]
    row = np.full(2 * HALF, PADDING, np.int32)
    row[:len(begin)] = np.frombuffer(begin, np.uint8)
    if end:
        row[-len(end):] = np.frombuffer(end, np.uint8)
    return row


def classify(program, rows, batch):
    """Scores of all rows by a program compiled for `batch` rows a run; the last
    run is filled up with padding."""
    scores = []
    with tempfile.TemporaryDirectory() as folder:
        given, taken = (os.path.join(folder, n) for n in ("in.npy", "out.npy"))
        for at in range(0, len(rows), batch):
            block = np.full((batch, 2 * HALF), PADDING, np.int32)
            part = rows[at:at + batch]
            block[:len(part)] = part
            np.save(given, block)
            done = subprocess.run([program, f"--input=bytes=@{given}",
                                   f"--output=target_label={taken}"], text=True,
                                  stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if done.returncode != 0:
                sys.exit(f"{program}: exit code {done.returncode}\n{done.stderr}")
            scores.append(np.load(taken)[:len(part)])
    return np.concatenate(scores)


def main():
    program, files = sys.argv[1], sys.argv[2:]
    names = labels(model_folder())
    scores = classify(program, np.stack([features(f) for f in files]), len(files))
    width = max(map(len, files))
    for file, row in zip(files, scores):
        best = int(row.argmax())
        print(f"  {file:{width}}  {names[best]:12} {row[best]:6.1%}")


if __name__ == "__main__":
    main()
