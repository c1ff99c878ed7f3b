//===- Node.h - The tree behind wave::Expr --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-expressions are shared and never change once built.  A subtraction is the
// sum with a product by -1; a > b is b < a; floor() and ceiling() leave no node.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/expr.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace wave::symbolic {

enum class Kind : uint8_t {
  Symbol,
  Add,
  Mul,
  Div, ///< exact quotient
  FloorDiv,
  CeilDiv,
  Mod, ///< floor modulo
  Min,
  Max,
  Lt,
  Le,
  Eq,
  Ne,
  Select,
  Constant, ///< last, so that constants sort behind everything else
};

struct Node {
  Kind kind;
  int64_t value;    ///< of a Constant
  std::string name; ///< of a Symbol
  std::vector<Expr> operands;
  size_t hash;
  uint32_t depth; ///< nodes on the longest way down
  uint32_t size;  ///< nodes, a shared one as often as it would be written
};

/// What an expression may come to: everything that walks one descends once per level, and
/// prints or compares what is shared as often as it occurs.
constexpr uint32_t maxDepth = 2000;
constexpr uint32_t maxSize = 100'000;

/// A node as it stands, without simplification.  Rules and tests need such
/// trees; everybody else builds with the operators of expr.h.
Expr rawNode(Kind kind, std::vector<Expr> operands);

inline Kind kindOf(const Expr &expr) { return expr.node().kind; }
inline bool isKind(const Expr &expr, Kind kind) { return kindOf(expr) == kind; }
inline bool isConstant(const Expr &expr) { return isKind(expr, Kind::Constant); }
inline bool isConstant(const Expr &expr, int64_t value) {
  return isConstant(expr) && expr.node().value == value;
}
inline std::optional<int64_t> constantOf(const Expr &expr) {
  return isConstant(expr) ? std::optional(expr.node().value) : std::nullopt;
}
inline const Expr &operand(const Expr &expr, size_t index) { return expr.node().operands[index]; }

/// Add, Mul, Min and Max: chains of them are flattened, sorted and matched in
/// any grouping.
inline bool isAssociative(Kind kind) {
  return kind == Kind::Add || kind == Kind::Mul || kind == Kind::Min || kind == Kind::Max;
}
inline bool isComparison(Kind kind) {
  return kind == Kind::Lt || kind == Kind::Le || kind == Kind::Eq || kind == Kind::Ne;
}

/// The operands of a chain of one associative kind, left to right; of anything
/// else, the expression itself.
void appendChain(Kind kind, const Expr &expr, std::vector<Expr> &parts);
/// The inverse: ((a . b) . c) without simplification.  `parts` is not empty.
Expr rawChain(Kind kind, const std::vector<Expr> &parts);

/// Whether a symbol may be called that: an identifier of C, in ASCII.
bool isIdentifier(std::string_view name);

} // namespace wave::symbolic
