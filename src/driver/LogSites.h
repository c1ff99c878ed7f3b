//===- LogSites.h - The debug_log calls of a kernel -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "runtime/DebugLog.h"

namespace wave {

/// Of a kernel in the form bound, in the order of the program, by which generated code
/// numbers them.
std::vector<LogSite> logSitesOf(ir::KernelOp kernel);

} // namespace wave
