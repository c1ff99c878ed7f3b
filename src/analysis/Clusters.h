//===- Clusters.h - Workgroups that bring for each other what they read ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A workgroup has a place in its cluster, WORKGROUP_d % n along a dimension of the grid along
// which a cluster has n, as grids have whole clusters; and a rank, its number among all, the
// first dimension running fastest (NVIDIA PTX ISA, %cluster_ctarank).  Those that share a copy
// are the workgroups whose places differ along some dimensions and along no other.  A pair that
// multiplies together is led by the one with the even rank.
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

  /// Of a kernel with pairs: the dimension along which those of one differ, and the rank of the one
  /// that leads this workgroup's.
  mlir::ArrayRef<int64_t> pairDims() const { return pair; }
  Expr leader() const { return shift(pair); }

private:
  Expr place(size_t dim) const;
  int64_t stride(size_t dim) const; ///< of ranks

  std::array<int64_t, 3> counts;
  mlir::SmallVector<int64_t, 1> pair; ///< empty where there are none
};

/// How many workgroups bring parts of what a copy brings: 1 where it is this one's alone.
int64_t sharersOf(ir::CopyOp copy);

/// Sets of dimensions of the grid: workgroups that differ along those of one of them bring parts to
/// each other's slots of the rings, or multiply together with what is there, those of a pair also
/// with what comes from others.
mlir::SmallVector<mlir::SmallVector<int64_t>> sharingsOf(mlir::ValueRange rings);

/// How many tell this workgroup that a slot of the rings is given back: all who use what it brings
/// parts of, of a pair the one that leads.
int64_t givenBackBy(const Cluster &cluster, mlir::ValueRange rings);

} // namespace wave::analysis
