#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Equal input gives equal bytes: in every run, in every build, on every machine.

    same_bytes.py --bin build/bin                         the library and the standard set, against hashes.txt
    same_bytes.py --bin build/bin --bin build-gcc/bin --programs FOLDER
                                                          two builds, on files as well
    same_bytes.py --bin build/bin --update                writes hashes.txt anew

A change of the compiler that is meant to leave the code as it is passes this test unchanged.  One that changes
code updates hashes.txt, and its commit says why: the lines that differ name the kernels and targets.

Code is made for named levels of the processor, not for this machine's.  The code
generator is LLVM's, and cubins are made by ptxas, so that hashes of code hold for one
version of these; with another, only they are left out, and the output says so.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs"))
import standard_set  # noqa: E402

HASHES = pathlib.Path(__file__).with_name("hashes.txt")
# With the code that is LLVM's work.
CHIPS = [(["--target", "hip:gfx942"], "object"),
         (["--target", "hip:gfx950", "--schedule", "prefetch"], "object"),
         (["--target", "cuda:sm_90a"], "asm"),
         (["--target", "cuda:sm_100a"], "asm")]
# What ptxas makes of it.
CUBINS = [["--target", "cuda:sm_90a", "--stage", "object"], ["--target", "cuda:sm_100a", "--stage", "object"]]
LEVELS = ["cpu:x86-64-v2", "cpu:x86-64-v3", "cpu:x86-64-v4"]
DTYPES = ["in=f16", "in=bf16,out=bf16", "in=f32"]
SIZES = [[], ["-D", "M=1000", "-D", "N=777", "-D", "K=333"], ["--dynamic", "M,N,K"]]
# Kernels in the element types and sizes that they stand for.
OTHERS = {"gemm_nn": ["M", "N", "K"], "gemm_exp": ["M", "N", "K"], "gemm_two": ["M", "N", "K"], "add_exp": ["M", "N"],
          "softmax": ["M", "N"], "gemm_batched": ["B", "M", "N", "K"], "linear": ["B", "M", "N", "K"],
          "attention_causal": ["B", "S_Q", "S_KV"], "attention_bias": ["B", "S_Q", "S_KV"]}
TILES = ["-D", "BLOCK_M=128", "-D", "BLOCK_N=128", "-D", "BLOCK_K=64"]
# Workgroups that run together: clusters on Hopper, whose products are pairs' on Blackwell.
TOGETHER = [["gemm", *TILES, "--cluster", "2,1,1"], ["gemm_nn", *TILES, "--cluster", "2,1,1"],
            ["gemm", *TILES, "--cluster", "1,2,1"]]
# The chips that schedules of a name are for, and the tiles that they need.
SCHEDULES = {"level": (["B200"], ["-D", "BLOCK_M=64", "-D", "BLOCK_N=128", "-D", "BLOCK_K=64"]),
             "hopper_level": (["H200"], TILES),
             "ping_pong_slices": (["MI300X", "MI355X"], ["-D", "BLOCK_K=64"]),
             "ping_pong": (["MI300X", "MI355X"], [])}
CODE = ("llvm", "asm", "object")


def variants():
    """Kernels of the library in several element types and sizes, in every form."""
    kernels = [["gemm", "--dtype", dtype, *sizes] for dtype, sizes in itertools.product(DTYPES, SIZES)]
    for name, dims in OTHERS.items():
        kernels += [[name], [name, "--dynamic", ",".join(dims)]]
    for kernel in kernels:
        for stage in ("traced", "bound"):
            yield [*kernel, "--stage", stage]
        for level, stage in itertools.product(LEVELS, ("llvm", "object")):
            yield [*kernel, "--target", level, "--stage", stage]
        for chip, code in CHIPS:
            yield [*kernel, *chip, "--stage", "target"]
            yield [*kernel, *chip, "--stage", code]
    for name in ("gemm", *OTHERS):
        yield from ([name, *cubin] for cubin in CUBINS)
    for kernel in TOGETHER:
        for cubin in CUBINS:
            yield [*kernel, *cubin[:2], "--stage", "target"]
            yield [*kernel, *cubin]


def on_targets(kernel, options_of, chips=None):
    """On the CPU and on every chip, or on some chips."""
    if chips is None:
        yield [kernel, "--target", LEVELS[1], "--stage", "llvm", *options_of(None)]
    for chip, target, _ in standard_set.CHIPS:
        if chips is None or chip in chips:
            yield from ([kernel, "--target", target, "--stage", stage, *options_of(chip)] for stage in ("target", "asm"))


def kernels_of(program):
    result = subprocess.run([program, "list", "--json"], capture_output=True, text=True, check=True)
    return json.loads(result.stdout)["kernels"]


def configurations(kernel):
    """Options of a kernel of the library, and the chips that they are for."""
    yield [], None
    if {"M", "N", "K", "BLOCK_M", "BLOCK_N", "BLOCK_K"} <= {symbol["name"] for symbol in kernel["symbols"]}:
        yield ["--dynamic", "M,N,K", *TILES], None
    for schedule in kernel["schedules"]:
        chips, tiles = next((row for prefix, row in SCHEDULES.items() if schedule.startswith(prefix)), (None, []))
        yield ["--schedule", schedule, *tiles], chips


