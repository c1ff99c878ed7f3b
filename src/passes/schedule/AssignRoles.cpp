//===- AssignRoles.cpp - Waves of their own make the copies ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: rings of one slot, each filled by one copy and read once        (staged)
// Gives: two roles; rings are channels between them                   (scheduled)
//
// Each role keeps the loops that it has something to do in. What is copied in one block, a
// step of a loop, is one channel: it is filled, and read, together. The number of a step
// is that of the channel's use,
//
//   (($OUTER * count of the next loop) + $INNER) ...
//
// so that slots go round across the loops too, and nothing begins anew.
//
//===----------------------------------------------------------------------===//

#include "analysis/Roles.h"
#include "analysis/SharedBanks.h"
#include "dialect/NormalForms.h"
#include "machine/Chip.h"
#include "passes/Passes.h"
#include "passes/schedule/LoopPipeline.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_ASSIGNROLES
#include "passes/Passes.h.inc"

namespace {

/// What is copied in one block, and read there.
struct Channel {
  SmallVector<ir::CopyOp> copies;
  SmallVector<ir::SharedReadOp> reads;
  ir::ExprAttr number;         ///< of its use in this step
  std::optional<int64_t> uses; ///< all of them, where that is known

  SmallVector<Value> rings() const {
    return llvm::map_to_vector(copies, [](ir::CopyOp copy) -> Value { return copy.getRing(); });
  }
};

struct AssignRoles : impl::AssignRolesBase<AssignRoles> {
  using AssignRolesBase::AssignRolesBase;

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Staged)))
      return signalPassFailure();
    channels.clear();
    if (onlyInPlace && !readsInPlace())
      return;
    kernel.walk([&](ir::CopyOp copy) { channels[copy->getBlock()].copies.push_back(copy); });
    if (std::string reason = whyNot(); !reason.empty()) {
      kernel.emitRemark("the copies have no waves of their own: " + reason + " [not-specialized]");
      return;
    }
    for (auto &[block, channel] : channels)
      numberUses(block, channel);
    const int64_t slots = buffers ? buffers.getValue() : fittingSlots();
    for (auto &[block, channel] : channels)
      giveSlots(channel, buffers ? slots : slotsOf(channel, slots));
    splitRoles(kernel);
    for (auto &[block, channel] : channels)
      releaseLate(block);
  }

