# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check_trace.py FILE WAVES MATRIX: the events of a Chrome trace are those of that many waves, a track
# for each wave and unit, whose events follow each other; units work at the same time; and they name the
# kernel's lines.  Operations with MATRIX in their names are on the tracks of matrix units.

import json
import re
import sys

file, waves, matrix = sys.argv[1], int(sys.argv[2]), sys.argv[3]
events = json.load(open(file))["traceEvents"]
names = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
assert len(set(names.values())) == len(names), names
parsed = {tid: re.fullmatch(r"wave (\d+), ([A-Za-z ]+)", name).groups() for tid, name in names.items()}
assert {int(wave) for wave, _ in parsed.values()} == set(range(waves)), names
spans = [e for e in events if e["ph"] == "X"]
for tid, name in names.items():
    track = [e for e in spans if e["tid"] == tid]
    assert track and all(e["dur"] > 0 for e in track), name
    assert all(a["ts"] + a["dur"] <= b["ts"] for a, b in zip(track, track[1:])), name
    is_matrix = parsed[tid][1] == "matrix unit"
    assert all((matrix in e["args"]["operation"]) == is_matrix for e in track), name
assert any(e["args"]["line"].startswith("kernels/gemm.cpp:") for e in spans)


def busy(unit):
    """Cycles in which some wave keeps the unit."""
    return {t for e in spans if parsed[e["tid"]][1] == unit for t in range(e["ts"], e["ts"] + e["dur"])}


def together(a, b):
    return len(busy(a) & busy(b))


assert busy("matrix unit")
assert any(together("matrix unit", unit) for unit in {u for _, u in parsed.values()} - {"matrix unit"})
# Waves run at the same time.
of_wave = [{t for e in spans if parsed[e["tid"]][0] == str(wave)
            for t in range(e["ts"], e["ts"] + e["dur"])} for wave in range(waves)]
assert all(of_wave[0] & other for other in of_wave[1:])
durations = {e["dur"] for e in spans}
assert len(durations) > 2, durations
