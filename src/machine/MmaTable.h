//===- MmaTable.h - Readers of the table of matrix instructions -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows are include/wave/mma_types.def, and mma_passes.def.
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
enum class MmaLayout { CPU, MFMA_16, MFMA_32, MFMA_16_F64 };

struct Mma {
  std::string_view name;
  int64_t m, n, k; ///< elements of one instruction's tile
  DType operand;   ///< of both operands
  DType accumulator;
  int threadsPerWave;
  std::string_view chips; ///< space-separated
  MmaLayout layout;

  bool runsOn(std::string_view chip) const;
};

std::span<const Mma> mmaTable();
const Mma &mmaRow(MMAType type);
/// Null if no row has that name.
const Mma *mmaNamed(std::string_view name);
std::vector<std::string> mmaNames();

/// Multiply-adds of one instruction in a cycle of a chip that has it.
int64_t productsPerCycle(const Mma &mma, std::string_view chip);

/// Elements along each dimension that a wave computes; 0 where no constraint cuts it.
struct MmaTile {
  int64_t m = 0, n = 0, k = 0;
};

/// Of the chip's instructions with these element types that divide the tile: the one with
/// the most products a cycle, then the largest k, then the smallest accumulator.  Where none
/// divides it, the smallest; null where the chip has none.
const Mma *chooseMma(std::string_view chip, DType operand, DType accumulator, MmaTile tile);

/// The processors, and "cpu", that have an instruction with these element types.
std::vector<std::string> chipsWith(DType operand, DType accumulator);

/// The accumulator that products of `operand` are summed in, if there is one.
std::optional<DType> accumulatorOf(DType operand);

} // namespace wave::machine
