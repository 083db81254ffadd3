"""Makes NAME.onnx of every NAME.onnxtxt in a folder, for tests that keep their
models as text (split-file cuts the test into such a folder).

usage: text_to_onnx.py FOLDER

The models are not checked here: what the importer says of wrong ones is tested
too.
"""
import glob
import sys

import onnx
import onnx.parser

for path in sorted(glob.glob(f"{sys.argv[1]}/*.onnxtxt")):
    with open(path) as f:
        text = "".join(l for l in f if not l.lstrip().startswith("#"))
    onnx.save(onnx.parser.parse_model(text), path.removesuffix("txt"))
