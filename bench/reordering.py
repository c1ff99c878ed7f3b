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

from traffic import TILE, WAVE, counters, output

ROWS = pathlib.Path(__file__).with_name("reordering.csv")
SHAPES = ((2048, 2048, 2048), (4096, 4096, 4096), (4864, 4096, 4160), (4864, 8192, 4160), (16384, 4096, 8192))
# An H200 has one L2, so that the groups alone order its tiles.
KERNELS = {"gemm": [[]],
           "gemm_reordered": [["-D", "NUM_XCDS=1", "-D", f"GROUP_SIZE_M={rows}"] for rows in (4, 8, 16)],
           "gemm_persistent_l2": [["-D", f"GROUP_SIZE_M={rows}"] for rows in (4, 8, 16)]}


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
            bench = json.loads(report.read_text())
            times = [1000 * each[time] for time in ("burst_ms", "sustained_ms") for each in bench["candidates"][:2]]
            dram, l2, _ = counters(folder, package, sizes)
            print(",".join(map(str, [*shape, kernel, rows, *(f"{time:.1f}" for time in times), dram, l2])), flush=True)


def explained(row):
    """Of `wave explain`: requested bytes, those from memory, the least, and blocks in use at one time."""
    order = [] if not row["group_rows"] else ["-D", f"GROUP_SIZE_M={row['group_rows']}"]
    one_l2 = ["-D", "NUM_XCDS=1"] if row["kernel"] == "gemm_reordered" else []
    text = output(str(WAVE), "explain", row["kernel"], "--target", f"sim:{row['chip']}", *TILE, *order, *one_l2, "--json", "-q",
                  *(word for size in "MNK" for word in ("-D", f"{size}={row[size]}")))
    inputs = json.loads(text)["traffic"]["order"]["inputs"]
    return [sum(each["predicted"]["requested_bytes"] for each in inputs),
            sum(each["predicted"]["memory_bytes"] for each in inputs), sum(each["least_bytes"] for each in inputs),
            *(each["counted"]["blocks"] for each in inputs)]


def table():
    rows = list(csv.DictReader(ROWS.open()))
    print("| M x N x K | kernel | groups of | TFLOP/s, burst / sustained | of cuBLAS | from memory, measured | predicted | least "
          "| from L2, measured | requested |\n|---|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        teraflop = 2e-6 * int(row["M"]) * int(row["N"]) * int(row["K"])
        burst, sustained = float(row["burst_us"]), float(row["sustained_us"])
        requested, memory, least, *_ = explained(row)
        print(f"| {row['M']} x {row['N']} x {row['K']} | `{row['kernel']}` | {row['group_rows']} "
              f"| {teraflop / burst:.0f} / {teraflop / sustained:.0f} "
              f"| {float(row['cublas_burst_us']) / burst:.1%} / {float(row['cublas_sustained_us']) / sustained:.1%} "
              f"| {int(row['dram_read_bytes']) / 1e6:.0f} MB | {memory / 1e6:.0f} MB | {least / 1e6:.0f} MB "
              f"| {int(row['l2_read_sectors']) * 32 / 1e9:.2f} GB | {requested / 1e9:.2f} GB |")


def main():
    what, words = (sys.argv[1:] or [""])[0], sys.argv[2:]
    if what == "pack" and len(words) == 1:
        pack(pathlib.Path(words[0]))
    elif what == "measure" and len(words) == 1:
        measure(pathlib.Path(words[0]).resolve())
    elif what == "table":
        table()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
