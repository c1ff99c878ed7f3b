# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# npy.py make PREFIX: files for the kernel gemm, of M=100, N=70, K=33.
# npy.py compare A B C DTYPE: checks C = A * B^T and its dtype.
# npy.py compare-bf16 A B C: the same for bf16, in files as two opaque bytes.

import sys

import numpy as np


def make(prefix):
    random = np.random.default_rng(7)
    for name, shape in (("a", (100, 33)), ("b", (70, 33))):
        matrix = random.standard_normal(shape)
        np.save(f"{prefix}.{name}16.npy", matrix.astype(np.float16))
        np.save(f"{prefix}.{name}32.npy", matrix.astype(np.float32))
        bits = matrix.astype(np.float32).view(np.uint32) >> 16
        np.save(f"{prefix}.{name}bf.npy", bits.astype(np.uint16).view("V2"))
    a, b = np.load(f"{prefix}.a32.npy"), np.load(f"{prefix}.b32.npy")
    np.save(f"{prefix}.fortran.npy", np.asfortranarray(a))
    np.save(f"{prefix}.swapped.npy", b.astype(">f4"))
    a[3, 4] = np.nan
    np.save(f"{prefix}.nan.npy", a)
    np.save(f"{prefix}.vector.npy", a[0])
    np.save(f"{prefix}.complex.npy", a.astype(np.complex64))
    with open(f"{prefix}.a32.npy", "rb") as whole, open(f"{prefix}.cut.npy", "wb") as cut:
        cut.write(whole.read()[:-5])
    with open(f"{prefix}.text.npy", "w") as text:
        text.write("1 2 3\n")


def widen(path):
    return (np.load(path).view(np.uint16).astype(np.uint32) << 16).view(np.float32)


def compare(a, b, c, unit):
    a, b, c = (m.astype(np.float64) for m in (a, b, c))
    expected = a @ b.T
    bound = 40 * 2.0**-24 * (abs(a) @ abs(b).T) + unit * abs(expected)
    assert c.shape == expected.shape, c.shape
    assert (abs(c - expected) <= bound).all(), abs(c - expected).max()


command, arguments = sys.argv[1], sys.argv[2:]
if command == "make":
    make(*arguments)
elif command == "compare":
    a, b, c = (np.load(path) for path in arguments[:3])
    assert c.dtype == np.dtype(arguments[3]), c.dtype
    compare(a, b, c, {"float16": 2.0**-10, "float32": 2.0**-23}[arguments[3]])
else:
    compare(*(widen(path) for path in arguments), 2.0**-7)
