#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cluster.py X,Y,Z: a kernel in the traced form, from standard input, in clusters of that shape."""

import re
import sys

cluster = "workgroups_per_cluster = array<i64: " + ", ".join(sys.argv[1].split(",")) + ">"
text = sys.stdin.read()
hardware = re.search(r"wave\.hardware_constraint .*\{.*(?=\})", text)
if hardware:
    text = text[: hardware.end()] + ", " + cluster + text[hardware.end() :]
else:
    last = list(re.finditer(r"wave\.\w+_constraint .*\n", text))[-1].end()
    text = text[:last] + "  wave.hardware_constraint threads_per_wave 64 {" + cluster + "}\n" + text[last:]
sys.stdout.write(text)
