//===- SharedMemory.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/SharedMemory.h"

#include <algorithm>

using namespace mlir;

namespace wave::interpreter {

bool AccessOrder::mayGo(size_t agent, bool writes) const {
  // A write waits for everything before it, a read for the last write before it.
  size_t needed = made[agent];
  while (!writes && needed > 0 && !isWrite[needed - 1])
    --needed;
  return std::ranges::all_of(made, [&](size_t count) { return count >= needed; });
}

void AccessOrder::goes(size_t agent, bool writes) {
  if (made[agent]++ == isWrite.size())
    isWrite.push_back(writes);
}

std::optional<Touches::Touch> Touches::add(const Touch &now, bool isWrite,
                                           llvm::function_ref<bool(const Touch &)> isParted) {
  std::optional<Touch> conflict;
  if (write && !isParted(*write))
    conflict = write;
  auto reader = std::ranges::find_if_not(reads, isParted);
  if (isWrite && reader != reads.end())
    conflict = *reader;
  if (isWrite) {
    write = now;
    reads.clear();
    return conflict;
  }
  std::erase_if(reads, [&](const Touch &other) { return other.agent == now.agent; });
  reads.push_back(now);
  return conflict;
}

Ring::Ring(ir::AllocateOp allocation, ArrayRef<Block *> programs)
    : counts(programs.size()), allocation(allocation),
      name("ring '" + allocation.getName().str() + "'") {
  if (ir::ChannelOp channel = ir::channelOf(allocation.getRing()))
    for (auto [agent, program] : llvm::enumerate(programs)) {
      bool produces = false, consumes = false;
      for (Operation *step : channel.getChannel().getUsers())
        if (program->findAncestorOpInBlock(*step))
          (ir::isStepOfProducer(step) ? produces : consumes) = true;
      if (produces)
        producers.push_back(agent);
      if (consumes)
        consumers.push_back(agent);
    }
  for (Operation *reader : allocation.getRing().getUsers())
    if (isa<ir::ViewOp>(reader))
      for (Operation *user : reader->getUsers())
        if (auto mma = dyn_cast<ir::MmaOp>(user))
          releasedByMma |= mma.getInTensorMemory();
  ir::BufferType type = allocation.getRing().getType();
  size_t elements = 1;
  for (ir::DimAttr dim : type.getDims())
    elements *= static_cast<size_t>(*dim.getConstantSize());
  slots.assign(static_cast<size_t>(type.getSlots()), std::vector<Element>(elements));
}

static int64_t count(int64_t &first, std::vector<int64_t> &later, ir::SliceAttr slice) {
  if (!slice || slice.getNumber() == 0)
    return first++;
  later.resize(std::max(later.size(), static_cast<size_t>(slice.getNumber())));
  return later[static_cast<size_t>(slice.getNumber() - 1)]++;
}

void Ring::clear() {
  for (Counts &own : counts)
    own = {};
  for (std::vector<Element> &slot : slots)
    std::fill(slot.begin(), slot.end(), Element());
}

int64_t Ring::countRead(size_t agent, ir::SliceAttr slice) {
  return count(counts[agent].reads, counts[agent].laterReads, slice);
}

int64_t Ring::countWrite(size_t agent, ir::SliceAttr slice) {
  return count(counts[agent].writes, counts[agent].laterWrites, slice);
}

} // namespace wave::interpreter
