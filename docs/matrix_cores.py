#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/matrix-cores.md: what one kernel becomes for MFMA, wgmma and tcgen05.

All listings are the compiler's output, reduced to loads, stores, MMAs and synchronisation.

  python3 docs/matrix_cores.py --bin build/bin > docs/matrix-cores.md
"""

import argparse
import itertools
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TILES = ["-D", "BLOCK_M=128", "-D", "BLOCK_N=128", "-D", "BLOCK_K=64"]
# The main loop of aligned arguments is the first of two; on AMD chips only.
TARGETS = [("hip:gfx942", "CDNA 3, MFMA"), ("cuda:sm_90a", "Hopper, wgmma"),
           ("cuda:sm_100a", "Blackwell, tcgen05")]

FORM = re.compile(
    r'wave\.(role "[a-z]+"|iterate|read %[ab]|barrier|copy %[ab]|(?:acquire|commit|wait|release)'
    r' [^:]*? number "?[^":]*"?|shared_write %\w+, %\d+(?: slot (?:"[^"]*"|\d+))?(?: in_place)?'
    r'|(?:shared_read|view) %\d+(?: slot (?:"[^"]*"|\d+))?|mma|mma_wait \d|copy_out %\d+ to %\w+|write %\w+)')
INDEX = re.compile(r'%(\w+) = wave\.index (?:"([^"]*)"|(\S+))(?: \((.*)\))?')
CODE = re.compile(
    r"v_mfma\w+|ds_(?:read|write)\w*|(?:global|buffer)_(?:load|store)_dwordx4|s_barrier|wgmma\.[\w.]+"
    r"|tcgen05\.[\w:.]+|cp\.async\.bulk\.tensor[\w.]*|mbarrier\.(?:try_wait|arrive)[\w.]*"
    r"|bar\.sync|barrier\.sync|setmaxnreg[\w.]*|stmatrix[\w.]*")


def emit(binaries, target, stage):
    command = [binaries / "wave", "emit", "gemm", "--quiet", "--target", target, *TILES, "--stage", stage]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def with_expressions(text):
    """The lines, numbers and slots of rings as expressions over counters."""
    known = {}
    for line in text.splitlines():
        if found := INDEX.search(line):
            operands = (found[4] or "").split(", ")
            expression = re.sub(r"\$(\d+)", lambda root: operands[int(root[1])], found[2] or found[3])
            known[found[1]] = expression if expression.isdigit() else f'"{expression}"'
        yield re.sub(r"\b(number|slot) %(\w+)", lambda use: f"{use[1]} {known.get(use[2], f'%{use[2]}')}", line)


def form_of(text):
    """The operations of the form, those inside roles and loops moved in."""
    lines = []
    depth = 0
    for line in with_expressions(text):
        found = FORM.search(line)
        if found:
            lines.append("  " * max(0, depth - 2) + found[1].strip())
        depth += line.count("{\n") + (line.rstrip().endswith("{")) - (line.strip() == "}")
    return lines


def code_of(text):
    """Instructions of the first entry point, equal neighbours counted."""
    names = []
    entries = 0
    for line in text.splitlines():
        entries += line.startswith(".entry") or ".visible .entry" in line
        if entries > 1 or "s_endpgm" in line:
            break
        found = CODE.search(line)
        if found:
            names.append(re.sub(r"\.cta_group::1|\.shared(::\w+)?|\.b(32|64)|\.f32\.f16\.f16|\.sync\.aligned"
                                r"|\.collector::a::discard|\.mbarrier::arrive::one|\.parity|\.2d$", "", found[0]).rstrip("."))
    return [name if count == 1 else f"{count} x {name}"
            for name, count in ((name, len(list(group))) for name, group in itertools.groupby(names))]


def side_by_side(columns):
    width = [max(map(len, lines)) for lines in columns]
    rows = itertools.zip_longest(*columns, fillvalue="")
    return "\n".join(" | ".join(cell.ljust(size) for cell, size in zip(row, width)).rstrip() for row in rows)


def kernel():
    source = (ROOT / "kernels/gemm.cpp").read_text()
    return re.search(r'  Memory a\("a".*?\n  \}\);\n', source, re.S)[0]


def page(binaries):
    def table(of, stage):
        return side_by_side([[name, "-" * len(name), *of(emit(binaries, target, stage))] for target, name in TARGETS])

    command = "wave emit gemm --target TARGET " + " ".join(TILES)
    return f"""# One kernel, three kinds of matrix cores

<!-- Written by docs/matrix_cores.py; test/tools/matrix-cores.test compares. -->

The library's `gemm` ([kernels/gemm.cpp](../kernels/gemm.cpp)) with tiles of 128 x 128 x 64:

```
{kernel()}```

The code depends on where the matrix cores keep operands and accumulators:

| chip | operands | accumulator |
|---|---|---|
| CDNA | registers of a wave | registers of a wave |
| Hopper | shared memory | registers of a warpgroup |
| Blackwell | shared memory | tensor memory |

The passes are the same for all three ([ARCHITECTURE.md](../ARCHITECTURE.md), "One read, three machines"). The kernel
specifies CDNA's waves, which are [retargeted](adr/0022-retargeting.md) on the other chips.

## Distributed form

The distributed form (`{command} --stage distributed`), without types and layouts, indices as expressions:

```
{table(form_of, "distributed")}
```

The role `"load"` is the producer. On Hopper `"consumer"` runs the MMAs and the epilogue; on Blackwell `"mma"` issues the
MMAs, and `"epilogue"` stores their results. `wait` is `consumer_wait`, `number` the [sequence index](glossary.md#compiler) of a use, `view` an
operand that the MMA reads by descriptor, `mma_wait` is `wgmma.wait_group`, and `copy_out` a TMA store.

- On CDNA, all four waves run the same code and synchronise at barriers.
- On Hopper, the producer runs ahead of the consumer, which waits for the MMAs that read a slot before it releases the
  slot ([ADR 0023](adr/0023-operands-in-place.md)). The epilogue stores through shared memory with TMA
  ([ADR 0027](adr/0027-epilogue.md)).
- On Blackwell, a third role runs the epilogue: it loads the accumulator, which is a ring, too, from tensor memory and
  stores it ([ADR 0028](adr/0028-sums-in-tensor-memory.md)).

## Machine code

Loads, stores, MMAs and waits of the entry point for aligned rows (`{command} --stage asm`). Equal neighbours are counted,
suffixes omitted:

```
{table(code_of, "asm")}
```

On CDNA, `--schedule prefetch` overlaps the loop steps; with a producer, they always overlap.
`wave explain gemm --target TARGET` estimates the time of each part.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="the folder of wave")
    arguments = parser.parse_args()
    print(page(arguments.bin.resolve()), end="")


main()
