#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs wave-opt on every example in the descriptions of the dialect.

A fragment is wrapped in a kernel, behind the operations that it builds on (PRELUDES).

Usage: check_examples.py WAVE_OPT [ROOT]
"""

import re
import subprocess
import sys
import textwrap
from pathlib import Path

# What a fragment with that operation uses without declaring it: arguments, then operations.
PRELUDES = {
    "workgroup_constraint": ("%a: !wave.memory<[M], f32>", ""),
    "tiling_constraint": ("%a: !wave.memory<[K], f32>", ""),
    "wave_constraint": ("%a: !wave.memory<[M], f32>", "wave.workgroup_constraint M tile BLOCK_M dim 0"),
    "reordering_constraint": ("%a: !wave.memory<[M], f32>", "wave.workgroup_constraint M tile BLOCK_M dim 0"),
    "read_index": ("%table: !wave.memory<[TILES], i32>", ""),
    "read": ("%a: !wave.memory<[M, K], f16>", ""),
    "write": ("%c: !wave.memory<[M, N], f32>", "%0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>"),
    "debug_log": ("", "%0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>"),
    "cast": ("", "%0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>"),
    "unary": ("", "%0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>"),
    "permute": ("", "%0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>"),
    "broadcast": ("", "%0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>"),
    "compare": ("", """%0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
                       %1 = wave.register 0.0 : f32 : !wave.tile<[N], f32>"""),
    "logic": ("", """%0 = wave.register true : !wave.tile<[M, N], i1>
                     %1 = wave.register true : !wave.tile<[N], i1>"""),
    "select": ("", """%0 = wave.register true : !wave.tile<[M, N], i1>
                      %1 = wave.register 0.0 : f32 : !wave.tile<[N], f32>
                      %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>"""),
    "partial_reduce": ("", "%0 = wave.register 0.0 : f32 : !wave.tile<[M = 8, N = 1024], f32, #wave.layout<registers [N:4, M:8] lanes [N:64:4] waves [N:4:256]>>"),
    "reduce": ("", "%0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>"),
    "mma": ("", """%a = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
                   %b = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
                   %acc = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>"""),
    "if": ("%m: !wave.memory<[M = 64], f32>", """%a = wave.register 0.0 : f32 : !wave.tile<[M = 64], f32>
                   %b = wave.register 1.0 : f32 : !wave.tile<[M = 64], f32>"""),
    "shared_write": ("", """%ring = wave.allocate "a" : !wave.buffer<2, [M = 64, K = 32], f16>
                   %slot = wave.index 1
                   %0 = wave.register 0.0 : f16 : !wave.tile<[M = 64, K = 32], f16>"""),
    "shared_read": ("", """%ring = wave.allocate "a" : !wave.buffer<2, [M = 64, K = 32], f16>
                   %slot = wave.index 1"""),
    "view": ("", """%ring = wave.allocate "a" : !wave.buffer<2, [M = 64, K = 32], f16>
                   %slot = wave.index 1"""),
    "copy": ("%a: !wave.memory<[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>",
             """%ring = wave.allocate "a" : !wave.buffer<2, [M = 64, K = 32], f16>
                   %m = wave.index 64
                   %k = wave.index 32
                   %slot = wave.index 1"""),
    "copy_out": ("%c: !wave.memory<[M = 1024, N = 1024], f16>",
                 """%ring = wave.allocate "c" : !wave.buffer<1, [M = 64, N = 64], f16>
                   %m = wave.index 64
                   %n = wave.index 64"""),
    "role": ("%a: !wave.memory<[M = 1024, K = 128], f16, SHARED_ADDRESS_SPACE>",
             """wave.tiling_constraint K tile 32
                   %ring = wave.allocate "a" : !wave.buffer<2, [M = 64, K = 32], f16>
                   %channel = wave.channel %ring : !wave.buffer<2, [M = 64, K = 32], f16>"""),
    "channel": ("", """%a = wave.allocate "a" : !wave.buffer<4, [M = 64, K = 32], f16>
                   %b = wave.allocate "b" : !wave.buffer<4, [N = 64, K = 32], f16>
                   wave.role "load" waves 1 {}
                   wave.role "mma" waves 1 {}"""),
    "scalar_write": ("", """%ring = wave.allocate "next" : !wave.buffer<2, [SCALAR = 1], i64>
                   %next = wave.index 3
                   %slot = wave.index 1"""),
    "scalar_read": ("", """%ring = wave.allocate "next" : !wave.buffer<2, [SCALAR = 1], i64>
                   %slot = wave.index 1"""),
    "mask": ("", """%0 = wave.register 0.0 : f32 : !wave.tile<[M = 64, K = 32], f32>
                   %k = wave.index 32"""),
    "iterate": ("%a: !wave.memory<[K], f32>", """wave.tiling_constraint K tile BLOCK_K
                   wave.tiling_constraint T tile 1
                   %zero = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
                   %WORKGROUP_0 = wave.workgroup_id 0"""),
}


def examples(table):
    """(line, text) of each fenced block."""
    text = table.read_text()
    for found in re.finditer(r"```mlir\n(.*?)```", text, flags=re.S):
        yield text.count("\n", 0, found.start()) + 2, textwrap.dedent(found[1]).strip()


def wrapped(example):
    """One module to run, or several where the example lists attributes."""
    if example.startswith("#"):
        for attribute in re.split(r"\s{2,}|\n", example):
            yield f"module attributes {{wave.example = {attribute}}} {{}}"
    elif "wave.kernel" in example:
        yield example
    else:
        # Indices are there for what follows them.
        operation = re.search(r"wave\.(?!index\b|workgroup_id\b)(\w+)", example)
        arguments, prelude = PRELUDES.get(operation[1] if operation else "index", ("", ""))
        yield f"wave.kernel @example({arguments}) {{\n{prelude}\n{example}\n}}"


def main():
    wave_opt = sys.argv[1]
    root = Path(sys.argv[2] if len(sys.argv) > 2 else Path(__file__).parents[1]).resolve()
    run, failures = 0, 0
    for table in sorted((root / "src/dialect").rglob("*.td")):
        for line, example in examples(table):
            for module in wrapped(example):
                run += 1
                result = subprocess.run([wave_opt, "-"], input=module, text=True, capture_output=True)
                if result.returncode:
                    failures += 1
                    print(f"{table.relative_to(root)}:{line}: the example does not verify\n"
                          f"{module}\n{result.stderr}")
    if run < 10:
        print(f"only {run} examples were found: the descriptions have changed their form")
        failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
