//===- RunsOn.h - What executes the kernels of a target -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/target.h"

namespace wave {

enum class RunsOn {
  Host,
  Simulator,
  Nothing, ///< code is made, and no GPU of this machine takes it
  CudaGpu,
};

/// As Targets.cpp says.
RunsOn runsOn(const Target &target);

} // namespace wave
