//===- Passes.h - The passes over the wave dialect ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/Pass/Pass.h"

#include "dialect/Dialect.h"
#include "runtime/ScalarRanges.h"

namespace wave {

#define GEN_PASS_DECL
#include "passes/Passes.h.inc"

/// DistributeTiles, which adds to `openScalars` what launches have to hold to 32 bits.
std::unique_ptr<mlir::Pass> createDistributeTiles(const DistributeTilesOptions &options,
                                                  std::vector<ScalarRange> *openScalars);

#define GEN_PASS_REGISTRATION
#include "passes/Passes.h.inc"

} // namespace wave
