#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the parts of the documents that follow from tables of the sources and from what `wave` says of itself.

A part stands between `<!-- generated NAME -->` and `<!-- end NAME -->`; PARTS has what each name stands for.

  python3 docs/generated_parts.py --bin build/bin            writes the parts anew
  python3 docs/generated_parts.py --bin build/bin --check    fails where a document has another text
"""

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ["README.md", *(f"docs/{name}.md" for name in ("getting-started", "language", "launching", "seeds", "tutorials/gemm"))]

# What `wave emit --stage` shows, as getting-started says it.
STAGES = {
    "traced": "the kernel as written; sizes are symbols",
    "bound": "symbols have values; tiles, the grid and the start of every access are fixed",
    "staged": "GPU: what goes through shared memory or tensor memory",
    "schedule": "GPU: the schedule that was chosen, on the form staged",
    "scheduled": "GPU: software-pipelined loops; producer, MMA and epilogue roles",
    "distributed": "GPU: the layout of each tile over lanes; barriers and waits",
    "target": "GPU: the code of one lane, which the simulator executes",
    "llvm": "LLVM IR",
    "asm": "assembly: x86-64, AMDGPU or PTX",
    "object": "an ELF object file, an AMD code object or a cubin",
    "package": "NVIDIA: a cubin and its launch parameters, for `wave-launch`",
}

# Instructions by the layout of their operands, the last column of mma_types.def.
INSTRUCTIONS = {"MFMA": "MFMA", "MMA_SYNC": "`mma.sync`", "WGMMA": "`wgmma`", "TCGEN05": "`tcgen05`", "CPU": "yes"}


class Sources:
    def __init__(self, binaries):
        self.binaries = binaries
        page = self.wave("help", "--markdown")
        self.commands = re.findall(r"^## wave (\w+)", page, re.M)
        self.stages = self.choices(page, "--stage")
        self.targets = self.choices(page, "--target")
        self.exits = re.findall(r"^\| (\d+) \| (.*) \|$", page.partition("## Exit status")[2], re.M)
        self.kernels = [kernel["name"] for kernel in json.loads(self.wave("list", "--json"))["kernels"]]
        self.dtypes = re.findall(r"\w+", re.search(r"enum class DType[^{]*\{(.*?)\}", self.text("include/wave/types.h"), re.S)[1])
        self.cpp_stages = re.findall(r"\w+", re.search(r"enum class Stage \{(.*?)\}", self.text("include/wave/compile.h"), re.S)[1])
        facts = self.text("src/machine/Chip.def")
        generations = dict(re.findall(r'^WAVE_PROCESSOR\(\.processor = "(\w+)", .*?\.generation = Generation::(\w+)', facts, re.M))
        # (name, processor, generation)
        self.chips = [(name, processor, generations[processor])
                      for name, processor in re.findall(r'^WAVE_CHIP\("(\w+)", "(\w+)"', facts, re.M)]
        self.processors = list(generations)

    def wave(self, *arguments):
        command = [self.binaries / "wave", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    @staticmethod
    def text(path):
        return (ROOT / path).read_text()

    @staticmethod
    def choices(page, option):
        """The words that the table of the page gives for an option."""
        row = re.search(rf"^\| `{option} [^|]*\| [^|:]*: ([^|]*?)(?: \[[^|\]]*\])? \|$", page, re.M)[1]
        return re.split(r", | or ", row)


def words(items, last="and"):
    quoted = [f"`{item}`" for item in items]
    return f" {last} ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]]))


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    return "\n\n" + text.replace("| ---", "|---").replace("--- |", "---|") + "\n\n"


def stage_table(sources):
    if list(STAGES) != sources.stages:
        sys.exit(f"generated_parts.py: STAGES has {list(STAGES)}, wave emit {sources.stages}")
    return table(["stage", "what it shows"], [[f"`{stage}`", STAGES[stage]] for stage in sources.stages])


def target_table(sources):
    chips = {chip: (name.upper(), generation) for name, processor, generation in sources.chips for chip in (name, processor)}
    if len(set(chips)) < len(sources.chips) + len(sources.processors):
        sys.exit("generated_parts.py: a chip is named like another one, or like a processor")
    rows = []
    for target in sources.targets:
        family, _, chip = target.partition(":")
        name, generation = chips.get(chip, ("", ""))
        what, runs = {
            "cpu": (f"any x86-64 processor of level {chip[7:]}" if chip else "the processor at hand",
                    "on a processor of that level" if chip else "yes"),
            "sim": (f"{name} ({generation}), executed lane by lane on the processor", "yes, with checks; slow"),
            "hip": (f"{name} ({generation}): a code object", "no: `wave emit` writes the object"),
            "cuda": (f"{generation}: machine code by `ptxas` or nvJitLink, else PTX" if chip else "the first NVIDIA GPU of the machine",
                     f"on a GPU of {chip}" if chip else "on that GPU"),
        }[family]
        rows.append([f"`{target}`", what, runs])
    return table(["target", "what it is", "a call runs it"], rows)


def instruction(layout, chip, chips):
    # Where sums are in tensor memory, instructions of 64 rows are tcgen05's too.
    if layout == "WGMMA" and any(chip == processor and generation == "Blackwell" for _, processor, generation in chips):
        layout = "TCGEN05"
    return next(name for prefix, name in INSTRUCTIONS.items() if layout.startswith(prefix))


def product_table(sources):
    """A row for the types that are multiplied by each other."""
    macro = re.sub(r"\\\n", " ", sources.text("include/wave/mma_types.def"))
    row = r'^ *(?:#define \w+\(N\) +)?WAVE_MMA\(.*$'
    cell = r'WAVE_MMA\(\S+, +\S+, +\S+, +\S+, +(\w+), +(\w+), +(\w+), +\d+, +"([^"]*)", +(\w+)\)'
    found = defaultdict(lambda: defaultdict(list))
    for line in re.findall(row, macro, re.M):
        for lhs, rhs, acc, chips, layout in re.findall(cell, line):
            for chip in chips.split():
                name = instruction(layout, chip, sources.chips)
                if name not in found[lhs, rhs, acc][chip]:
                    found[lhs, rhs, acc][chip].append(name)
    # Where two element types are of the same tiles, the second one follows the first; where the chip has
    # no instruction for it that of the first multiplies operands whose low bits are cleared.
    tiles = dict(re.findall(r"^WAVE_MMA_ELEMENT\((\w+), +(\w+),", sources.text("src/machine/mma_elements.def"), re.M))
    for element in [lhs for lhs, _, _ in found if tiles[lhs] != lhs]:
        of_tiles, chips = found[tiles[element], tiles[element], tiles[element]], found[element, element, tiles[element]]
        for chip, names in of_tiles.items():
            chips.setdefault(chip, [f"{name} of `{tiles[element]}`" for name in names])
    found = dict(sorted(found.items(), key=lambda row: [tiles[lhs] for lhs, _, _ in found].index(tiles[row[0][0]])))
    rows = []
    columns = ["cpu", *sources.processors]
    while found:
        (lhs, _, acc), chips = next(iter(found.items()))
        if tiles[lhs] != lhs:
            del found[lhs, lhs, acc]
            rows.append([f"`{tiles[lhs]}`, in {lhs}", f"`{acc}`", *(", ".join(chips.get(column, ["-"])) for column in columns)])
            continue
        types = {rhs for left, rhs, to in found if left == lhs}
        for pair in [(left, right, acc) for left in types for right in types]:
            if found.pop(pair) != chips:
                sys.exit(f"generated_parts.py: {pair} is multiplied by other chips than {lhs}")
        ordered = [dtype for dtype in sources.dtypes if dtype in types]
        rows.append([words(ordered), f"`{acc}`", *(", ".join(chips.get(column, ["-"])) for column in columns)])
    names = [", ".join(name.upper() for name, of, _ in sources.chips if of == processor) for processor in sources.processors]
    return table(["operands", "accumulator", "CPU", *names], rows)


def speed(sources, column):
    """Of cuBLAS's, in bursts and sustained, over all runs that docs/performance.md has under 'Persistent kernels'."""
    section = sources.text("docs/performance.md").split("\n## Persistent kernels\n")[1].split("\n## ")[0]
    shares, at = [], None
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            at = None
        elif cells[0] == "M x N x K":
            at = cells.index(column)
        elif at is not None and cells[at].endswith("%"):
            shares += map(float, cells[at].removesuffix(" %").split(" / "))
    return f"{min(shares):g} to {max(shares):g} %"


