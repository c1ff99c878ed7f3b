# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Simulates a kernel for seconds with standard error on a terminal, and reads that as it comes.

    progress.py WAVE STEPS      a workgroup takes more than a second for so many, by far
"""

import os
import pty
import re
import subprocess
import sys


def on_terminal(steps, *options):
    """What the terminal gets for a workgroup that takes so many steps along K: the pieces in which it
    comes, and whether the command ran on."""
    terminal, end = pty.openpty()
    process = subprocess.Popen([sys.argv[1], "run", "gemm", "--target", "sim:mi300x", "-D", "M=64", "-D", "N=64",
                                "-D", f"K={32 * steps}", "--repeat", "1", *options],
                               stdout=subprocess.DEVNULL, stderr=end)
    os.close(end)
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        pieces.append((piece.decode(), process.poll() is None))
    assert process.wait() == 0
    return pieces


steps = int(sys.argv[2])
pieces = on_terminal(steps)
text = "".join(piece for piece, _ in pieces)
shown = re.findall(r"\r(running, [0-9]+ s)", text)
assert shown, text
assert any("running" in piece and running for piece, running in pieces), "told afterwards"
assert re.search(r"\r +\r$", text), "the line is left behind: " + repr(text)
assert "\033" not in text

assert on_terminal(steps // 2, "-q") == []

text = "".join(piece for piece, _ in on_terminal(1, "-v"))
order = [text.index(what) for what in ("compiling for sim:mi300x\r\n", "buffer a: ", "buffer b: ", "buffer c: ", "running\r\n")]
assert order == sorted(order), text

done = subprocess.run([sys.argv[1], "run", "gemm", "-D", "M=1", "-D", "N=1", "-D", "K=1"], capture_output=True, text=True)
assert done.stderr == "", done.stderr
