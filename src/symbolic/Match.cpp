//===- Match.cpp - Applying a rule at the root of an expression -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Match.h"

#include "symbolic/Evaluate.h"
#include "symbolic/Simplify.h"

#include <array>

namespace wave::symbolic {

namespace {

/// A reference to a callable, for matches to hand on to what matches next.
class Continuation {
public:
  template <typename Callable>
    requires(!std::same_as<Callable, Continuation>)
  Continuation(const Callable &callable)
      : target(&callable),
        call([](const void *erased) { return (*static_cast<const Callable *>(erased))(); }) {}

  bool operator()() const { return call(target); }

private:
  const void *target;
  bool (*call)(const void *);
};

size_t slotOf(std::string_view wildcard) {
  return wildcard[0] == 'c' ? 4 + static_cast<size_t>(wildcard[1] - '0')
                            : std::string_view("xyzw").find(wildcard[0]);
}

Expr chainWithout(Kind kind, std::vector<Expr> parts, size_t i) {
  parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
  return rawChain(kind, parts);
}

/// Binds wildcards while it goes down; `next` sees a complete match and says
/// whether to stop there.
class Matcher {
public:
  std::array<std::optional<Expr>, 8> slots;
  std::vector<Expr> leftover; ///< operands at the root that no pattern took

  bool matchRoot(const Expr &pattern, const Expr &subject, Continuation next) {
    Kind kind = kindOf(pattern);
    if (!isAssociative(kind))
      return match(pattern, subject, next);
    std::vector<Expr> parts;
    appendChain(kind, subject, parts);
    for (size_t i = 0; i < parts.size(); ++i) {
      auto pickSecond = [&] {
        for (size_t j = 0; j < parts.size(); ++j) {
          if (j == i)
            continue;
          auto keepOthers = [&] {
            leftover.clear();
            for (size_t k = 0; k < parts.size(); ++k)
              if (k != i && k != j)
                leftover.push_back(parts[k]);
            return next();
          };
          if (match(operand(pattern, 1), parts[j], keepOthers))
            return true;
        }
        return false;
      };
      if (match(operand(pattern, 0), parts[i], pickSecond))
        return true;
    }
    return false;
  }

private:
  bool match(const Expr &pattern, const Expr &subject, Continuation next) {
    Kind kind = kindOf(pattern);
    if (kind == Kind::Symbol)
      return matchWildcard(pattern.node().name, subject, next);
    if (kind != kindOf(subject))
      return false;
    if (kind == Kind::Constant)
      return pattern.node().value == subject.node().value && next();
    if (isAssociative(kind))
      return matchChain(pattern, subject, next);
    if (kind == Kind::Select) {
      auto arms = [&] {
        return matchPair(operand(pattern, 1), operand(subject, 1), operand(pattern, 2),
                         operand(subject, 2), next);
      };
      return match(operand(pattern, 0), operand(subject, 0), arms);
    }
    if (matchPair(operand(pattern, 0), operand(subject, 0), operand(pattern, 1),
                  operand(subject, 1), next))
      return true;
    return (kind == Kind::Eq || kind == Kind::Ne) &&
           matchPair(operand(pattern, 0), operand(subject, 1), operand(pattern, 1),
                     operand(subject, 0), next);
  }

  bool matchWildcard(std::string_view name, const Expr &subject, Continuation next) {
    std::optional<Expr> &slot = slots[slotOf(name)];
    if (slot)
      return slot->same_as(subject) && next();
    if (name[0] == 'c' && !isConstant(subject))
      return false;
    slot = subject;
    if (next())
      return true;
    slot.reset();
    return false;
  }

  bool matchPair(const Expr &p, const Expr &a, const Expr &q, const Expr &b, Continuation next) {
    return match(p, a, [&] { return match(q, b, next); });
  }

  bool matchChain(const Expr &pattern, const Expr &subject, Continuation next) {
    const Expr &p = operand(pattern, 0), &q = operand(pattern, 1);
    Kind kind = kindOf(pattern);
    std::vector<Expr> parts;
    appendChain(kind, subject, parts);
    for (size_t i = 0; i < parts.size(); ++i) {
      if (match(p, parts[i], [&] { return match(q, chainWithout(kind, parts, i), next); }))
        return true;
      if (parts.size() > 2 &&
          match(q, parts[i], [&] { return match(p, chainWithout(kind, parts, i), next); }))
        return true;
    }
    return false;
  }
};

/// The replacement with the wildcards filled in; what consists of constants only
/// is computed, and must have a value for the rule to apply.
class Instance {
public:
  explicit Instance(const Matcher &match) : match(match) {}

  std::optional<int64_t> compute(const Expr &expr) const {
    Evaluation value = evaluate(expr, [this](std::string_view name) {
      const std::optional<Expr> &slot = match.slots[slotOf(name)];
      return slot ? &*slot : nullptr;
    });
    return value ? std::optional(value.value()) : std::nullopt;
  }

  std::optional<Expr> build(const Expr &expr) const {
    if (hasConstantsOnly(expr)) {
      std::optional<int64_t> value = compute(expr);
      return value ? std::optional(Expr::constant(*value)) : std::nullopt;
    }
    if (isKind(expr, Kind::Symbol))
      return match.slots[slotOf(expr.node().name)];
    std::vector<Expr> operands;
    for (const Expr &each : expr.node().operands) {
      std::optional<Expr> built = build(each);
      if (!built)
        return std::nullopt;
      operands.push_back(*built);
    }
    return makeNode(kindOf(expr), std::move(operands));
  }

private:
  const Matcher &match;

  static bool hasConstantsOnly(const Expr &expr) {
    if (isKind(expr, Kind::Symbol))
      return expr.node().name[0] == 'c';
    for (const Expr &each : expr.node().operands)
      if (!hasConstantsOnly(each))
        return false;
    return true;
  }
};

std::optional<Expr> apply(const Rule &rule, const Expr &expr) {
  Matcher matcher;
  std::optional<Expr> result;
  auto finish = [&] {
    Instance instance(matcher);
    if (instance.compute(rule.condition) != 1)
      return false;
    result = instance.build(rule.replacement);
    return result.has_value();
  };
  if (!matcher.matchRoot(rule.pattern, expr, finish))
    return std::nullopt;
  for (const Expr &each : matcher.leftover)
    result = makeNode(kindOf(expr), {*result, each});
  return result;
}

} // namespace

std::optional<Rewrite> findRewrite(const Expr &expr) {
  for (const Rule *rule : rulesFor(kindOf(expr)))
    if (std::optional<Expr> result = apply(*rule, expr))
      return Rewrite{rule, *result};
  return std::nullopt;
}

} // namespace wave::symbolic
