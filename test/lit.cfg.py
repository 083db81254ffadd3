"""Finds the tests: .mlir and .test files with RUN lines, by ShTest with FileCheck,
not and split-file from LLVM. GoogleTest binaries are run by scripts/run_tests.py."""
import os

import lit.formats

config.name = "Partita"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "corpus", "unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.binary_root, "test")
config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.binary_root, "bin"),
        config.llvm_tools_dir,
        os.environ["PATH"],
    ]
)
config.substitutions.append(("%python", os.path.join(config.venv, "bin", "python")))
config.substitutions.append(("%source", config.source_root))
config.substitutions.append(("%build", config.binary_root))
config.substitutions.append(("%venv", config.venv))
