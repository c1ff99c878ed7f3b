//===- MulticastLoads.cpp - Multicast TMA loads within a cluster ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: roles, with channels between them                             (scheduled)
// Gives: the same; loads of one tile by several CTAs of a cluster are multicast
//
// A tile whose start is the same in all CTAs of a cluster along a dimension of the grid, in loops
// that take the same trips in all of them, is loaded once: each CTA loads a slice of its rows into
// all of them (docs/adr/0029-clusters.md).
//
//===----------------------------------------------------------------------===//

#include <map>

#include "analysis/Boxes.h"
#include "analysis/ChannelEnds.h"
#include "analysis/Clusters.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Choice.h"
#include "dialect/ClusterValues.h"
#include "dialect/Distribution.h"
#include "dialect/NormalForms.h"
#include "dialect/Schedule.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_MULTICASTLOADS
#include "passes/Passes.h.inc"

namespace {

struct MulticastLoads : impl::MulticastLoadsBase<MulticastLoads> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (ir::clusterSize(kernel) == 1)
      return;
    if (kernel.getBlock()->getOps<ir::RoleOp>().empty()) {
      constexpr StringLiteral reason = "loads have no producer waves of their own";
      const WalkResult refused = kernel.walk([&](ir::CopyOp copy) {
        const ir::ChoiceAttr choice = ir::choiceOf(copy);
        ir::eraseChoice(copy);
        const bool isWanted = choice && choice.getFlag("shared") == true;
        if (isWanted)
          (void)refuse(copy, choice, reason);
        return isWanted ? WalkResult::interrupt() : WalkResult::advance();
      });
      if (refused.wasInterrupted())
        return signalPassFailure();
      kernel.emitRemark("no multicast within clusters: " + reason + " [not-multicast]");
      return;
    }
    if (failed(ir::verifyForm(kernel, ir::Form::Scheduled)))
      return signalPassFailure();
    SmallVector<ir::IterateOp> loops;
    kernel.walk([&](ir::IterateOp loop) { loops.push_back(loop); });
    values.clear();
    for (auto [dim, count] : llvm::enumerate(ir::workgroupsPerCluster(kernel)))
      if (count > 1)
        values.emplace(static_cast<int64_t>(dim),
                       ir::ClusterValues(loops, static_cast<int64_t>(dim), count));
    WalkResult shared = kernel.walk([&](ir::CopyOp copy) {
      return succeeded(share(copy)) ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (shared.wasInterrupted())
      return signalPassFailure();
    for (auto channel : kernel.getBlock()->getOps<ir::ChannelOp>()) {
      channel.setScope(ir::scopeOf(channel));
      analysis::nameEnds(channel);
    }
  }

private:
  /// The dimensions of the grid along which all workgroups of a cluster bring the same.
  SmallVector<int64_t> alikeAlong(ir::CopyOp copy) {
    SmallVector<int64_t> dims;
    for (auto &[dim, common] : values)
      if (common.runsAlike(copy->getBlock()) &&
          llvm::all_of(copy.getStart(), [&](Value start) { return common.isSame(start); }))
        dims.push_back(dim);
    return dims;
  }

  /// As the schedule has chosen, or where it can be.
  LogicalResult share(ir::CopyOp copy) {
    const ir::ChoiceAttr choice = ir::choiceOf(copy);
    ir::eraseChoice(copy);
    const bool isLeftOut = choice && choice.getFlag("shared") == false;
    const SmallVector<int64_t> dims = alikeAlong(copy);
    if (choice && !isLeftOut && dims.empty())
      return refuse(copy, choice, "the workgroups of a cluster load different tiles");
    if (dims.empty() || isLeftOut)
      return success();
    const int64_t sharers = analysis::Cluster(getOperation()).sharers(dims);
    const ir::BufferType ring = copy.getRing().getType();
    const int64_t rows = *ring.getDims().front().getConstantSize();
    if (ring.getDims().size() == 2 && rows % (sharers * analysis::rowsOfSwizzle) == 0) {
      copy.setMulticastAlong(dims);
      return success();
    }
    const std::string reason = std::to_string(rows) + " rows are no multiple of " +
                               std::to_string(sharers) + " times the " +
                               std::to_string(analysis::rowsOfSwizzle) + " of a swizzle";
    if (choice)
      return refuse(copy, choice, reason);
    mlir::emitRemark(copy.getLoc())
        << "copy: each of " << sharers << " workgroups of a cluster loads all of "
        << ir::describe(ring.getTile()) << ": " << reason << " [not-multicast]";
    return success();
  }

  static LogicalResult refuse(ir::CopyOp copy, ir::ChoiceAttr choice, const Twine &reason) {
    return ir::BrokenConstraint(choice.getWhere(), "not-multicast",
                                "multicast: each workgroup of a cluster loads all of " +
                                    ir::describe(copy.getRing().getType().getTile()) + ": " +
                                    reason)
        .note(copy.getLoc(), "the load is here")
        .help("leave multicast out, or write multicast(nodes, False)");
  }

  std::map<int64_t, ir::ClusterValues> values; ///< by the dimension of the grid
};

} // namespace
} // namespace wave
