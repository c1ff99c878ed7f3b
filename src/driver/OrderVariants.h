//===- OrderVariants.h - What other values of a symbol would read ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "report/Explanation.h"
#include "wave/compile.h"

namespace wave {

/// Binds the kernel again with other values of each symbol that decides the order of tiles and
/// nothing else, such as the size of a group, and counts what these orders read.  `options` are
/// those that the kernel of the explanation has been compiled with.
void addOrderVariants(report::Explanation &explanation, const WaveCompileOptions &options,
                      const Kernel &kernel);

} // namespace wave
