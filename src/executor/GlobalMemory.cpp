//===- GlobalMemory.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/GlobalMemory.h"

#include <algorithm>
#include <atomic>

#include "diagnostic/Fail.h"
#include "executor/BoxCopy.h"
#include "executor/Coordinates.h"

namespace wave::executor {
namespace {

// A writer in 64 bits, in the order of workgroups, never 0.
constexpr unsigned siteBits = 20;
uint64_t pack(Writer writer) { return ((writer.group << siteBits) | writer.site) + 1; }
uint32_t siteOf(uint64_t packed) {
  return static_cast<uint32_t>((packed - 1) & ((1u << siteBits) - 1));
}
uint64_t groupOf(uint64_t packed) { return (packed - 1) >> siteBits; }

} // namespace

/// Each element is looked at in the end: they are as many as the region can hold at most.
void GlobalMemory::checkSizes(const Program &program, const Memory &memory, uint64_t bytes) {
  // With a size of 0 there is none, whatever the others are.
  if (std::ranges::count(memory.sizes, 0))
    return;
  uint64_t rest = bytes / memory.map->elementBytes;
  for (int64_t size : memory.sizes) {
    if (size < 0 || static_cast<uint64_t>(size) > rest)
      fail<Error>("executor-launch",
                  "memory '" + memory.map->name + "' of kernel '" + program.name + "' has more " +
                      "elements than its region of " + std::to_string(bytes) + " bytes",
                  "pass the sizes that the region has");
    rest /= static_cast<uint64_t>(size);
  }
}

void *GlobalMemory::zeroBytes(uint64_t count, size_t size) {
  void *memory = std::calloc(std::max<uint64_t>(count, 1), size);
  if (!memory)
    fail<LaunchError>("out-of-memory",
                      "no memory to remember who accessed " + std::to_string(count) + " elements",
                      "execute without the checks races and writtenOnce, or a smaller launch");
  return memory;
}

GlobalMemory::GlobalMemory(const Program &program, const Launch &launch, const Grid &grid,
                           bool writtenOnce)
    : grid(grid) {
  if (launch.arguments.size() != program.parameters.size())
    fail<Error>("executor-launch",
                "kernel '" + program.name + "' has " + std::to_string(program.parameters.size()) +
                    " arguments, the launch " + std::to_string(launch.arguments.size()),
                "pass one region for each pointer and one integer for each other argument");
  constexpr const char *kinds[] = {"a region", "an integer", "a tensor map"};
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    const Argument &argument = launch.arguments[i];
    const Parameter &parameter = program.parameters[i];
    const size_t expected = parameter.isBoxMap ? 2 : parameter.isPointer ? 0 : 1;
    if (argument.index() != expected)
      fail<Error>("executor-launch",
                  "argument " + std::to_string(i) + " of kernel '" + program.name + "' is " +
                      kinds[expected] + ", the launch has " + kinds[argument.index()],
                  "pass one region for each pointer, a tensor map for each parameter that is one, "
                  "and one integer for each other argument");
    words.push_back(0);
    if (const auto *region = std::get_if<Region>(&argument))
      words.back() = (uint64_t{addRegion(*region)} + 1) << regionShift;
    else if (const auto *number = std::get_if<int64_t>(&argument))
      words.back() = static_cast<uint64_t>(*number);
  }
  // Behind all regions: a tensor may lie in one that is passed by itself too.
  for (size_t i = 0; i < launch.arguments.size(); ++i)
    if (const auto *box = std::get_if<BoxArgument>(&launch.arguments[i])) {
      words[i] = tensorTag | tensors.size();
      addTensor(*box, "argument " + std::to_string(i) + " of kernel '" + program.name + "'");
    }
  resolveMemories(program, launch);
  elements.resize(regions.size());
  for (size_t region = 0; region < regions.size(); ++region)
    if (writtenOnce && memories[region].map && memories[region].map->access == "write") {
      anyElements = true;
      checkSizes(program, memories[region], regions[region].bytes);
      elements[region].reset(
          zeros<Element>(regions[region].bytes / memories[region].map->elementBytes + 1));
    }
}

