# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small integers for a GEMM, whose result is exact: writes a.npy and b.npy, or compares c.npy with their product."""

import sys

import numpy

folder = sys.argv[2]
if sys.argv[1] == "write":
    m, n, k = map(int, sys.argv[3:])
    random = numpy.random.default_rng(m * n + k)
    for name, rows in ("a", m), ("b", n):
        numpy.save(f"{folder}/{name}.npy", random.integers(-8, 9, (rows, k)).astype(numpy.float16))
else:
    a, b, c = (numpy.load(f"{folder}/{name}.npy").astype(numpy.float64) for name in "abc")
    wrong = numpy.argwhere(c != a @ b.T)
    if wrong.size:
        sys.exit(f"{len(wrong)} elements are wrong, the first of them {tuple(wrong[0])}")
