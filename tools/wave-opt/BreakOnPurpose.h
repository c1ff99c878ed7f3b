//===- BreakOnPurpose.h - A pass that fails in the way that it is told ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the tests of what the compiler does about its own defects; the library has
// no part in it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <string>

#include "mlir/Pass/Pass.h"

namespace wave {

/// `how` is one of
///   pass      the pass fails
///   verifier  the pass succeeds and leaves IR that breaks a constraint
///   fatal     LLVM's fatal-error handler is reached
std::unique_ptr<mlir::Pass> createBreakOnPurpose(const std::string &how);
void registerBreakOnPurpose();

} // namespace wave
