#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel's schedule, printed and read back, makes the same code; so does one that inserts hints and barriers.

Of the five ways to compile each kernel for each target every run takes one, by WAVE_TEST_SEED, and compares the
target form, of which all later forms are made; where WAVE_TEST_PROGRAMS is the number of the full tests, all of
them and LLVM's code.

    round_trip.py --wave build/bin/wave
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

TARGETS = ["hip:gfx942", "hip:gfx950", "cuda:sm_90a", "cuda:sm_100a"]
IS_FULL = int(os.environ.get("WAVE_TEST_PROGRAMS", "150")) >= 600
CODE = "llvm" if IS_FULL else "target"
SIZES = [["--dynamic", "M,N,K"], ["-D", "BLOCK_M=128", "-D", "BLOCK_N=128", "-D", "BLOCK_K=64", "--cluster", "2,1,1"]]


def emit(wave, arguments, stage):
    return subprocess.run([wave, "emit", "-q", *arguments, "--stage", stage], capture_output=True, text=True)


def inserting(text):
    """Statements that insert something at each node and loop that the printed schedule selects; barriers where there are no roles."""
    statements = []
    for line in text.splitlines():
        name, equals, call = line.partition(" = ")
        if equals and call.startswith("pipeline("):
            loop = call[len("pipeline("):-1]
            statements += [f"insert_at_start({loop}, [set_priority(2), sched_group_barrier(MFMA, 2, 1)])",
                           f"insert_at_end({loop}, sched_barrier())"]
        elif equals and call.startswith("get_node_by") and not call.endswith('Arrival)') and "/arrival" not in call:
            statements += [f"insert_before({name}, [sched_barrier(VALU, DS), set_priority(1)])", f"insert_before({name}, wait(vmcnt=3))",
                           f"insert_after({name}, set_priority(0))", f"insert_after({name}, wait(lgkmcnt=2))"]
            if "role(" not in text:
                statements.append(f"insert_after({name}, barrier())")
    return text + "\n".join(statements) + "\n"


def round_trip(wave, arguments, schedule, folder, number):
    """Nothing where the kernel cannot be compiled so; whether the code is the same, and what was said."""
    inserts = schedule == "inserting"
    if inserts:
        text = emit(wave, [*arguments, "--schedule", "prefetch"], "schedule")
        if text.returncode != 0:
            return None
        schedule = os.path.join(folder, f"{number}-inserting.schedule")
        with open(schedule, "w") as file:
            file.write(inserting(text.stdout))
    code = emit(wave, [*arguments, "--schedule", schedule], CODE)
    if code.returncode != 0:
        refused = inserts and emit(wave, [*arguments, "--schedule", "prefetch"], CODE).returncode == 0
        return "what is inserted is refused\n" + code.stderr if refused else None
    text = emit(wave, [*arguments, "--schedule", schedule], "schedule")
    path = os.path.join(folder, f"{number}.schedule")
    with open(path, "w") as file:
        file.write(text.stdout)
    back = emit(wave, [*arguments, "--schedule", path], CODE)
    again = emit(wave, [*arguments, "--schedule", path], "schedule")
    problem = ("" if back.stdout == code.stdout and back.returncode == 0 else "other code\n" + back.stderr) or \
              ("" if again.stdout == text.stdout else "another schedule\n" + again.stderr)
    return problem


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wave", required=True)
    wave = parser.parse_args().wave
    kernels = [each["name"] for each in json.loads(subprocess.run([wave, "list", "--json"], capture_output=True, check=True).stdout)["kernels"]]
    asked = [([kernel, "--target", target, *sizes], schedule) for kernel in kernels for target in TARGETS
             for sizes in SIZES for schedule in (("none", "prefetch", "inserting") if sizes == SIZES[0] else ("none", "prefetch"))]
    ways = len(asked) // (len(kernels) * len(TARGETS))
    if not IS_FULL:
        seed = int(os.environ.get("WAVE_TEST_SEED", "0"))
        asked = [each for number, each in enumerate(asked) if (number // ways + number + seed) % ways == 0]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda each: round_trip(wave, *each[1], folder, each[0]), enumerate(asked)))
    compiled = sum(problem is not None for problem in found)
    wrong = [(arguments, schedule, problem) for (arguments, schedule), problem in zip(asked, found) if problem]
    for arguments, schedule, problem in wrong:
        print(f"wave emit {' '.join(arguments)} --schedule {schedule}: {problem}")
    print(f"{len(asked)} asked, {compiled} compiled, {len(wrong)} wrong")
    return 1 if wrong or compiled < len(asked) // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
