//===- Evaluate.cpp - The value of an expression, or why it has none ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Evaluate.h"

#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/Wide.h"

#include <algorithm>
#include <unordered_map>

namespace wave::symbolic {

namespace {

using FailureKind = EvaluationFailure::Kind;
using MaybeWide = std::optional<Wide>;

int64_t nearestInt64(Wide value) {
  return static_cast<int64_t>(std::clamp<Wide>(value, std::numeric_limits<int64_t>::min(),
                                               std::numeric_limits<int64_t>::max()));
}

std::string decimal(Wide value) {
  std::string digits;
  const bool isNegative = value < 0;
  do { // the remainder of what is negative is negative
    const int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (isNegative ? -digit : digit));
    value /= 10;
  } while (value != 0);
  return (isNegative ? "-" : "") + std::string(digits.rbegin(), digits.rend());
}

/// One evaluation: no value means that `failure` says why.
class Evaluator {
public:
  explicit Evaluator(const Lookup &lookup) : lookup(lookup) {}

  Evaluation run(const Expr &expr) {
    if (MaybeWide value = visitToInt64(expr))
      return static_cast<int64_t>(*value);
    return std::move(*failure);
  }

private:
  const Lookup &lookup;
  std::optional<EvaluationFailure> failure;
  std::vector<std::pair<std::string, int64_t>> known;
  std::vector<std::string_view> pending; ///< symbols whose binding is being evaluated
  std::unordered_map<const Node *, Wide> done;

  const int64_t *valueOf(std::string_view symbol) const {
    auto it = std::find_if(known.begin(), known.end(),
                           [&](const auto &entry) { return entry.first == symbol; });
    return it == known.end() ? nullptr : &it->second;
  }

  MaybeWide failWithSymbol(FailureKind kind, std::string_view symbol) {
    failure = EvaluationFailure{
        .kind = kind, .symbol = std::string(symbol), .expression = std::nullopt, .values = {}};
    return std::nullopt;
  }

  MaybeWide fail(FailureKind kind, const Expr &expr, Wide numerator = 0, Wide denominator = 0) {
    failure = EvaluationFailure{.kind = kind,
                                .symbol = {},
                                .expression = expr,
                                .numerator = nearestInt64(numerator),
                                .denominator = nearestInt64(denominator),
                                .values = {}};
    for (std::string &symbol : symbolsOf(expr))
      if (const int64_t *value = valueOf(symbol))
        failure->values.emplace_back(std::move(symbol), *value);
    return std::nullopt;
  }

  MaybeWide orOverflow(MaybeWide value, const Expr &expr) {
    return value ? value : fail(FailureKind::Overflow, expr);
  }

  MaybeWide visitToInt64(const Expr &expr) {
    MaybeWide value = visit(expr);
    if (!value || fitsInt64(*value))
      return value;
    fail(FailureKind::Overflow, expr);
    failure->exact = decimal(*value);
    return std::nullopt;
  }

  /// What is shared is evaluated once, where it is large enough to look it up.
  MaybeWide visit(const Expr &expr) {
    constexpr uint32_t small = 32;
    if (expr.node().size <= small)
      return visitNew(expr);
    if (auto found = done.find(&expr.node()); found != done.end())
      return found->second;
    const MaybeWide value = visitNew(expr);
    if (value)
      done.emplace(&expr.node(), *value);
    return value;
  }

  MaybeWide visitNew(const Expr &expr) {
    switch (kindOf(expr)) {
    case Kind::Constant:
      return expr.node().value;
    case Kind::Symbol:
      return visitSymbol(expr);
    case Kind::Select: {
      MaybeWide condition = visit(operand(expr, 0));
      return condition ? visit(operand(expr, *condition != 0 ? 1 : 2)) : std::nullopt;
    }
    case Kind::Mul:
      return visitProduct(expr);
    default:
      break;
    }
    MaybeWide a = visit(operand(expr, 0));
    MaybeWide b = a ? visit(operand(expr, 1)) : std::nullopt;
    return b ? apply(expr, *a, *b) : std::nullopt;
  }

