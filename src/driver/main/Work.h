//===- Work.h - How much a kernel computes --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/compile.h"

namespace wave::commandline {

/// Of one run over all elements, whatever the target makes of it.
struct Work {
  /// Additions, subtractions, multiplications and divisions: 2*M*N*K for a GEMM.
  double arithmetic = 0;
  /// What the reference interpreter visits: a coordinate of an operation each.
  double visits = 0;
};

/// Sizes and loop steps are those of `compiled`.
Work workOf(const Kernel &kernel, const std::vector<Argument> &arguments,
            const std::vector<std::pair<std::string, int64_t>> &tiles);

} // namespace wave::commandline
