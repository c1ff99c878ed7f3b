//===- OperationTable.h - What has machine code, on which chips -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each GPU target has a table of its own, Operations.def.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mlir/IR/BuiltinTypes.h"

namespace wave::codegen {

/// Floating-point types as bits.
enum FloatTypes : unsigned {
  F16 = 1,
  BF16 = 2,
  F32 = 4,
  F64 = 8,
  AnyFloat = F16 | BF16 | F32 | F64
};

/// A row.
struct OperationSupport {
  std::string_view name;
  unsigned generations; ///< bits of Generation
  unsigned floats;      ///< bits of FloatTypes

  bool takes(mlir::FloatType type) const;
  /// "f16, f32": the floating-point types that it takes.
  std::string floatNames() const;
};

class OperationTable {
public:
  explicit OperationTable(std::vector<OperationSupport> unsorted);

  /// The row of that name, or null.
  const OperationSupport *find(std::string_view operation) const;

private:
  std::vector<OperationSupport> rows; ///< in the order of names
};

} // namespace wave::codegen
