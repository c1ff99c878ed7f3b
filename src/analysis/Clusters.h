//===- Clusters.h - Workgroups that bring for each other what they read ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A workgroup has a place in its cluster, WORKGROUP_d % n along a dimension of the grid along
// which a cluster has n, as grids have whole clusters; and a rank, its number among all, the
// first dimension running fastest (NVIDIA PTX ISA, %cluster_ctarank).  Those that share a copy
// are the workgroups whose places differ along some dimensions and along no other.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>

#include "dialect/Dialect.h"

namespace wave::analysis {

class Cluster {
public:
  explicit Cluster(ir::KernelOp kernel);

  int64_t size() const { return counts[0] * counts[1] * counts[2]; }
  /// How many share what is shared along these dimensions.
  int64_t sharers(mlir::ArrayRef<int64_t> dims) const;
  /// The number of this workgroup among them, from 0.
  Expr numberAmong(mlir::ArrayRef<int64_t> dims) const;
  /// Their ranks, as bits: of the workgroup at the first place of all; of this one they are as
  /// many bits further up as `shift` says.
  uint32_t ranks(mlir::ArrayRef<int64_t> dims) const;
  Expr shift(mlir::ArrayRef<int64_t> dims) const;

private:
  Expr place(size_t dim) const;
  int64_t stride(size_t dim) const; ///< of ranks

  std::array<int64_t, 3> counts;
};

/// How many workgroups bring parts of what a copy brings: 1 where it is this one's alone.
int64_t sharersOf(ir::CopyOp copy);

/// The dimensions of the grid along which copies into the rings are shared, each of these once.
mlir::SmallVector<mlir::ArrayRef<int64_t>> sharingsOf(mlir::ValueRange rings);

/// The workgroups that bring parts to a slot of the rings, this one among them, and so those to
/// which it is given back.
int64_t givenBackTo(const Cluster &cluster, mlir::ValueRange rings);

} // namespace wave::analysis
