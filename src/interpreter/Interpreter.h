//===- Interpreter.h - The interpreter, with ranges -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "interpreter/Range.h"
#include "wave/interpret.h"

namespace wave::interpreter {

/// What the elements of a tensor may be after a correct computation: the numbers from `low` to
/// `high`, f64, both NaN where there are none, and NaN where `mayBeNaN`, i1, says so.  Where
/// `isWritten`, i1, is 0 the kernel leaves what was there before.
struct Ranges {
  Tensor low, high, mayBeNaN, isWritten;

  explicit Ranges(const Tensor &exact);
  Range at(const std::vector<int64_t> &index) const;
  void set(const std::vector<int64_t> &index, const Range &range);
};

/// Interprets, and returns for each tensor that the kernel writes what it may hold: where
/// functions and sums may be off, what comes of all that they may give (docs/adr/0031).
std::vector<std::optional<Ranges>> interpretWithRanges(const Kernel &kernel, const Bindings &subs,
                                                       std::span<const Tensor> tensors);

} // namespace wave::interpreter
