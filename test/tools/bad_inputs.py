# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program on each file of a folder: no file may end it by a signal, keep it for long, or be refused without
an id.

Usage: bad_inputs.py kernels WAVE FOLDER
       bad_inputs.py packages WAVE-LAUNCH FOLDER DRIVER
"""

import pathlib
import re
import subprocess
import sys

kind, program, folder = sys.argv[1:4]
if kind == "kernels":
    commands = [["run", "-q", "--target", target] for target in ("cpu", "sim:mi300x", "sim:h200", "sim:b200")]
else:
    sizes = ["-D", "M=4", "-D", "N=5", "-D", "K=8"]
    commands = [[*sizes, "--check", "--driver", sys.argv[4]], ["--sweep", "2", "--driver", sys.argv[4]]]
failed = False
for file in sorted(pathlib.Path(folder).iterdir()):
    for command in commands:
        words = [command[0], str(file), *command[1:]] if kind == "kernels" else [str(file), *command]
        try:
            done = subprocess.run([program, *words], capture_output=True, text=True, errors="replace", timeout=20)
        except subprocess.TimeoutExpired:
            print(f"{file.name} {' '.join(command)}: not ended after 20 s")
            failed = True
            continue
        has_id = re.search(r" \[[a-z0-9-]+\]$", done.stderr + done.stdout, re.M)
        if done.returncode not in (0, 1, 2, 3, 5) or (done.returncode in (2, 3) and not has_id):
            print(f"{file.name} {' '.join(command)}: exit {done.returncode}: {done.stderr[-300:]}")
            failed = True
sys.exit(failed)
