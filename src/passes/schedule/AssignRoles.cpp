//===- AssignRoles.cpp - Waves of their own make the copies ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: rings of one slot, each filled by one copy, or by products, and read once (staged)
// Gives: two roles, or three; rings are channels between them              (scheduled)
//
// Each role has what it needs of the program (RoleSlice.h): the copies, the products whose
// sums are in tensor memory, and the rest.  What is copied in one block, a step of a loop, is
// one channel: it is filled, and read, together; so are the sums that become whole in one.
// Uses of a channel are numbered through all loops (SequenceIndices.h).
//
//===----------------------------------------------------------------------===//

#include "analysis/LateRings.h"
#include "analysis/Roles.h"
#include "analysis/SharedBanks.h"
#include "analysis/TensorSums.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "machine/Chip.h"
#include "passes/Passes.h"
#include "passes/schedule/LoopPipeline.h"
#include "passes/schedule/RoleSlice.h"
#include "passes/schedule/SequenceIndices.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_ASSIGNROLES
#include "passes/Passes.h.inc"

namespace {

/// Who fills a channel, and who reads it.
enum class Ends : uint8_t { CopiesToLanes, CopiesToProducts, LanesToProducts, ProductsToLanes };

/// What is filled in one block by the same, and read there by the same.
struct Channel {
  SmallVector<Operation *> fills; ///< wave.copy, or wave.shared_write
  SmallVector<ir::SharedReadOp> reads;
  std::optional<int64_t> uses; ///< how many there are in all, where it is a number
  int64_t slots = 1;           ///< of each ring

  bool isOfSums() const { return ir::writesAccumulator(fills.front()); }
  SmallVector<Value> rings() const {
    return llvm::map_to_vector(fills, [](Operation *fill) -> Value {
      auto copy = dyn_cast<ir::CopyOp>(fill);
      return copy ? copy.getRing() : cast<ir::SharedWriteOp>(fill).getRing();
    });
  }
};

struct AssignRoles : impl::AssignRolesBase<AssignRoles> {
  using AssignRolesBase::AssignRolesBase;

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Staged)))
      return signalPassFailure();
    channels.clear();
    if (onlyInPlace && !ir::readsByDescriptor(getOperation()))
      return;
    kernel.walk([&](Operation *op) {
      if (std::optional<Ends> ends = endsOf(op))
        channels[{op->getBlock(), *ends}].fills.push_back(op);
    });
    if (std::string reason = whyNot(); !reason.empty()) {
      kernel.emitRemark("the copies have no waves of their own: " + reason + " [not-specialized]");
      return;
    }
    for (auto &[place, channel] : channels)
      channel.uses = SequenceIndices::constantEndOf(place.first);
    const int64_t slots = buffers ? buffers.getValue() : fittingSlots();
    for (auto &[place, channel] : channels)
      channel.slots = channel.isOfSums() ? slotsOfSums(channel)
                      : buffers          ? slots
                                         : slotsOf(channel, slots);
    splitRoles(kernel);
    ir::eraseUnusedIndices(kernel);
  }

