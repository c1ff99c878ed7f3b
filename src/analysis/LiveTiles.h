//===- LiveTiles.h - What is live while an operation runs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Liveness in the forms with structured control flow: what a loop's next iteration uses again stays
// live through the whole body.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::analysis {

/// What hears of each value in a walk backwards through the operations of a block, and of those
/// within them.  Values begin and end once for each block that they are live in, so that a walk
/// takes time in proportion to the operations, however many values are live.
class LiveVisitor {
public:
  virtual ~LiveVisitor() = default;
  /// `value` is live before what comes next in the walk, the operations in front of it.
  virtual void begin(mlir::Value value) = 0;
  virtual void end(mlir::Value value) = 0;
  /// While `op` runs: the values that have begun and not ended are those made before it and used
  /// after it; `last` are the others that it uses, or what is within it.
  virtual void at(mlir::Operation *op, mlir::ArrayRef<mlir::Value> last) = 0;
};

/// Backwards through a block, and the blocks within it.
void forEachOperation(mlir::Block &block, LiveVisitor &visitor);

} // namespace wave::analysis
