//===- ApproximateFunctions.h - What approximate functions may be off -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>

#include "dialect/Dialect.h"

namespace wave::ir {

/// A row of ApproximateFunctions.def.
struct ApproximateBound {
  double relative, perUnit, absolute;
};

/// None of a function without an approximate form.
std::optional<ApproximateBound> approximateBound(UnaryKind kind);

/// "exp2, exp, ..."
std::string namesOfApproximateFunctions();

} // namespace wave::ir
