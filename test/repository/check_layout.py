#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the tree with what its layout promises.

- Every pass has a test of its name beside the others of its folder.
- Every numbered constraint "(Cn)" of the dialect is broken by some test.
- Files include only what comes before them in the compiler.
- Whose a chip is and what it is called decides nothing outside the tables of chips and targets.
- Passes and analyses ask operations, by interfaces and traits (src/dialect/Interfaces.td), and hold no lists of them.
- Every public header lets the shared library show what it declares.

Usage: check_layout.py [ROOT]
"""

import re
import sys
from pathlib import Path

# In the order in which data flows; each folder includes only itself and those before it.
ORDER = ["diagnostic", "symbolic", "machine", "schedule", "dialect", "frontend", "runtime", "interpreter",
         "analysis", "passes", "targets", "executor", "report", "picture", "driver"]
# A pass wave[-TARGET]-NAME of this file has its test in this folder.
PASSES = {"src/passes/Passes.td": ("wave-", "test/passes"),
          "src/targets/cpu/Passes.td": ("wave-cpu-", "test/targets/cpu"),
          "src/targets/amd/Passes.td": ("wave-amd-", "test/targets/amd"),
          "src/targets/nvidia/Passes.td": ("wave-nvidia-", "test/targets/nvidia")}
SOURCES = {".h", ".cpp", ".td", ".def", ".in"}


def missing_pass_tests(root):
    for table, (prefix, folder) in PASSES.items():
        tests = {path.stem for path in (root / folder).rglob("*.mlir")}
        names = re.findall(r'Pass<"([^"]+)"', (root / table).read_text())
        if not names:
            yield f"{table}: no pass was found"
        for name in names:
            if name.removeprefix(prefix) not in tests:
                yield f"{table}: {name} has no test {folder}/**/{name.removeprefix(prefix)}.mlir"


def entities(text):
    """(mnemonics, body) of each definition and class that describes constraints."""
    parts = re.split(r"^(?=def |class )", text, flags=re.M)
    for part in parts:
        head = re.match(r"(def|class) (\w+)", part)
        if not head:
            continue
        mnemonic = re.search(r'let mnemonic = "(\w+)"', part) or re.match(r'def \w+ : \w+<"(\w+)"', part)
        if head[1] == "class":
            # What a class says holds for each definition of that class.
            yield re.findall(rf'^def \w+ : {head[2]}<"(\w+)"', text, flags=re.M), part
        elif mnemonic:
            yield [mnemonic[1]], part


def untested_constraints(root):
    tests = "".join(path.read_text() for path in sorted((root / "test/dialect").glob("*.mlir")))
    found = 0
    for table in sorted((root / "src/dialect").rglob("*.td")):
        for mnemonics, body in entities(table.read_text()):
            for mnemonic in mnemonics:
                for number in re.findall(r"\* \(C(\d+)\)", body):
                    found += 1
                    name = f"{mnemonic}-c{number}"
                    if f"[{name}]" not in tests:
                        yield f"{table.relative_to(root)}: no test in test/dialect breaks {name}"
    if found < 50:
        yield f"only {found} constraints were found: the descriptions have changed their form"


def includes(path):
    for line in path.read_text().splitlines():
        found = re.match(r'\s*#?\s*include\s+([<"])([^>"]+)[>"]', line)
        if found:
            yield found[1] == "<", found[2].removeprefix("src/")


def wrong_includes(root):
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in SOURCES:
            continue
        name = path.relative_to(root)
        here = ORDER.index(name.parts[1])
        for _, included in includes(path):
            parts = Path(included).parts
            if parts[0] not in ORDER:
                continue
            if ORDER.index(parts[0]) > here:
                yield f"{name}: {parts[0]} comes after {name.parts[1]}, but {included} is included"
            # What targets share lies in targets/llvm, what GPUs share in targets/gpu.
            shared = (name.parts[1:3], ("targets", "llvm"), ("targets", "gpu"))
            if parts[0] == "targets" and parts[:2] not in shared \
                    and name.parts[1] not in ("report", "driver"):
                yield f"{name}: only reports and the driver include {included}"
    for path in sorted((root / "include/wave").rglob("*.h")):
        for is_system, included in includes(path):
            # The standard library's headers have neither a folder nor an extension.
            is_std = is_system and re.fullmatch(r"[a-z_]+", included)
            if not is_std and not (not is_system and included.startswith("wave/")):
                yield f"{path.relative_to(root)}: includes {included}, which is neither <std> nor wave/"


# Where a vendor, a family of targets or a processor may be named.
TABLES = ("src/machine/", "src/targets/amd/", "src/targets/nvidia/", "src/driver/Targets.cpp")
BRANCH = re.compile(r'(vendor|family|generation|processor|tensorColumns)(\(\))?\s*[!=]=\s*["(A-Za-z]|'
                    r'lanes\(\)\s*[!=]=\s*(32|64)\b|[!=]=\s*"(hip|cuda|sim|gfx\d|sm_\d)')


def branches_on_vendors(root):
    for path in sorted((root / "src").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in SOURCES or name.startswith(TABLES) or name.startswith("src/runtime/"):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if BRANCH.search(line.split("//")[0]):
                yield f"{name}:{number}: branches on a vendor or a chip: ask for what it has (machine/Chip.h)"


# Lists of three operations and more: those of functions with an overload for each of them.
LISTS = {"src/analysis/LoopCost.cpp": "what each costs",
         "src/interpreter/Compute.cpp": "the meaning of each",
         "src/interpreter/Interpreter.cpp": "the meaning of each in the form traced",
         "src/interpreter/Workgroup.cpp": "the meaning of each in later forms",
         "src/targets/gpu/BlockCode.cpp": "the code of each",
         "src/targets/amd/OperationDetails.cpp": "what the code generator takes of each",
         "src/targets/nvidia/OperationDetails.cpp": "what the code generator takes of each"}


def lists_of_operations(root):
    found = set()
    for path in sorted((root / "src").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in (".h", ".cpp") or name.startswith("src/dialect/"):
            continue
        text = path.read_text()
        for each in re.finditer(r"<([^<>;{}()]*)>", text):
            operations = [part for part in each[1].split(",") if re.fullmatch(r"(\w+::)*\w+Op", part.strip())]
            if len(operations) < 3:
                continue
            found.add(name)
            if name not in LISTS:
                line = text.count("\n", 0, each.start()) + 1
                yield f"{name}:{line}: a list of {len(operations)} operations: ask an interface or a trait"
    for name in LISTS.keys() - found:
        yield f"{name}: it holds no list of operations any longer: take it out of LISTS"


def hidden_headers(root):
    shown = "#pragma GCC visibility push(default)\nnamespace wave"
    for path in sorted((root / "include/wave").rglob("*.h")):
        text = path.read_text()
        if text.count("\nnamespace wave") != text.count(shown):
            yield f"{path.relative_to(root)}: namespace wave stands under no {shown.splitlines()[0]}"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    problems = [problem for check in (missing_pass_tests, untested_constraints, wrong_includes,
                                                 branches_on_vendors, lists_of_operations, hidden_headers)
                for problem in check(root)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