size_t GlobalMemory::addRegion(const Region &region) {
  if (region.bytes > offsetMask / 2)
    fail<Error>("executor-launch", "a region of " + std::to_string(region.bytes) + " bytes",
                "regions have at most 2^43 bytes");
  regions.push_back(region);
  anyBytes |= !region.initialised;
  written.emplace_back(region.initialised ? nullptr : zeros<uint8_t>(region.bytes));
  return regions.size() - 1;
}

void GlobalMemory::addTensor(const BoxArgument &argument, const std::string &name) {
  const auto *begin = static_cast<const std::byte *>(argument.region.data);
  // An address below the region's makes an offset that is behind its end.
  const auto offset = static_cast<uint64_t>(argument.map.base - begin);
  if (const std::string problem = problemOf(argument.map, offset, argument.region.bytes);
      !problem.empty())
    fail<Error>("executor-launch",
                name + " is a tensor map that the TMA unit does not take: " + problem,
                "pass what cuTensorMapEncodeTiled takes, of a tensor within its region");
  const auto same = std::find_if(regions.begin(), regions.end(), [&](const Region &region) {
    return region.data == argument.region.data && region.bytes == argument.region.bytes;
  });
  const size_t region = same == regions.end() ? addRegion(argument.region)
                                              : static_cast<size_t>(same - regions.begin());
  tensors.push_back({argument.map, region, offset});
}

void GlobalMemory::resolveMemories(const Program &program, const Launch &launch) {
  memories.resize(regions.size());
  for (const MemoryMap &map : program.memories) {
    const Parameter &parameter = program.parameters[map.pointer];
    if (!parameter.isPointer && !parameter.isBoxMap)
      continue;
    Memory &memory = memories[parameter.isBoxMap ? tensorOf(words[map.pointer])->region
                                                 : (words[map.pointer] >> regionShift) - 1];
    memory.map = &map;
    auto value = [&](int position, int64_t known) {
      return position < 0 ? known : static_cast<int64_t>(words[static_cast<size_t>(position)]);
    };
    for (size_t dim = 0; dim < map.dims.size(); ++dim) {
      memory.sizes.push_back(value(map.sizes[dim], map.knownSizes[dim]));
      memory.strides.push_back(value(map.strides[dim], map.knownStrides[dim]));
    }
  }
}

void GlobalMemory::noteWrite(Place place, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; ++i)
    std::atomic_ref(written[place.region][place.offset + i]).store(1, std::memory_order_relaxed);
}

bool GlobalMemory::wasWritten(Place place, uint64_t bytes) const {
  for (uint64_t i = 0; i < bytes; ++i)
    if (std::atomic_ref(written[place.region][place.offset + i]).load(std::memory_order_relaxed) ==
        0)
      return false;
  return true;
}

void GlobalMemory::noteElements(Place place, uint64_t bytes, Writer writer) {
  const unsigned elementBytes = memories[place.region].map->elementBytes;
  for (uint64_t offset = place.offset; offset < place.offset + bytes; offset += elementBytes) {
    Element &element = elements[place.region][offset / elementBytes];
    uint64_t mine = pack(writer), before = 0;
    std::atomic_ref first(element.first);
    // The least writer stays; the one that is pushed out is the next candidate for second.
    while (!first.compare_exchange_weak(before, before == 0 ? mine : std::min(before, mine)))
      continue;
    if (before == 0)
      continue;
    if (groupOf(before) != writer.group)
      std::atomic_ref(hasTwoWriters).store(true, std::memory_order_relaxed);
    std::atomic_ref(element.again).fetch_add(1);
    uint64_t other = std::max(before, mine), known = 0;
    std::atomic_ref second(element.second);
    while (!second.compare_exchange_weak(known, known == 0 ? other : std::min(known, other)))
      continue;
  }
}

std::string GlobalMemory::coordinates(const Memory &memory, int64_t element) const {
  const auto place = coordinatesOf(element, memory.sizes, memory.strides);
  if (!place)
    return " element " + std::to_string(element) + ", in no row";
  std::string text = "[";
  for (size_t dim = 0; dim < place->size(); ++dim)
    text += (dim > 0 ? ", " : "") + std::to_string((*place)[dim]);
  return text + "]";
}

