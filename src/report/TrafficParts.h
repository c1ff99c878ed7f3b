//===- TrafficParts.h - What traffic on any target is gathered from -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/BlockOrder.h"
#include "analysis/MemoryTraffic.h"
#include "analysis/OutputTiles.h"
#include "report/Explanation.h"

namespace wave::report {

/// The number of workgroups along each dimension; nothing where that depends on open sizes.
std::optional<std::array<int64_t, 3>> gridOf(const std::array<Expr, 3> &grid,
                                             const Bindings &sizes);

struct PartOfInput {
  InputLoad load; ///< without its use
  Expr share;     ///< of a block that one of its workgroups loads
};

/// What a workgroup loads of the block, by the copy that the read has become, if it has become one.
PartOfInput partOf(const analysis::BlockRead &read, ir::CopyOp copy);

/// Of each read; nothing where one has no order at these sizes.
std::optional<std::vector<analysis::BlockOrder>>
blockOrdersOf(const std::vector<analysis::BlockRead> &reads, const Bindings &sizes);

/// Why there are none, of so many workgroups that run at one time; empty where there are.
std::string whyNoOrder(const std::vector<analysis::BlockRead> &reads,
                       const std::optional<int64_t> &running, const Bindings &sizes);

TileOrder tileOrderOf(const std::vector<analysis::BlockOrder> &orders,
                      const analysis::LaunchOrder &launch,
                      const analysis::MemoryTraffic &predicted);

/// Adds which tile each workgroup computes, and what is in use in some positions of the launch; or
/// why that is not drawn.
void addMap(TileOrder &order, const std::optional<analysis::OutputTiles> &output,
            const std::vector<analysis::BlockRead> &reads,
            const std::vector<analysis::BlockOrder> &orders, const analysis::LaunchOrder &launch,
            const Bindings &sizes);

} // namespace wave::report