private:
  /// Of a channel that `op` fills.
  static std::optional<Ends> endsOf(Operation *op) {
    auto copy = dyn_cast<ir::CopyOp>(op);
    auto write = dyn_cast<ir::SharedWriteOp>(op);
    if (ir::writesAccumulator(op))
      return Ends::ProductsToLanes;
    if (!copy && !write)
      return std::nullopt;
    Value ring = copy ? copy.getRing() : write.getRing();
    const bool isForProducts = llvm::any_of(ring.getUsers(), [](Operation *user) {
      return ir::isReadByDescriptor(user) && llvm::any_of(user->getUsers(), [](Operation *mma) {
               return cast<ir::MmaOp>(mma).getInTensorMemory();
             });
    });
    if (write)
      return isForProducts ? std::optional(Ends::LanesToProducts) : std::nullopt;
    return isForProducts ? Ends::CopiesToProducts : Ends::CopiesToLanes;
  }

  /// Why the roles cannot be parted; empty if they can.
  std::string whyNot() {
    if (channels.empty())
      return "there are none";
    for (auto &[place, channel] : channels) {
      Block *block = place.first;
      if (!llvm::all_of(parentsOf(block), llvm::IsaPred<ir::IterateOp>))
        return "one of them is made on a condition";
      for (auto [fill, ring] : llvm::zip(channel.fills, channel.rings())) {
        if (isa<ir::CopyOp>(fill) && !analysis::canCopyApart(fill))
          return "what one of them loads is written too";
        for (Operation *user : Value(ring).getUsers())
          if (auto read = dyn_cast<ir::SharedReadOp>(user); read && read->getBlock() == block)
            channel.reads.push_back(read);
          else if (user != fill)
            return "a ring is used in several places";
      }
      if (channel.reads.size() != channel.fills.size())
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

  Value numberAt(OpBuilder &builder, Location loc) {
    ir::IndexValues indices;
    return indices.create(builder, loc, numbers.of(builder.getInsertionBlock(), indices));
  }

  //===--------------------------------------------------------------------===//
  // Slots
  //===--------------------------------------------------------------------===//

  static constexpr int64_t fewestSlots = 2, mostSlots = 8, mostSumSlots = 2;

  /// No more than there are uses, of `slots`.
  static int64_t slotsOf(const Channel &channel, int64_t slots) {
    return std::max<int64_t>(1, std::min(slots, channel.uses.value_or(slots)));
  }

  /// One sum is used while the next one is made, where tensor memory has room.
  int64_t slotsOfSums(const Channel &channel) {
    int64_t columns = 0;
    for (auto &[place, other] : channels)
      for (Value ring : other.rings())
        if (other.isOfSums())
          columns += analysis::columnsPerSlot(ring);
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    const bool fits = gpu && mostSumSlots * columns <= gpu->tensorColumns;
    return slotsOf(channel, fits ? mostSumSlots : 1);
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
      int64_t bytes = 0, late = 0, others = 0;
      DenseSet<Value> rings;
      for (auto &[place, channel] : channels)
        for (Value ring : channel.rings()) {
          rings.insert(ring);
          others += (channel.isOfSums() ? mostSumSlots : slotsOf(channel, slots)) * 2 *
                    analysis::Channel::barrierBytes;
          bytes += channel.isOfSums() ? 0 : slotsOf(channel, slots) * bytesOf(ring);
        }
      for (auto ring : getOperation().getBlock()->getOps<ir::AllocateOp>())
        if (!rings.contains(ring.getRing()))
          (analysis::isLate(ring) ? late : others) += bytesOf(ring.getRing());
      return gpu && std::max(bytes, late) + others <= gpu->sharedBytes;
    };
    while (slots > fewestSlots && !fits())
      --slots;
    return slots;
  }

  void giveSlots(Channel &channel) {
    for (Value ring : channel.rings()) {
      auto type = cast<ir::RingType>(ring.getType());
      ring.setType(ir::RingType::get(&getContext(), channel.slots, type.getDims(),
                                     type.getElementType(), type.getLayout()));
      for (Operation *user : llvm::to_vector(ring.getUsers())) {
        OpBuilder builder(user);
        ir::IndexValues indices;
        const Expr number = numbers.of(user->getBlock(), indices);
        ir::setSlot(user, indices.create(builder, user->getLoc(), number % channel.slots));
      }
    }
  }

  //===--------------------------------------------------------------------===//
  // Programs
  //===--------------------------------------------------------------------===//

  void splitRoles(ir::KernelOp kernel) {
    SmallVector<Operation *> program;
    const int64_t waves = ir::wavesPerBlock(kernel);
    for (Operation &op : *kernel.getBlock())
      if (!ir::isConstraint(&op) && !isa<ir::AllocateOp>(op))
        program.push_back(&op);
    SmallVector<Operation *> copies, products, rest;
    forEachInner(program, [&](Operation *op) {
      if (isa<ir::CopyOp>(op))
        copies.push_back(op);
      else if (ir::writesAccumulator(op))
        products.push_back(op);
      else if (op->getNumRegions() == 0 && hasEffect<MemoryEffects::Write>(op))
        rest.push_back(op);
    });
    const RoleSlice ofProducts(products);
    // What is copied is read, even for nobody.
    forEachInner(program, [&](Operation *op) {
      if (isa<ir::SharedReadOp>(op) && !ofProducts.contains(op))
        rest.push_back(op);
    });
    IRMapping copied = cloneRole(kernel, "copy", 1, RoleSlice(copies));
    IRMapping multiplied;
    if (!products.empty())
      multiplied = cloneRole(kernel, "multiply", 1, ofProducts);
    IRMapping computed = cloneRole(kernel, "compute", waves, RoleSlice(rest));
    for (auto &[place, channel] : channels) {
      for (Operation *&fill : channel.fills)
        fill = (place.second == Ends::ProductsToLanes   ? multiplied
                : place.second == Ends::LanesToProducts ? computed
                                                        : copied)
                   .lookup(fill);
      for (ir::SharedReadOp &read : channel.reads)
        read = cast<ir::SharedReadOp>(
            (ofProducts.contains(read) ? multiplied : computed).lookup(read.getOperation()));
    }
    for (Operation *op : llvm::reverse(program))
      op->erase();
    numbers = {};
    for (auto &[place, channel] : channels)
      giveSlots(channel);
    for (auto &[place, channel] : channels) {
      fillChannel(channel);
      useChannel(channel);
      if (place.second == Ends::CopiesToProducts || place.second == Ends::LanesToProducts)
        drainChannel(channel);
    }
    const auto isOfPair = [](Value ring) { return ir::isOfPair(ring); };
    kernel.walk([&](ir::AcquireOp op) { op.setInCluster(llvm::any_of(op.getRings(), isOfPair)); });
    kernel.walk([&](ir::ReleaseOp op) { op.setInCluster(llvm::any_of(op.getRings(), isOfPair)); });
    kernel.walk([&](ir::DrainOp op) { op.setInCluster(llvm::any_of(op.getRings(), isOfPair)); });
    // Products into tensor memory release their slots themselves when they have ended.
    if (products.empty())
      for (auto &[place, channel] : channels)
        releaseLate(channel.reads.front()->getBlock());
  }

  static void forEachInner(ArrayRef<Operation *> program,
                           llvm::function_ref<void(Operation *)> visit) {
    for (Operation *op : program)
      op->walk(visit);
  }

  /// A role at the end of the kernel that does that.
  static IRMapping cloneRole(ir::KernelOp kernel, StringRef name, int64_t waves,
                             const RoleSlice &slice) {
    OpBuilder builder = OpBuilder::atBlockEnd(kernel.getBlock());
    auto role = ir::RoleOp::create(builder, kernel.getLoc(), name, static_cast<uint64_t>(waves));
    OpBuilder inside = OpBuilder::atBlockEnd(&role.getBody().emplaceBlock());
    IRMapping mapping;
    slice.clone(*kernel.getBlock(), inside, mapping);
    return mapping;
  }

  /// A slot belongs to what fills it: copies, or products from the first one on.
  void fillChannel(Channel &channel) {
    Operation *first = channel.fills.front();
    for (Operation &op : *first->getBlock())
      if (channel.isOfSums() && multiplies(op)) {
        first = &op;
        break;
      }
    const Location begin = channel.fills.front()->getLoc(), end = channel.fills.back()->getLoc();
    OpBuilder builder(first);
    ir::AcquireOp::create(builder, begin, channel.rings(), numberAt(builder, begin));
    builder.setInsertionPointAfter(channel.fills.back());
    ir::CommitOp::create(builder, end, channel.rings(), numberAt(builder, end));
  }

  static bool multiplies(Operation &op) {
    return op.walk([](ir::MmaOp) { return WalkResult::interrupt(); }).wasInterrupted();
  }

  /// What is read stays in its slot until those who use it are done; a sum is taken out of it.
  void useChannel(Channel &channel) {
    Block *block = channel.reads.front()->getBlock();
    Operation *first = channel.reads.front(), *last = first;
    for (ir::SharedReadOp read : channel.reads) {
      first = read->isBeforeInBlock(first) ? read : first;
      last = last->isBeforeInBlock(read) ? read : last;
      for (Operation *user : read->getUsers())
        if (Operation *here = block->findAncestorOpInBlock(*user);
            !channel.isOfSums() && !here->hasTrait<OpTrait::IsTerminator>() &&
            last->isBeforeInBlock(here))
          last = here;
    }
    OpBuilder builder(first);
    ir::AwaitOp::create(builder, first->getLoc(), channel.rings(),
                        numberAt(builder, first->getLoc()));
    builder.setInsertionPointAfter(last);
    ir::ReleaseOp::create(builder, last->getLoc(), channel.rings(),
                          numberAt(builder, last->getLoc()));
  }

  /// MMAs into tensor memory release slots asynchronously: the last releases arrive at the
  /// producer's mbarriers after its last acquire, and its shared memory has to be there then.
  void drainChannel(const Channel &channel) {
    Operation *fill = channel.fills.front();
    ir::IndexValues indices;
    const Expr uses = numbers.endOf(fill->getBlock(), indices);
    OpBuilder builder = OpBuilder::atBlockEnd(fill->getParentOfType<ir::RoleOp>().getBlock());
    ir::DrainOp::create(builder, fill->getLoc(), channel.rings(),
                        indices.create(builder, fill->getLoc(), uses));
  }

  /// A step's slot is released behind the next step's products.
  static void releaseLate(Block *block) {
    auto loop = dyn_cast<ir::IterateOp>(block->getParentOp());
    if (!loop || !canPipeline(loop) || loop.getConstantCount() == 0 ||
        !loop.getBlock()->getOps<ir::IterateOp>().empty())
      return;
    analysis::LoopSchedule schedule;
    schedule.interval = 2;
    for (Operation &op : loop.getBlock()->without_terminator())
      schedule.times[&op] = isa<ir::ReleaseOp>(op) ? analysis::LoopSchedule::Time{1, 1}
                                                   : analysis::LoopSchedule::Time{0, 0};
    replaceByPipeline(loop, schedule);
  }

  llvm::MapVector<std::pair<Block *, Ends>, Channel> channels;
  SequenceIndices numbers;
};

} // namespace
} // namespace wave
