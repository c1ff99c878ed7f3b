# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels of the library on whole numbers whose sums are exact, and compares to the bit.

Usage: large_products.py WAVE FOLDER M N K KERNEL...
"""

import subprocess
import sys
from pathlib import Path

import numpy as np


def main():
    wave, folder = sys.argv[1], Path(sys.argv[2])
    m, n, k = map(int, sys.argv[3:6])
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(m + n + k)
    a = random.integers(-3, 4, (m, k), dtype=np.int8)
    b = random.integers(-3, 4, (n, k), dtype=np.int8)
    expected = a.astype("f4") @ b.astype("f4").T
    np.save(folder / "a.npy", a.astype("f2"))
    np.save(folder / "b.npy", b.astype("f2"))
    for kernel in sys.argv[6:]:
        subprocess.run([wave, "run", kernel, "--input", f"a={folder}/a.npy", "--input", f"b={folder}/b.npy",
                        "--output", f"c={folder}/c.npy", "--repeat", "1", "-q"],
                       check=True, stdout=subprocess.DEVNULL)
        actual = np.load(folder / "c.npy")
        assert np.array_equal(actual, expected), f"{kernel}: {np.sum(actual != expected)} elements differ"
        print(f"{kernel} {m} x {n} x {k}: equal")


if __name__ == "__main__":
    main()
