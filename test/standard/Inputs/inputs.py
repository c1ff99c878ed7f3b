# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs of the standard set that random numbers do not stand for: indices, tables, scalars.

INPUTS[kernel][argument] is an array, or the text of a scalar; the sizes are the kernels' defaults.
"""

import numpy


def integers(values):
    return numpy.array(values, dtype="i4")


INPUTS = {
    "cross_entropy": {"label": integers([4000, 777, 0])},
    # Two are outside of the table, which gives zeros.
    "embedding": {"id": integers([7 * token % 50 for token in range(35)] + [-1, 50])},
    # An empty segment, and one that leaves rows out.
    "segment_sum": {"ends": integers([0, 7, 7, 50, 61, 97])},
    "selective_scan": {"a": numpy.tile(-0.1 * numpy.arange(1, 17, dtype="f4"), (100, 1)),
                       "dt": numpy.linspace(0.01, 0.3, 2000, dtype="f4").reshape(20, 100)},
    "gemm_grouped": {"expert": integers([2, 0, 1])},
    "gemm_fp8": {"scale": "0.25"},
    "gemm_fp8_cast": {"scale": "0.25"},
    # Sequences of 40 tokens, of all that the table has room for, and of one.
    "attention_paged": {"table": integers([[7 * entry % 20 for entry in range(5 * b, 5 * b + 5)] for b in range(3)]),
                        "length": integers([40, 160, 1])},
    "dropout": {"keep": "0.75", "seed": "4202334126093357"},
    # Some are in no bin.
    "histogram": {"x": integers([n * n % 43 - 1 for n in range(1300)])},
    "scatter_add": {"id": integers([7 * token % 72 - 1 for token in range(150)])},
    "gemm_int4": {"b": numpy.arange(130 * 96).astype("u1").view("i1").reshape(130, 96)},
}
