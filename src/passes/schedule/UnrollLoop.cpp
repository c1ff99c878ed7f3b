//===- UnrollLoop.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/UnrollLoop.h"

#include "analysis/Nodes.h"
#include "dialect/IndexValues.h"
#include "dialect/Schedule.h"
#include "passes/stage/SequenceIndices.h"

using namespace mlir;

namespace wave {

namespace {

class Unroller {
public:
  Unroller(ir::IterateOp loop, int64_t factor)
      : kernel(loop->getParentOfType<ir::KernelOp>()), loop(loop), factor(factor),
        count(indices.of(loop.getCount())), known(loop.getConstantCount()) {
    for (Operation &op : loop.getBlock()->without_terminator())
      body.push_back(&op);
  }

  Unrolled run() {
    ir::addUnroll(kernel, analysis::pathOf({loop}), factor);
    findRings();
    result.copies.resize(static_cast<size_t>(factor) - 1);
    for (IRMapping &mapping : result.copies)
      copyRings(mapping);
    const bool isWhole = known && *known % factor == 0;
    ir::IterateOp rest = isWhole ? ir::IterateOp() : makeRemainder();
    copyBody();
    OpBuilder before(loop);
    loop.getCountMutable().assign(indices.create(before, loop.getLoc(), trips()));
    ir::composeIndices(loop);
    if (rest)
      ir::composeIndices(rest);
    numberUses(rest);
    ir::eraseUnusedIndices(kernel);
    return std::move(result);
  }

private:
  /// Of the unrolled loop.
  Expr trips() const {
    return known ? Expr::constant(*known / factor) : floordiv(count, Expr::constant(factor));
  }
  Expr iterationsLeft() const {
    return known ? Expr::constant(*known % factor) : count % Expr::constant(factor);
  }

  //===--------------------------------------------------------------------===//
  // Rings
  //===--------------------------------------------------------------------===//

  /// Those that the loop alone uses.
  void findRings() {
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
      const auto users = ring.getRing().getUsers();
      const auto isInside = [&](Operation *user) { return loop->isProperAncestor(user); };
      if (llvm::any_of(users, isInside) && llvm::all_of(users, [&](Operation *user) {
            return isInside(user) || isa<ir::ChannelOp>(user);
          }))
        copied.push_back(ring);
    }
    for (auto channel : kernel.getBlock()->getOps<ir::ChannelOp>())
      if (llvm::is_contained(copied, channel.getRings().front().getDefiningOp()))
        copied.push_back(channel);
    for (auto drain : kernel.getBlock()->getOps<ir::DrainOp>())
      if (llvm::is_contained(copied, drain.getChannelOp()))
        copied.push_back(drain);
  }

  /// Gives what is cloned with `mapping` rings of its own, after those that there are, channels
  /// of these, and drains of the channels.
  void copyRings(IRMapping &mapping) {
    for (Operation *op : copied)
      copyAfter(op, mapping);
  }

  /// After the copies that there are.
  void copyAfter(Operation *op, IRMapping &mapping) {
    Operation *&last = lastCopy.try_emplace(op, op).first->second;
    OpBuilder after(kernel.getContext());
    after.setInsertionPointAfter(last);
    last = after.clone(*op, mapping);
  }

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  /// The iteration of the source loop, at the head of a body: counter * scale + offset.
  Value iterationIn(ir::IterateOp own, int64_t scale, const Expr &offset) {
    OpBuilder head = OpBuilder::atBlockBegin(own.getBlock());
    return indices.create(head, own.getLoc(), indices.of(own.getCounter()) * scale + offset);
  }

  static void replaceCounter(ir::IterateOp own, Value iteration, ArrayRef<Value> iterations) {
    own.getCounter().replaceUsesWithIf(iteration, [&](OpOperand &use) {
      return llvm::none_of(iterations,
                           [&](Value other) { return other.getDefiningOp() == use.getOwner(); });
    });
  }

