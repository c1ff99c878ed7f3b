#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the inputs that a fuzzer starts from out of what the tests have already.

Usage: make_seeds.py FUZZER FOLDER
"""

import itertools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def string_literals(path):
    """The C++ strings of a test that are short enough to be one expression."""
    text = (ROOT / path).read_text()
    return [s.encode() for s in re.findall(r'"((?:[^"\\\n])*)"', text) if s]


def command_line():
    """The command lines of the tests, a word on each line."""
    for test in sorted((ROOT / "test/tools").glob("*.test")):
        for words in re.findall(r"%wave ([^|>&\n]*)", test.read_text()):
            yield words.replace("%t", "t").strip().replace(" ", "\n").encode()


def expression():
    yield from string_literals("unittests/symbolic/ParseTest.cpp")


def json_text():
    yield bytes(range(256))


def kernel_text():
    """Every module of the IR's tests that fits a fuzzer."""
    for test in sorted((ROOT / "test").glob("*/**/*.mlir")):
        text = re.sub(r"^// (RUN|CHECK).*\n", "", test.read_text(), flags=re.M)
        for module in text.split("// -----"):
            if len(module) < 8000:
                yield module.strip().encode()


def npy_file():
    import io

    import numpy

    dtypes = ["<f2", ">f4", "<f8", "|i1", "<i4", ">i8", "|b1", "|V2"]
    shapes = [(), (0,), (3,), (2, 3), (2, 1, 2)]
    for (dtype, shape), order in itertools.product(itertools.product(dtypes, shapes), "CF"):
        file = io.BytesIO()
        numpy.save(file, numpy.zeros(shape, dtype, order))
        yield file.getvalue()


def main(fuzzer, folder):
    for index, seed in enumerate(globals()[fuzzer]()):
        (pathlib.Path(folder) / f"{index:04}").write_bytes(seed)


if __name__ == "__main__":
    main(*sys.argv[1:])
