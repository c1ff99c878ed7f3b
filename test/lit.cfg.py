# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests of the command line (tools/*.test) and of the IR (*.mlir).  A test names its
# tools as they are; they are found on the PATH.

import os
import shutil

import lit.formats

config.name = "wave"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".mlir"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.wave_source_dir, "test")
config.test_exec_root = config.wave_test_binary_dir

# How many cases tests draw, and which.
config.environment.update((name, value) for name, value in os.environ.items() if name.startswith("WAVE_TEST_"))
config.environment["PATH"] = os.pathsep.join(
    [config.wave_tools_dir, config.llvm_tools_dir, config.environment["PATH"]])

# g++ hides nothing (CMakeLists.txt).
if config.wave_compiler == "Clang":
    config.available_features.add("hidden-names")
if "WAVE_TEST_OBJECTS" in os.environ:
    config.available_features.add("objects")
if config.wave_sanitize == "coverage":
    # It names the sources in what is installed.
    config.excludes += ["contents.test"]
if config.wave_sanitize in ("address", "thread"):
    # Programs of other projects cannot link a library that wants a sanitizer's runtime.
    config.excludes += ["install", "doctor.test"]
    # Four assemblies of each kernel of the standard set, whose lowering other tests take under the sanitizer.
    config.excludes += ["table.test"]
    # A sanitizer reserves more addresses than any limit leaves.
    config.available_features.add("all-addresses")
    # Programs take ten times as long: where the sanitizer would see the same code again, tests run less of it.
    config.available_features.add("slow")
    # What a program prints goes through pipes; its sanitizer's reports go to files, which script/run_tests prints.
    for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"):
        log = f"log_path={config.wave_build_dir}/reports/report"
        config.environment[name] = ":".join(filter(None, [os.environ.get(name), log]))

# %expect-exit 2 COMMAND...: succeeds where the command exits with that status.
config.substitutions += [
    ("%expect-exit", f"{config.wave_python} {config.test_source_root}/expect-exit.py"),
    ("%python", config.wave_python),
    # One line, whole lines: a message is compared from its first to its last letter.
    ("%check-text", "FileCheck --match-full-lines --allow-empty"),
    ("%source", config.wave_source_dir),
    ("%build", config.wave_build_dir),
    ("%wave-bin", config.wave_tools_dir),
    ("%wave", os.path.join(config.wave_tools_dir, "wave")),
]

# NVIDIA's assembler, as script/bootstrap finds or installs it.
_cache = os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))
_ptxas = [os.environ.get("WAVE_PTXAS"), shutil.which("ptxas"), "/usr/local/cuda/bin/ptxas",
          os.path.join(_cache, "wave/cuda-13.0/bin/ptxas")]
config.substitutions.append(("%ptxas", next((file for file in _ptxas if file and os.access(file, os.X_OK)), "ptxas")))
