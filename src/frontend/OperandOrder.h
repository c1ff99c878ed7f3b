//===- OperandOrder.h - One order of operations for every C++ compiler ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ leaves open in which order the arguments of `mma(read(a), read(b), acc)`
// are evaluated, so the order in which a body's calls arrive is the compiler's.
// This puts the operations of a block in an order that the kernel's text alone
// determines:
//
//  - writes, and loops that write, keep their order (two in one full expression
//    are refused by EffectScope);
//  - every other operation stands before the first one that needs it, the
//    operands of one operation from left to right;
//  - a read stands before any later write to its memory.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/Block.h"

namespace wave::frontend {

/// Reorders `block` and the blocks nested in it.
void orderByOperands(mlir::Block &block);

} // namespace wave::frontend
