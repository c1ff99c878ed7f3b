# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Stands where PyTorch would (BenchTest.cpp).
raise ImportError("a test's")
