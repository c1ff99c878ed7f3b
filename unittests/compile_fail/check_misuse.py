#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check_misuse.py misuse.cpp COMPILER FLAGS...: every line of the file that ends in "// wave: ..."
# gets exactly that sentence as its one error, in a few lines and without candidates.
import re
import subprocess
import sys

MOST_LINES = 16  # of one mistake, with the notes of where it is

source, *command = sys.argv[1:]
with open(source) as file:
    expected = {
        number: match[1]
        for number, line in enumerate(file, 1)
        if (match := re.search(r"// (wave: .*)$", line))
    }
assert expected, "no line says what it expects"
limit = "-ferror-limit=0" if "clang" in command[0] else "-fmax-errors=0"
output = subprocess.run([*command, limit, source], capture_output=True, text=True).stderr

# An error of g++ begins with what it is instantiated from, one of clang++ ends with that.
start = r"(?m)^(?=.*error: )" if "clang" in command[0] else r"(?m)^(?=.*In instantiation of)"
found, problems = {}, []
for block in re.split(start, output)[1:]:
    sentence = re.search(r"error: static assertion failed[^\n]*?(wave: [^\n]*)", block)
    lines = re.findall(re.escape(source) + r":(\d+):\d+:", block)
    if not sentence or not lines or block.count("error: ") != 1:
        problems.append("not one sentence about one line:\n" + block)
        continue
    found.setdefault(int(lines[-1]), []).append(sentence[1])
    if block.count("\n") > MOST_LINES or "candidate" in block:
        problems.append(f"more than {MOST_LINES} lines, or candidates:\n" + block)
for number in sorted(expected.keys() | found.keys()):
    if found.get(number) != [expected.get(number)]:
        problems.append(f"{source}:{number}: says {found.get(number)}, expected {expected.get(number)}")
print("\n".join(problems) if problems else f"{len(expected)} mistakes, a sentence each")
sys.exit(bool(problems))
