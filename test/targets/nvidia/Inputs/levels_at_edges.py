# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs schedules of gemm_persistent_2d at sizes where something ends: no tile, one element, no step, one step fewer and one more
# than there are slots, fewer tiles than clusters and more.  Inputs are whole numbers, so that all results are one, to the bit.
#
#   levels_at_edges.py WAVE TARGET TYPE FOLDER SCHEDULE...    TYPE: that of the results, f16 or f32

import subprocess
import sys

import numpy as np

wave, target, out, folder = sys.argv[1:5]
schedules = sys.argv[5:]
sizes = [(1, 1, 64), (1, 300, 72), (300, 1, 64), (130, 136, 0), (130, 136, 257), (130, 136, 448), (130, 136, 576), (530, 392, 64)]
random = np.random.default_rng(3)
wrong = 0
for m, n, k in sizes:
    a, b = (random.integers(-4, 5, (rows, k)).astype(np.float16) for rows in (m, n))
    expected = (a.astype(np.float32) @ b.astype(np.float32).T).astype({"f16": np.float16, "f32": np.float32}[out])
    for name, tensor in (("a", a), ("b", b)):
        np.save(f"{folder}/{name}.npy", tensor)
    for schedule in schedules:
        for clusters in ([], ["-D", "NUM_CTAS=2"]) if "_5" in schedule or "_6" in schedule else ([],):
            command = [wave, "run", "gemm_persistent_2d", "--target", target, "--dtype", f"in=f16,out={out}", "--schedule", schedule, "--input", f"a={folder}/a.npy",
                       "--input", f"b={folder}/b.npy", "--output", f"c={folder}/c.npy", "-q", *clusters]
            ran = subprocess.run(command, capture_output=True, text=True)
            if ran.returncode != 0 or not np.array_equal(np.load(f"{folder}/c.npy"), expected):
                wrong += 1
                print(schedule, (m, n, k), clusters, ran.stderr.strip() or "wrong")
print(f"{len(schedules)} schedules, {wrong} wrong")
