#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/matrix-cores.md: what one kernel becomes for MFMA, wgmma and tcgen05.

All listings are the compiler's output, cut down to what concerns products.

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
    r'wave\.(role "[a-z]+"|iterate|read %[ab]|barrier|copy %[ab]|(?:acquire|commit|await|release)'
    r' [^:]*? number "?[^":]*"?|shared_write %\w+, %\d+(?: slot (?:"[^"]*"|\d+))?(?: in_place)?'
    r'|shared_read %\d+(?: slot (?:"[^"]*"|\d+))?(?: in_place)?|mma|wait_products \d|copy_out %\d+ to %\w+|write %\w+)')
CODE = re.compile(
    r"v_mfma\w+|ds_(?:read|write)\w*|(?:global|buffer)_(?:load|store)_dwordx4|s_barrier|wgmma\.[\w.]+"
    r"|tcgen05\.[\w:.]+|cp\.async\.bulk\.tensor[\w.]*|mbarrier\.(?:try_wait|arrive)[\w.]*"
    r"|bar\.sync|barrier\.sync|setmaxnreg[\w.]*|stmatrix[\w.]*")


def emit(binaries, target, stage):
    command = [binaries / "wave", "emit", "gemm", "--quiet", "--target", target, *TILES, "--stage", stage]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def form_of(text):
    """The operations of the form, those inside roles and loops moved in."""
    lines = []
    depth = 0
    for line in text.splitlines():
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

`gemm` of the library ([kernels/gemm.cpp](../kernels/gemm.cpp)), with the tiles 128 x 128 x 64:

```
{kernel()}```

What decides its shape on a chip is from where matrix cores take their operands, and where they put their sums: on CDNA both are registers of
a wave; on Hopper operands stay in shared memory and sums are registers of a warpgroup; on Blackwell sums are in tensor memory. The passes are the same
([ARCHITECTURE.md](../ARCHITECTURE.md), "One read, three machines"); the waves that the kernel names are CDNA's, and are replaced, with a remark, where the chip has others
([ADR 0022](adr/0022-retargeting.md)).

## Before there are lanes

The form distributed (`{command} --stage distributed`), operations without their types and layouts:

```
{table(form_of, "distributed")}
```

On CDNA all four waves do the same, and meet at barriers. On Hopper a role copies, ahead of another one that multiplies: slots of rings go from one to the other by number, and `wait_products` says
when a product has ended that reads a slot ([ADR 0023](adr/0023-operands-in-place.md));
the result leaves through shared memory too, in boxes ([ADR 0027](adr/0027-epilogue.md)). On Blackwell a third role does nothing but load the sums and store them; they are a ring too
([ADR 0028](adr/0028-sums-in-tensor-memory.md)).

## Machine code

The instructions that move tiles, multiply and wait, in the entry point for aligned rows (`{command} --stage asm`; equal neighbours are counted, suffixes left out):

```
{table(code_of, "asm")}
```

`--schedule prefetch` overlaps the steps on CDNA; where roles copy, they overlap in any case. `wave explain gemm --target TARGET` says what takes how long.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="the folder of wave")
    arguments = parser.parse_args()
    print(page(arguments.bin.resolve()), end="")


main()
