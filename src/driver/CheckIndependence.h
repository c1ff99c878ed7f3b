//===- CheckIndependence.h - Workgroups that read what others write -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include "dialect/Dialect.h"
#include "runtime/WorkgroupIndependence.h"

namespace wave {

/// Of each memory that a kernel in the form bound both reads and writes, or writes in several
/// places: a proof for all sizes that no workgroup touches what another one writes, or what a
/// launch has to evaluate.
std::vector<WorkgroupIndependence> independenceOf(ir::KernelOp kernel);

} // namespace wave
