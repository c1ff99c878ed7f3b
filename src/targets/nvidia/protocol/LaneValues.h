//===- LaneValues.h - What each lane of a cluster computes alike ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which lanes run a branch, which workgroup an arrival is for, and who receives a multicast follow
// from the number of a lane and the place of its workgroup in the cluster alone.  Such integers of
// the target form are computed for each lane of each workgroup of a cluster.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace wave::nvidia {

/// One for each lane of each workgroup of a cluster.
using PerLane = std::vector<int64_t>;

class LaneValues {
public:
  LaneValues(int64_t lanes, std::array<int32_t, 3> cluster) : lanes_(lanes), cluster(cluster) {}

  int64_t lanes() const { return lanes_; } ///< of a workgroup
  int64_t workgroups() const { return int64_t{1} * cluster[0] * cluster[1] * cluster[2]; }
  size_t size() const { return static_cast<size_t>(lanes() * workgroups()); }
  int64_t laneAt(size_t index) const { return static_cast<int64_t>(index) % lanes(); }
  /// The rank of the workgroup.
  int64_t workgroupAt(size_t index) const { return static_cast<int64_t>(index) / lanes(); }

  /// Null where the value depends on anything else.
  const PerLane *of(mlir::Value value);

private:
  std::optional<PerLane> compute(mlir::Operation *op);
  std::optional<PerLane> placeIn(mlir::Operation *op) const;

  int64_t lanes_;
  std::array<int32_t, 3> cluster;
  llvm::DenseMap<mlir::Value, std::unique_ptr<PerLane>> known; ///< null: unknown
};

} // namespace wave::nvidia
