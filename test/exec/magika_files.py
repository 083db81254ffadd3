"""magika on real files of this machine: labels equal ONNX Runtime's, scores within
1e-4, at 1 to 4 ranks.

usage: magika_files.py WORKDIR [--files N]
"""
import os
import sys

import numpy as np
import onnxruntime

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                                "..", "demo"))
import harness
import magika

PLACES = ("/usr/bin", "/usr/include", "/usr/share", "/usr/lib/python3", "/etc", "/usr/lib/llvm-19")
BATCH = 30  # divides by 1, 2 and 3, not by 4


def find_files(wanted):
    """At most four files an extension, so that the kinds differ."""
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
                if not os.access(path, os.R_OK) or os.path.getsize(path) < 16:
                    continue
                seen[kind] = seen.get(kind, 0) + 1
                found.append(path)
                if len(found) == wanted:
                    return found
    return found


def main():
    folder = sys.argv[1]
    wanted = int(sys.argv[sys.argv.index("--files") + 1]) if "--files" in sys.argv else 120
    os.makedirs(folder, exist_ok=True)
    files = find_files(wanted)
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
    print(f"{len(files)} files of {len(kinds)} kinds")
    if len(files) < min(wanted, 100) or len(kinds) < 15:
        print("expects at least 100 files of 15 kinds")
        return 1
    status = 0
    for ranks in (1, 2, 3, 4):
        program = os.path.join(folder, f"magika{ranks}")
        harness.compile_program(model, program, {"unk__214": BATCH},
                                [f"--cluster=cpu:{ranks}", "--strategy=data"])
        got = magika.classify(program, rows, BATCH)
        wrong = int((got.argmax(1) != want.argmax(1)).sum())
        best = np.arange(len(files)), want.argmax(1)
        error = float(np.abs(got[best] - want[best]).max())
        print(f"{ranks} ranks: {len(files) - wrong} of {len(files)} labels equal, "
              f"largest difference of a score {error:.1e}")
        status |= wrong > 0 or not error <= 1e-4
    return int(status)


sys.exit(main())
