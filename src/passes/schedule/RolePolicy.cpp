//===- RolePolicy.cpp - The default schedule of chips with roles ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Channels.h"
#include "analysis/EpilogueBuffers.h"
#include "analysis/LoopSchedule.h"
#include "analysis/Roles.h"
#include "analysis/SharedBanks.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/Schedule.h"
#include "passes/schedule/LoopPipeline.h"
#include "passes/schedule/Policies.h"
#include "passes/schedule/RoleSlice.h"
#include "passes/stage/SequenceIndices.h"

using namespace mlir;

namespace wave {

namespace {

class RolePolicy {
public:
  RolePolicy(ir::KernelOp kernel, const machine::Chip *chip)
      : kernel(kernel), chip(chip), channels(analysis::stagedChannelsOf(kernel)) {}

  void run(int64_t buffers) {
    chooseSlots(buffers);
    chooseRoles();
    if (accumulatesInTensorMemory) // there MMAs release their slots themselves when they end
      return;
    const SmallVector<analysis::Dependence> program = analysis::dependencesOf(kernel);
    for (analysis::StagedChannel &channel : channels)
      if (auto loop = dyn_cast<ir::IterateOp>(channel.release->getParentOp()))
        releaseLate(loop, program);
  }

private:
  //===--------------------------------------------------------------------===//
  // Roles
  //===--------------------------------------------------------------------===//

  static constexpr StringLiteral load = "load", mma = "mma";
  /// What the kernel's own waves do: MMAs and the epilogue, or the epilogue alone.
  StringRef others() const { return accumulatesInTensorMemory ? "epilogue" : "consumer"; }

  static bool readsOrMultiplies(Operation *op) {
    return isa<ir::SharedReadOp, ir::ViewOp>(op) || isa<ir::MmaOp>(op);
  }

  void chooseRoles() {
    SmallVector<Operation *> writes;
    kernel.walk([&](Operation *op) {
      if (ir::writesAccumulator(op))
        writes.push_back(op);
    });
    accumulatesInTensorMemory = !writes.empty();
    const RoleSlice ofMmas(writes);
    auto roleOf = [&](Operation *op) -> StringRef {
      if (isa<ir::CopyOp>(op))
        return load;
      if (readsOrMultiplies(op))
        return ofMmas.contains(op) ? StringRef(mma) : others();
      return ir::writesAccumulator(op) ? StringRef(mma) : others();
    };
    SmallVector<ir::RoleAttr> roles;
    auto addRole = [&](StringRef name, int64_t waves) {
      MLIRContext *context = kernel.getContext();
      roles.push_back(ir::RoleAttr::get(context, StringAttr::get(context, name), waves, 0));
    };
    addRole(load, 1);
    if (accumulatesInTensorMemory)
      addRole(mma, 1);
    addRole(others(), ir::wavesPerBlock(kernel));
    ir::setRoles(kernel, roles);
    kernel.walk([&](Operation *op) {
      const bool isWrite = op->getNumRegions() == 0 && hasEffect<MemoryEffects::Write>(op);
      if (isWrite || readsOrMultiplies(op))
        ir::setRole(op, roleOf(op));
    });
    // Steps of a channel are made by who fills it, and who reads it.
    for (analysis::StagedChannel &channel : channels) {
      const StringRef producer = roleOf(channel.fills.front());
      const StringRef consumer = roleOf(channel.reads.front());
      for (Operation *step : channel.op.getChannel().getUsers())
        ir::setRole(step, ir::isStepOfProducer(step) ? producer : consumer);
    }
  }

  /// An iteration's slot is released after the MMAs of the next one have begun, so that they are
  /// in flight while the last ones are waited for.
  void releaseLate(ir::IterateOp loop, ArrayRef<analysis::Dependence> program) {
    if (!canPipeline(loop) || loop.getConstantCount() == 0 ||
        !loop.getBlock()->getOps<ir::IterateOp>().empty())
      return;
    const SmallVector<analysis::LoopDependence> dependences =
        analysis::dependencesIn(loop, program);
    analysis::LoopSchedule schedule;
    schedule.loop = loop;
    schedule.trips = loop.getConstantCount();
    int64_t position = 1; // that of what is not loaded, and follows nothing in its iteration
    for (Operation &op : loop.getBlock()->without_terminator()) {
      if (ir::isIndex(&op))
        continue;
      const StringAttr role = ir::roleOf(&op);
      if (role && role == load) {
        schedule.times[&op] = {0, 0};
        if (isa<ir::CopyOp>(op)) // whoever reads its slot waits for it
          schedule.arrivals[&op] = {0, 0};
        continue;
      }
      for (const analysis::LoopDependence &each : dependences)
        if (each.to == &op && each.distance == 0 && schedule.times.contains(each.from))
          position = std::max(position, schedule.timeOf(each.from) + each.latency());
      schedule.times[&op] = {0, position};
    }
    schedule.interval = position + 2;
    for (auto &[op, time] : schedule.times)
      if (isa<ir::ReleaseOp>(op))
        time = {1, position + 1};
    if (!analysis::findViolation(schedule, dependences, analysis::slotsOf))
      analysis::writeSchedule(schedule, loop);
  }

