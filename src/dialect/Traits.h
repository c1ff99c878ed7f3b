//===- Traits.h - Properties that operations have or not ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each is about stands in Interfaces.td.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/OpDefinition.h"

namespace wave::ir {

template <typename ConcreteOp>
class PerElement : public mlir::OpTrait::TraitBase<ConcreteOp, PerElement> {};

template <typename ConcreteOp>
class KeepsZero : public mlir::OpTrait::TraitBase<ConcreteOp, KeepsZero> {};

template <typename ConcreteOp> class Hint : public mlir::OpTrait::TraitBase<ConcreteOp, Hint> {};

} // namespace wave::ir
