//===- Substitute.cpp - Replacing symbols, and listing them ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Substitute.h"

#include "symbolic/Simplify.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace wave::symbolic {

namespace {

/// Rebuilds bottom-up; a shared sub-expression is rebuilt once, and equal results are shared.
class Substituter {
public:
  explicit Substituter(const Bindings &bindings) : bindings(bindings) {}

  Expr visit(const Expr &expr) {
    if (isConstant(expr))
      return expr;
    if (isKind(expr, Kind::Symbol)) {
      const Expr *value = bindings.find(expr.node().name);
      return value ? *value : expr;
    }
    if (auto it = done.find(&expr.node()); it != done.end())
      return it->second;
    std::vector<Expr> operands;
    for (const Expr &each : expr.node().operands)
      operands.push_back(visit(each));
    const Expr result = *results.insert(makeNode(kindOf(expr), std::move(operands))).first;
    done.emplace(&expr.node(), result);
    return result;
  }

private:
  struct Hash {
    size_t operator()(const Expr &expr) const { return expr.node().hash; }
  };
  struct Same {
    bool operator()(const Expr &a, const Expr &b) const { return a.same_as(b); }
  };

  const Bindings &bindings;
  std::unordered_map<const Node *, Expr> done;
  std::unordered_set<Expr, Hash, Same> results;
};

void collectSymbols(const Expr &expr, std::unordered_set<const Node *> &visited,
                    std::unordered_set<std::string> &seen, std::vector<std::string> &symbols) {
  if (!visited.insert(&expr.node()).second)
    return;
  if (isKind(expr, Kind::Symbol) && seen.insert(expr.node().name).second)
    symbols.push_back(expr.node().name);
  for (const Expr &each : expr.node().operands)
    collectSymbols(each, visited, seen, symbols);
}

} // namespace

Expr substitute(const Expr &expr, const Bindings &bindings) {
  return Substituter(bindings).visit(expr);
}

Expr simplify(const Expr &expr) { return Substituter({}).visit(expr); }

std::vector<std::string> symbolsOf(const Expr &expr) {
  std::unordered_set<const Node *> visited;
  std::unordered_set<std::string> seen;
  std::vector<std::string> symbols;
  collectSymbols(expr, visited, seen, symbols);
  return symbols;
}

namespace {
class Replacer {
public:
  Replacer(const Expr &part, const Expr &value) : part(part), value(value) {}

  Expr visit(const Expr &expr) {
    if (expr.same_as(part))
      return value;
    if (expr.node().operands.empty())
      return expr;
    if (auto it = done.find(&expr.node()); it != done.end())
      return it->second;
    std::vector<Expr> operands;
    for (const Expr &each : expr.node().operands)
      operands.push_back(visit(each));
    Expr result = makeNode(kindOf(expr), std::move(operands));
    done.emplace(&expr.node(), result);
    return result;
  }

private:
  const Expr &part, &value;
  std::unordered_map<const Node *, Expr> done;
};
} // namespace

Expr replaced(const Expr &expr, const Expr &part, const Expr &value) {
  return Replacer(part, value).visit(expr);
}

bool mentions(const Expr &expr, std::string_view symbol) {
  const std::vector<std::string> symbols = symbolsOf(expr);
  return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

} // namespace wave::symbolic
