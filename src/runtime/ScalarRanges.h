//===- ScalarRanges.h - Scalars that are held to 32 bits ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar that a kernel declares as i32 is computed in 64 bits, and held to its type: the compiler
// computes between which numbers it lies.  Where that depends on open sizes, each launch does so at
// its own, once for each.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/OncePerSizes.h"
#include "symbolic/Bounds.h"
#include "wave/diagnostic.h"

namespace wave {

/// A scalar that is i32, and the indices that it is made of.
struct ScalarRange {
  /// An id of a workgroup, or what a loop counts or carries: from `low` to `high`, which are over
  /// open sizes and the indices before this one.
  struct Index {
    std::string symbol;
    std::optional<Expr> low, high;
  };
  SourceLocation where;
  Expr value;
  std::vector<Index> indices;
};

/// Whether all numbers of the interval, or all that are known of it, are those of an i32.
bool fitsInt32(const symbolic::Interval &range);
bool mayFitInt32(const symbolic::Interval &range);

/// What is wrong with a scalar that may be anything in `range`; `at` says at which sizes.
Diagnostic beyondInt32(const ScalarRange &scalar, const symbolic::Interval &range,
                       const std::string &at = "");

/// Between which numbers the scalar lies at these sizes.
symbolic::Interval rangeAt(const ScalarRange &scalar, const Bindings &sizes);

/// The ranges at the sizes of launches; any number of threads may ask.
class LaunchRanges {
public:
  /// Throws Error "index-range" for the first scalar that may be beyond its type at these sizes.
  /// Without a workgroup nothing is computed.
  void require(const std::vector<ScalarRange> &scalars, std::span<const Expr> grid,
               const Bindings &sizes);

private:
  OncePerSizes once;
};

} // namespace wave
