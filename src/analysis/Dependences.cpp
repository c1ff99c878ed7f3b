//===- Dependences.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Dependences.h"

#include "llvm/ADT/MapVector.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "analysis/TensorAccumulators.h"
#include "dialect/Schedule.h"

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
  case Dependence::Kind::Order:
    return "follows";
  }
  llvm_unreachable("all kinds are listed");
}

namespace {

using Kind = Dependence::Kind;

class Collector {
public:
  explicit Collector(Operation *program) : program(program) {
    program->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != program) {
        order[op] = static_cast<int64_t>(ops.size());
        ops.push_back(op);
      }
    });
  }

  SmallVector<Dependence> run() {
    for (Operation *op : ops)
      for (Value operand : op->getOperands())
        if (isa<ir::TileType>(operand.getType()))
          follow(operand, op); // an index is computed where it is used
    collectMemory();
    collectChannels();
    return std::move(found);
  }

private:
  /// The loops around both, up to and with the program, the outermost one first.
  SmallVector<Operation *> loopsAround(Operation *a, Operation *b) const {
    SmallVector<Operation *> loops;
    for (Operation *parent = a; parent != program;) {
      parent = parent->getParentOp();
      if (isa<ir::IterateOp>(parent) && parent->isAncestor(b))
        loops.insert(loops.begin(), parent);
    }
    return loops;
  }

  void add(Operation *from, Operation *to, Kind kind, Value through, Operation *carrier = nullptr,
           int64_t distance = 0) {
    Dependence next{from, to, kind, {}, through};
    bool isInside = false;
    for (Operation *loop : loopsAround(from, to)) {
      next.distances.push_back(loop == carrier ? std::optional(distance)
                               : isInside      ? std::nullopt
                                               : std::optional<int64_t>(0));
      isInside |= loop == carrier;
    }
    found.push_back(std::move(next));
  }

  /// From each iteration of each loop around both to the next one.
  void addBackward(Operation *from, Operation *to, Kind kind, Value through) {
    const SmallVector<Operation *> loops = loopsAround(from, to);
    for (Operation *loop : llvm::reverse(loops))
      if (kind != Kind::Flow || !isRewritten(through, to, loop))
        add(from, to, kind, through, loop, 1);
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  void addValue(Operation *from, Operation *user, Value value, Operation *carrier,
                int64_t distance) {
    // What a block hands on is used by the operation whose block it is.
    Operation *to = isa<ir::YieldOp>(user) ? user->getParentOp() : user;
    if (order.contains(from) && order.contains(to) && !to->isProperAncestor(from) &&
        (from != to || distance > 0))
      add(from, to, Kind::Value, value, carrier, distance);
  }

  /// Through as many of a loop's arguments as pass a value on.
  void follow(Value value, Operation *user) {
    if (Operation *producer = value.getDefiningOp())
      return addValue(producer, user, value, nullptr, 0);
    auto loop = dyn_cast<ir::IterateOp>(value.getParentBlock()->getParentOp());
    if (!loop)
      return;
    for (unsigned distance = 1; distance <= loop.getNumResults(); ++distance) {
      const std::optional<unsigned> number = loop.carriedNumber(value);
      if (!number)
        return;
      value = loop.getYield().getValues()[*number];
      Operation *producer = value.getDefiningOp();
      if (producer && producer->getBlock() == loop.getBlock())
        return addValue(producer, user, value, loop, distance);
    }
  }

  //===--------------------------------------------------------------------===//
  // Memories and rings
  //===--------------------------------------------------------------------===//

  void collectMemory() {
    for (Operation *op : ops)
      if (op->getNumRegions() == 0 && !ir::isStepOfChannel(op))
        for (const Access &access : accessesOf(op))
          if (access.memory) // what a debug_log sends has a place of its own
            accesses.emplace_back(op, access);
    for (const auto &[from, first] : accesses)
      for (const auto &[to, second] : accesses) {
        if (first.memory != second.memory || (!first.isWrite && !second.isWrite))
          continue;
        if (auto ring = dyn_cast<ir::BufferType>(first.memory.getType());
            ring && ir::areSlicesApart(from, to, ring))
          continue; // each is about its part of a slot
        const Kind kind = !first.isWrite ? Kind::Anti : second.isWrite ? Kind::Output : Kind::Flow;
        if (order.lookup(from) < order.lookup(to))
          add(from, to, kind, first.memory);
        else
          addBackward(from, to, kind, first.memory);
      }
  }

  /// Whether each iteration of `loop` writes all that `reader` reads of a ring's slot before it
  /// does.
  bool isRewritten(Value memory, Operation *reader, Operation *loop) const {
    if (!isa_and_nonnull<ir::AllocateOp>(memory.getDefiningOp()))
      return false;
    SmallVector<Operation *> writers;
    for (const auto &[writer, access] : accesses)
      if (access.memory == memory && access.isWrite && loop->isProperAncestor(writer) &&
          writer->getParentOp()->isAncestor(reader) && order.lookup(writer) < order.lookup(reader))
        writers.push_back(writer);
    return ir::fillSliceOf(reader, writers, cast<ir::BufferType>(memory.getType()));
  }

  //===--------------------------------------------------------------------===//
  // Channels
  //===--------------------------------------------------------------------===//

  struct Steps {
    SmallVector<Operation *> acquires, commits, waits, releases;
  };

  void collectChannels() {
    llvm::MapVector<Value, Steps> channels;
    for (Operation *op : ops)
      if (ir::isStepOfChannel(op)) {
        Steps &steps = channels[ir::channelOfStep(op).getChannel()];
        if (isa<ir::AcquireOp>(op))
          steps.acquires.push_back(op);
        else if (isa<ir::CommitOp>(op))
          steps.commits.push_back(op);
        else if (isa<ir::WaitOp>(op))
          steps.waits.push_back(op);
        else if (isa<ir::ReleaseOp>(op))
          steps.releases.push_back(op);
      }
    for (const auto &[channel, steps] : channels)
      for (Value ring : cast<ir::ChannelOp>(channel.getDefiningOp()).getRings())
        collect(steps, ring);
  }

  void collect(const Steps &steps, Value ring) {
    const auto addAll = [&](ArrayRef<Operation *> from, ArrayRef<Operation *> to, Kind kind) {
      for (Operation *first : from)
        for (Operation *second : to)
          add(first, second, kind, ring);
    };
    SmallVector<Operation *> fills, reads, users;
    for (const auto &[op, access] : accesses)
      if (access.memory == ring)
        (access.isWrite ? fills : reads).push_back(op);
    for (Operation *fill : fills) // MMAs that accumulate there write from the first one on
      if (ir::writesAccumulator(fill))
        program->walk([&](ir::MmaOp mma) {
          if (mma.getInTensorMemory() && ringWriteOf(mma).getRing() == ring)
            users.push_back(mma);
        });
    addAll(steps.acquires, fills, Kind::Order);
    addAll(steps.acquires, users, Kind::Order);
    addAll(fills, steps.commits, Kind::Order);
    addAll(steps.commits, steps.waits, Kind::Flow);
    addAll(steps.waits, reads, Kind::Order);
    users.clear();
    for (Operation *read : reads) // MMAs read by descriptor as long as they run, and nothing before
      if (isa<ir::ViewOp>(read)) {
        const SmallVector<Operation *> mmas(read->getUsers());
        const auto role = [](Operation *mma) { return ir::roleOf(mma); };
        const bool isOfOneRole = llvm::all_equal(llvm::map_range(mmas, role));
        for (Operation *mma : mmas) {
          users.push_back(mma);
          if (isOfOneRole)
            add(mma, read, Kind::Order, ring);
          for (Operation *other : mmas) // each role reads it for itself
            if (!isOfOneRole && other != mma && role(other) == role(mma))
              add(mma, other, Kind::Order, ring);
        }
      }
    addAll(reads, steps.releases, Kind::Order);
    addAll(users, steps.releases, Kind::Order);
    for (Operation *release : steps.releases)
      for (Operation *acquire : steps.acquires)
        addBackward(release, acquire, Kind::Anti, ring);
  }

  Operation *program;
  SmallVector<Operation *> ops; ///< in the order of the program
  DenseMap<Operation *, int64_t> order;
  SmallVector<std::pair<Operation *, Access>> accesses;
  SmallVector<Dependence> found;
};

} // namespace

SmallVector<Dependence> dependencesOf(Operation *program) { return Collector(program).run(); }

SmallVector<LoopDependence> dependencesIn(ir::IterateOp loop, ArrayRef<Dependence> dependences) {
  SmallVector<LoopDependence> found;
  for (const Dependence &each : dependences) {
    Operation *from = loop.getBlock()->findAncestorOpInBlock(*each.from);
    Operation *to = loop.getBlock()->findAncestorOpInBlock(*each.to);
    if (!from || !to)
      continue;
    size_t depth = 0; // of this loop among those around both, from the innermost one on
    for (Operation *parent = each.from->getParentOp(); parent != loop;
         parent = parent->getParentOp())
      depth += isa<ir::IterateOp>(parent) && parent->isAncestor(each.to);
    const ArrayRef<std::optional<int64_t>> distances = each.distances;
    const ArrayRef<std::optional<int64_t>> outer = distances.drop_back(depth + 1);
    if (llvm::any_of(outer, [](std::optional<int64_t> distance) { return distance != 0; }))
      continue;
    const int64_t distance = *distances[outer.size()];
    if (from != to || distance != 0)
      found.push_back({each, distance});
  }
  return found;
}

} // namespace wave::analysis