void GlobalMemory::forEachElement(size_t region, llvm::function_ref<void(uint64_t)> action) const {
  const Memory &memory = memories[region];
  std::vector<int64_t> place(memory.sizes.size(), 0);
  if (std::find(memory.sizes.begin(), memory.sizes.end(), 0) != memory.sizes.end())
    return;
  const uint64_t limit = regions[region].bytes / memory.map->elementBytes;
  for (bool more = true; more;) {
    int64_t index = 0;
    for (size_t dim = 0; dim < place.size(); ++dim)
      index += place[dim] * memory.strides[dim];
    if (index >= 0 && static_cast<uint64_t>(index) < limit)
      action(static_cast<uint64_t>(index));
    more = false;
    for (size_t dim = place.size(); dim-- > 0 && !more;) {
      more = ++place[dim] < memory.sizes[dim];
      if (!more)
        place[dim] = 0;
    }
  }
}

void GlobalMemory::reportNeverWritten(size_t region, Findings &findings,
                                      llvm::function_ref<bool(uint64_t)> wasWritten) const {
  uint64_t never = 0;
  int64_t first = -1;
  forEachElement(region, [&](uint64_t index) {
    if (!wasWritten(index) && never++ == 0)
      first = static_cast<int64_t>(index);
  });
  if (never != 0)
    findings.add(
        FindingKind::NeverWritten, noSite, static_cast<uint32_t>(noSite - 1 - region), -1, -1,
        [&] {
          return memories[region].map->name + coordinates(memories[region], first) +
                 " of a memory that is only written was never written";
        },
        never);
}

void GlobalMemory::reportTwice(size_t region, Findings &findings) const {
  const Memory &memory = memories[region];
  uint64_t twice = 0;
  int64_t firstTwice = -1;
  forEachElement(region, [&](uint64_t index) {
    const uint64_t again = elements[region][index].again;
    if (again != 0 && twice == 0)
      firstTwice = static_cast<int64_t>(index);
    twice += again;
  });
  if (twice == 0)
    return;
  const Element &element = elements[region][static_cast<size_t>(firstTwice)];
  const uint64_t group = groupOf(element.second), other = groupOf(element.first);
  const std::string name = memory.map->name + coordinates(memory, firstTwice);
  findings.beginGroup(group, grid.positionOf(group));
  if (Finding *finding = findings.add(
          FindingKind::WrittenTwice, siteOf(element.second), siteOf(element.first), -1, -1,
          [&] {
            return name + " is written by workgroup " + std::to_string(other) +
                   " and again by workgroup " + std::to_string(group) + ", counted along the grid";
          },
          twice)) {
    finding->element = name;
    finding->otherGroup = grid.positionOf(other);
  }
}

void GlobalMemory::reportElements(Findings &findings) const {
  for (size_t region = 0; region < regions.size(); ++region) {
    if (!elements[region])
      continue;
    findings.beginGroup(grid.groups(), {});
    reportNeverWritten(region, findings,
                       [&](uint64_t index) { return wasElementWritten(region, index); });
    reportTwice(region, findings);
  }
}

std::string GlobalMemory::describe(uint64_t address) const {
  // Half of the distance between regions belongs to the one before, half to the one behind.
  const uint64_t nearest = (address + (uint64_t{1} << (regionShift - 1))) >> regionShift;
  if (nearest == 0 || nearest > regions.size())
    return "address " + std::to_string(address) + ", in no memory";
  const size_t region = nearest - 1;
  const auto offset = static_cast<int64_t>(address - (nearest << regionShift));
  const Memory &memory = memories[region];
  const std::string name = memory.map ? memory.map->name : "region " + std::to_string(region);
  if (offset < 0)
    return name + ", " + std::to_string(-offset) + " bytes before its begin";
  if (static_cast<uint64_t>(offset) >= regions[region].bytes)
    return name + ", " + std::to_string(static_cast<uint64_t>(offset) - regions[region].bytes) +
           " bytes past its end";
  if (!memory.map)
    return name + ", byte " + std::to_string(offset);
  return name + coordinates(memory, offset / memory.map->elementBytes);
}

} // namespace wave::executor
