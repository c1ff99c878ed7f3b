//===- ApproximateFunctions.cpp -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/ApproximateFunctions.h"

namespace wave::ir {

namespace {
struct Row {
  UnaryKind kind;
  ApproximateBound bound;
};
} // namespace

static constexpr Row rows[] = {
#define WAVE_APPROXIMATE_FUNCTION(KIND, RELATIVE, PER_UNIT, ABSOLUTE)                              \
  {UnaryKind::KIND, {RELATIVE, PER_UNIT, ABSOLUTE}},
#include "dialect/ApproximateFunctions.def"
};

std::optional<ApproximateBound> approximateBound(UnaryKind kind) {
  for (const Row &row : rows)
    if (row.kind == kind)
      return row.bound;
  return std::nullopt;
}

std::string namesOfApproximateFunctions() {
  std::string names;
  for (const Row &row : rows)
    names += (names.empty() ? "" : ", ") + stringifyUnaryKind(row.kind).str();
  return names;
}

} // namespace wave::ir
