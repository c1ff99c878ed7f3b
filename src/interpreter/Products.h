//===- Products.h - Products that run on while their wave goes on ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a wave has begun and not waited for (docs/adr/0023).  A product is computed when it
// begins; that nobody relies on its end before the wave has seen that, or touches what it
// reads, is what is held against the program.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <deque>
#include <optional>

#include "dialect/Dialect.h"

namespace wave::interpreter {

/// A slot of a ring that MMAs read where it is.
struct SlotUse {
  ir::ViewOp op;
  int64_t slot;
  int64_t number; ///< of the read, and so of the write that it is to see
};

class RunningProducts {
public:
  struct Product {
    ir::MmaOp op;
    mlir::SmallVector<SlotUse, 2> slots;
    mlir::SmallVector<mlir::Value, 2> held; ///< operands that lanes hold
  };

  /// Its number, from 1.
  int64_t begin(Product product) {
    running.push_back(std::move(product));
    return ended + static_cast<int64_t>(running.size());
  }
  /// Until at most so many run.
  void wait(int64_t pending) {
    while (static_cast<int64_t>(running.size()) > pending) {
      running.pop_front();
      ++ended;
    }
  }

  /// The product of that number, where it runs.
  const Product *numbered(int64_t number) const {
    return number > ended ? &running[static_cast<size_t>(number - ended - 1)] : nullptr;
  }
  /// One that reads use `number` of the ring.
  const Product *readerOf(mlir::Value ring, int64_t number) const {
    return find([&](const SlotUse &use) {
      return const_cast<SlotUse &>(use).op.getRing() == ring && use.number == number;
    });
  }
  /// One that reads the value from registers.
  const Product *holderOf(mlir::Value value) const {
    for (const Product &product : running)
      if (llvm::is_contained(product.held, value))
        return &product;
    return nullptr;
  }

private:
  const Product *find(llvm::function_ref<bool(const SlotUse &)> condition) const {
    for (const Product &product : running)
      if (llvm::any_of(product.slots, condition))
        return &product;
    return nullptr;
  }

  std::deque<Product> running; ///< the oldest first
  int64_t ended = 0;
};

} // namespace wave::interpreter
