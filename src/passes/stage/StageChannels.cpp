//===- StageChannels.cpp - The protocol of what roles hand over -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: rings of one slot, each filled by one operation and read once          (staged)
// Gives: the same; rings that one block fills together are a channel, whose steps stand around
//        their fills and reads
//
// A channel has what is loaded in one block, the accumulators that become whole in one, before one
// of them is used, or the operands that lanes write in one: each is filled, and read, together.
// Whose steps they are is a schedule's to say.  Uses are numbered through all loops around them
// (SequenceIndices.h).
//
//===----------------------------------------------------------------------===//

#include "analysis/Roles.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"
#include "passes/stage/SequenceIndices.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_STAGECHANNELS
#include "passes/Passes.h.inc"

namespace {

/// Who fills a channel, and who reads it.
enum class Ends : uint8_t { LoadsToLanes, LoadsToMmas, LanesToMmas, MmasToLanes };

struct Channel {
  SmallVector<Operation *> fills; ///< wave.copy, or wave.shared_write
  SmallVector<Operation *> reads; ///< shared_read, or the view that MMAs read
  Value value;                    ///< of the operation that declares it

  SmallVector<Value> rings() const {
    return llvm::map_to_vector(fills, [](Operation *fill) -> Value {
      auto copy = dyn_cast<ir::CopyOp>(fill);
      return copy ? copy.getRing() : cast<ir::SharedWriteOp>(fill).getRing();
    });
  }
};

struct StageChannels : impl::StageChannelsBase<StageChannels> {
  using StageChannelsBase::StageChannelsBase;

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Staged)))
      return signalPassFailure();
    if (onlyByDescriptor && !ir::readsByDescriptor(kernel))
      return;
    channels.clear();
    numbers = {};
    SmallVector<ir::MmaOp> mmas;
    kernel.walk([&](ir::MmaOp mma) { mmas.push_back(mma); });
    llvm::for_each(mmas, beginLate);
    kernel.walk([&](Operation *op) {
      if (std::optional<Ends> ends = endsOf(op))
        channelOf(op, *ends).fills.push_back(op);
    });
    if (std::string reason = whyNot(); !reason.empty()) {
      kernel.emitRemark("the copies have no waves of their own: " + reason + " [not-specialized]");
      return;
    }
    for (auto &[place, channel] : channels)
      if (place.ends == Ends::LoadsToLanes || place.ends == Ends::LoadsToMmas)
        loadTogether(channel);
      else if (place.ends == Ends::MmasToLanes)
        readTogether(channel);
    for (auto &[place, channel] : channels) {
      declare(channel);
      fillChannel(channel, /*fromFirstMma=*/place.ends == Ends::MmasToLanes);
      useChannel(channel, /*untilUsed=*/place.ends != Ends::MmasToLanes);
      if (place.ends == Ends::LoadsToMmas || place.ends == Ends::LanesToMmas)
        drainChannel(channel);
    }
  }