  ir::IterateOp makeRemainder() {
    IRMapping &mapping = result.remainder.emplace();
    copyRings(mapping);
    OpBuilder after(kernel.getContext());
    after.setInsertionPointAfter(loop);
    Value left = indices.create(after, loop.getLoc(), iterationsLeft());
    auto rest = cast<ir::IterateOp>(after.clone(*loop, mapping));
    loop->replaceAllUsesWith(rest);
    rest.getInitMutable().assign(loop.getResults());
    rest.getCountMutable().assign(left);
    Value iteration = iterationIn(rest, 1, trips() * factor);
    replaceCounter(rest, iteration, iteration);
    ir::markRemainder(rest);
    return rest;
  }

  void copyBody() {
    SmallVector<Value> iterations;
    for (int64_t copy = factor; copy-- > 0;) // each is made at the head
      iterations.push_back(iterationIn(loop, factor, Expr::constant(copy)));
    std::reverse(iterations.begin(), iterations.end());
    ir::YieldOp yield = loop.getYield();
    SmallVector<Value> carried(yield.getValues());
    for (int64_t copy = 1; copy < factor; ++copy) {
      IRMapping &mapping = result.copies[static_cast<size_t>(copy) - 1];
      mapping.map(loop.getCounter(), iterations[static_cast<size_t>(copy)]);
      mapping.map(loop.getCarried(), carried);
      OpBuilder atEnd(yield);
      for (Operation *op : body)
        markCopy(atEnd.clone(*op, mapping), copy);
      for (auto [value, made] : llvm::zip(carried, yield.getValues()))
        value = mapping.lookupOrDefault(made);
    }
    for (Operation *op : body)
      markCopy(op, 0);
    replaceCounter(loop, iterations.front(), iterations);
    yield.getValuesMutable().assign(carried);
  }

  /// Numbers an operation, and those in it, among the copies of what they were at first.
  void markCopy(Operation *op, int64_t copy) const {
    op->walk([&](Operation *inner) {
      if (ir::isIndex(inner) || isa<ir::YieldOp>(inner))
        return;
      const ir::UnrolledAttr before = ir::unrolledOf(inner);
      const int64_t copies = before ? before.getCount() : 1;
      ir::setUnrolled(inner, copy * copies + (before ? before.getNumber() : 0), factor * copies);
    });
  }

  //===--------------------------------------------------------------------===//
  // Channels
  //===--------------------------------------------------------------------===//

  /// Numbers the uses of the channels of the copies and of the remainder, in the loops as they are
  /// now.
  void numberUses(ir::IterateOp rest) {
    SmallVector<std::pair<Operation *, Block *>> loops;
    SmallVector<Operation *> steps;
    kernel.walk([&](ir::IterateOp each) { loops.emplace_back(each, each.getBlock()); });
    for (ir::IterateOp own : {loop, rest})
      if (own)
        own->walk([&](Operation *op) {
          if (ir::isStepOfUse(op))
            steps.push_back(op);
        });
    SequenceIndices numbers;
    const auto number = [&](Operation *step, llvm::function_ref<Expr(ir::IndexValues &)> exprOf) {
      ir::IndexValues own;
      const Expr expr = exprOf(own);
      OpBuilder builder(step);
      step->setOperand(step->getNumOperands() - 1, own.create(builder, step->getLoc(), expr));
    };
    for (Operation *step : steps)
      number(step, [&](ir::IndexValues &own) { return numbers.of(step->getBlock(), own); });
    DenseMap<Value, Block *> uses;
    for (Operation *step : steps)
      uses[ir::channelOfStep(step).getChannel()] = step->getBlock();
    for (auto drain : kernel.getBlock()->getOps<ir::DrainOp>())
      if (Block *block = uses.lookup(drain.getChannel()))
        number(drain, [&](ir::IndexValues &own) { return numbers.endOf(block, own); });
    for (const auto &[op, block] : loops)
      if (block->getParentOp() != op)
        result.replaced[op] = block->getParentOp();
  }

  ir::KernelOp kernel;
  ir::IterateOp loop;
  int64_t factor;
  ir::IndexValues indices;
  Expr count; ///< of the source loop
  std::optional<int64_t> known;
  SmallVector<Operation *> body;
  SmallVector<Operation *> copied; ///< rings, channels and drains
  DenseMap<Operation *, Operation *> lastCopy;
  Unrolled result;
};

} // namespace

Unrolled unrollLoop(ir::IterateOp loop, int64_t factor) { return Unroller(loop, factor).run(); }

} // namespace wave
