#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bytes from memory, predicted by `wave explain` and counted by a GPU.

    bench/traffic.py draw [COMMIT]       six shapes, drawn from the last commit that touches src/
    bench/traffic.py pack FOLDER [SHAPE...]
                                         packages and a list of launches, for a machine with a GPU
    bench/traffic.py measure FOLDER      there, with Nsight Compute: prints rows of traffic.csv
    bench/traffic.py table               compares all rows of traffic.csv with the prediction

A shape is written MxNxK.  Every set of shapes that was measured stays in traffic.csv.
"""

import csv
import hashlib
import itertools
import json
import pathlib
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WAVE = ROOT / "build/bin/wave"
ROWS = pathlib.Path(__file__).with_name("traffic.csv")
GROUPS = (1, 8, 16)
TILE = ["-D", "BLOCK_M=128", "-D", "BLOCK_N=256", "-D", "BLOCK_K=64", "--dtype", "out=f16"]
METRICS = ("dram__bytes_read.sum", "lts__t_sectors_op_read.sum", "gpu__time_duration.sum")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def draw(commit=None):
    """Sides of 2048 to 16384 and depths of 1024 to 8192, evenly in the logarithm, multiples of 8."""
    commit = commit or output("git", "-C", str(ROOT), "log", "-1", "--format=%H", "--", "src").strip()
    seed = hashlib.sha256(commit.encode()).digest()
    words = [int.from_bytes(block[4 * i:4 * i + 4], "big") / 2**32
             for block in (seed, hashlib.sha256(seed).digest(), hashlib.sha256(seed + seed).digest()) for i in range(8)]
    for m, n, k in itertools.batched(words[:18], 3) if hasattr(itertools, "batched") else zip(*[iter(words[:18])] * 3):
        yield tuple(int(least * 8**part) // 8 * 8 for least, part in ((2048, m), (2048, n), (1024, k)))


def pack(folder, shapes):
    folder.mkdir(parents=True)
    shapes = [tuple(map(int, shape.split("x"))) for shape in shapes] or list(draw())
    for group in GROUPS:
        output(str(WAVE), "emit", "gemm_persistent_l2", "--target", "cuda:sm_90a", "--dynamic", "M,N,K", *TILE,
               "-D", f"GROUP_SIZE_M={group}", "-q", "-o", str(folder / f"{group}.wpk"))
    (folder / "launches").write_text("".join(f"{m} {n} {k} {group}\n" for m, n, k in shapes for group in GROUPS))
    shutil.copy(ROOT / "build/bin/wave-launch", folder)
    shutil.copy(__file__, folder)


def counters(folder, package, sizes):
    """What Nsight Compute counts of one cold launch: the values of METRICS."""
    text = output("ncu", "--clock-control", "none", "--metrics", ",".join(METRICS), "--csv", "--print-units", "base",
                  str(folder / "wave-launch"), package, *sizes)
    values = {row[-3]: row[-1].replace(",", "") for row in csv.reader(text.splitlines())
              if len(row) > 3 and row[-3] in METRICS}
    return [values[metric] for metric in METRICS]


def measure(folder):
    for line in (folder / "launches").read_text().splitlines():
        m, n, k, group = line.split()
        sizes = [word for size in (f"M={m}", f"N={n}", f"K={k}") for word in ("-D", size)]
        print(",".join([m, n, k, group, *counters(folder, str(folder / f"{group}.wpk"), sizes)]), flush=True)


def predicted(row):
    text = output(str(WAVE), "explain", "gemm_persistent_l2", "--target", f"sim:{row['chip']}", *TILE, "--json", "-q",
                  *(word for size in "MNK" for word in ("-D", f"{size}={row[size]}")),
                  "-D", f"GROUP_SIZE_M={row['group_rows']}")
    inputs = json.loads(text)["traffic"]["order"]["inputs"]
    return sum(each["predicted"]["memory_bytes"] for each in inputs)


def ranked(rows):
    """Of the pairs of orders of one shape whose bytes differ by more than a tenth: ranked right, and all."""
    pairs = [(a, b) for a, b in itertools.combinations(rows, 2)
             if (a["set"], a["M"], a["N"], a["K"]) == (b["set"], b["M"], b["N"], b["K"])
             and abs(a["counted"] - b["counted"]) > 0.1 * min(a["counted"], b["counted"])]
    return sum((a["counted"] < b["counted"]) == (a["predicted"] < b["predicted"]) for a, b in pairs), len(pairs)


def table():
    rows = list(csv.DictReader(ROWS.open()))
    for row in rows:
        row["counted"], row["predicted"] = int(row["dram_read_bytes"]), predicted(row)
        row["error"] = row["predicted"] / row["counted"] - 1
    print("| rows | launches | median error | largest | pairs ranked right |\n|---|---|---|---|---|")
    for name in dict.fromkeys(row["set"] for row in rows):
        chosen = [row for row in rows if row["set"] == name]
        errors = [abs(row["error"]) for row in chosen]
        right, pairs = ranked(chosen)
        print(f"| {name} | {len(chosen)} | {statistics.median(errors):.1%} | {max(errors):.0%} | {right} of {pairs} |")
    if "--rows" in sys.argv:
        for row in rows:
            print(row["set"], row["M"], row["N"], row["K"], row["group_rows"],
                  f"{row['counted'] / 1e9:.2f} {row['predicted'] / 1e9:.2f} {row['error']:+.0%}")


def main():
    what, words = (sys.argv[1:] or [""])[0], sys.argv[2:]
    if what == "draw":
        print("\n".join("x".join(map(str, shape)) for shape in draw(*words[:1])))
    elif what == "pack" and words:
        pack(pathlib.Path(words[0]), words[1:])
    elif what == "measure" and len(words) == 1:
        measure(pathlib.Path(words[0]))
    elif what == "table":
        table()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
