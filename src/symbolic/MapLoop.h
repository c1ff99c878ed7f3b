//===- MapLoop.h - A loop around a write, as expressions ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/expr.h"

#include <functional>
#include <optional>
#include <string>

namespace wave::symbolic {

/// The condition is tested before each trip.  The expressions are over sizes, workgroup ids and the
/// counters of outer loops; `condition` and `next` also over the loop's own.
struct MapLoop {
  std::string counter;
  Expr start, condition, next;
};

/// The trips are 0, 1, ... `count` - 1.
MapLoop countedLoop(std::string counter, const Expr &count);

/// The bound where the loop runs while counter < bound, and bound does not depend on the counter:
/// counter * 8 + start < size does where counter < ceildiv(size - start, 8).  `isPositive` says of
/// what stands in the place of the 8 whether it is at least 1.
using PositiveTest = std::function<bool(const Expr &)>;
bool isPositiveConstant(const Expr &expr);
std::optional<Expr> boundOf(const MapLoop &loop,
                            const PositiveTest &isPositive = isPositiveConstant);

/// A loop that counts c = 0, 1, 2, ... and is used as index = c * step + start alone, while index <
/// bound, takes the indices of a loop from `start` that adds `step`.  The index where the condition
/// compares one: c * step + start.
std::optional<Expr> stridedIndexOf(const MapLoop &loop);

/// What each trip adds to the counter, where that does not depend on the counter.
std::optional<Expr> stepOf(const MapLoop &loop);

/// Whether the loop is that of countedLoop.
bool isCounted(const MapLoop &loop);

} // namespace wave::symbolic
