//===- RoleSteps.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/RoleSteps.h"

#include "analysis/RoleValues.h"
#include "analysis/TensorAccumulators.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

StringRef nameOf(Step step) {
  constexpr StringRef names[] = {"acquire", "commit", "wait", "release"};
  return names[indexOf(step)];
}

std::string RoleChannel::name() const {
  std::string text;
  for (Value ring : rings())
    if (auto allocation = ring.getDefiningOp<ir::AllocateOp>())
      text += (text.empty() ? "" : ", ") + allocation.getName().str();
  return text;
}

namespace {

class Builder {
public:
  Builder(ir::KernelOp kernel, std::vector<RoleChannel> &channels, size_t &ringCount,
          std::optional<ProtocolGap> &gap)
      : values(kernel) {
    for (auto op : kernel.getBlock()->getOps<ir::ChannelOp>()) {
      channelOf[op.getChannel()] = channels.size();
      channels.push_back({op, op.getDepth(), ringCount});
      for (Value ring : op.getRings()) {
        channelOf[ring] = channels.size() - 1;
        numberOf[ring] = ringCount++;
      }
      channels.back().isReleasedLate = llvm::any_of(op.getRings(), isReadInTensorMemory);
    }
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
      if (!gap && !channelOf.contains(ring.getRing()))
        gap = findShared(ring);
  }

  std::function<Expr(ir::IterateOp)> counterOf = [this](ir::IterateOp loop) {
    return values.of(loop.getCounter());
  };

  std::vector<RoleItem> itemsOf(Block &block) {
    std::vector<RoleItem> items;
    for (Operation &op : block)
      add(&op, items);
    return items;
  }

private:
  /// Whether MMAs into tensor memory read the ring, which release its slots when they complete.
  static bool isReadInTensorMemory(Value ring) {
    return llvm::any_of(ring.getUsers(), [](Operation *user) {
      return isa<ir::ViewOp>(user) && llvm::any_of(user->getUsers(), [](Operation *mma) {
               return isa<ir::MmaOp>(mma) && cast<ir::MmaOp>(mma).getInTensorMemory();
             });
    });
  }

  /// Two roles that access a ring of no channel.
  static std::optional<ProtocolGap> findShared(ir::AllocateOp ring) {
    Operation *first = nullptr;
    for (Operation *user : ring.getRing().getUsers()) {
      auto role = user->getParentOfType<ir::RoleOp>();
      if (first && role != first->getParentOfType<ir::RoleOp>())
        return ProtocolGap{
            user, first,
            "roles share '" + ring.getName().str() + "' and hand it over in no channel", true};
      first = user;
    }
    return std::nullopt;
  }

  void add(Operation *op, std::vector<RoleItem> &items) {
    using Kind = RoleItem::Kind;
    if (isa<ir::AcquireOp>(op))
      items.push_back(step(op, Step::Acquire));
    else if (isa<ir::CommitOp>(op))
      items.push_back(step(op, Step::Commit));
    else if (isa<ir::WaitOp>(op))
      items.push_back(step(op, Step::Wait));
    else if (isa<ir::ReleaseOp>(op))
      items.push_back(step(op, Step::Release));
    else if (isa<ir::DrainOp>(op)) {
      items.push_back(step(op, Step::Acquire));
      items.back().kind = Kind::Drain;
    } else if (auto copy = dyn_cast<ir::CopyOp>(op))
      addAccess(Kind::Write, op, copy.getRing(), copy.getSlot(), items);
    else if (auto write = dyn_cast<ir::SharedWriteOp>(op))
      addAccess(Kind::Write, op, write.getRing(), write.getSlot(), items);
    else if (auto write = dyn_cast<ir::ScalarWriteOp>(op))
      addAccess(Kind::Write, op, write.getRing(), write.getSlot(), items);
    else if (auto read = dyn_cast<ir::ScalarReadOp>(op))
      addAccess(Kind::Read, op, read.getRing(), read.getSlot(), items);
    else if (auto view = dyn_cast<ir::ViewOp>(op))
      addAccess(Kind::Read, op, view.getRing(), view.getSlot(), items);
    else if (auto read = dyn_cast<ir::SharedReadOp>(op)) // strips after the first read again
      addAccess(read.getStrip() && read.getStripAttr().getNumber() > 0 ? Kind::Use : Kind::Read, op,
                read.getRing(), read.getSlot(), items);
    else if (auto mma = dyn_cast<ir::MmaOp>(op)) {
      for (Value operand : {mma.getLhs(), mma.getRhs()})
        if (auto read = operand.getDefiningOp<ir::ViewOp>())
          addAccess(Kind::Use, op, read.getRing(), read.getSlot(), items);
      if (mma.getInTensorMemory()) // which says its slot where the accumulator is whole
        if (ir::SharedWriteOp whole = ringWriteOf(mma))
          addAccess(Kind::Fill, op, whole.getRing(), Value(), items);
    } else if (auto out = dyn_cast<ir::CopyOutOp>(op))
      addAccess(Kind::Use, op, out.getRing(), out.getSlot(), items);
    else if (auto loop = dyn_cast<ir::IterateOp>(op))
      addLoop(loop, items);
    else if (auto choice = dyn_cast<ir::IfOp>(op))
      addChoice(choice, items);
  }

