# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ends a command while a program that it has started runs, and looks for what it leaves.

Usage: end_by_signal.py FOLDER COMMAND VARIABLE

The variable of the environment names the program.
"""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

ENDINGS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def as_in_a_terminal():
    """Who started the test may have it ignore some."""
    for ending in ENDINGS:
        signal.signal(ending, signal.SIG_DFL)


folder, command, variable = pathlib.Path(sys.argv[1]), sys.argv[2].split(), sys.argv[3]
shutil.rmtree(folder, ignore_errors=True)
temporary, output, started = folder / "tmp", folder / "out", folder / "started"
program = folder / "program"
for number in ENDINGS:
    for place in (temporary, output):
        place.mkdir(parents=True, exist_ok=True)
    started.unlink(missing_ok=True)
    program.write_text(f"#!/bin/sh\necho $$ > {started}.new && mv {started}.new {started}\nexec sleep 60\n")
    program.chmod(0o755)
    process = subprocess.Popen(command, cwd=output, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=as_in_a_terminal,
                               env={**os.environ, "TMPDIR": str(temporary), variable: str(program)})
    end = time.monotonic() + 60
    while not started.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(number)
    status = process.wait(60)
    with contextlib.suppress(ProcessLookupError):  # it may have ended, too
        os.kill(int(started.read_text()), signal.SIGKILL)
    if status != -number:
        sys.exit(f"it ended with {status}, not by signal {number}")
    left = [str(path) for place in (temporary, output) for path in place.iterdir()]
    if left:
        sys.exit(f"signal {number} leaves {left}")
