//===- constraints.h - Where a kernel's dimensions run --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel says what is computed; constraints say which level of the machine
// walks which dimension.  They are aggregates, so fields are written by name or
// in order, and remember the line they were written on.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <source_location>
#include <string_view>
#include <variant>
#include <vector>

#include "wave/expr.h"

#pragma GCC visibility push(default)
namespace wave {

/// Matrix instructions by name: ACCUMULATOR_MxNxK_OPERANDS.  What each one is
/// (shapes, element types, chips) stands in wave/mma_types.def.
enum class MMAType {
#define WAVE_MMA(NAME, ...) NAME,
#include "wave/mma_types.def"
#undef WAVE_MMA
};

/// Distributes `dim` over the workgroups along `workgroup_dim` (0, 1 or 2) of
/// the grid, `tile` elements each.
struct WorkgroupConstraint {
  Expr dim;
  Expr tile;
  int workgroup_dim;
  std::source_location where = std::source_location::current();
};

/// Walks `dim` in steps of `tile` inside a loop over `dim`.
struct TilingConstraint {
  Expr dim;
  Expr tile;
  std::source_location where = std::source_location::current();
};

/// Splits a workgroup's tile of `dim` over waves, `tile` elements each.
struct WaveConstraint {
  Expr dim;
  Expr tile;
  std::source_location where = std::source_location::current();
};

/// Counts along grid dimensions 0, 1, 2, or nothing; a class of its own so that it is
/// written `{2, 2, 1}`.
class CountsPerDim {
public:
  constexpr CountsPerDim() = default;
  constexpr CountsPerDim(int x, int y = 1, int z = 1) : counts_{x, y, z}, given_(true) {}

  constexpr explicit operator bool() const { return given_; }
  constexpr const std::array<int, 3> &operator*() const { return counts_; }
  constexpr const std::array<int, 3> *operator->() const { return &counts_; }

private:
  std::array<int, 3> counts_ = {};
  bool given_ = false;
};
/// Of a workgroup's waves; of a cluster's workgroups.
using WavesPerBlock = CountsPerDim;
using WorkgroupsPerCluster = CountsPerDim;

/// The hardware a kernel is written for.  All fields are defaults that a compile
/// may replace (WaveCompileOptions::hardware).
struct HardwareConstraint {
  /// Lanes that issue one matrix instruction together.
  int threads_per_wave = 64;
  /// Inferred from the workgroup and wave tiles when absent, checked against them
  /// when given.
  WavesPerBlock waves_per_block = {};
  /// The matrix instruction of every mma; the target chooses when absent.
  std::optional<MMAType> mma_type = std::nullopt;
  /// Workgroups that run together, at most 8, and bring what several of them read once for
  /// all of these; each is one of its own when absent.
  WorkgroupsPerCluster workgroups_per_cluster = {};
  std::source_location where = std::source_location::current();
};

using Constraint =
    std::variant<WorkgroupConstraint, TilingConstraint, WaveConstraint, HardwareConstraint>;

/// The constraints of one kernel, in the order they were written.
class Constraints {
public:
  Constraints() = default;
  Constraints(std::initializer_list<Constraint> list) : list_(list) {}

  /// Appends: `constraints += WaveConstraint{...}`.
  Constraints &operator+=(Constraint constraint) {
    list_.push_back(std::move(constraint));
    return *this;
  }

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }

private:
  std::vector<Constraint> list_;
};

} // namespace wave
#pragma GCC visibility pop
