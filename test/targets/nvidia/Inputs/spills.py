# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the kernel of a file in which the role that multiplies keeps 240 numbers of c alive
across its loop, more than the lane's registers.  Usage: spills.py warpgroups.mlir"""

import sys

COUNT = 240
loads, stores = [], []
for i in range(COUNT):
    loads.append(f"    %kept_at_{i} = llvm.getelementptr %c[{4 * i}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8\n"
                 f"    %kept_{i} = llvm.load volatile %kept_at_{i} : !llvm.ptr<1> -> f32\n")
    stores.append(f"    llvm.store volatile %kept_{i}, %kept_at_{i} : f32, !llvm.ptr<1>\n")
for line in open(sys.argv[1]):
    if "// The order of a warpgroup's registers" in line:
        sys.stdout.writelines(stores)
    sys.stdout.write(line)
    if "setmaxregister increase" in line:
        sys.stdout.writelines(loads)
