//===- Agent.h - A wave on its way through a kernel -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>

#include "dialect/Dialect.h"
#include "interpreter/Array.h"
#include "interpreter/Products.h"
#include "symbolic/Evaluate.h"
#include "wave/tensor.h"

namespace wave::interpreter {

/// A program counter, the counters of the loops around it, and the tiles computed so far.
/// It takes one operation after the other; when, is decided outside.
class Agent {
public:
  /// Runs a kernel's block, or a role's.  `symbols` has a value for every symbol of the kernel, and
  /// for WORKGROUP_0 to 2.  `waves` run that block.  `where` is what messages add to its name.
  Agent(mlir::Block *program, int64_t wave, int64_t waves, Bindings symbols,
        std::span<const Tensor> tensors, std::string where = {});

  /// Which one it is, of the kernel or of its role.
  int64_t wave() const { return wave_; }
  /// Null in a kernel without roles.
  ir::RoleOp role() const { return role_; }
  /// "wave 1", "wave 0 of role 'load'".
  std::string name() const;
  /// Barriers passed.  Barrier number n of one wave meets number n of another, whichever operations
  /// they are: conditional ones are passed by half of the waves.
  int64_t barriers() const { return barriers_; }
  /// Ends of trips at which it has reinitialised channels with the others.
  int64_t reinitialised() const { return reinitialised_; }
  /// Copy operations begun.
  int64_t copies() const { return copies_; }
  /// Numbers, from 1, of those that part accesses to memories.
  const std::vector<int64_t> &globalBarriers() const { return globalBarriers_; }
  /// A barrier, by its number, that ends the agent's first `copies` copy operations.
  struct End {
    int64_t barrier, copies;
  };
  const std::vector<End> &ends() const { return ends_; }
  /// What it ends if the agent comes to it now; nothing of one that ends no copies.
  std::optional<End> endAt(ir::BarrierOp barrier) const;
  /// The operation that comes next; null behind the last one.
  mlir::Operation *next() const;
  /// Goes on to the one behind it, which may be in a loop's body, or behind the loop.
  void advance();

  /// The value of an index now; 0 of null.
  int64_t evaluate(mlir::Value index) const;
  /// Of an expression in which `$n` stands for operand number n.
  int64_t evaluate(ir::ExprAttr expr, mlir::ArrayRef<int64_t> operands) const;
  /// Values of the sizes that are left open, among others.
  const Bindings &sizes() const { return symbols; }
  const Array &valueOf(mlir::Value value) const { return values.find(value)->second.array; }
  void set(mlir::Value value, Array array) { set(value, {std::move(array), 0}); }
  /// Gives an index that was handed over its value.
  void setIndex(mlir::Value index, int64_t value) { indices[index] = value; }

  /// The products that run on.
  RunningProducts products;
  /// Gives `value` the sum of product number `product`, which runs on.
  void setSum(mlir::Value value, Array sum, int64_t product) {
    set(value, {std::move(sum), product});
  }
  /// The product that `value` is the sum of, if it runs on.
  const RunningProducts::Product *sumOf(mlir::Value value) const {
    auto found = values.find(value);
    return found == values.end() ? nullptr : products.numbered(found->second.product);
  }
  /// Tiles that stay in shared memory.
  llvm::DenseMap<mlir::Value, SlotUse> views;
  /// The first product whose operand in registers was overwritten while it ran, and where.
  const std::optional<std::pair<ir::MmaOp, mlir::Value>> &overwritten() const {
    return overwritten_;
  }

private:
  /// A block that is being run.
  struct Frame {
    mlir::Block *block;
    mlir::Block::iterator next;
    int64_t step = 0, count = 1; ///< of the loop whose body it is
  };

  /// What a value is now.
  struct Tile {
    Array array;
    int64_t product; ///< number of the product whose sum it is; 0 of none
  };
  void set(mlir::Value value, Tile tile);

  /// Indices are computed where they are asked for, and conditional barriers are others'.
  void skipIndices();
  void step();
  bool goesOn(ir::IterateOp loop, int64_t counter) const;
  void enter(ir::IterateOp loop);
  void enter(ir::IfOp choice);
  void leave(ir::YieldOp yield);
  /// All at once: a loop may hand its arguments round.
  void copy(mlir::ValueRange from, mlir::ValueRange to);

  ir::RoleOp role_;
  int64_t wave_, waves, barriers_ = 0, copies_ = 0, reinitialised_ = 0;
  std::vector<int64_t> globalBarriers_;
  std::vector<End> ends_;
  Bindings symbols;
  std::span<const Tensor> tensors; ///< the arguments, from which indices are read
  std::string where;
  mlir::SmallVector<Frame> frames;
  llvm::DenseMap<mlir::Value, Tile> values;
  llvm::DenseMap<mlir::Value, int64_t> indices; ///< counters of loops, and what loops carry
  std::optional<std::pair<ir::MmaOp, mlir::Value>> overwritten_;
};

} // namespace wave::interpreter
