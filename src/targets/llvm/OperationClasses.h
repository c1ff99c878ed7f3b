//===- OperationClasses.h - Operations that are alike to analyses ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes and checks of the target form ask of operations of LLVM, as one table: the dialect
// has no interfaces for it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/Operation.h"

namespace wave {

enum class OperationClass : uint8_t {
  Other,
  IntegerCast, ///< from an integer to one of another width
  FloatCast,   ///< from or to a float
  PointerCast, ///< of an address, which stays the same
  Repacking,   ///< of elements of vectors and structs, which stay the same
  Division,    ///< of integers: a quotient or a remainder
  Bitwise,     ///< of an integer's bits
};

OperationClass classOf(mlir::Operation *op);

} // namespace wave
