//===- ShareCopies.cpp - What a cluster reads is brought once -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: roles, with channels between them                             (scheduled)
// Gives: the same; copies that bring the same to several workgroups of a cluster are shared
//        by these
//
// A tile whose start does not depend on WORKGROUP_d is the same for the workgroups of a cluster
// along dimension d.  Each of them brings a part of its rows to all (docs/adr/0029-clusters.md).
//
//===----------------------------------------------------------------------===//

#include "analysis/Boxes.h"
#include "analysis/Clusters.h"
#include "dialect/Distribution.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_SHARECOPIES
#include "passes/Passes.h.inc"

namespace {

/// The dimensions of the grid along which all workgroups of a cluster load the same, in as many
/// steps.
SmallVector<int64_t> alikeAlong(ir::CopyOp copy, const std::array<int64_t, 3> &cluster) {
  ir::IndexValues indices;
  SmallVector<Value> values(copy.getStart());
  for (auto loop = copy->getParentOfType<ir::IterateOp>(); loop;
       loop = loop->getParentOfType<ir::IterateOp>())
    if (loop.getCount())
      values.push_back(loop.getCount());
  auto dependsOn = [&](size_t dim) {
    return llvm::any_of(values, [&](Value value) {
      return indices.dependsOnWorkgroup(value, static_cast<int64_t>(dim));
    });
  };
  SmallVector<int64_t> dims;
  for (size_t dim = 0; dim < cluster.size(); ++dim)
    if (cluster[dim] > 1 && !dependsOn(dim))
      dims.push_back(static_cast<int64_t>(dim));
  return dims;
}

struct ShareCopies : impl::ShareCopiesBase<ShareCopies> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (ir::clusterSize(kernel) == 1)
      return;
    if (kernel.getBlock()->getOps<ir::RoleOp>().empty()) {
      kernel.emitRemark("no multicast within clusters: loads have no producer waves of their own "
                        "[not-multicast]");
      return;
    }
    if (failed(ir::verifyForm(kernel, ir::Form::Scheduled)))
      return signalPassFailure();
    kernel.walk([&](ir::CopyOp copy) { share(copy); });
    kernel.walk([](ir::AcquireOp op) { op.setInCluster(isShared(op.getRings())); });
    kernel.walk([](ir::ReleaseOp op) { op.setInCluster(isShared(op.getRings())); });
    kernel.walk([](ir::DrainOp op) { op.setInCluster(isShared(op.getRings())); });
  }

private:
  static bool isShared(ValueRange rings) { return !analysis::sharingsOf(rings).empty(); }

  void share(ir::CopyOp copy) {
    const SmallVector<int64_t> dims = alikeAlong(copy, ir::workgroupsPerCluster(getOperation()));
    if (dims.empty())
      return;
    const int64_t sharers = analysis::Cluster(getOperation()).sharers(dims);
    const ir::RingType ring = copy.getRing().getType();
    const int64_t rows = *ring.getDims().front().getConstantSize();
    if (ring.getDims().size() == 2 && rows % (sharers * analysis::rowsOfSwizzle) == 0) {
      copy.setSharedAlong(dims);
      return;
    }
    mlir::emitRemark(copy.getLoc())
        << "copy: each of " << sharers << " workgroups of a cluster loads all of "
        << ir::describe(ring.getTile()) << ": " << rows << " rows are no multiple of " << sharers
        << " times the " << analysis::rowsOfSwizzle << " of a swizzle [not-multicast]";
  }
};

} // namespace
} // namespace wave
