"""Writes NAME.onnx and NAME.data from NAME.skel.gz: an exporter's graph, filled
with seeded random weights of each original weight's mean and deviation.

usage: materialize.py OUTDIR NAME...
"""
import gzip
import json
import os
import sys

import numpy as np
import onnx

CHUNK = 1 << 24  # elements at a time


def materialize(outdir, name, seed=0):
    """Returns the path of the .onnx file; writes nothing that is there already."""
    path = os.path.join(outdir, name + ".onnx")
    if os.path.exists(path):
        return path
    here = os.path.dirname(os.path.abspath(__file__))
    with gzip.open(os.path.join(here, name + ".skel.gz")) as f:
        raw = f.read()
    length = int.from_bytes(raw[:8], "little")
    stats = json.loads(raw[8:8 + length])
    model = onnx.load_model_from_string(raw[8 + length:])
    rng = np.random.Generator(np.random.Philox(seed))
    os.makedirs(outdir, exist_ok=True)
    with open(os.path.join(outdir, name + ".data"), "wb") as f:
        for tensor in model.graph.initializer:
            if tensor.name not in stats:
                continue
            where = {e.key: e.value for e in tensor.external_data}
            mean, deviation = (np.float32(s) for s in stats[tensor.name])
            count = int(where["length"]) // 4
            f.seek(int(where["offset"]))
            for at in range(0, count, CHUNK):
                block = rng.standard_normal(min(CHUNK, count - at), dtype=np.float32)
                f.write((block * deviation + mean).tobytes())
    # Written last: its presence says that the data is complete.
    with open(path + ".tmp", "wb") as f:
        f.write(model.SerializeToString(deterministic=True))
    os.replace(path + ".tmp", path)
    return path


if __name__ == "__main__":
    for model_name in sys.argv[2:]:
        print(materialize(sys.argv[1], model_name))
