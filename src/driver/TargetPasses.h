//===- TargetPasses.h - Which passes lead to which form -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "mlir/Pass/PassManager.h"

#include "wave/compile.h"

namespace wave {

/// Adds those behind the form `from` up to `to`.
void addPasses(mlir::OpPassManager &manager, const Target &target, SchedulingType schedule,
               Stage from, Stage to);

/// Whether kernels for the target have the form.
bool hasForm(const Target &target, Stage stage);

/// Of all that a compile may run, in order.
const std::vector<std::string> &knownPasses();

/// Throws Error "pass-not-reached" where a kernel that is to become `stage` never passes
/// through the pass of that name.  "", "all" and names of none are left to others.
void checkReached(const std::string &pass, const Target &target, Stage stage, bool isBound);

/// As the command line calls them.
std::string stageName(Stage stage);
std::string nameOf(SchedulingType schedule);

} // namespace wave
