#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the kernels of one file of examples/standard/ against their references, on the CPU and on simulated GPUs.

With --objects they are compiled for the chips instead, with --one the first of them alone.  A kernel that a chip refuses (REFUSED of docs/standard_set.py) has to be
refused with that id.

Usage: check_kind.py BINARIES KIND [--few | --objects [--one]]
"""

import sys
import tempfile
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "docs"))
import standard_set  # noqa: E402
from inputs import INPUTS  # noqa: E402


def given(kernel, folder):
    """Options of the inputs that are not drawn."""
    for argument, value in INPUTS.get(kernel, {}).items():
        if not isinstance(value, str):
            numpy.save(folder / f"{kernel}.{argument}.npy", value)
            value = folder / f"{kernel}.{argument}.npy"
        yield from ("--input", f"{argument}={value}")


def problem(done, refused):
    """What is wrong with a run that has to succeed, or to be refused with an id."""
    if refused is None:
        return done.returncode != 0
    return done.returncode != 2 or not any(line.endswith(f"[{refused}]") for line in done.stderr.splitlines())


def main():
    binaries, kind, *options = sys.argv[1:]
    kernels = standard_set.kernels_by_kind(Path(binaries))[kind]
    if "--one" in options:
        kernels = kernels[:1]
    chips = [(None, None, "cpu"), *standard_set.CHIPS] if "--objects" not in options else standard_set.CHIPS
    failures = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for kernel in kernels:
            name = kernel["name"]
            for chip, target, simulator in chips if "--few" not in options else chips[:2]:
                if "--objects" in options:
                    command = ["emit", name, "--target", target, "--stage", "object", "-o", str(folder / "object")]
                else:
                    command = ["run", name, "--target", simulator, "--check", *given(name, folder)]
                done = standard_set.standard_set(Path(binaries), *command, "--quiet", *standard_set.options_of(name, chip))
                if problem(done, standard_set.REFUSED.get((name, chip))):
                    failures += 1
                    print(" ".join(command), f"ends with {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"{len(kernels)} kernels")
    return failures != 0 or not kernels


if __name__ == "__main__":
    sys.exit(main())
