#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles one public header alone and checks that all it includes is wave or std.

usage: check_includes.py COMPILER INCLUDE_DIR HEADER
"""

import os
import re
import subprocess
import sys

FLAGS = ["-std=c++20", "-x", "c++", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow",
         "-Werror", "-Wno-pragma-once-outside-header"]
# Of the compiler and its C and C++ libraries.
STD = re.compile(r"/usr/include/(c\+\+|[a-z0-9_]+-linux-gnu|bits|asm|asm-generic|linux|sys|[a-z0-9_-]+\.h)"
                 r"|/usr/lib/gcc/|/usr/lib/llvm-\d+/lib/clang/|/usr/lib/clang/")


def main():
    compiler, folder, header = sys.argv[1:]
    if "clang" not in os.path.basename(compiler):
        FLAGS.remove("-Wno-pragma-once-outside-header")
    rules = subprocess.run([compiler, *FLAGS, f"-I{folder}", "-fsyntax-only", "-MD", "-MF",
                            "/dev/stdout", "-"], input=f"#include <wave/{header}>\n", text=True,
                           check=True, stdout=subprocess.PIPE).stdout
    files = [os.path.realpath(f) for f in rules.replace("\\\n", " ").split()[1:] if f != "-"]
    wave = os.path.realpath(folder) + "/wave/"
    alien = [f for f in files if not f.startswith(wave) and not STD.match(f)]
    if alien:
        sys.exit(f"{header} includes what is neither std nor wave:\n" + "\n".join(alien))


main()
