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
#include <set>
#include <string>

#include "dialect/IndexValues.h"
#include "targets/gpu/LaneTarget.h"

namespace wave::gpu {

class Positions {
public:
  /// `entry` emits at the head of the function.
  /// Of waves of `lanes`, counted from `firstWave` of the workgroup on.
  Positions(LaneCode &entry, const LaneTarget &target, int64_t lanes, int64_t firstWave = 0);

  /// Gives a value, an i64, to an open size, which the head of the function has.
  void setSize(const Expr &symbol, Value value) { symbols[symbol.str()] = value; }
  /// Gives a value, an i64, to the counter of a loop, in its body.
  void setCounter(const Expr &symbol, Value value) {
    symbols[symbol.str()] = value;
    counters.insert(symbol.str());
  }
  /// The same of one that may be negative.
  void setSigned(const Expr &symbol, Value value) {
    setCounter(symbol, value);
    maybeNegative.insert(symbol.str());
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
  Value emitDivision(LaneCode &code, const Expr &expr);
  Value emitSlowDivision(LaneCode &code, const Expr &expr);
  bool isNatural(const Expr &expr) const;

  LaneCode &entry;
  const LaneTarget &target;
  Value lane, wave; ///< numbers, i32
  ir::IndexValues indices;
  std::map<std::string, Value, std::less<>> symbols;
  std::set<std::string> counters;      ///< those of the symbols that are no values of the head
  std::map<std::string, Value> atHead; ///< divisions that are computed once, by their text
  std::set<std::string, std::less<>> maybeNegative;
  std::map<std::string, Value> parts; ///< by digits and dimension
};

} // namespace wave::gpu
