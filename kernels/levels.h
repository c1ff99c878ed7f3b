//===- levels.h - The schedules of levels/ --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include <wave/wave.h>

namespace wave::kernels {

/// Those of a GEMM in clusters of two, gemm_persistent_2d: what is scheduled has its tags.
std::vector<Schedule> levels();

} // namespace wave::kernels