private:
  /// Of a channel that `op` fills.
  static std::optional<Ends> endsOf(Operation *op) {
    auto copy = dyn_cast<ir::CopyOp>(op);
    auto write = dyn_cast<ir::SharedWriteOp>(op);
    if (ir::writesAccumulator(op))
      return Ends::MmasToLanes;
    if (!copy && !write)
      return std::nullopt;
    Value ring = copy ? copy.getRing() : write.getRing();
    const bool isForMmas = llvm::any_of(ring.getUsers(), [](Operation *user) {
      return isa<ir::ViewOp>(user) && llvm::any_of(user->getUsers(), [](Operation *mma) {
               return cast<ir::MmaOp>(mma).getInTensorMemory();
             });
    });
    if (write)
      return isForMmas ? std::optional(Ends::LanesToMmas) : std::nullopt;
    return isForMmas ? Ends::LoadsToMmas : Ends::LoadsToLanes;
  }

  /// An MMA adds to its accumulator in the registers that have it: what else uses that comes
  /// before, if it can, so that nothing is copied for it.
  static void beginLate(ir::MmaOp mma) {
    Block *block = mma->getBlock();
    Operation *last = nullptr;
    for (Operation *user : mma.getAccumulator().getUsers()) {
      Operation *here = block->findAncestorOpInBlock(*user);
      if (here && !here->hasTrait<OpTrait::IsTerminator>() && mma->isBeforeInBlock(here) &&
          (!last || last->isBeforeInBlock(here)))
        last = here;
    }
    if (last && llvm::none_of(mma->getUsers(), [&](Operation *user) {
          Operation *here = block->findAncestorOpInBlock(*user);
          return here == last || here->isBeforeInBlock(last);
        }))
      mma->moveAfter(last);
  }

  struct Place {
    Block *block;
    Ends ends;

    bool operator==(const Place &other) const { return block == other.block && ends == other.ends; }
  };

  /// The one that `fill` belongs to.  An accumulator that is used before the next one is whole is
  /// handed over before: that one may be made of it.
  Channel &channelOf(Operation *fill, Ends ends) {
    const Place place{fill->getBlock(), ends};
    for (auto &[other, channel] : llvm::reverse(channels))
      if (other == place) {
        if (ends != Ends::MmasToLanes || !isUsedBefore(channel, fill))
          return channel;
        break;
      }
    return channels.emplace_back(place, Channel()).second;
  }

  static bool isUsedBefore(const Channel &channel, Operation *fill) {
    Block *block = fill->getBlock();
    return llvm::any_of(channel.rings(), [&](Value ring) {
      return llvm::any_of(ring.getUsers(), [&](Operation *read) {
        return llvm::any_of(read->getUsers(), [&](Operation *user) {
          Operation *here = block->findAncestorOpInBlock(*user);
          return here && here->isBeforeInBlock(fill);
        });
      });
    });
  }

  /// Why there are no channels; empty if there are.
  std::string whyNot() {
    if (channels.empty())
      return "there are none";
    for (auto &[place, channel] : channels) {
      Block *block = place.block;
      if (!llvm::all_of(parentsOf(block), llvm::IsaPred<ir::IterateOp>))
        return "one of them is made on a condition";
      for (auto [fill, ring] : llvm::zip(channel.fills, channel.rings())) {
        if (isa<ir::CopyOp>(fill) && !analysis::canCopyApart(fill))
          return "what one of them loads is written too";
        for (Operation *user : Value(ring).getUsers())
          if (isa<ir::SharedReadOp, ir::ViewOp>(user) && user->getBlock() == block)
            channel.reads.push_back(user);
          else if (user != fill)
            return "a ring is used in several places";
      }
      // Strips of an accumulator are one use of it.
      const auto reads = llvm::count_if(channel.reads, [](Operation *op) {
        auto read = dyn_cast<ir::SharedReadOp>(op);
        return !read || !read.getStrip() || read.getStripAttr().getNumber() == 0;
      });
      if (static_cast<size_t>(reads) != channel.fills.size())
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

  //===--------------------------------------------------------------------===//
  // Steps
  //===--------------------------------------------------------------------===//

  /// Behind the rings, and the channels that there are.
  void declare(Channel &channel) {
    Operation *last = nullptr;
    for (Operation &op : *getOperation().getBlock())
      if (isa<ir::AllocateOp, ir::ChannelOp>(op))
        last = &op;
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(last);
    auto op = ir::ChannelOp::create(builder, channel.fills.front()->getLoc(), channel.rings());
    op.setScope(ir::scopeOf(op));
    channel.value = op.getChannel();
  }

  Value numberAt(OpBuilder &builder, Location loc) {
    ir::IndexValues indices;
    return indices.create(builder, loc, numbers.of(builder.getInsertionBlock(), indices));
  }

  /// A use is handed over when the last of its loads has begun: none of them waits for a read.
  static void loadTogether(const Channel &channel) {
    Operation *last = channel.fills.front();
    for (Operation *load : ArrayRef(channel.fills).drop_front())
      hoist(load, last);
  }

  /// What becomes whole together is read when all of it is.
  static void readTogether(const Channel &channel) {
    Operation *last = channel.fills.back();
    for (Operation &op : llvm::make_early_inc_range(*last->getBlock()))
      if (llvm::is_contained(channel.reads, &op) && op.isBeforeInBlock(channel.fills.back()))
        hoist(&op, last);
  }

  /// Moves `op` behind `last`, which it is from then on, with the indices in their block that it
  /// needs.
  static void hoist(Operation *op, Operation *&last) {
    for (Value operand : op->getOperands())
      if (Operation *index = operand.getDefiningOp(); index && ir::isIndex(index) &&
                                                      index->getBlock() == last->getBlock() &&
                                                      last->isBeforeInBlock(index))
        hoist(index, last);
    op->moveAfter(last);
    last = op;
  }

  /// A slot belongs to what fills it: loads, or MMAs from the first one on.
  void fillChannel(Channel &channel, bool fromFirstMma) {
    Operation *first = channel.fills.front();
    for (Operation &op : *first->getBlock())
      if (fromFirstMma && hasMmaInto(op, channel)) {
        first = &op;
        break;
      }
    const Location begin = channel.fills.front()->getLoc(), end = channel.fills.back()->getLoc();
    OpBuilder builder(first);
    ir::AcquireOp::create(builder, begin, channel.value, numberAt(builder, begin));
    builder.setInsertionPointAfter(channel.fills.back());
    ir::CommitOp::create(builder, end, channel.value, numberAt(builder, end));
  }

  static bool hasMmaInto(Operation &op, const Channel &channel) {
    return op
        .walk([&](ir::MmaOp mma) {
          return mma.getInTensorMemory() &&
                         llvm::is_contained(channel.fills,
                                            analysis::ringWriteOf(mma).getOperation())
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// What is read stays in its slot until those who use it are done; an accumulator is taken out of
  /// it.
  void useChannel(Channel &channel, bool untilUsed) {
    Block *block = channel.reads.front()->getBlock();
    Operation *first = channel.reads.front(), *last = first;
    for (Operation *read : channel.reads) {
      first = read->isBeforeInBlock(first) ? read : first;
      last = last->isBeforeInBlock(read) ? read : last;
      for (Operation *user : read->getUsers())
        if (Operation *here = block->findAncestorOpInBlock(*user);
            untilUsed && !here->hasTrait<OpTrait::IsTerminator>() && last->isBeforeInBlock(here))
          last = here;
    }
    OpBuilder builder(first);
    ir::WaitOp::create(builder, first->getLoc(), channel.value, numberAt(builder, first->getLoc()));
    builder.setInsertionPointAfter(last);
    ir::ReleaseOp::create(builder, last->getLoc(), channel.value,
                          numberAt(builder, last->getLoc()));
  }

  /// MMAs into tensor memory release slots asynchronously: the last releases arrive at the
  /// producer's mbarriers after its last acquire, and its shared memory has to be there then.
  void drainChannel(const Channel &channel) {
    Operation *fill = channel.fills.front();
    ir::IndexValues indices;
    const Expr uses = numbers.endOf(fill->getBlock(), indices);
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBlock());
    ir::DrainOp::create(builder, fill->getLoc(), channel.value,
                        indices.create(builder, fill->getLoc(), uses));
  }

  SmallVector<std::pair<Place, Channel>> channels;
  SequenceIndices numbers;
};

} // namespace
} // namespace wave
