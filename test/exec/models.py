"""One real model: batch 4 and 3, 1 to 4 ranks, every strategy, and a 2 x 2 mesh
by hand, each against ONNX Runtime.

usage: models.py NAME WORKDIR [--full]     (NAME: see MODELS)

Without --full: batch 3 (which does not divide) and a choice of ranks.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                                "..", "demo"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "models"))
import harness
import magika
from materialize import materialize

HERE = os.path.dirname(os.path.abspath(__file__))
MAGIKA = "jax2tf_get_logits_/"

MODELS = {
    "resnet18": dict(
        dims={"batch": None}, ranges={},
        by_hand=["--shard-dim=batch=x", "--shard=layer1.0.conv1.weight[0]=y",
                 "--shard=layer3.0.conv1.weight[0]=y"]),
    "bert_mini": dict(
        dims={"batch": None, "sequence": 10}, ranges={"input_ids": (0, 127)},
        by_hand=["--shard-dim=batch=x", "--shard=val_95[1]=y", "--shard=val_103[1]=y",
                 "--shard=val_111[1]=y", "--shard=val_129[1]=y"]),
    "magika": dict(
        dims={"unk__214": None}, ranges={"bytes": (0, 256)},
        by_hand=["--shard-dim=unk__214=x", f"--shard={MAGIKA}Const_24:0[1]=y"]),
    "gpt2_mini": dict(
        dims={"batch": None, "sequence": 10}, ranges={"input_ids": (0, 127)},
        by_hand=["--shard-dim=batch=x", "--shard-dim=sequence=y"]),
    "llama_mini": dict(
        dims={"batch": None, "sequence": 10}, ranges={"input_ids": (0, 127)},
        by_hand=["--shard-dim=batch=x", "--shard-dim=sequence=y"]),
    "t5_mini": dict(
        dims={"batch": None},
        ranges={"input_ids": (0, 127), "decoder_input_ids": (0, 127)},
        by_hand=["--shard-dim=batch=x", "--shard=decoder_input_ids[1]=y"]),
}


def find(name, folder):
    if name == "resnet18":
        return materialize(folder, name)
    if name == "magika":
        return os.path.join(magika.model_folder(), "model.onnx")
    return os.path.join(HERE, "models", name + ".onnx")


def configurations(name, full):
    by_hand = ["--cluster=cpu:4", "--mesh=x=2,y=2"] + MODELS[name]["by_hand"]
    if not full:
        return [["--cluster=cpu:1"], ["--cluster=cpu:2", "--strategy=data"],
                ["--cluster=cpu:3", "--strategy=model"],
                ["--cluster=cpu:4", "--strategy=data"], by_hand]
    flags = [["--cluster=cpu:1"]]
    for ranks in (2, 3, 4):
        for strategy in ("data", "model"):
            flags.append([f"--cluster=cpu:{ranks}", f"--strategy={strategy}"])
    return flags + [by_hand]


def main():
    name, folder = sys.argv[1:3]
    full = "--full" in sys.argv
    path = find(name, folder)
    status = 0
    for batch in (4, 3) if full else (3,):
        facts = MODELS[name]
        dims = {k: v or batch for k, v in facts["dims"].items()}
        print(f"{name}, {dims}")
        case = harness.Case(path, dims, facts["ranges"])
        status |= harness.run_all(case, configurations(name, full))
    return status


sys.exit(main())
