//===- Gather.h - From the IR to an explanation ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the analyses, each in the form that it needs.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/Occupancy.h"
#include "dialect/Dialect.h"
#include "report/Explanation.h"
#include "targets/amd/CodeObject.h"
#include "targets/nvidia/PtxasLog.h"

namespace wave::report {

/// The loops of a kernel in the staged form, with the schedule that `name` gives them.
std::vector<Loop> loopsOf(ir::KernelOp staged, const std::string &schedule);

/// All that the distributed form says.  A loop of `loops` that was not pipelined loses its
/// pipeline.
Gpu gpuOf(ir::KernelOp distributed, std::vector<Loop> loops, const machine::Chip &chip);

/// Adds what the notes of the code object say of the kernel's entry point.
void addNotes(Gpu &gpu, const amd::Resources &kernel, const machine::Chip &chip);
/// The same of a cubin, which is launched with so many lanes and `sharedBytes` added.
void addNotes(Gpu &gpu, const nvidia::EntryResources &kernel, int64_t lanes, int64_t sharedBytes,
              const machine::Chip &chip);

} // namespace wave::report
