//===- constraints.h - Distribution of a kernel's dimensions --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints distribute the dimensions of a kernel over workgroups, waves and
// loop steps.  They are aggregates, initialised by name or in order; `where` is
// the source location for error messages.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <source_location>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "wave/expr.h"

#pragma GCC visibility push(default)
namespace wave {

/// Matrix instructions, named ACCUMULATOR_MxNxK_OPERANDS.  wave/mma_types.def has their shapes,
/// element types and chips.
enum class MMAType {
#define WAVE_MMA(NAME, ...) NAME,
#include "wave/mma_types.def"
#undef WAVE_MMA
};

/// How MMAs multiply f32 operands.
enum class Precision {
  Full,  ///< as they are; NVIDIA's GPUs have no such instruction
  TF32,  ///< without their low 13 bits: 11 significant bits are left
  TF32x3 ///< as the sum of two such parts each, whose products are three MMAs: some 21 bits are
         ///< left
};

/// Distributes `dim` over the workgroups along grid dimension `workgroup_dim` (0 to 4), `tile`
/// elements each.  A launch has three dimensions: those from 2 on share the last one, in which
/// dimension 2 is the fastest.
struct WorkgroupConstraint {
  Expr dim;
  Expr tile;
  int workgroup_dim;
  std::source_location where = std::source_location::current();
};

/// Launches a grid of these sizes, whatever the number of tiles.  Workgroup constraints still say
/// how large tiles are and how waves share them, but every tile begins at 0: an IndexMapping moves
/// accesses to the tile that a workgroup chooses.  NUM_CTAS without a value is known at
/// the launch: the compute units of its device, in whole clusters.
struct GridConstraint {
  Expr x;
  std::optional<Expr> y = std::nullopt;
  std::optional<Expr> z = std::nullopt;
  std::source_location where = std::source_location::current();
};

/// Makes `iterate` over `dim` take `tile` elements per step.  Without a tile the step is 1, and
/// `dim` may be the axis of a loop with a condition or an end.  Where `dim` has a workgroup
/// constraint too, the loop goes through the workgroup's part of it.
struct TilingConstraint {
  Expr dim;
  Expr tile = 1;
  std::source_location where = std::source_location::current();
};

/// Distributes a workgroup's tile of `dim` over waves, `tile` elements each.
struct WaveConstraint {
  Expr dim;
  Expr tile;
  std::source_location where = std::source_location::current();
};

/// Changes which tile a workgroup computes: along `workgroup_dim`, the workgroup takes the tile
/// with index `index`, an expression over WORKGROUP_0 to 2 and sizes.  All reorderings of a kernel
/// apply at once: each `WORKGROUP_d` in them is the id that the hardware gives.  The launch grid
/// stays as it is.  The compiler, or else the launch, proves that the workgroups still compute each
/// tile once [not-covered].
struct ReorderingConstraint {
  Expr index;
  int workgroup_dim;
  std::source_location where = std::source_location::current();
};

/// Counts along grid dimensions 0, 1, 2, or nothing.  Written `{2, 2, 1}`.
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
/// Waves of a workgroup; workgroups of a cluster.
using WavesPerBlock = CountsPerDim;
using WorkgroupsPerCluster = CountsPerDim;

/// The hardware that a kernel is written for.  WaveCompileOptions::hardware replaces it.
struct HardwareConstraint {
  /// Threads that issue one matrix instruction.  Defaults to those of `mma_type`, else to the
  /// target's wave size.  A given value is checked against the target.
  std::optional<int> threads_per_wave = std::nullopt;
  /// Inferred from the workgroup and wave tiles.  A given value is checked against them.
  WavesPerBlock waves_per_block = {};
  /// The matrix instruction of every mma.  By default, the target chooses.
  std::optional<MMAType> mma_type = std::nullopt;
  /// The cluster size, at most 8 workgroups in all.  Clusters multicast the tiles that several of
  /// their workgroups read.  By default, there are no clusters.
  WorkgroupsPerCluster workgroups_per_cluster = {};
  /// How many elements of a dimension an operation takes at a time, 0 for a number.  Checked; the
  /// compiler finds them by itself.
  std::vector<std::pair<Expr, int>> vector_shapes = {};
  std::source_location where = std::source_location::current();
};

using Constraint = std::variant<WorkgroupConstraint, TilingConstraint, WaveConstraint,
                                ReorderingConstraint, HardwareConstraint, GridConstraint>;

/// The constraints of one kernel, in order.
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
