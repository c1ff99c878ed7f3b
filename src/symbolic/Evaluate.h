//===- Evaluate.h - The value of an expression, or why it has none --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intermediate values are exact (Wide.h); the result, and every symbol's value, must
// fit 64 bits.  Simplification may therefore regroup a sum without making an
// expression fail that had a value before.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "diagnostic/ErrorId.h"
#include "wave/expr.h"

#include <functional>
#include <optional>
#include <utility>
#include <variant>

namespace wave::symbolic {

struct EvaluationFailure {
  enum class Kind { UnboundSymbol, Cycle, Inexact, DivisionByZero, Overflow };

  Kind kind;
  /// UnboundSymbol: the symbol without a value.  Cycle: the one bound in terms
  /// of itself.
  std::string symbol;
  /// The sub-expression that has no value; set for the other kinds.
  std::optional<Expr> expression;
  /// Inexact: the operands' values (the nearest 64-bit values, where they do not
  /// fit).
  int64_t numerator = 0;
  int64_t denominator = 0;
  /// Overflow: the value, in decimal; empty where it does not fit 128 bits either.
  std::string exact = {};
  /// The symbols of `expression` that had been evaluated, in order of appearance.
  std::vector<std::pair<std::string, int64_t>> values;
};

/// The stable id of an error that reports the failure: "inexact-quotient".
ErrorId idOf(EvaluationFailure::Kind kind);

/// "BLOCK_M / 2 is not exact for BLOCK_M = 65".
std::string describe(const EvaluationFailure &failure);

class Evaluation {
public:
  Evaluation(int64_t value) : result_(value) {}
  Evaluation(EvaluationFailure failure) : result_(std::move(failure)) {}

  bool ok() const { return std::holds_alternative<int64_t>(result_); }
  explicit operator bool() const { return ok(); }
  int64_t value() const { return std::get<int64_t>(result_); }
  const EvaluationFailure &failure() const { return std::get<EvaluationFailure>(result_); }

private:
  std::variant<int64_t, EvaluationFailure> result_;
};

/// What a symbol stands for, possibly in terms of other symbols; null if nothing.
/// The pointer must stay valid until the evaluation ends.
using Lookup = std::function<const Expr *(std::string_view)>;

Evaluation evaluate(const Expr &expr, const Lookup &lookup);
Evaluation evaluate(const Expr &expr, const Bindings &bindings);
/// Of an expression without symbols.
Evaluation evaluate(const Expr &expr);

} // namespace wave::symbolic
