# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the JSON of `wave run`: the matrix units' share of the issue time of the steady loop is in a range."""

import json
import sys

low, high = map(float, sys.argv[1:])
counters = json.load(sys.stdin)["counters"]
share = counters["steady_matrix_cycles"] / counters["steady_cycles"]
print(f"{share:.3f} of {counters['steady_cycles']} cycles, {counters['steady_trips']} trips")
sys.exit(not low <= share <= high)
