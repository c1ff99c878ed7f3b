//===- IndexRanges.h - Between which numbers indices lie ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the roots of indices something is known: ids are less than the grid, counters less than
// counts, and the axis of a while loop satisfies its condition.  Of what is read from memory only
// its type is, and what the kernel assumes.  Open sizes are at least 0, and those without which the
// grid is empty at least 1.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/IndexValues.h"
#include "runtime/ScalarRanges.h"
#include "symbolic/Bounds.h"
#include "symbolic/MapLoop.h"

namespace wave::analysis {

class IndexRanges {
public:
  /// The kernel is in the form bound or a later one.
  explicit IndexRanges(ir::KernelOp kernel);

  /// An index over the symbols of roots.
  Expr of(mlir::Value index) { return values.of(index); }
  /// What gives roots their symbols.
  ir::IndexValues &indexValues() { return values; }
  symbolic::Interval boundsOf(const Expr &expr);
  /// The same where `expr` has symbols that are no roots.
  symbolic::Interval boundsOf(const Expr &expr, const symbolic::Intervals &others);
  /// Whether it is proved to have a value (Bounds.h).
  bool alwaysHasValue(const Expr &expr, const symbolic::Intervals &others = {});
  /// Whether it is proved to be at least 0: by the bounds of its parts, or where it is least if it
  /// grows, or falls, with the id of a workgroup.
  bool isNonNegative(const Expr &expr);
  /// Whether it is proved that a <= b.
  bool isAtMost(const Expr &a, const Expr &b);

  /// How many values the root with this symbol takes, from 0: an id, the counter of a counted loop.
  std::optional<Expr> countOf(const std::string &symbol);

  /// A while loop as expressions over the roots around it and its counter.
  symbolic::MapLoop mapLoop(ir::IterateOp loop);
  /// Of the counter of a loop with a condition (MapLoop.h).
  std::optional<Expr> boundOf(const symbolic::MapLoop &loop);
  Expr conditionOf(ir::IterateOp loop) { return mapLoop(loop).condition; }
  Expr nextOf(ir::IterateOp loop) { return mapLoop(loop).next; }
  /// Whether each step of the while loop provably advances its counter towards the bound.
  bool advances(ir::IterateOp loop);

  /// The indices that an expression is made of, each after those that its ends depend on.
  std::vector<ScalarRange::Index> indicesOf(const Expr &expr);

private:
  std::optional<int> directionOf(const Expr &expr, const std::string &symbol);
  void addRange(const std::string &symbol);
  void addReadRange(const std::string &symbol, ir::ReadIndexOp read);
  void addIndex(const std::string &symbol, std::vector<ScalarRange::Index> &indices);

  ir::KernelOp kernel;
  ir::IndexValues values;
  symbolic::Intervals ranges;
};

} // namespace wave::analysis
