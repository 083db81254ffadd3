"""A matrix product with a weight in a file beside the model.

usage: external.py MODEL.onnx WEIGHTS
"""
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

path, location = sys.argv[1:]
weight = numpy_helper.from_array(
    np.arange(32, dtype=np.float32).reshape(8, 4), "w")
graph = helper.make_graph(
    [helper.make_node("MatMul", ["x", "w"], ["y"])], "dense",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 8])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 4])], [weight])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
if os.path.exists(os.path.join(os.path.dirname(path), location)):
    sys.exit(f"{location} is there already")
onnx.save(model, path, save_as_external_data=True, location=location, size_threshold=0)