  //===--------------------------------------------------------------------===//
  // Slots
  //===--------------------------------------------------------------------===//

  static constexpr int64_t fewestSlots = 2, mostSlots = 8, mostAccumulatorSlots = 2;

  void chooseSlots(int64_t buffers) {
    const int64_t slots = buffers ? buffers : fittingSlots();
    for (const analysis::StagedChannel &channel : channels)
      for (Value ring : channel.rings())
        ir::setBuffers(ring.getDefiningOp<ir::AllocateOp>(), channel.isOfAccumulators()
                                                                 ? slotsOfAccumulators(channel)
                                                             : buffers ? slots
                                                                       : slotsOf(channel, slots));
  }

  /// No more than there are uses, of `slots`.  Copies of an unrolled body share these: as many
  /// iterations are on their way.
  static int64_t slotsOf(const analysis::StagedChannel &channel, int64_t slots) {
    if (const ir::UnrolledAttr copy = ir::unrolledOf(channel.fills.front()))
      slots = std::min(slots, std::max(fewestSlots, static_cast<int64_t>(llvm::divideCeil(
                                                        static_cast<uint64_t>(slots),
                                                        static_cast<uint64_t>(copy.getCount())))));
    if (ir::isOfRemainder(channel.fills.front()))
      slots = std::min(slots, fewestSlots);
    Block *block = const_cast<analysis::StagedChannel &>(channel).acquire->getBlock();
    std::optional<int64_t> uses = SequenceIndices::constantEndOf(block);
    if (uses == 0) // a loop around them may have no iterations; their own is scheduled all the same
      uses = cast<ir::IterateOp>(block->getParentOp()).getConstantCount();
    return std::max<int64_t>(1, std::min(slots, uses.value_or(slots)));
  }

  /// One accumulator is read while the next one is made, where tensor memory has room.
  int64_t slotsOfAccumulators(const analysis::StagedChannel &channel) const {
    int64_t columns = 0;
    for (const analysis::StagedChannel &other : channels)
      for (Value ring : other.rings())
        if (other.isOfAccumulators())
          columns += analysis::columnsPerSlot(ring);
    const bool fits = chip && mostAccumulatorSlots * columns <= chip->tensorColumns;
    return slotsOf(channel, fits ? mostAccumulatorSlots : 1);
  }

  /// Bytes of a ring's slot, with which others begin at multiples of 1024.
  static int64_t bytesOf(Value ring) {
    return static_cast<int64_t>(llvm::alignTo(
        static_cast<uint64_t>(analysis::tileBytes(cast<ir::BufferType>(ring.getType()))), 1024));
  }

  /// The most slots of all channels with which the rings fit shared memory; the fewest, if none
  /// do.
  int64_t fittingSlots() {
    int64_t slots = mostSlots;
    auto fits = [&] {
      int64_t bytes = 0, late = 0, rest = 0;
      DenseSet<Value> rings;
      for (const analysis::StagedChannel &channel : channels)
        for (Value ring : channel.rings()) {
          rings.insert(ring);
          rest += (channel.isOfAccumulators() ? mostAccumulatorSlots : slotsOf(channel, slots)) *
                  2 * analysis::Channel::barrierBytes;
          bytes += channel.isOfAccumulators() ? 0 : slotsOf(channel, slots) * bytesOf(ring);
        }
      for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
        if (!rings.contains(ring.getRing()))
          (analysis::reusesOperandBuffers(ring) ? late : rest) += bytesOf(ring.getRing());
      return chip && std::max(bytes, late) + rest <= chip->sharedBytes;
    };
    while (slots > fewestSlots && !fits())
      --slots;
    return slots;
  }

  ir::KernelOp kernel;
  const machine::Chip *chip;
  SmallVector<analysis::StagedChannel> channels;
  bool accumulatesInTensorMemory = false;
};

} // namespace

void scheduleByRoles(ir::KernelOp kernel, const machine::Chip *chip, int64_t buffers) {
  RolePolicy(kernel, chip).run(buffers);
}

void unscheduleIllegal(ir::KernelOp kernel, llvm::function_ref<bool(ir::IterateOp)> isOfUser) {
  const SmallVector<analysis::Dependence> program = analysis::dependencesOf(kernel);
  kernel.walk([&](ir::IterateOp loop) {
    const std::optional<analysis::LoopSchedule> schedule = analysis::scheduleOf(loop);
    if (!schedule || isOfUser(loop) ||
        !analysis::findViolation(*schedule, analysis::dependencesIn(loop, program),
                                 analysis::slotsOf))
      return;
    ir::erasePipeline(loop);
    for (Operation &op : *loop.getBlock())
      ir::eraseTime(&op);
  });
}

} // namespace wave
