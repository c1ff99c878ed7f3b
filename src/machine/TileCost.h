//===- TileCost.h - What tiles cost on a chip -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace wave::machine {

/// A row of tile_costs.def: a GEMM's.
struct TileCost {
  std::string_view chip;
  double macs;        ///< multiply-adds of a compute unit in a cycle
  double row, column; ///< cycles for a row of A, a column of B, in 64 elements of K
  double tile;        ///< cycles of a workgroup beside its steps
  double element;     ///< cycles for an element of the accumulator

  /// Of a workgroup that computes m x n elements in `steps` steps of k.
  double cycles(int64_t m, int64_t n, int64_t k, int64_t steps) const;
};

/// The row of the chip, or null: its tiles have not been measured.
const TileCost *tileCostOn(std::string_view chip);

/// Cycles from one workgroup of a compute unit to the next, or nothing: not known of the chip.
std::optional<int64_t> workgroupStartOn(std::string_view chip);

} // namespace wave::machine
