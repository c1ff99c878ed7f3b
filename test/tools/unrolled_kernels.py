#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The library's kernels compute the same on every kind of GPU when their counted loops are unrolled.

Every run takes each of them on two of the four, by WAVE_TEST_SEED; on all where WAVE_TEST_PROGRAMS is the number
of the full tests.

    unrolled_kernels.py --wave build/bin/wave
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

TARGETS = ["sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"]
# K is no multiple of the steps in it, and has a remainder for each factor on one of the targets.
SIZES = {"M": 130, "N": 70, "K": 340, "S_Q": 70, "S_KV": 340}
IMAGE = {"H": 8, "W": 8}
# By 2 with these sizes known, by 3 with open ones.
FACTORS = {2: False, 3: True}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def loops_of(wave, kernel):
    """Tags of the kernel's loops that have a count, the outer ones first."""
    traced = run(wave, "emit", kernel, "--stage", "traced", "-q").stdout
    return re.findall(r'wave\.iterate (?![^\n]* while )[^\n]*tag = "(\w+)"', traced)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wave", required=True)
    wave = parser.parse_args().wave
    listed = run(wave, "list").stdout
    symbols = dict(re.findall(r"^(\w+):(?:.*\n)+?  symbols +(.*)$", listed, re.MULTILINE))

    def attempt(case):
        kernel, target, factor, is_open, path = case
        sizes = {name: size for name, size in (SIZES | IMAGE).items() if re.search(rf"\b{name}=\d", symbols[kernel])}
        if "NUM_CTAS" in symbols[kernel]:
            sizes["NUM_CTAS"] = 4
        arguments = [option for name, size in sizes.items() for option in ("-D", f"{name}={size}")]
        if is_open:
            arguments += ["--dynamic", ",".join(name for name in SIZES if name in sizes) or "NB"]
        result = run(wave, "run", kernel, "--target", target, "--schedule", path, "--check", "-q", *arguments)
        return result.returncode == 0, " ".join([kernel, target, f"by {factor}", *arguments]) + "\n" + result.stdout + result.stderr

    cases = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for kernel in symbols:
            loops = loops_of(wave, kernel)
            for factor, is_open in FACTORS.items() if loops else ():
                path = os.path.join(folder, f"{kernel}-{factor}.schedule")
                with open(path, "w") as file:
                    file.write('wave_schedule 1 "unrolled"\n' +
                               "".join(f'unroll(get_node_by_tag("{loop}"), {factor})\n' for loop in reversed(loops)))
                cases += [(kernel, target, factor, is_open, path) for target in TARGETS]
        if int(os.environ.get("WAVE_TEST_PROGRAMS", "150")) < 600:
            seed = int(os.environ.get("WAVE_TEST_SEED", "0"))
            cases = [case for number, case in enumerate(cases) if (number // len(TARGETS) + number + seed) % 2 == 0]
        results = list(pool.map(attempt, cases))
    wrong = [text for is_right, text in results if not is_right]
    print("".join(wrong) + f"{len(cases)} run, {len(wrong)} wrong")
    return 1 if wrong or len(cases) < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
