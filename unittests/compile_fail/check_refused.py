#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check_refused.py FILE COMPILER FLAGS...: exactly the lines that end in "// refused" are errors.
import re
import subprocess
import sys

source, *command = sys.argv[1:]
with open(source) as file:
    expected = {number for number, line in enumerate(file, 1) if line.rstrip().endswith("// refused")}
assert expected, "no line is refused"
limit = "-ferror-limit=0" if "clang" in command[0] else "-fmax-errors=0"
output = subprocess.run([*command, limit, source], capture_output=True, text=True).stderr
found = {int(line) for line in re.findall(re.escape(source) + r":(\d+):\d+: error: ", output)}
problems = [f"{source}:{line}: is accepted" for line in sorted(expected - found)]
problems += [f"{source}:{line}: is refused" for line in sorted(found - expected)]
print("\n".join(problems) if problems else f"{len(expected)} lines are refused")
sys.exit(bool(problems))
