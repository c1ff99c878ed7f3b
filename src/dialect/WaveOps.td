//===- WaveOps.td - All operations, by family -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "src/dialect/ops/Kernel.td"
include "src/dialect/ops/Index.td"
include "src/dialect/ops/Memory.td"
include "src/dialect/ops/Compute.td"
include "src/dialect/ops/Elementwise.td"
include "src/dialect/ops/Reduction.td"
include "src/dialect/ops/Control.td"
include "src/dialect/ops/Debug.td"
include "src/dialect/ops/Shared.td"
include "src/dialect/ops/Channel.td"
include "src/dialect/ops/Hints.td"
