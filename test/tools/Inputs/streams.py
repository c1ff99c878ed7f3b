# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# streams.py WAVE FOLDER: standard streams that are closed, broken or too small, and traces
# that cannot be written.  Nothing of it may reach a result, or end the tool without a word.

import os
import resource
import subprocess
import sys

import numpy as np

wave, folder = sys.argv[1:]
os.chdir(folder)
small = [wave, "run", "gemm", "-D", "M=4", "-D", "N=4", "-D", "K=4", "--repeat", "1"]


def run(command, closed=(), limit=None, trace=None, **streams):
    def prepare():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        for descriptor in closed:
            os.close(descriptor)

    environment = dict(os.environ) if trace is None else dict(os.environ, WAVE_TRACE=trace)
    if limit is not None:  # which would hold for what a build that measures coverage writes, too
        environment["LLVM_PROFILE_FILE"] = os.devnull
    return subprocess.run(command, preexec_fn=prepare, env=environment, timeout=60,
                          **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams})


def expect(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: {actual!r}, expected {expected!r}")


# A closed stream's number must not go to a file that the command opens.
for closed in [(1,), (2,), (1, 2), (0, 1, 2)]:
    for name in ("c.npy", "trace", "c.mlir"):
        if os.path.exists(name):
            os.remove(name)
    done = run(small + ["--output", "c=c.npy", "-v"], closed, trace="trace")
    expect(f"run without {closed}", done.returncode, 3 if 1 in closed else 0)
    expect(f"array without {closed}", np.load("c.npy").shape, (4, 4))
    expect(f"bytes without {closed}", os.path.getsize("c.npy"), 128 + 4 * 4 * 4)
    lines = open("trace").read().splitlines()
    expect(f"trace without {closed}", [line[:5] for line in lines], ["wave:"] * len(lines))
    expect(f"lines without {closed}", len(lines) >= 2, True)
    done = run([wave, "emit", "gemm", "--stage", "traced", "-o", "c.mlir"], closed)
    expect(f"emit without {closed}", done.returncode, 0)
done = run([wave, "list"], (1,))
expect("list without standard output", (done.returncode, done.stderr),
       (3, b"error: cannot write to standard output: Bad file descriptor [file-unwritable]\n"
          b"help: send it where it can be written: its reader has left, or there is no space\n"))

# Nobody reads the messages.
for more in (["-v"], ["--print-ir-after", "all"], ["--time-passes"]):
    read, written = os.pipe()
    os.close(read)
    done = run(small + more, stderr=written)
    os.close(written)
    expect(f"broken standard error, {more}", done.returncode, 0)
read, written = os.pipe()
os.close(read)
done = run(small, stderr=written, trace="1")
expect("a trace that nobody reads", done.returncode, 0)
done = run([wave, "run", "gemm", "--seed", "x"], stderr=written)
expect("an error that nobody reads", done.returncode, 2)

# A limit on the size of files fails the write.
done = run([wave, "run", "gemm", "-D", "K=16", "--repeat", "1", "--output", "c=c.npy"], limit=1024)
expect("too large a file", done.returncode, 3)
expect("too large a file", done.stderr.decode(),
       "error: npy: cannot write 'c.npy': File too large [file-unwritable]\n"
       "help: raise the limit on the size of files, which `ulimit -f` shows\n")

# A trace that cannot be written is said at once, and hides nothing else later.
help_text = "help: name a file in a folder that can be written, or 1 for standard error\n"
done = run(small, trace="no/such/file")
expect("no trace", (done.returncode, done.stderr.decode()),
       (3, "error: WAVE_TRACE: cannot write 'no/such/file': No such file or directory "
           "[file-unwritable]\n" + help_text))
done = run([wave, "run", "gemm", "--seed", "x"], trace="no/such/file")
expect("another failure", done.returncode, 2)
if os.path.exists("fifo"):
    os.remove("fifo")
os.mkfifo("fifo")
done = run(small, trace="fifo")
expect("a pipe without a reader", (done.returncode, done.stderr.decode()),
       (3, "error: WAVE_TRACE: cannot write 'fifo': nobody reads this pipe [file-unwritable]\n"
           + help_text))
reader = os.open("fifo", os.O_RDONLY | os.O_NONBLOCK)
done = run(small, trace="fifo")
expect("a pipe with a reader", (done.returncode, os.read(reader, 13)), (0, b"wave: compile"))

# What is no file is not replaced, wherever its link leads.
done = run([wave, "emit", "gemm", "--stage", "traced", "-o", "/dev/stdout"])
expect("-o /dev/stdout", (done.returncode, done.stderr.decode()),
       (3, "error: cannot write '/dev/stdout': not a regular file [file-unwritable]\n"
           "help: name a regular file; devices and pipes are not written to\n"))
