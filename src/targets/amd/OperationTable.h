//===- OperationTable.h - What has machine code, on which chips ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mlir/IR/BuiltinTypes.h"

namespace wave::amd {

/// A row of Operations.def.
struct OperationSupport {
  std::string_view name;
  unsigned generations; ///< bits of Generation
  unsigned floats;      ///< bits of a set of floating-point types

  bool takes(mlir::FloatType type) const;
  /// "f16, f32": the floating-point types that it takes.
  std::string floatNames() const;
};

/// The row of that name, or null.
const OperationSupport *supportOf(std::string_view operation);

} // namespace wave::amd
