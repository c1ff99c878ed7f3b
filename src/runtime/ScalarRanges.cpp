//===- ScalarRanges.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/ScalarRanges.h"

#include <algorithm>
#include <limits>

#include "diagnostic/ErrorId.h"
#include "symbolic/KernelText.h"
#include "symbolic/Substitute.h"

namespace wave {

static constexpr int64_t least = std::numeric_limits<int32_t>::min(),
                         most = std::numeric_limits<int32_t>::max();

bool fitsInt32(const symbolic::Interval &range) {
  return range.low && range.high && *range.low >= least && *range.high <= most;
}

bool mayFitInt32(const symbolic::Interval &range) {
  return range.low.value_or(least) >= least && range.high.value_or(most) <= most;
}

Diagnostic beyondInt32(const ScalarRange &scalar, const symbolic::Interval &range,
                       const std::string &at) {
  const auto end = [](std::optional<int64_t> value) {
    return value ? std::to_string(*value) : std::string("an unknown number");
  };
  return {.id = ErrorId("index-range"),
          .message = "a scalar is i32, but " + symbolic::kernelText(scalar.value) +
                     " may be from " + end(range.low) + " to " + end(range.high) + at,
          .where = scalar.where,
          .notes = {},
          .help = "make it an i64: scalar(..., i64), self_index(..., i64)"};
}

symbolic::Interval rangeAt(const ScalarRange &scalar, const Bindings &sizes) {
  symbolic::Intervals known;
  const auto boundsOf = [&](const Expr &expr) {
    return symbolic::boundsOf(symbolic::substitute(expr, sizes), known);
  };
  for (const ScalarRange::Index &index : scalar.indices) {
    symbolic::Interval range;
    if (index.low)
      range.low = boundsOf(*index.low).low;
    if (index.high)
      range.high = boundsOf(*index.high).high;
    // Without a trip the index has no value: any range will do.
    if (range.low && range.high)
      range.high = std::max(*range.low, *range.high);
    known[index.symbol] = range;
  }
  return boundsOf(scalar.value);
}

void LaunchRanges::require(const std::vector<ScalarRange> &scalars, std::span<const Expr> grid,
                           const Bindings &sizes) {
  if (scalars.empty())
    return;
  once.run(sizes, [&] {
    if (std::ranges::any_of(grid, [&](const Expr &count) {
          return symbolic::substitute(count, sizes).same_as(Expr::constant(0));
        }))
      return;
    for (const ScalarRange &scalar : scalars)
      if (const symbolic::Interval range = rangeAt(scalar, sizes); !mayFitInt32(range))
        throw Error(beyondInt32(scalar, range, " at " + sizesText(sizes)));
  });
}

} // namespace wave
