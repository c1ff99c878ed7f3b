#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the machine code of the library's kernels takes of each chip, a line each.

    resources.py --wave build/bin/wave              compares with resources.txt, shows what differs
    resources.py --wave build/bin/wave --update     writes resources.txt anew

The numbers are those of `wave explain`: registers of a lane and what is spilled, bytes of shared
memory, and for each loop its stages or slots, its barriers and the instructions of one step.
"""

import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import subprocess
import sys

PINNED = pathlib.Path(__file__).with_name("resources.txt")
KERNELS = ["gemm", "gemm_nn", "gemm_exp", "gemm_two", "add_exp", "softmax"]
TARGETS = [["hip:gfx942"], ["hip:gfx942", "--schedule", "prefetch"],
           ["hip:gfx950"], ["hip:gfx950", "--schedule", "prefetch"],
           ["cuda:sm_90a"], ["cuda:sm_100a"]]
TILES = ["-D", "BLOCK_M=128", "-D", "BLOCK_N=128", "-D", "BLOCK_K=64"]
# Workgroups that run together: clusters on Hopper, whose products are pairs' on Blackwell.
TOGETHER = [["gemm", *TILES, "--cluster", "2,1,1"],
            ["gemm_nn", *TILES, "--cluster", "2,1,1"],
            ["gemm", *TILES, "--cluster", "1,2,1"]]


def commands():
    for kernel in KERNELS:
        for target in TARGETS:
            yield [kernel, "--target", *target]
    for kernel in TOGETHER:
        for target in TARGETS[-2:]:
            yield [*kernel, "--target", *target]


def explain(wave, arguments):
    result = subprocess.run([wave, "explain", *arguments, "--json", "-q"], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{wave} explain {' '.join(arguments)} failed:\n{result.stderr}{result.stdout}")
    return json.loads(result.stdout)


def loop_text(loop):
    parts = []
    if loop["pipeline"]:
        parts.append(f"{loop['pipeline']['stages']} stages every {loop['pipeline']['interval']}")
    if loop.get("roles"):
        parts.append(f"{loop['roles']['slots']} slots")
    parts.append(f"{loop['barriers']} barriers")
    parts += [f"{each['per_wave']} {each['name']}" for each in loop["instructions"]]
    return f"  loop {loop['tag'] or loop['axis']}: " + ", ".join(parts)


def lines_of(wave, arguments):
    report = explain(wave, arguments)
    code = report.get("code_object") or report.get("cubin")
    counts = ", ".join(f"{code[key]} {key.replace('_', ' ')}"
                       for key in ("registers", "vgprs", "agprs", "sgprs", "spills", "shared_bytes") if key in code)
    yield f"{' '.join(arguments)}: {counts}"
    for loop in report["loops"]:
        yield loop_text(loop)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wave", required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [line for lines in pool.map(lambda a: list(lines_of(options.wave, a)), commands()) for line in lines]
    if options.update:
        PINNED.write_text("\n".join(found) + "\n")
        return 0
    pinned = PINNED.read_text().splitlines()
    different = list(difflib.unified_diff(pinned, found, "pinned", "now", n=1, lineterm=""))
    print("\n".join(different) if different else f"{len(found)} lines as pinned")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
