//===- Positions.h - Where a lane's elements stand ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The coordinate of an element that a lane holds is a sum of four parts:
//
//   start      of the tile: workgroups and loops, the same for all lanes
//   wave       from the layout's wave digits, the same for a wave's lanes
//   lane       from its lane digits
//   register   from its register digits, a number
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "dialect/IndexValues.h"
#include "symbolic/Bounds.h"
#include "targets/gpu/LaneTarget.h"

namespace wave::gpu {

class Positions {
public:
  /// `entry` emits at the head of the function.
  /// Of waves of `lanes`, counted from `firstWave` of the workgroup on.
  Positions(LaneCode &entry, const LaneTarget &target, int64_t lanes, int64_t firstWave = 0);

  /// Before and behind the body of a loop, or its condition: `code` stands at its head.
  void enterBody(LaneCode &code);
  void leaveBody() { bodies.pop_back(); }

  /// Whether an index counts something, or may be less than 0.
  enum class Sign { Natural, Any };
  /// Gives a value, an i64 at the head of the function, to what the launch gives: an open size, or
  /// a scalar.
  void setLaunchSymbol(const Expr &symbol, Value value, Sign sign) {
    symbols[symbol.str()] = value;
    if (sign == Sign::Any)
      mayBeNegative(symbol.str());
  }
  /// Gives a value, an i64, to an argument of the body that was entered last: the counter of a
  /// loop, or an index that it carries.
  void setArgument(Value argument, Value value, Sign sign);
  /// The same of an index that a loop results in, behind the loop.
  void setResult(Value result, Value value, Sign sign);
  /// The same of a symbol for what stands where the code stands, and is no less than 0.
  void setHere(const Expr &symbol, Value value) {
    symbols[symbol.str()] = value;
    bodyOf[symbol.str()] = std::nullopt;
  }

  /// An index as an expression over workgroups, counters and open sizes.
  Expr exprOf(Value index) { return indices.of(index); }
  Expr conditionOf(ir::IterateOp loop) { return indices.conditionOf(loop); }

  /// Such an expression as an i64.
  Value emit(LaneCode &code, const Expr &expr);
  /// The same as an i32, of what is small.
  Value emitNarrow(LaneCode &code, const Expr &expr);
  /// Whether it is not 0, as an i1.
  Value emitCondition(LaneCode &code, const Expr &expr);

  /// Where a slot of a ring begins, bytes of the workgroup's shared memory, i32; the first one
  /// if none is named.
  Value slotOffset(LaneCode &code, Value ring, Value slot);

  /// Parts of coordinates along a dimension, i32.
  Value lanePart(const machine::Layout &layout, const std::string &dim);
  Value wavePart(const machine::Layout &layout, const std::string &dim);
  /// The same of a register whose number is known when the code runs.
  Value registerPart(LaneCode &code, const machine::Layout &layout, const std::string &dim,
                     Value reg);
  /// This lane's number in its wave, and the wave's; i32.
  Value laneNumber() const { return lane; }
  Value waveNumber() const { return wave; }
  /// Whether this lane holds the first of the layout's copies; null where there is one.
  Value isFirstCopy(LaneCode &code, const machine::Layout &layout);

private:
  static Value digitsOf(LaneCode &code, const machine::Digits &digits, const std::string &dim,
                        Value number);
  Value emitNew(LaneCode &code, const Expr &expr);
  Value emitDivision(LaneCode &code, const Expr &expr);
  Value emitSlowDivision(LaneCode &code, const Expr &expr);
  void setRoot(Value root, Value value, Sign sign, std::optional<size_t> body);
  bool isNatural(const Expr &expr);
  void mayBeNegative(const std::string &symbol) {
    if (!maybeNegative.insert(symbol).second)
      return;
    bounds.reset();
    natural.clear();
  }

  /// The values of parts of the expression that is being emitted; null where none is.
  struct Emitted {
    llvm::DenseMap<const symbolic::Node *, Value> values;
    mlir::SmallVector<Expr> kept; ///< so that each node is another one
  };
  Emitted *emitted = nullptr;

  LaneCode &entry;
  const LaneTarget &target;
  Value lane, wave; ///< numbers, i32
  ir::IndexValues indices;
  std::map<std::string, Value, std::less<>> symbols;
  /// Of the symbols that are no values of the function's head: the number of the body at whose
  /// head they are, or nothing.
  std::map<std::string, std::optional<size_t>, std::less<>> bodyOf;

  /// Where divisions are computed once, at the head of a loop's body or of the function.
  struct Head {
    mlir::Block *block = nullptr;
    mlir::Operation *last = nullptr; ///< that stands there; null at the beginning of the block
    std::map<std::string, Value> divisions = {}; ///< by their text
  };
  Head ofFunction;
  mlir::SmallVector<Head> bodies; ///< of the loops around what is emitted, the innermost last
  std::set<std::string, std::less<>> maybeNegative;
  /// What is known of dividends, which are asked for once for each register.
  std::unique_ptr<symbolic::SharedBounds> bounds;
  std::map<const symbolic::Node *, bool> natural;
  std::map<std::string, Value> parts; ///< by digits and dimension
};

} // namespace wave::gpu
