#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/standard-set.md: the kernels of examples/standard/, and what computes their products on each chip.

  python3 docs/standard_set.py --bin build/bin > docs/standard-set.md
"""

import argparse
import json
import re
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Files of examples/standard/, and what is in them.
KINDS = {
    "elementwise": "Elementwise",
    "rows": "Rows and columns",
    "gemms": "Products of matrices",
    "attention": "Attention",
    "contorted": "What takes a detour today",
}

# What stands below the titles.
REMARKS = {
    "contorted": "The file says of each what the language lacks for it.",
}

# Chip, the target that makes code for it, its simulator.
CHIPS = [("MI300X", "hip:gfx942", "sim:mi300x"), ("MI355X", "hip:gfx950", "sim:mi355x"),
         ("H200", "cuda:sm_90a", "sim:h200"), ("B200", "cuda:sm_100a", "sim:b200")]

# (kernel, chip) or, for all chips, (kernel, None): options beside the defaults.
OPTIONS = {
    ("softmax_long", None): ["--dynamic", "M,N"],
    ("cross_entropy", None): ["--dynamic", "M,V"],
    ("gemm_scheduled", None): ["--schedule", "two_steps"],
    # CDNA3 multiplies 8-bit floats of its own.
    ("gemm_fp8", "MI300X"): ["--dtype", "in=f8e4m3fnuz"],
    ("gemm_fp8_blocks", "MI300X"): ["--dtype", "in=f8e4m3fnuz"],
}

# (kernel, chip): the id of the error where the compiler does not support the kernel.
REFUSED = {
    ("gemm_fp8", "H200"): "mma-unavailable",
    ("gemm_fp8", "B200"): "mma-unavailable",
    ("gemm_fp8_blocks", "H200"): "mma-unavailable",
    ("gemm_fp8_blocks", "B200"): "mma-unavailable",
}

# The instructions of each unit in the assembly.
UNITS = {"`wgmma`": r"\bwgmma\.mma_async", "`tcgen05`": r"\btcgen05\.mma\b", "`mma.sync`": r"\bmma\.sync", "MFMA": r"\bv_s?mfmac?_"}


class Definition:
    """What begins at the margin of a source, without comments and blank lines."""

    def __init__(self, lines):
        text = " ".join(lines)
        function = re.match(r"(?:[\w:<>]+ [&*]?)+(\w+)\(", text)
        self.names = [function[1]] if function else self.declared(text)
        self.words = set(re.findall(r"\w+", text))
        self.lines = len(lines)
        # Symbols and iterators serve all kernels of a file.
        self.is_shared = re.match(r"(constexpr (Symbol|Scalar)|static const Expr i =) ", text) is not None

    @staticmethod
    def declared(text):
        """The names of variables or of a struct."""
        while (outer := re.sub(r"\{[^{}]*\}|\([^()]*\)", "", text)) != text:
            text = outer
        declarators = re.match(r"(?:static |constexpr |const )*\w+ (.*);", text)[1]
        return [declarator.split()[0] for declarator in declarators.split(",")]


def definitions(text):
    """By each name."""
    found, lines = {}, []
    for line in re.sub(r"\s*//.*", "", text).splitlines():
        if not line or re.match(r"#include|(using )?namespace", line) or (line == "}" and not lines):
            continue
        lines.append(line)
        whole = "".join(lines)
        if all(whole.count(opening) == whole.count(closing) for opening, closing in ("()", "{}")) and line.endswith(("}", ";")):
            definition = Definition(lines)
            found.update((name, definition) for name in definition.names)
            lines = []
    return found


def lines_of(kernel, defined):
    """Of the kernel and of what it uses."""
    wanted, found = [defined[kernel]], set()
    while wanted:
        definition = wanted.pop()
        if definition in found or definition.is_shared:
            continue
        found.add(definition)
        wanted += [defined[word] for word in definition.words if word in defined]
    return sum(definition.lines for definition in found)


def standard_set(binaries, *arguments):
    return subprocess.run([binaries / "standard_set", *arguments], capture_output=True, text=True, cwd=ROOT)


def options_of(kernel, chip):
    """On a chip, or with None on the CPU."""
    return OPTIONS.get((kernel, None), []) + (OPTIONS.get((kernel, chip), []) if chip else [])


def kernels_by_kind(binaries):
    """What `list` says of each kernel, with its number of lines, by the file that defines it."""
    listed = {kernel["name"]: kernel for kernel in json.loads(standard_set(binaries, "list", "--json").stdout)["kernels"]}
    found = {}
    for kind in KINDS:
        defined = definitions((ROOT / f"examples/standard/{kind}.cpp").read_text())
        found[kind] = [{**kernel, "lines": lines_of(name, defined)} for name, kernel in listed.items() if name in defined]
    if sum(map(len, found.values())) != len(listed):
        raise SystemExit("standard_set.py: a kernel's function is not called like the kernel, or two kinds have one of that name")
    return found


def products(binaries, kernel):
    """Calls of mma in the kernel as it was written."""
    return standard_set(binaries, "emit", kernel, "--quiet", "--stage", "traced").stdout.count(" wave.mma ")


def unit(binaries, kernel, chip, target):
    """What computes the kernel's products there, if it has any, or what refuses it."""
    emitted = standard_set(binaries, "emit", kernel, "--quiet", "--target", target, "--stage", "asm", *options_of(kernel, chip))
    if emitted.returncode:
        found = re.findall(r"\[([\w-]+)\]$", emitted.stderr, re.M)
        return f"[{found[0]}](errors/{found[0]}.md)" if found else "failed"
    return ", ".join(name for name, instruction in UNITS.items() if re.search(instruction, emitted.stdout)) or "-"


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return text.replace("| ---", "|---").replace("--- |", "---|")


