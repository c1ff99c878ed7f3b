#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the account of resources with the code objects' notes.

Shared memory must be equal, spills none, registers predicted within 8; how, and where that
fails for other sizes, is said in docs/adr/0018-resources.md.

Usage: compare_resources.py WAVE [--markdown] [--few]

--few takes each kernel in one size.
"""

import json
import subprocess
import sys

PRODUCTS = ["", "BLOCK_M=128 BLOCK_N=128", "BLOCK_M=32 BLOCK_N=64 BLOCK_K=64", "BLOCK_M=256 BLOCK_N=128",
            "M=1000 N=777 K=333"]
CASES = {"gemm": PRODUCTS, "gemm_exp": PRODUCTS, "gemm_two": [PRODUCTS[0], PRODUCTS[3]],
         "add_exp": ["", "BLOCK_M=8", "BLOCK_M=32"], "softmax": ["", "BLOCK_M=4", "BLOCK_M=16"]}
BOUND = 8


def explain(wave, kernel, chip, schedule, sizes):
    command = [wave, "explain", kernel, "--target", f"hip:{chip}", "--schedule", schedule, "--json"]
    command += [word for size in sizes.split() for word in ("-D", size)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    wave, is_markdown = sys.argv[1], "--markdown" in sys.argv
    wrong = 0
    for kernel, sizes in CASES.items():
        for size in sizes[:1] if "--few" in sys.argv else sizes:
            for chip in ("gfx942", "gfx950"):
                for schedule in ("none", "prefetch") if kernel.startswith("gemm") else ("none",):
                    seen = explain(wave, kernel, chip, schedule, size)
                    predicted, actual = seen["registers"]["predicted"], seen["code_object"]["vgprs"]
                    if is_markdown:
                        tiles = seen["registers"]["tiles"]
                        print(f"| {kernel} | {size} | {chip} | {schedule} | {tiles} | {predicted} | {actual} | "
                              f"{predicted - actual:+} |")
                    same = (seen["shared_memory"]["bytes"] == seen["code_object"]["shared_bytes"]
                            and seen["code_object"]["spills"] == 0
                            and abs(predicted - actual) <= BOUND)
                    if not same:
                        wrong += 1
                        print(f"{kernel} {size} {chip} {schedule}: {predicted} predicted, {actual} taken; shared "
                              f"{seen['shared_memory']['bytes']}, {seen['code_object']['shared_bytes']}",
                              file=sys.stderr)
    sys.exit(wrong != 0)


main()
