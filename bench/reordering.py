#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an order of tiles is worth on a GPU: the shapes of the tutorial on workgroup reordering.

    bench/reordering.py pack FOLDER      packages, for a machine with a GPU
    bench/reordering.py measure FOLDER   there, beside cuBLAS and with Nsight Compute: prints rows of reordering.csv
    bench/reordering.py table            the tables of the tutorial, with what `wave explain` predicts
"""

import csv
import json
import pathlib
import shutil
import sys

from traffic import TILE, counters, output, predicted, WAVE

ROWS = pathlib.Path(__file__).with_name("reordering.csv")
SHAPES = ((2048, 2048, 2048), (4096, 4096, 4096), (4864, 4096, 4160), (4864, 8192, 4160), (16384, 4096, 8192))
# An H200 has one L2, so that the groups alone order its tiles.
KERNELS = {"gemm": [[]],
           "gemm_reordered": [["-D", "NUM_XCDS=1", "-D", f"GROUP_SIZE_M={rows}"] for rows in (4, 8, 16)],
           "gemm_persistent_l2": [["-D", f"GROUP_SIZE_M={rows}"] for rows in (4, 8, 16)]}
COLUMNS = ("chip", "M", "N", "K", "kernel", "group_rows", "burst_us", "cublas_burst_us", "sustained_us",
           "cublas_sustained_us", "dram_read_bytes", "l2_read_sectors")


def variants():
    for kernel, orders in KERNELS.items():
        for order in orders:
            yield kernel, order[-1].rpartition("=")[2] if order else "", order


def pack(folder):
    folder.mkdir(parents=True)
    for kernel, rows, order in variants():
        output(str(WAVE), "emit", kernel, "--target", "cuda:sm_90a", "--dynamic", "M,N,K", *TILE, *order, "-q",
               "-o", str(folder / f"{kernel}-{rows}.wpk"))
    for file in (WAVE.with_name("wave-launch"), __file__, pathlib.Path(__file__).with_name("traffic.py")):
        shutil.copy(file, folder)


def measure(folder):
    for shape in SHAPES:
        sizes = [word for size, value in zip("MNK", shape) for word in ("-D", f"{size}={value}")]
        for kernel, rows, _ in variants():
            package, report = str(folder / f"{kernel}-{rows}.wpk"), folder / "bench.json"
            output(str(folder / "wave-launch"), package, *sizes, "--bench", "--baseline", "cublas", "--rounds", "3",
                   "--json", str(report))
            print(json.dumps(json.loads(report.read_text())))
            print(",".join(map(str, [*shape, kernel, rows])), counters(folder, package, sizes), flush=True)


def main():
    what, words = (sys.argv[1:] or [""])[0], sys.argv[2:]
    if what == "pack" and len(words) == 1:
        pack(pathlib.Path(words[0]))
    elif what == "measure" and len(words) == 1:
        measure(pathlib.Path(words[0]).resolve())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
