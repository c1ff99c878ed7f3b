//===- GlobalMemory.h - The regions of a launch ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Region i begins at (i + 1) * 2^44.  A region is smaller than that, so an address that
// leaves it reaches no other one.  All workgroups share this, from several host threads.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "executor/Executor.h"
#include "executor/Grid.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace wave::executor {

/// Who wrote an element first: the least of all that did, so that it does not depend on
/// host threads.
struct Writer {
  uint64_t group = 0;
  uint32_t site = 0;
};

/// A parameter that is a tensor map.
struct Tensor {
  BoxMap map;
  size_t region = 0;
  uint64_t offset = 0; ///< of the tensor in the region
};

class GlobalMemory {
public:
  static constexpr unsigned regionShift = 44;
  /// What the address of a tensor map has set, and no region's.
  static constexpr uint64_t tensorTag = uint64_t{1} << 63;

  GlobalMemory(const Program &program, const Launch &launch, const Grid &grid, bool writtenOnce);

  /// Pages that are never touched cost nothing: memory of calloc is zero without writing it.
  template <typename T> static T *zeros(uint64_t count) {
    return static_cast<T *>(zeroBytes(count, sizeof(T)));
  }

  /// What a kernel's argument is: an address or the integer.
  uint64_t word(size_t argument) const { return words[argument]; }

  struct Place {
    size_t region;
    uint64_t offset;
  };
  /// The region that the bytes lie in; none if they are in none.
  std::optional<Place> find(uint64_t address, uint64_t bytes) const {
    const uint64_t region = (address >> regionShift) - 1, offset = address & offsetMask;
    if (region >= regions.size() || offset + bytes > regions[region].bytes)
      return std::nullopt;
    return Place{region, offset};
  }
  uint64_t address(Place place) const { return ((place.region + 1) << regionShift) + place.offset; }
  /// Null if the address is no tensor map's.
  const Tensor *tensorOf(uint64_t address) const {
    const uint64_t number = address & ~tensorTag;
    return (address & tensorTag) != 0 && number < tensors.size() ? &tensors[number] : nullptr;
  }
  std::byte *host(Place place) const {
    return static_cast<std::byte *>(regions[place.region].data) + place.offset;
  }

  /// Whether reads and writes have to be noted, of any region or of one.
  bool tracksBytes() const { return anyBytes; }
  bool tracksElements() const { return anyElements; }
  bool tracksBytes(size_t region) const { return written[region] != nullptr; }
  bool tracksElements(size_t region) const { return elements[region] != nullptr; }
  size_t countOfRegions() const { return regions.size(); }
  uint64_t bytesOf(size_t region) const { return regions[region].bytes; }
  /// 0 if nothing is known of the memory.
  unsigned elementBytesOf(size_t region) const {
    return memories[region].map ? memories[region].map->elementBytes : 0;
  }
  /// As far as the kernel says.
  bool mayBeReadAndWritten(size_t region) const {
    return !memories[region].map || memories[region].map->access == "readwrite";
  }
  bool mayBeWritten(size_t region) const {
    return !memories[region].map || memories[region].map->access != "read";
  }
  void noteWrite(Place place, uint64_t bytes);
  bool wasWritten(Place place, uint64_t bytes) const;
  /// A write of whole elements.
  void noteElements(Place place, uint64_t bytes, Writer writer);

  /// Elements that were written twice, or never.
  void reportElements(Findings &findings) const;
  /// Calls wasWritten(number of the element) for each of a memory.
  void reportNeverWritten(size_t region, Findings &findings,
                          llvm::function_ref<bool(uint64_t)> wasWritten) const;
  /// Whether two workgroups wrote one element, so that its value depends on their order.
  bool isWrittenByTwo() const { return hasTwoWriters; }
  bool wasElementWritten(size_t region, uint64_t element) const {
    return elements[region][element].first != 0;
  }

  /// "a[3, 17]", also of addresses that are in no region.
  std::string describe(uint64_t address) const;

private:
  static constexpr uint64_t offsetMask = (uint64_t{1} << regionShift) - 1;
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  template <typename T> using Zeros = std::unique_ptr<T[], Free>;

  struct Memory {
    const MemoryMap *map = nullptr;
    std::vector<int64_t> sizes, strides;
  };
  /// For one element: the first writer, and how often it was written again.
  struct Element {
    uint64_t first = 0; ///< packed, plus 1; 0 if never
    uint64_t second = 0;
    uint64_t again = 0;
  };

  static void *zeroBytes(uint64_t count, size_t size);
  size_t addRegion(const Region &region);
  void addTensor(const BoxArgument &argument, const std::string &name);
  void resolveMemories(const Program &program, const Launch &launch);
  static void checkSizes(const Program &program, const Memory &memory, uint64_t bytes);
  std::string coordinates(const Memory &memory, int64_t element) const;
  /// Calls action(number) for each element of a memory that lies in its region.
  void forEachElement(size_t region, llvm::function_ref<void(uint64_t)> action) const;
  void reportTwice(size_t region, Findings &findings) const;

  std::vector<Region> regions;
  std::vector<uint64_t> words;
  std::vector<Tensor> tensors;
  std::vector<Memory> memories;        ///< by region; without a map if nothing is known
  std::vector<Zeros<uint8_t>> written; ///< by region, a flag for each byte; null: all are
  std::vector<Zeros<Element>> elements;
  const Grid grid;
  bool anyBytes = false, anyElements = false, hasTwoWriters = false;
};

} // namespace wave::executor
