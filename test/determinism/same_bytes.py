#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Equal input gives equal bytes: in every run, in every build, on every machine.

    same_bytes.py --wave build/bin/wave                         the library, against hashes.txt
    same_bytes.py --wave build/bin/wave --wave build-gcc/bin/wave --programs FOLDER
                                                                two builds, on files as well
    same_bytes.py --wave build/bin/wave --update                writes hashes.txt anew

Code is made for named levels of the processor, not for this machine's.  The code
generator is LLVM's, and cubins are made by ptxas, so that hashes of code hold for one
version of these; with another, only they are left out, and the output says so.
"""

import argparse
import concurrent.futures
import hashlib
import itertools
import os
import pathlib
import re
import subprocess
import sys

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
          "softmax": ["M", "N"]}
# Workgroups that run together: clusters on Hopper, whose products are pairs' on Blackwell.
TILES = ["-D", "BLOCK_M=128", "-D", "BLOCK_N=128", "-D", "BLOCK_K=64"]
TOGETHER = [["gemm", *TILES, "--cluster", "2,1,1"], ["gemm_nn", *TILES, "--cluster", "2,1,1"],
            ["gemm", *TILES, "--cluster", "1,2,1"]]
CODE = ("llvm", "asm", "object")


def fits(kernel, chip):
    """Whether the chip has the registers and the instructions of a kernel of the library."""
    if "--dynamic" in kernel and kernel[0] == "softmax":
        return False  # a lane's tile has a known size
    if chip[1].startswith("cuda:"):
        return "in=f32" not in kernel and not ("--dynamic" in kernel and kernel[0] == "add_exp")
    return True


def library():
    """Command lines of `wave emit` for the library's kernels."""
    kernels = [["gemm", "--dtype", dtype, *sizes] for dtype, sizes in itertools.product(DTYPES, SIZES)]
    for name, dims in OTHERS.items():
        kernels += [[name], [name, "--dynamic", ",".join(dims)]]
    for kernel in kernels:
        for stage in ("traced", "bound"):
            yield [*kernel, "--stage", stage]
        for level, stage in itertools.product(LEVELS, ("llvm", "object")):
            yield [*kernel, "--target", level, "--stage", stage]
        for chip, code in CHIPS:
            if not fits(kernel, chip):
                continue
            yield [*kernel, *chip, "--stage", "target"]
            yield [*kernel, *chip, "--stage", code]
    for name in ("gemm", *OTHERS):
        yield from ([name, *cubin] for cubin in CUBINS)
    for kernel in TOGETHER:
        for cubin in CUBINS:
            yield [*kernel, *cubin[:2], "--stage", "target"]
            yield [*kernel, *cubin]


def programs(folder):
    files = sorted(pathlib.Path(folder).glob("*.mlir"))
    for file, level, (chip, code) in zip(files, itertools.cycle(LEVELS), itertools.cycle(CHIPS)):
        yield [str(file), "--stage", "bound"]
        yield [str(file), "--target", level, "--stage", "object"]
        yield [str(file), *chip, "--stage", code]


def emit(wave, arguments):
    result = subprocess.run([wave, "emit", "-q", *arguments], capture_output=True)
    if result.returncode == 2 and arguments[0].endswith(".mlir"):
        return result.stderr  # not every program fits a GPU
    if result.returncode != 0:
        sys.exit(f"{wave} emit {' '.join(arguments)} failed:\n{result.stderr.decode()}")
    return result.stdout


def llvm_version(wave):
    text = subprocess.run([wave, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"LLVM ([\d.]+)", text).group(1)


def is_cubin(arguments):
    return arguments[-4:] in CUBINS


def ptxas_version(cubin):
    """As the cubin's own note says."""
    found = re.search(rb"Build (cuda_[\w./]+)", cubin)
    return found.group(1).decode() if found else "unknown"


def is_code(arguments):
    return arguments[arguments.index("--stage") + 1] in CODE


def read_hashes():
    version, ptxas, table = None, None, {}
    for line in HASHES.read_text().splitlines():
        if line.startswith("# code of LLVM "):
            version = line.split()[-1]
        elif line.startswith("# cubins of "):
            ptxas = line.split()[-1]
        elif line and not line.startswith("#"):
            digest, command = line.split("  ", 1)
            table[command] = digest
    return version, ptxas, table


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wave", action="append", required=True)
    parser.add_argument("--programs")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()

    version = llvm_version(options.wave[0])
    ptxas = ptxas_version(emit(options.wave[0], ["add_exp", *CUBINS[0]]))
    if options.update:
        lines = ["# SHA-256 of what `wave emit` writes; made by same_bytes.py --update.", f"# code of LLVM {version}",
                 f"# cubins of {ptxas}"]
        lines += [f"{hashlib.sha256(emit(options.wave[0], a)).hexdigest()}  {' '.join(a)}" for a in library()]
        HASHES.write_text("\n".join(lines) + "\n")
        return 0

    pinned_version, pinned_ptxas, pinned = read_hashes()
    checks = list(library()) + (list(programs(options.programs)) if options.programs else [])

    def is_pinned(arguments):
        if " ".join(arguments) not in pinned or (is_cubin(arguments) and ptxas != pinned_ptxas):
            return False
        return not is_code(arguments) or version == pinned_version

    def outputs_of(arguments):
        # Runs must not differ either: the first build runs twice, or did when its bytes were pinned.
        again = [] if is_pinned(arguments) else options.wave[:1]
        return [emit(wave, arguments) for wave in options.wave + again]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outputs = list(pool.map(outputs_of, checks))
    wrong = compared = 0
    for arguments, texts in zip(checks, outputs):
        name = " ".join(arguments)
        digest = hashlib.sha256(texts[0]).hexdigest()
        problems = []
        if len(set(texts)) != 1:
            problems.append("builds or runs differ")
        if is_pinned(arguments):
            compared += 1
            if pinned[name] != digest:
                problems.append(f"the hash is {digest}, pinned is {pinned[name]}")
        for problem in problems:
            print(f"wave emit {name}: {problem}")
        wrong += bool(problems)
    unpinned = {" ".join(a) for a in library()} ^ set(pinned)
    for name in sorted(unpinned):
        print(f"hashes.txt: out of date for: {name}")
    if version != pinned_version:
        print(f"the code's hashes are those of LLVM {pinned_version}, this is {version}: not compared")
    if ptxas != pinned_ptxas:
        print(f"the cubins' hashes are those of {pinned_ptxas}, this is {ptxas}: not compared")
    print(f"{len(checks)} outputs, {compared} compared with pinned hashes, {len(options.wave)} builds: {wrong} wrong")
    return 1 if wrong or unpinned else 0


if __name__ == "__main__":
    sys.exit(main())
