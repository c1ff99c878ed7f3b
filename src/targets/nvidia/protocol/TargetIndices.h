//===- TargetIndices.h - What the code of a lane computes, as expressions -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The opposite of gpu::Positions: integers of the target form become expressions again, over the
// trips of the loops around them, the arguments of the kernel and whatever else they are computed
// from.  An address in shared memory is its distance from the beginning.
//
// What a loop carries is solved where it follows one of these recurrences, in trip t:
//
//   x' = x + d                                x = x0 + t * d
//   x' = select(x + d < B, x + d, x + d - B)  x = (n0 + t * d) % B, where x0 = n0 % B
//   p' = select(the same, p, 1 - p)           p = floordiv(n0 + t * d, B) % 2, of that x
//   p' = 1 - p                                p = (p0 + t) % 2
//
// Anything else is a symbol, the same one for the same computation, so that loops of several roles
// that take the same trips have the same count.  A scalar that one role stores in a slot of a
// channel and others load is a symbol of its address and the trips: in all of them the same one, if
// they access the same use in a trip, which ProtocolWalk checks.  Numbers are taken to be as large
// as they are: that an index fits its 32 bits follows from the sizes that the compiler lets
// through.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <string>

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

#include "targets/gpu/ChannelFacts.h"
#include "targets/nvidia/protocol/LaneValues.h"
#include "wave/expr.h"

namespace wave::nvidia {

/// An integer that a loop carries: in a trip, in the next one, before the first and after the last.
struct CarriedIndex {
  Expr now, next, first, last;
};

/// Of scf.for or scf.while.
struct LoopIndices {
  Expr trip, count; ///< the number of the trip, from 0, and how many there are
  std::vector<CarriedIndex> carried;
};

/// Any value of each symbol says in which ring or channel an address lies: slots are what varies.
std::optional<int64_t> sampleOf(const Expr &address);

/// The address of an i64 in shared memory that an operation loads or stores; null for others.
mlir::Value scalarAddress(mlir::Operation *op);

class TargetIndices {
public:
  TargetIndices(LaneValues &lanes, const gpu::ChannelFacts &facts) : lanes(lanes), facts(facts) {}

  /// In the body of a loop, in trip `trip` of it.
  Expr of(mlir::Value value) { return solved(raw(value)); }
  LoopIndices of(mlir::Operation *loop);

  /// What an operation loads from, or stores in, a slot of a channel; nothing for others.
  std::optional<Expr> scalarOf(mlir::Operation *access);

  /// Whether the symbol occurs, or in what one of the symbols is computed from.
  bool dependsOn(const Expr &expr, const std::string &symbol) const;
  /// Of a symbol that differs from lane to lane; null for others.
  const PerLane *lanesOf(const std::string &symbol) const;

private:
  /// What is not an expression of Expr: an operation, and what it is applied to.
  struct Term {
    std::string operation;
    std::vector<Expr> operands;
  };

  Expr raw(mlir::Value value);
  Expr ofArgument(mlir::BlockArgument argument);
  Expr ofResult(mlir::OpResult result);
  std::optional<Expr> ofLane(mlir::OpResult result);
  std::optional<Expr> ofAddress(mlir::Operation *op);
  std::optional<Expr> ofScalar(mlir::OpResult result);
  std::optional<Expr> rawScalar(mlir::Operation *access);
  std::optional<Expr> ofChoice(mlir::OpResult result);
  std::optional<Expr> ofRounding(mlir::Operation *op);
  Expr termOf(std::string operation, std::vector<Expr> operands);
  Expr uniqueTerm() { return termOf("unknown " + std::to_string(symbols.size()), {}); }

  /// With the solutions of what loops carry, as far as these are known.
  Expr solved(const Expr &expr);
  Expr resolve(const std::string &symbol);
  void setSolution(const std::string &symbol, const Expr &solution);
  void forgetSolution(const std::string &symbol);

  /// How many loops are around it.
  static int64_t loopsAround(mlir::Operation *op);
  /// The number of the trip of the loop that has so many around it.
  static Expr tripAt(int64_t depth);
  const LoopIndices &solve(mlir::Operation *loop);
  void begin(mlir::Operation *loop, LoopIndices &indices);
  Expr carry(mlir::Value argument);
  void solveCarried(LoopIndices &indices);
  std::vector<Expr> recurrencesOf(CarriedIndex *index, llvm::ArrayRef<CarriedIndex *> carried);
  bool solve(const LoopIndices &indices, const CarriedIndex &carried);

  LaneValues &lanes;
  const gpu::ChannelFacts &facts;
  llvm::DenseMap<mlir::Value, Expr> known;
  std::map<mlir::Operation *, LoopIndices> loops;
  std::map<std::string, std::string> symbols; ///< of terms, by what they are
  std::map<std::string, Term> terms;          ///< by their symbols
  std::map<std::string, mlir::Value> ofLanes;
  /// Of what a loop carries, by its symbol.
  llvm::DenseSet<mlir::Operation *> begun; ///< loops that are solved, or being solved
  std::map<std::string, Expr> solutions;
  std::map<std::string, Expr> resolved; ///< symbols with the solutions so far
  /// A slot that a loop carries: while it does not wrap, and the one before the loop.
  struct Slot {
    Expr wraps, first;
    Expr step;
    int64_t slots;
  };
  std::vector<Slot> slots; ///< of the loop that is being solved
};

} // namespace wave::nvidia