  MaybeWide visitSymbol(const Expr &expr) {
    std::string_view symbol = expr.node().name;
    if (const int64_t *value = valueOf(symbol))
      return *value;
    if (std::find(pending.begin(), pending.end(), symbol) != pending.end())
      return failWithSymbol(FailureKind::Cycle, symbol);
    const Expr *bound = lookup ? lookup(symbol) : nullptr;
    if (!bound)
      return failWithSymbol(FailureKind::UnboundSymbol, symbol);
    pending.push_back(symbol);
    MaybeWide value = visitToInt64(*bound);
    pending.pop_back();
    if (value)
      known.emplace_back(symbol, static_cast<int64_t>(*value));
    return value;
  }

  /// A factor zero settles the product whatever the order: no prefix overflows
  /// that the whole does not.
  MaybeWide visitProduct(const Expr &expr) {
    std::vector<Expr> factors;
    appendChain(Kind::Mul, expr, factors);
    MaybeWide product = 1;
    bool isZero = false;
    for (const Expr &factor : factors) {
      MaybeWide value = visit(factor);
      if (!value)
        return std::nullopt;
      isZero |= *value == 0;
      product = product ? checkedMul(*product, *value) : std::nullopt;
    }
    return isZero ? Wide(0) : orOverflow(product, expr);
  }

  MaybeWide apply(const Expr &expr, Wide a, Wide b) {
    switch (kindOf(expr)) {
    case Kind::Add:
      return orOverflow(checkedAdd(a, b), expr);
    case Kind::Min:
      return std::min(a, b);
    case Kind::Max:
      return std::max(a, b);
    case Kind::Lt:
      return a < b;
    case Kind::Le:
      return a <= b;
    case Kind::Eq:
      return a == b;
    case Kind::Ne:
      return a != b;
    default:
      return divide(expr, a, b);
    }
  }

  MaybeWide divide(const Expr &expr, Wide a, Wide b) {
    if (b == 0)
      return fail(FailureKind::DivisionByZero, expr);
    Wide rest = floorMod(a, b);
    if (isKind(expr, Kind::Mod))
      return rest;
    if (isKind(expr, Kind::Div) && rest != 0)
      return fail(FailureKind::Inexact, expr, a, b);
    MaybeWide truncated = checkedDiv(a, b);
    if (!truncated)
      return fail(FailureKind::Overflow, expr);
    if (rest == 0)
      return truncated;
    // Truncation rounded down exactly when the signs of a and b agree.
    bool roundedDown = (a < 0) == (b < 0);
    if (isKind(expr, Kind::FloorDiv))
      return roundedDown ? *truncated : *truncated - 1;
    return roundedDown ? *truncated + 1 : *truncated;
  }
};

std::string listValues(const EvaluationFailure &failure) {
  std::string text;
  for (size_t i = 0; i < failure.values.size(); ++i) {
    text += i == 0 ? " for " : i + 1 == failure.values.size() ? " and " : ", ";
    text += failure.values[i].first + " = " + std::to_string(failure.values[i].second);
  }
  return text;
}

} // namespace

Evaluation evaluate(const Expr &expr, const Lookup &lookup) { return Evaluator(lookup).run(expr); }

Evaluation evaluate(const Expr &expr, const Bindings &bindings) {
  return evaluate(expr, Lookup([&](std::string_view name) { return bindings.find(name); }));
}

Evaluation evaluate(const Expr &expr) { return evaluate(expr, Lookup()); }

ErrorId idOf(EvaluationFailure::Kind kind) {
  switch (kind) {
  case FailureKind::UnboundSymbol:
    return "unbound-symbol";
  case FailureKind::Cycle:
    return "cyclic-binding";
  case FailureKind::Inexact:
    return "inexact-quotient";
  case FailureKind::DivisionByZero:
    return "division-by-zero";
  case FailureKind::Overflow:
    break;
  }
  return "overflow";
}

std::string describe(const EvaluationFailure &failure) {
  switch (failure.kind) {
  case FailureKind::UnboundSymbol:
    return failure.symbol + " has no value";
  case FailureKind::Cycle:
    return failure.symbol + " is bound in terms of itself";
  case FailureKind::Inexact:
    return failure.expression->str() + " is not exact" + listValues(failure);
  case FailureKind::DivisionByZero:
    return failure.expression->str() + " divides by zero" + listValues(failure);
  case FailureKind::Overflow:
    return failure.expression->str() + (failure.exact.empty() ? "" : " = " + failure.exact) +
           " overflows 64 bits" + listValues(failure);
  }
  return {};
}

} // namespace wave::symbolic
