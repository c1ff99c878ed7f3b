//===- Clusters.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Clusters.h"

#include <bit>

#include "dialect/Distribution.h"

using namespace mlir;

namespace wave::analysis {

Cluster::Cluster(ir::KernelOp kernel) : counts(ir::workgroupsPerCluster(kernel)) {}

int64_t Cluster::sharers(ArrayRef<int64_t> dims) const {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= counts[static_cast<size_t>(dim)];
  return count;
}

Expr Cluster::place(size_t dim) const {
  static constexpr Symbol ids[] = {WORKGROUP_0, WORKGROUP_1, WORKGROUP_2};
  return Expr(ids[dim]) % counts[dim];
}

int64_t Cluster::stride(size_t dim) const {
  int64_t stride = 1;
  for (size_t faster = 0; faster < dim; ++faster)
    stride *= counts[faster];
  return stride;
}

Expr Cluster::numberAmong(ArrayRef<int64_t> dims) const {
  Expr number = Expr::constant(0);
  int64_t radix = 1;
  for (int64_t dim : dims) {
    number = number + place(static_cast<size_t>(dim)) * radix;
    radix *= counts[static_cast<size_t>(dim)];
  }
  return number;
}

uint32_t Cluster::ranks(ArrayRef<int64_t> dims) const {
  uint32_t ranks = 1;
  for (int64_t dim : dims) {
    uint32_t along = 0;
    for (int64_t place = 0; place < counts[static_cast<size_t>(dim)]; ++place)
      along |= ranks << place * stride(static_cast<size_t>(dim));
    ranks = along;
  }
  return ranks;
}

Expr Cluster::shift(ArrayRef<int64_t> dims) const {
  Expr shift = Expr::constant(0);
  for (size_t dim = 0; dim < counts.size(); ++dim)
    if (counts[dim] > 1 && !llvm::is_contained(dims, static_cast<int64_t>(dim)))
      shift = shift + place(dim) * stride(dim);
  return shift;
}

int64_t sharersOf(ir::CopyOp copy) {
  if (!copy.getSharedAlong())
    return 1;
  return Cluster(copy->getParentOfType<ir::KernelOp>()).sharers(*copy.getSharedAlong());
}

SmallVector<ArrayRef<int64_t>> sharingsOf(ValueRange rings) {
  SmallVector<ArrayRef<int64_t>> sharings;
  for (Value ring : rings)
    for (Operation *user : ring.getUsers())
      if (auto copy = dyn_cast<ir::CopyOp>(user); copy && copy.getSharedAlong())
        if (!llvm::is_contained(sharings, *copy.getSharedAlong()))
          sharings.push_back(*copy.getSharedAlong());
  return sharings;
}

int64_t givenBackTo(const Cluster &cluster, ValueRange rings) {
  uint32_t ranks = 1;
  for (ArrayRef<int64_t> dims : sharingsOf(rings))
    ranks |= cluster.ranks(dims);
  return std::popcount(ranks);
}

} // namespace wave::analysis