def seed_counts(sources):
    states = [line.rstrip(" |").rsplit("|", 1)[1].strip() for line in sources.text("docs/seeds.md").splitlines()
              if re.match(r"\| \d{3} \|", line)]
    counts = {state: sum(re.match(rf"{state}\b", text) is not None for text in states)
              for state in ("there", "partly", "corrected", "not yet")}
    if sum(counts.values()) != len(states):
        sys.exit("generated_parts.py: a row of docs/seeds.md has another state than " + ", ".join(counts))
    return f"{len(states)} things: " + ", ".join(f"{count} {state}" for state, count in counts.items()) + "."


PARTS = {
    "commands": lambda sources: words(sources.commands),
    "kernels": lambda sources: words(sources.kernels),
    "stages": lambda sources: words(sources.stages),
    "stage table": stage_table,
    "stages of C++": lambda sources: words([f"Stage::{stage}" for stage in sources.cpp_stages]),
    "exit codes": lambda sources: ", ".join(f"{code} {meaning}" for code, meaning in sources.exits),
    "dtypes": lambda sources: words(sources.dtypes),
    "target table": target_table,
    "product table": product_table,
    "gemm speed": lambda sources: speed(sources, "`gemm`"),
    "persistent gemm speed": lambda sources: speed(sources, "groups of 16"),
    "seed counts": seed_counts,
}


def with_parts(text, sources):
    def part(found):
        written = PARTS[found[1]](sources)
        if not written.startswith("\n") and text[:found.start()].endswith(("\n", "\n  ")):
            sys.exit(f"generated_parts.py: {found[0]} begins a line, which would make HTML of it")
        return f"<!-- generated {found[1]} -->{written}<!-- end {found[1]} -->"

    return re.sub(r"<!-- generated ([^>]+?) -->.*?<!-- end \1 -->", part, text, flags=re.S)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="the folder of wave")
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    sources = Sources(arguments.bin.resolve())
    stale, used = [], set()
    for name in DOCUMENTS:
        path = ROOT / name
        text = path.read_text()
        used |= set(re.findall(r"<!-- generated ([^>]+?) -->", text))
        written = with_parts(text, sources)
        if written != text:
            stale.append(name)
            if not arguments.check:
                path.write_text(written)
    if unused := set(PARTS) - used:
        sys.exit(f"no document has the part {', '.join(sorted(unused))}")
    if arguments.check and stale:
        sys.exit(f"stale: {', '.join(stale)}; run docs/generated_parts.py --bin build/bin")


if __name__ == "__main__":
    main()
