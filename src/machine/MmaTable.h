//===- MmaTable.h - Readers of the table of matrix instructions -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows are include/wave/mma_types.def, mma_elements.def and mma_cycles.def.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wave/constraints.h"
#include "wave/types.h"

namespace wave::machine {

/// How an instruction's tiles lie in its lanes: a layout of src/machine/mma_layouts.def,
/// or none, where nothing is shared out.
enum class MmaLayout {
  CPU,
  MFMA_16,
  MFMA_32,
  MFMA_16_F64,
  MMA_SYNC_16,
  MMA_SYNC_8,
  WGMMA,
  TCGEN05,
  TCGEN05_PAIR,
  TCGEN05_PAIR_64
};

/// An element type of matrix instructions: a row of src/machine/mma_elements.def.
enum class MmaElement : uint8_t {
#define WAVE_MMA_ELEMENT(NAME, ...) NAME,
#include "machine/mma_elements.def"
#undef WAVE_MMA_ELEMENT
};

/// The kinds of tcgen05.mma.
enum class MmaKind : uint8_t { None, F16, TF32, F8F6F4, I8 };

struct MmaElementRow {
  DType dtype;                      ///< of the elements of a tile
  Precision precision;              ///< which an mma of such tiles asks for
  std::string_view ptx;             ///< empty where PTX has no such type
  MmaKind kind;                     ///< None where tcgen05 has no such operand
  int operandCode, accumulatorCode; ///< in tcgen05's instruction descriptor; -1 for none
  bool mayLieAlongOuter; ///< in shared memory, read by descriptor: along M or N instead of K
};
const MmaElementRow &elementRow(MmaElement element);

/// What an mma multiplies and adds.  Of instructions for `Precision::TF32x3` there are none: it is
/// three of TF32.
struct MmaTypes {
  DType lhs, rhs, accumulator;
  Precision precision = Precision::Full;

  bool operator==(const MmaTypes &) const = default;
};
/// "f16", "f8e4m3fn by f8e5m2", "f32 in tf32": of the operands.
std::string operandsText(const MmaTypes &types);

struct Mma {
  std::string_view name;
  int64_t m, n, k; ///< elements of one instruction's tile; of a pair's, m is one workgroup's
  MmaElement lhs, rhs, accumulator;
  MmaTypes types; ///< of the tiles
  int threadsPerWave;
  std::string_view chips; ///< space-separated
  MmaLayout layout;

  bool runsOn(std::string_view chip) const;
  /// Whether it reads the right operand in shared memory, and may read the left one there.  On a
  /// chip with tensor memory the sum is there, and in no registers until somebody loads it.
  bool readsShared() const {
    return layout == MmaLayout::WGMMA || layout == MmaLayout::TCGEN05 || isOfPair();
  }
  /// Whether two workgroups of a cluster make one product: each has m rows of lhs and of the sum,
  /// and half of the columns of rhs, the first half that with the even rank.
  bool isOfPair() const {
    return layout == MmaLayout::TCGEN05_PAIR || layout == MmaLayout::TCGEN05_PAIR_64;
  }
  /// Whether the halves of the sum's columns lie in different lanes of tensor memory.
  bool splitsColumns() const { return layout == MmaLayout::TCGEN05_PAIR_64; }
  /// Columns of tensor memory that so many columns of a sum take, of the rows of one instruction.
  int64_t tensorColumns(int64_t columns) const { return splitsColumns() ? columns / 2 : columns; }
};

std::span<const Mma> mmaTable();
const Mma &mmaRow(MMAType type);
/// Null if no row has that name.
const Mma *mmaNamed(std::string_view name);
std::vector<std::string> mmaNames();

/// Multiply-adds of one instruction in a cycle of a chip that has it: of one SIMD, or of all
/// those that an instruction in place keeps.
int64_t productsPerCycle(const Mma &mma, std::string_view chip);

/// Elements along each dimension that a wave computes; 0 where no constraint cuts it.
struct MmaTile {
  int64_t m = 0, n = 0, k = 0;
};

/// Of the chip's instructions with these element types, for waves of so many threads, that
/// divide the tile: the one with the most products a cycle, then the largest k, then the
/// smallest accumulator; of those of a warpgroup the largest, whose operands are read once.
/// Where none divides it, the smallest; null where the chip has none.  0 threads: those that
/// a wave of the chip has.  None is of a pair.
const Mma *chooseMma(std::string_view chip, MmaTypes types, MmaTile tile, int64_t threads = 0);
/// The chip's instruction of a pair of workgroups for these element types, so many rows of each
/// workgroup, of which it takes as many as it can, and so many columns, which it takes all; or
/// null.
const Mma *pairMma(std::string_view chip, MmaTypes types, int64_t rows, int64_t n);

/// The chip's instruction with this accumulator that operands reach by the best cast: to the other
/// 8-bit float of the same precision, else to a type that holds all their values, else to one with
/// their range; or null.  `threads` as of chooseMma.
const Mma *nearestMma(std::string_view chip, MmaTypes types, MmaTile tile, int64_t threads = 0);

/// The processors, and "cpu", that have an instruction with these element types.
std::vector<std::string> chipsWith(MmaTypes types);

/// The accumulator type of MMAs of these operands, if there is one.
std::optional<DType> accumulatorOf(DType lhs, DType rhs);

} // namespace wave::machine