def commands(folder):
    """Command lines of `emit`, of the programs in a folder."""
    for arguments in variants():
        yield ["wave", *arguments]
    for kernel in kernels_of(folder / "wave"):
        for options, chips in configurations(kernel):
            yield from (["wave", *arguments] for arguments in on_targets(kernel["name"], lambda _: options, chips))
    for kernel in (each["name"] for each in kernels_of(folder / "standard_set")):
        options_of = functools.partial(standard_set.options_of, kernel)
        yield from (["standard_set", *arguments] for arguments in on_targets(kernel, options_of))


def programs(folder):
    files = sorted(pathlib.Path(folder).glob("*.mlir"))
    for file, level, (chip, code) in zip(files, itertools.cycle(LEVELS), itertools.cycle(CHIPS)):
        yield ["wave", str(file), "--stage", "bound"]
        yield ["wave", str(file), "--target", level, "--stage", "object"]
        yield ["wave", str(file), *chip, "--stage", code]


def emit(folder, command):
    """What a command writes, or the ids of the errors that refuse it: not every kernel fits every chip."""
    program, *arguments = command
    result = subprocess.run([folder / program, "emit", "-q", *arguments], capture_output=True, cwd=standard_set.ROOT)
    refused = re.findall(rb"error: .*\[([\w-]+)\]$", result.stderr, re.M)
    if result.returncode == 2 and refused:
        return b"refused:" + b",".join(refused)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stderr.decode()}")
    return result.stdout


def digest(output):
    return output.decode() if output.startswith(b"refused:") else hashlib.sha256(output).hexdigest()


def llvm_version(folder):
    text = subprocess.run([folder / "wave", "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"LLVM ([\d.]+)", text).group(1)


def is_cubin(command):
    return command[-4:] in CUBINS


def ptxas_version(cubin):
    """As the cubin's own note says."""
    found = re.search(rb"Build (cuda_[\w./]+)", cubin)
    return found.group(1).decode() if found else "unknown"


def is_code(command):
    return command[command.index("--stage") + 1] in CODE


def read_hashes():
    version, ptxas, table = None, None, {}
    for line in HASHES.read_text().splitlines():
        if line.startswith("# code of LLVM "):
            version = line.split()[-1]
        elif line.startswith("# cubins of "):
            ptxas = line.split()[-1]
        elif line and not line.startswith("#"):
            pinned, command = line.split("  ", 1)
            table[command] = pinned
    return version, ptxas, table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", action="append", required=True, type=pathlib.Path, help="the folder of wave and standard_set")
    parser.add_argument("--programs")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()

    folders = [folder.resolve() for folder in options.bin]
    version = llvm_version(folders[0])
    ptxas = ptxas_version(emit(folders[0], ["wave", "add_exp", *CUBINS[0]]))
    pinned_version, pinned_ptxas, pinned = (version, ptxas, {}) if options.update else read_hashes()
    own = list(commands(folders[0]))
    checks = own + (list(programs(options.programs)) if options.programs else [])

    def is_pinned(command):
        if " ".join(command) not in pinned or (is_cubin(command) and ptxas != pinned_ptxas):
            return False
        return not is_code(command) or version == pinned_version

    def outputs_of(command):
        # Runs must not differ either: the first build runs twice, or did when its bytes were pinned.
        again = [] if is_pinned(command) else folders[:1]
        return [emit(folder, command) for folder in folders + again]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outputs = list(pool.map(outputs_of, checks))
    wrong = compared = 0
    for command, texts in zip(checks, outputs):
        name = " ".join(command)
        problems = []
        if len(set(texts)) != 1:
            problems.append("builds or runs differ")
        if is_pinned(command):
            compared += 1
            if pinned[name] != digest(texts[0]):
                problems.append(f"the hash is {digest(texts[0])}, pinned is {pinned[name]}")
        for problem in problems:
            print(f"{name}: {problem}")
        wrong += bool(problems)
    if options.update and not wrong:
        lines = ["# SHA-256 of what `emit` writes, or the errors that refuse it; made by same_bytes.py --update.",
                 f"# code of LLVM {version}", f"# cubins of {ptxas}"]
        lines += [f"{digest(texts[0])}  {' '.join(command)}" for command, texts in zip(own, outputs)]
        HASHES.write_text("\n".join(lines) + "\n")
        return 0
    unpinned = {" ".join(command) for command in own} ^ set(pinned)
    for name in sorted(unpinned):
        print(f"hashes.txt: out of date for: {name}")
    if version != pinned_version:
        print(f"the code's hashes are those of LLVM {pinned_version}, this is {version}: not compared")
    if ptxas != pinned_ptxas:
        print(f"the cubins' hashes are those of {pinned_ptxas}, this is {ptxas}: not compared")
    print(f"{len(checks)} outputs, {compared} compared with pinned hashes, {len(folders)} builds: {wrong} wrong")
    return 1 if wrong or unpinned else 0


if __name__ == "__main__":
    sys.exit(main())
