//===- TensorMemory.h - Memory of a multiprocessor for matrices -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 128 lanes of 512 columns of 32 bits, which are allocated by columns.  Who accesses them does so
// asynchronously; for each column of 16 lanes the last use that wrote it, and the last of each
// wave that read it, are remembered, and a use knows when which wave has learnt of its end.
// Source: PTX ISA 9.0, 9.7.16.1 "Tensor memory", 9.7.16.6 "Memory consistency model for tcgen05".
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "executor/Clocks.h"
#include "executor/Findings.h"
#include "executor/SharedMemory.h"

namespace wave::executor {

inline constexpr uint32_t tensorLanes = 128, tensorColumns = 512;
/// Sums of 64 rows take 16 of the 32 lanes that a warp may load.
inline constexpr uint32_t tensorGroupLanes = 16;

struct TensorAddress {
  uint32_t lane = 0, column = 0;

  static TensorAddress of(uint32_t bits) { return {bits >> 16, bits & 0xFFFF}; }
};

struct TensorArea {
  uint32_t lane = 0, lanes = 0, column = 0, columns = 0;

  bool isInside() const { return lane + lanes <= tensorLanes && column + columns <= tensorColumns; }
  std::string text() const; ///< "lanes 0-31 of columns 64-95"
};

struct TensorAllocation {
  uint32_t column = 0, columns = 0;
  uint32_t site = 0;
  unsigned wave = 0;
  uint32_t time = 0; ///< of the wave
};

/// An operation on tensor memory that has begun.
struct TensorUse {
  enum class Kind : uint8_t { Product, Load, Store };
  /// Products with the same sums in the same shape run in order.
  struct Sums {
    int m = 0, n = 0;
    bool isOfPair = false;
    uint32_t address = 0;

    bool operator==(const Sums &) const = default;
  };

  Kind kind = Kind::Load;
  Accessor who;
  unsigned lane = 0;
  uint32_t time = 0;   ///< of the wave, when it began
  uint32_t waited = 0; ///< of the wave, when it had waited for a load or store; 0: it has not
  Sums sums;           ///< of a product
  Times endKnown{};    ///< of a product by wave: its time when it learnt of the end; 0: it has not
};

class TensorMemory {
public:
  TensorMemory(const Program &program, SharedChecks checks, const Clocks &clocks,
               Findings &findings)
      : program(program), checks(checks), clocks(clocks), findings(findings) {}

  /// For the next workgroup: what nobody has written is neither zero nor what was there.
  void reset();
  uint32_t &at(uint32_t lane, uint32_t column) { return cells[lane * tensorColumns + column]; }

  /// Whether that many columns are free from there on.
  bool isFree(uint32_t column, uint32_t columns) const;
  void allocate(const TensorAllocation &allocation);
  const std::vector<TensorAllocation> &allocations() const { return allocated; }
  /// Null if no allocation begins there.
  const TensorAllocation *allocationAt(uint32_t column) const;
  /// Reports uses whose end the wave does not know.
  void free(uint32_t column, const Accessor &who);

  /// Its number.
  uint32_t begin(TensorUse use);
  /// Whether the wave may access the area; if not, it is reported.
  bool checkArea(const Accessor &who, const TensorArea &area);
  /// Whether what is there is ordered before; `isOfSums` for the sums of a product.
  void read(uint32_t use, const TensorArea &area, bool isOfSums = false);
  void write(uint32_t use, const TensorArea &area, bool isOfSums = false);
  TensorUse &use(uint32_t number) { return uses[number]; }
  const std::vector<TensorUse> &allUses() const { return uses; }
  /// From now on the wave knows that the product has ended.
  void endProduct(uint32_t use, unsigned wave);

private:
  static constexpr uint32_t nobody = 0; ///< else the number of the use plus 1
  using Plane = std::vector<uint32_t>;

  template <typename Action> void forEachGranule(const TensorArea &area, Action action);
  bool isOrdered(const TensorUse &before, const TensorUse &now, bool isOfSums) const;
  bool hasEnded(const TensorUse &use, unsigned wave) const;
  void race(uint32_t before, const Accessor &who, uint32_t granule, const char *mine,
            const char *theirs);

  const Program &program;
  const SharedChecks checks;
  const Clocks &clocks;
  Findings &findings;
  std::vector<uint32_t> cells;
  std::vector<TensorAllocation> allocated;
  std::array<bool, tensorColumns> isAllocated{};
  std::vector<TensorUse> uses;
  Plane writer;
  std::vector<Plane> readers; ///< by wave; empty of those that have read nothing
};

} // namespace wave::executor
