//===- Slots.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Slots.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace wave::executor {

Reference Allocation::create(uint32_t bytes) {
  sizes.push_back(bytes);
  ranges.emplace_back();
  return {static_cast<uint32_t>(sizes.size() - 1), 0, false};
}

Slot Allocation::referTo(Reference reference) {
  references.push_back(reference);
  return static_cast<Slot>(references.size() - 1);
}

void Allocation::needAt(Reference reference, uint32_t position) {
  if (reference.isConstant)
    return;
  Range &range = ranges[reference.number];
  range.begin = std::min(range.begin, position);
  range.end = std::max(range.end, position);
}

void Allocation::mention(Slot slot, uint32_t position) {
  if (slot != noSlot)
    needAt(references[slot], position);
}

void Allocation::extendThroughLoops() {
  // Inner loops end before outer ones, so that one pass suffices if they come in order of
  // their ends.
  std::sort(loops.begin(), loops.end(), [](const Loop &a, const Loop &b) { return a.end < b.end; });
  for (Range &range : ranges)
    for (const Loop &loop : loops)
      if (range.begin <= loop.begin && range.end >= loop.begin && range.end < loop.end)
        range.end = loop.end;
}

std::vector<uint32_t> Allocation::assign(uint32_t &total) const {
  constexpr uint32_t alignment = 64; // a line of the cache, and the widest vector
  std::vector<uint32_t> order(sizes.size()), offsets(sizes.size(), 0);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(ranges[a].begin, a) < std::pair(ranges[b].begin, b);
  });
  std::vector<uint32_t> live; // by offset
  for (uint32_t number : order) {
    const Range &range = ranges[number];
    if (range.begin > range.end)
      continue; // never named
    std::erase_if(live, [&](uint32_t other) { return ranges[other].end < range.begin; });
    const uint32_t size = (sizes[number] + alignment - 1) / alignment * alignment;
    uint32_t offset = 0;
    auto before = live.begin();
    for (; before != live.end() && offset + size > offsets[*before]; ++before)
      offset = std::max(offset, offsets[*before] +
                                    (sizes[*before] + alignment - 1) / alignment * alignment);
    offsets[number] = offset;
    live.insert(before, number);
    total = std::max(total, offset + size);
  }
  return offsets;
}

void Allocation::place(Program &program) {
  for (uint32_t position = 0; position < program.code.size(); ++position) {
    const Instruction &at = program.code[position];
    mention(at.destination, position);
    for (Slot source : at.sources)
      mention(source, position);
  }
  // Arguments are there before the first instruction.
  for (const Parameter &parameter : program.parameters)
    mention(parameter.slot, 0);
  mention(program.sharedBegin, 0);
  extendThroughLoops();
  const std::vector<uint32_t> offsets = assign(program.registerBytes);

  auto resolve = [&](Slot &slot) {
    if (slot == noSlot)
      return;
    const Reference &reference = references[slot];
    slot = reference.isConstant ? constantSlot | reference.offset
                                : offsets[reference.number] + reference.offset;
  };
  for (Instruction &at : program.code) {
    resolve(at.destination);
    for (Slot &source : at.sources)
      resolve(source);
  }
  for (Parameter &parameter : program.parameters)
    resolve(parameter.slot);
  resolve(program.sharedBegin);
}

} // namespace wave::executor
