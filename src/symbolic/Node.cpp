//===- Node.cpp - The tree behind wave::Expr ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Node.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <ostream>

#include "diagnostic/Fail.h"

namespace wave::symbolic {

namespace {

size_t combine(size_t seed, size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2));
}

Expr create(Kind kind, int64_t value, std::string name, std::vector<Expr> operands) {
  size_t hash = combine(static_cast<size_t>(kind), std::hash<int64_t>{}(value));
  hash = combine(hash, std::hash<std::string>{}(name));
  uint32_t depth = 0, size = 1;
  for (const Expr &each : operands) {
    hash = combine(hash, each.node().hash);
    depth = std::max(depth, each.node().depth);
    size += each.node().size; // three operands of at most maxSize
  }
  if (++depth > maxDepth)
    fail<Error>("expression-size",
                "the expression is nested deeper than " + std::to_string(maxDepth),
                "name a part of it with a symbol, and bind that symbol");
  if (size > maxSize)
    fail<Error>("expression-size",
                "the expression has more than " + std::to_string(maxSize) +
                    " terms, each counted as often as it would be written",
                "name a part of it with a symbol, and bind that symbol");
  return Expr(std::make_shared<const Node>(
      Node{kind, value, std::move(name), std::move(operands), hash, depth, size}));
}

bool sameNode(const Node &a, const Node &b) {
  if (&a == &b)
    return true;
  if (a.hash != b.hash || a.kind != b.kind || a.value != b.value || a.name != b.name)
    return false;
  return std::equal(
      a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
      [](const Expr &left, const Expr &right) { return sameNode(left.node(), right.node()); });
}

} // namespace

Expr rawNode(Kind kind, std::vector<Expr> operands) {
  return create(kind, 0, {}, std::move(operands));
}

void appendChain(Kind kind, const Expr &expr, std::vector<Expr> &parts) {
  if (!isKind(expr, kind)) {
    parts.push_back(expr);
    return;
  }
  for (const Expr &each : expr.node().operands)
    appendChain(kind, each, parts);
}

Expr rawChain(Kind kind, const std::vector<Expr> &parts) {
  Expr chain = parts.front();
  for (size_t i = 1; i < parts.size(); ++i)
    chain = rawNode(kind, {chain, parts[i]});
  return chain;
}

bool isIdentifier(std::string_view name) {
  auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && isLetter(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

} // namespace wave::symbolic

namespace wave {

Expr::Expr(Symbol symbol) : Expr(Expr::symbol(symbol.name())) {
  if (!symbolic::isIdentifier(symbol.name()))
    fail<Error>("symbol-name",
                "symbol '" + std::string(symbol.name()) + "' is not named by a C identifier",
                "use letters, digits and _, not starting with a digit");
}

Expr Expr::unsigned_constant(uint64_t value) {
  if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    fail<Error>("overflow", std::to_string(value) + " overflows 64 bits with a sign",
                "sizes are at most 2^63 - 1");
  return constant(static_cast<int64_t>(value));
}

Expr Expr::constant(int64_t value) {
  return symbolic::create(symbolic::Kind::Constant, value, {}, {});
}

Expr Expr::symbol(detail::TextView name) {
  return symbolic::create(symbolic::Kind::Symbol, 0, std::string(name), {});
}

bool Expr::same_as(const Expr &other) const { return symbolic::sameNode(*node_, *other.node_); }

std::ostream &operator<<(std::ostream &out, const Expr &expr) { return out << expr.str(); }

} // namespace wave
