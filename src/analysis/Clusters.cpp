//===- Clusters.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Clusters.h"

#include <bit>

#include "dialect/Distribution.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::analysis {

Cluster::Cluster(ir::KernelOp kernel) : counts(ir::workgroupsPerCluster(kernel)) {
  if (std::optional<int64_t> dim = ir::pairDim(kernel))
    pair.push_back(*dim);
}

int64_t Cluster::sharers(ArrayRef<int64_t> dims) const {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= counts[static_cast<size_t>(dim)];
  return count;
}

Expr Cluster::place(size_t dim) const { return Expr(symbolic::workgroupIds[dim]) % counts[dim]; }

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
  if (!copy.getMulticastAlong())
    return 1;
  return Cluster(copy->getParentOfType<ir::KernelOp>()).sharers(*copy.getMulticastAlong());
}

SmallVector<SmallVector<int64_t>> sharingsOf(ValueRange rings) {
  SmallVector<SmallVector<int64_t>> sharings;
  auto add = [&](ArrayRef<int64_t> dims) {
    if (!llvm::is_contained(sharings, dims))
      sharings.emplace_back(dims);
  };
  for (Value ring : rings)
    for (Operation *user : ring.getUsers())
      if (auto copy = dyn_cast<ir::CopyOp>(user); copy && copy.getMulticastAlong())
        add(*copy.getMulticastAlong());
  if (llvm::none_of(rings, [](Value ring) { return ir::isOfPair(ring); }))
    return sharings;
  const Cluster cluster(rings.front().getDefiningOp()->getParentOfType<ir::KernelOp>());
  for (SmallVector<int64_t> &dims : sharings)
    if (!llvm::is_contained(dims, cluster.pairDims().front()))
      dims.insert(dims.begin(), cluster.pairDims().front());
  add(cluster.pairDims());
  return sharings;
}

int64_t givenBackBy(const Cluster &cluster, ValueRange rings) {
  uint32_t ranks = 1;
  for (ArrayRef<int64_t> dims : sharingsOf(rings))
    ranks |= cluster.ranks(dims);
  const bool isOfPair = llvm::any_of(rings, [](Value ring) { return ir::isOfPair(ring); });
  return std::popcount(ranks) / (isOfPair ? 2 : 1);
}

} // namespace wave::analysis
