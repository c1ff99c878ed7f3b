//===- PipelineRequest.h - What a schedule says of one loop ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <vector>

#include "analysis/Nodes.h"

namespace wave {

/// pipeline(loop, buffers=n, eliminate_epilogue=True), and a set_stage for each stage; or
/// reorder_graph(loop, clusters), which is one stage with a tuple for each node.
struct PipelineRequest {
  struct Stage {
    std::vector<analysis::NodeList> tuples;
    mlir::Location where;
  };
  ir::IterateOp loop;
  mlir::Location where;
  std::optional<int64_t> buffers;
  std::vector<Stage> stages;
  std::optional<mlir::Location> reordered = std::nullopt; ///< reorder_graph of the pipeline
  bool isPipeline = true;                                 ///< not reorder_graph of a loop
  bool eliminateEpilogue = false;
  std::optional<mlir::Location> filtered = std::nullopt; ///< filter_nodes by parts of it
};

/// Writes the times of the nodes in the stages, in the place of what the loop's operations have.
/// Throws ScheduleRefused.
void writePipeline(ir::KernelOp kernel, const PipelineRequest &pipeline);

/// Gives each ring that a pipelined loop fills the slots that the pipelines ask for, where it has
/// none yet, and at least those that their schedules need; rings of a channel get equally many.
void giveBuffers(ir::KernelOp kernel, const std::vector<PipelineRequest> &pipelines);

} // namespace wave