private:
  /// Why the roles cannot be parted; empty if they can.
  std::string whyNot() {
    if (channels.empty())
      return "there are none";
    for (auto &[block, channel] : channels) {
      if (!llvm::all_of(parentsOf(block), llvm::IsaPred<ir::IterateOp>))
        return "one of them is made on a condition";
      for (ir::CopyOp copy : channel.copies) {
        if (!analysis::canCopyApart(copy))
          return "what one of them brings is written too";
        for (Operation *user : copy.getRing().getUsers())
          if (auto read = dyn_cast<ir::SharedReadOp>(user); read && read->getBlock() == block)
            channel.reads.push_back(read);
          else if (user != copy)
            return "a ring is used in several places";
      }
      if (channel.reads.size() != channel.copies.size())
        return "a ring is not read once for each copy";
    }
    return {};
  }

  /// The operations around a block, up to the kernel.
  static SmallVector<Operation *> parentsOf(Block *block) {
    SmallVector<Operation *> parents;
    for (Operation *parent = block->getParentOp(); !isa<ir::KernelOp>(parent);
         parent = parent->getParentOp())
      parents.push_back(parent);
    return parents;
  }

  bool readsInPlace() {
    return getOperation()
        .walk([](ir::SharedReadOp read) {
          return read.getInPlace() ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  void numberUses(Block *block, Channel &channel) {
    Expr number = Expr::constant(0), uses = Expr::constant(1);
    const SmallVector<Operation *> parents = parentsOf(block);
    for (Operation *parent : llvm::reverse(parents)) {
      auto loop = cast<ir::IterateOp>(parent);
      const Expr count = loop.getCountAttr().getValue();
      number = number * count + Expr::symbol("$" + loop.getAxis().getSymbol()->str());
      uses = uses * count;
    }
    channel.number = ir::ExprAttr::get(&getContext(), number);
    channel.uses = ir::ExprAttr::get(&getContext(), uses).getConstant();
  }

  //===--------------------------------------------------------------------===//
  // Slots
  //===--------------------------------------------------------------------===//

  static constexpr int64_t fewestSlots = 2, mostSlots = 8;

  /// No more than there are uses, of `slots`.
  static int64_t slotsOf(const Channel &channel, int64_t slots) {
    return std::max<int64_t>(1, std::min(slots, channel.uses.value_or(slots)));
  }

  /// Bytes of a ring's slot, with which others begin at multiples of 1024.
  static int64_t bytesOf(Value ring) {
    return static_cast<int64_t>(llvm::alignTo(
        static_cast<uint64_t>(analysis::tileBytes(cast<ir::RingType>(ring.getType()))), 1024));
  }

  /// The most slots of all channels with which the rings fit shared memory; the fewest, if none
  /// do.
  int64_t fittingSlots() {
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    int64_t slots = mostSlots;
    auto fits = [&] {
      int64_t bytes = 0;
      DenseSet<Value> rings;
      for (auto &[block, channel] : channels)
        for (Value ring : channel.rings()) {
          rings.insert(ring);
          bytes += slotsOf(channel, slots) * (bytesOf(ring) + 2 * analysis::Channel::barrierBytes);
        }
      for (auto ring : getOperation().getBlock()->getOps<ir::AllocateOp>())
        if (!rings.contains(ring.getRing()))
          bytes += bytesOf(ring.getRing());
      return gpu && bytes <= gpu->sharedBytes;
    };
    while (slots > fewestSlots && !fits())
      --slots;
    return slots;
  }

  void giveSlots(Channel &channel, int64_t slots) {
    const auto slot = ir::ExprAttr::get(&getContext(), channel.number.getValue() % slots);
    for (Value ring : channel.rings()) {
      auto type = cast<ir::RingType>(ring.getType());
      ring.setType(ir::RingType::get(&getContext(), slots, type.getDims(), type.getElementType(),
                                     type.getLayout()));
      for (Operation *user : ring.getUsers())
        user->setAttr("slot", slot);
    }
  }

  //===--------------------------------------------------------------------===//
  // Programs
  //===--------------------------------------------------------------------===//

  void splitRoles(ir::KernelOp kernel) {
    SmallVector<Operation *> program;
    int64_t waves = 1;
    for (Operation &op : *kernel.getBlock()) {
      if (!ir::isConstraint(&op) && !isa<ir::AllocateOp>(op))
        program.push_back(&op);
      if (auto hardware = dyn_cast<ir::HardwareConstraintOp>(op))
        for (ArrayRef<int64_t> counts = *hardware.getWavesPerBlock(); int64_t count : counts)
          waves *= count;
    }
    OpBuilder copies = roleAtEnd(kernel, "copy", 1);
    emitCopies(*kernel.getBlock(), copies);
    OpBuilder compute = roleAtEnd(kernel, "compute", waves);
    for (Operation *op : program)
      op->moveBefore(compute.getInsertionBlock(), compute.getInsertionPoint());
    for (auto &[block, channel] : channels)
      useChannel(channel);
  }

  static OpBuilder roleAtEnd(ir::KernelOp kernel, StringRef name, int64_t waves) {
    OpBuilder builder = OpBuilder::atBlockEnd(kernel.getBlock());
    auto role = ir::RoleOp::create(builder, kernel.getLoc(), name, static_cast<uint64_t>(waves));
    return OpBuilder::atBlockEnd(&role.getBody().emplaceBlock());
  }

  /// The copies of a block and of the loops in it.
  void emitCopies(Block &from, OpBuilder &to) {
    for (Operation &op : from) {
      if (auto copy = dyn_cast<ir::CopyOp>(op)) {
        const Channel &channel = channels.find(&from)->second;
        if (copy == channel.copies.front())
          ir::AcquireOp::create(to, copy.getLoc(), channel.rings(), channel.number);
        to.clone(op);
        if (copy == channel.copies.back())
          ir::CommitOp::create(to, copy.getLoc(), channel.rings(), channel.number);
      }
      auto loop = dyn_cast<ir::IterateOp>(op);
      if (!loop ||
          !loop.getBody().walk([](ir::CopyOp) { return WalkResult::interrupt(); }).wasInterrupted())
        continue;
      auto again =
          ir::IterateOp::create(to, loop.getLoc(), TypeRange(), loop.getAxisAttr(), ValueRange(),
                                loop.getCountAttr(), IntegerAttr(), loop.getTagAttr());
      OpBuilder inside = OpBuilder::atBlockEnd(&again.getBody().emplaceBlock());
      emitCopies(*loop.getBlock(), inside);
      ir::YieldOp::create(inside, loop.getLoc());
    }
  }

  /// What is read stays in its slot until those who use it are done.
  void useChannel(Channel &channel) {
    Block *block = channel.reads.front()->getBlock();
    Operation *first = channel.reads.front(), *last = first;
    for (ir::SharedReadOp read : channel.reads) {
      first = read->isBeforeInBlock(first) ? read : first;
      last = last->isBeforeInBlock(read) ? read : last;
      for (Operation *user : read->getUsers())
        if (Operation *here = block->findAncestorOpInBlock(*user);
            !here->hasTrait<OpTrait::IsTerminator>() && last->isBeforeInBlock(here))
          last = here;
    }
    OpBuilder builder(first);
    ir::AwaitOp::create(builder, first->getLoc(), channel.rings(), channel.number);
    builder.setInsertionPointAfter(last);
    ir::ReleaseOp::create(builder, last->getLoc(), channel.rings(), channel.number);
    for (ir::CopyOp copy : channel.copies)
      copy.erase();
  }

  /// A step's slot is released behind the next step's products.
  void releaseLate(Block *block) {
    auto loop = dyn_cast<ir::IterateOp>(block->getParentOp());
    if (!loop || !canPipeline(loop) || loop.getCountAttr().getConstant() == 0 ||
        !loop.getBlock()->getOps<ir::IterateOp>().empty())
      return;
    analysis::LoopSchedule schedule;
    schedule.interval = 2;
    for (Operation &op : loop.getBlock()->without_terminator())
      schedule.times[&op] = isa<ir::ReleaseOp>(op) ? analysis::LoopSchedule::Time{1, 1}
                                                   : analysis::LoopSchedule::Time{0, 0};
    replaceByPipeline(loop, schedule);
  }

  llvm::MapVector<Block *, Channel> channels;
};

} // namespace
} // namespace wave
