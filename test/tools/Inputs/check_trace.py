# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check_trace.py FILE WAVES: the events of a Chrome trace are those of that many waves, in the order
# of their times, and name the kernel's lines.

import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
names = {e["tid"]: e["args"]["name"] for e in events if e["ph"] == "M"}
assert names == {wave: f"wave {wave}" for wave in range(int(sys.argv[2]))}, names
for wave in names:
    track = [e for e in events if e["ph"] == "X" and e["tid"] == wave]
    times = [e["ts"] for e in track]
    assert times and all(a < b for a, b in zip(times, times[1:])), f"wave {wave}"
    assert all(e["dur"] == 1 for e in track)
    operations = [e["args"]["operation"] for e in track]
    assert sum("mfma" in o for o in operations) > 0, f"wave {wave}"
    assert any(e["args"]["line"].startswith("kernels/gemm.cpp:") for e in track)