def section(kind, kernels, units):
    cells = {kernel["name"]: [units[kernel["name"], chip] for chip, _, _ in CHIPS] for kernel in kernels}
    head = ["kernel", "computes", "lines"]
    rows = [[f"`{kernel['name']}`", kernel["summary"], str(kernel["lines"])] for kernel in kernels]
    if any(cell != "-" for row in cells.values() for cell in row):
        head += ["products", *(chip for chip, _, _ in CHIPS)]
        rows = [[*row, str(kernel["products"] or "-"), *cells[kernel["name"]]] for row, kernel in zip(rows, kernels)]
    source = f"[examples/standard/{kind}.cpp](../examples/standard/{kind}.cpp)"
    return f"## {KINDS[kind]}\n\n{'. '.join(filter(None, [source, REMARKS.get(kind)]))}\n\n{table(head, rows)}"


def page(binaries):
    kinds = kernels_by_kind(binaries)
    listed = [kernel for kernels in kinds.values() for kernel in kernels]
    with ThreadPoolExecutor(2) as pool:
        for kernel, count in zip(listed, pool.map(lambda kernel: products(binaries, kernel["name"]), listed)):
            kernel["products"] = count
        running = {(kernel["name"], chip): pool.submit(unit, binaries, kernel["name"], chip, target)
                   for kernel in listed for chip, target, _ in CHIPS}
        units = {cell: found.result() for cell, found in running.items()}
    names = [kernel["name"] for kernel in listed if kernel["products"]]
    counts = [(chip, Counter(units[name, chip] for name in names)) for chip, _, _ in CHIPS]
    totals = table(["chip", f"of the {len(names)} kernels with products"],
                   [[chip, ", ".join(f"{count} {found}" for found, count in counter.most_common())] for chip, counter in counts])
    notes = "".join(f"- `{kernel}` on {chip or 'all chips'}: `{' '.join(options)}`.\n" for (kernel, chip), options in OPTIONS.items())
    sections = "\n\n".join(section(kind, kernels, units) for kind, kernels in kinds.items())
    return f"""# The standard set

<!-- Written by docs/standard_set.py; test/standard/table.test compares. -->

{len(listed)} kernels that models are made of, each with an independent reference in double (`*_reference.cpp` beside them): as
examples of how to write a kernel, and as a measure of what the compiler makes of them. They are one program,
made by `script/build standard_set`, with the whole [command line](command-line.md):

```console
$ build/bin/standard_set run rms_norm --target sim:h200 --check
...
check      ok, 6921 elements, by the kernel's reference
```

The tests run each kernel at small, uneven sizes on the CPU and on four simulated GPUs, and compile it for four chips
(`test/standard/`). After a change of the kernels or of what the compiler makes of them, renew this page with

```sh
docs/standard_set.py --bin build/bin > docs/standard-set.md
```

**Lines** are those of the kernel's function and of the functions and constants of its file that it uses, as clang-format writes them, without
blank lines, comments, and the declarations of symbols and iterators. **Products** are its calls of `mma`; the columns of chips have the unit
that computes them, by its instructions in the assembly of `wave emit --stage asm`, or the [error](errors/README.md) that refuses the
kernel.

{totals}

{notes and 'Options beside the defaults:' + chr(10) + chr(10) + notes + chr(10)}{sections}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="the folder of standard_set")
    arguments = parser.parse_args()
    print(page(arguments.bin.resolve()), end="")


if __name__ == "__main__":
    main()
