//===- Dependences.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Dependences.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace wave::analysis {

SmallVector<Access> accessesOf(Operation *op) {
  SmallVector<Access> accesses;
  op->walk([&](Operation *inner) {
    auto interface = dyn_cast<MemoryEffectOpInterface>(inner);
    if (!interface)
      return;
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects)
      accesses.push_back({effect.getValue(), isa<MemoryEffects::Write>(effect.getEffect())});
  });
  return accesses;
}

StringRef nameOf(Dependence::Kind kind) {
  switch (kind) {
  case Dependence::Kind::Value:
    return "uses";
  case Dependence::Kind::Flow:
    return "reads what was written by";
  case Dependence::Kind::Anti:
    return "overwrites what is read by";
  case Dependence::Kind::Output:
    return "overwrites what was written by";
  }
  llvm_unreachable("all kinds are listed");
}

namespace {

class Collector {
public:
  explicit Collector(ir::IterateOp loop) : loop(loop), body(loop.getBlock()) {
    for (Operation &op : body->without_terminator())
      order[&op] = static_cast<int64_t>(order.size());
  }

  SmallVector<Dependence> run() {
    for (Operation &op : body->without_terminator())
      collectValues(&op);
    collectMemory();
    return std::move(found);
  }

private:
  /// The operation of the body that `op` is, or is nested in.
  Operation *inBody(Operation *op) const { return body->findAncestorOpInBlock(*op); }

  void collectValues(Operation *user) {
    user->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!operand.getType().isIndex()) // computed where it is used
          follow(operand, user, 0);
    });
  }

  /// Through as many of the loop's arguments as pass a value on.
  void follow(Value value, Operation *user, int64_t distance) {
    if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner() == body) {
      if (distance <= static_cast<int64_t>(body->getNumArguments()))
        follow(loop.getYield().getValues()[argument.getArgNumber() - 1], user, distance + 1);
      return;
    }
    Operation *producer = value.getDefiningOp();
    Operation *from = producer ? inBody(producer) : nullptr;
    if (from && from != user)
      found.push_back({from, user, Dependence::Kind::Value, distance, value});
    else if (from && distance > 0)
      found.push_back({from, user, Dependence::Kind::Value, distance, value});
  }

  void collectMemory() {
    SmallVector<std::pair<Operation *, Access>> accesses;
    for (Operation &op : body->without_terminator())
      for (const Access &access : accessesOf(&op))
        accesses.emplace_back(&op, access);
    for (const auto &[from, first] : accesses)
      for (const auto &[to, second] : accesses) {
        // What a debug_log sends has a place of its own.
        if (!first.memory || first.memory != second.memory || (!first.isWrite && !second.isWrite))
          continue;
        auto kind = !first.isWrite   ? Dependence::Kind::Anti
                    : second.isWrite ? Dependence::Kind::Output
                                     : Dependence::Kind::Flow;
        bool isLater = order.lookup(from) < order.lookup(to);
        if (!isLater && kind == Dependence::Kind::Flow && isRewritten(first.memory, to, accesses))
          continue; // what is read was written anew in the same step
        found.push_back({from, to, kind, isLater ? 0 : 1, first.memory});
      }
  }

  /// Whether the step writes all of a ring's slot before `reader` reads it.
  bool isRewritten(Value memory, Operation *reader,
                   ArrayRef<std::pair<Operation *, Access>> accesses) const {
    return isa_and_nonnull<ir::AllocateOp>(memory ? memory.getDefiningOp() : nullptr) &&
           llvm::any_of(accesses, [&](const auto &pair) {
             return pair.second.memory == memory && pair.second.isWrite &&
                    order.lookup(pair.first) < order.lookup(reader);
           });
  }

  ir::IterateOp loop;
  Block *body;
  DenseMap<Operation *, int64_t> order;
  SmallVector<Dependence> found;
};

} // namespace

SmallVector<Dependence> dependencesOf(ir::IterateOp loop) { return Collector(loop).run(); }

} // namespace wave::analysis
