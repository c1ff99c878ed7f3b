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


def package():
    """Packages of every number of entry points and images that a manifest may have."""
    import hashlib
    import json

    dims = [{"name": name, "size": name} for name in "MN"]
    arguments = [{"name": "a", "dtype": "f16", "dims": dims, "is_read": True, "is_written": False},
                 {"name": "c", "dtype": "f32", "dims": dims, "is_read": False, "is_written": True,
                  "where": {"file": "kernels/double.cpp", "line": 12, "column": 3}}]

    def memory(name, use, **more):
        return {"name": name, "sizes": [True, True], "strides": [True, False], "use": use, **more}

    def entry(name, maps):
        return {"name": name, "needs_aligned_rows": bool(maps), "workgroup": [128, 1, 1],
                "cluster": [2, 1, 1], "shared_bytes": 1024,
                "memories": [memory("a", "read"), memory("c", "write"), memory("log", "write", log_site=0)],
                "launch_values": ["ceildiv(M, 7)"], "tensor_maps": maps}

    entries = [entry("double", [{"memory": 0, "box": [64, 128], "swizzle_bytes": 128}]), entry("double_any", [])]
    images = [{"kind": "cubin", "processor": "sm_90a"}, {"kind": "ptx", "processor": "sm_90"}]
    for used_entries, used_images in itertools.product((1, 2), (1, 2)):
        manifest = {"schema_version": 1, "kernel": "double", "target": "cuda:sm_90a", "producer": "wave",
                    "arguments": arguments, "known": [{"symbol": "BLOCK_M", "value": "16"}],
                    "grid": ["ceildiv(M, 16)", "N", "1"], "entry_points": entries[:used_entries],
                    "images": images[:used_images]}
        sections = [(b"manifest", json.dumps(manifest).encode())]
        sections += [(b"image.%d" % i, b"code") for i in range(used_images)]
        head = b"\x89WPK\r\n\x1a\n" + b"".join(n.to_bytes(4, "little") for n in (1, len(sections)))
        offset = len(head) + 56 * len(sections) + 32
        for name, data in sections:
            head += name.ljust(16, b"\0") + offset.to_bytes(4, "little") + len(data).to_bytes(4, "little")
            head += hashlib.sha256(data).digest()
            offset += len(data)
        yield head + hashlib.sha256(head).digest() + b"".join(data for _, data in sections)


def schedule_text():
    """The schedules of the tests, and the pages' examples."""
    for path in [ROOT / "test/tools/schedules.test", ROOT / "docs/schedules.md"]:
        for text in re.findall(r'^wave_schedule 1 .*\n(?:.+\n)*', path.read_text(), re.M):
            yield text.encode()
    for page in sorted((ROOT / "docs/errors").glob("*.md")):
        for text in re.findall(r"^\$ printf 'wave_schedule(.*)' > s.schedule$", page.read_text(), re.M):
            yield b"wave_schedule" + text.replace("\\n", "\n").encode()


def main(fuzzer, folder):
    for index, seed in enumerate(globals()[fuzzer]()):
        (pathlib.Path(folder) / f"{index:04}").write_bytes(seed)


if __name__ == "__main__":
    main(*sys.argv[1:])
