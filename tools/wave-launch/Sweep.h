//===- Sweep.h - Many shapes of one kernel --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include "Experiment.h"

namespace wave::launch {

/// Shapes that a seed draws: 1 and other small sizes, tiles and one more or less, odd ones, and
/// those whose rows are aligned; layouts take turns.
std::vector<Trial> drawTrials(const Package &package, int count, uint64_t seed);

std::string textOf(const Trial &trial);

} // namespace wave::launch