  RoleItem step(Operation *op, Step step) {
    return {.kind = RoleItem::Kind::Step,
            .op = op,
            .channel = channelOf.lookup(ir::channelOfStep(op).getChannel()),
            .step = step,
            .number = values.of(ir::sequenceIndexOf(op))};
  }

  void addAccess(RoleItem::Kind kind, Operation *op, Value ring, Value slot,
                 std::vector<RoleItem> &items) {
    if (auto found = channelOf.find(ring); found != channelOf.end())
      items.push_back({.kind = kind,
                       .op = op,
                       .channel = found->second,
                       .ring = numberOf.lookup(ring),
                       .number = values.of(slot)});
  }

  void addLoop(ir::IterateOp loop, std::vector<RoleItem> &items) {
    if (const auto known = loop.getConstantCount(); !loop.isWhile() && known && *known <= 0)
      return; // a pipeline of known sizes may leave nothing for its steady loop
    RoleItem item{.kind = RoleItem::Kind::Loop, .op = loop};
    item.body = itemsOf(*loop.getBlock());
    if (item.body.empty())
      return;
    item.isWhile = loop.isWhile();
    item.counter = values.of(loop.getCounter());
    if (!item.isWhile)
      item.count = values.of(loop.getCount());
    for (auto [number, now] : llvm::enumerate(loop.getCarried()))
      if (now.getType().isIndex())
        item.carried.push_back(
            {.now = values.of(now),
             .init = values.of(loop.getInit()[number]),
             .next = values.of(loop.getYield().getValues()[number]),
             .result = values.of(loop.getResult(static_cast<unsigned>(number)))});
    loop->walk([&](Operation *inner) {
      auto define = [&](Value value) {
        if (value.getType().isIndex() && !value.getDefiningOp<ir::IndexOp>())
          for (const std::string &symbol : symbolic::symbolsOf(values.of(value)))
            item.inside.insert(symbol);
      };
      if (auto other = dyn_cast<ir::IterateOp>(inner))
        llvm::for_each(other.getBlock()->getArguments(), define);
      if (inner != loop.getOperation() && !isa<ir::WorkgroupIdOp>(inner))
        llvm::for_each(inner->getResults(), define);
    });
    items.push_back(std::move(item));
  }

  void addChoice(ir::IfOp choice, std::vector<RoleItem> &items) {
    RoleItem item{.kind = RoleItem::Kind::Choice,
                  .op = choice,
                  .condition = values.of(choice.getCondition())};
    item.body = itemsOf(choice.getThen().front());
    item.otherwise = itemsOf(choice.getOtherwise().front());
    if (!item.body.empty() || !item.otherwise.empty())
      items.push_back(std::move(item));
  }

  RoleValues values;
  DenseMap<Value, size_t> channelOf, numberOf;
};

} // namespace

/// The loop of a role whose trips begin the uses of channels anew; null where they run on.
static ir::IterateOp reinitialisedLoop(ir::RoleOp role) {
  for (auto loop : role.getBlock()->getOps<ir::IterateOp>())
    if (!loop.getBlock()->getOps<ir::ReinitialiseOp>().empty())
      return loop;
  return {};
}

RoleSteps::RoleSteps(ir::KernelOp kernel) {
  Builder builder(kernel, channels, rings, gap);
  for (auto role : kernel.getBlock()->getOps<ir::RoleOp>())
    roles.push_back({role, builder.itemsOf(*role.getBlock())});
  if (llvm::any_of(roles, [](const RoleProgram &each) { return reinitialisedLoop(each.role); }))
    keepOneTrip(builder.counterOf);
}

/// What is proved of any trip of loops that all roles end together is proved of the kernel.
void RoleSteps::keepOneTrip(llvm::function_ref<Expr(ir::IterateOp)> counterOf) {
  ir::IterateOp first;
  for (RoleProgram &each : roles) {
    ir::IterateOp loop = reinitialisedLoop(each.role);
    const auto fail = [&](Operation *op, Operation *other, const std::string &text) {
      if (!gap)
        gap = ProtocolGap{op, other, text, true,
                          "let every role end the trips of one loop over tiles together"};
    };
    if (!loop) {
      fail(each.role, first,
           "role '" + each.role.getName().str() +
               "' does not reinitialise channels with the others");
      continue;
    }
    if (first && !counterOf(first).same_as(counterOf(loop)))
      fail(loop, first, "roles meet there, and are not proved to take the same trips");
    first = loop;
    std::vector<RoleItem> trip;
    for (RoleItem &item : each.items)
      if (item.op == loop)
        trip = std::move(item.body);
      else
        fail(item.op, loop, "it uses a channel outside of the loop that reinitialises channels");
    each.items = std::move(trip);
  }
}

} // namespace wave::analysis
