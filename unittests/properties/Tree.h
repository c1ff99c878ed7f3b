//===- Tree.h - Random expressions that know nothing of src/symbolic ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Tree is an expression as it was written.  It has its own evaluation, the oracle
// of the tests; `built` and `raw` make an Expr of it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <iosfwd>
#include <memory>
#include <string>

#include "Numbers.h"
#include "symbolic/Evaluate.h"

namespace wave::test {

// clang-format off
enum class Op : uint8_t {
  Add, Sub, Neg, Mul, Div, FloorDiv, CeilDiv, Mod, Min, Max,
  Lt, Le, Gt, Ge, Eq, Ne, Select,
  Constant, Symbol,
};
// clang-format on

/// All operators, without constants and symbols.
const std::vector<Op> &allOps();
std::string nameOf(Op op);
std::ostream &operator<<(std::ostream &out, Op op);
size_t arityOf(Op op);

/// The names that trees are written in.
inline constexpr std::array<const char *, 4> symbolNames = {"x", "y", "z", "w"};
/// A value for each of them.
struct Values {
  std::array<int64_t, symbolNames.size()> of = {};

  Bindings bindings() const;
};
std::ostream &operator<<(std::ostream &out, const Values &values);

class Tree {
public:
  static Tree constant(int64_t value);
  static Tree symbol(size_t index);
  Tree(Op op, std::vector<Tree> operands);

  Op op() const { return node->op; }
  int64_t value() const { return node->value; }
  const std::vector<Tree> &operands() const { return node->operands; }
  const void *identity() const { return node.get(); }

  /// With parentheses around everything.
  std::string text() const;
  size_t size() const;
  /// How often an operator of `ops` occurs.
  size_t count(const std::vector<Op> &ops) const;

private:
  struct Node {
    Op op;
    int64_t value; ///< of a constant; the index of a symbol
    std::vector<Tree> operands;
  };
  explicit Tree(Node contents) : node(std::make_shared<const Node>(std::move(contents))) {}

  std::shared_ptr<const Node> node;
};
std::ostream &operator<<(std::ostream &out, const Tree &tree);

/// What the oracle says.  `Beyond`: intermediate values are too large for it to
/// judge.
struct Outcome {
  enum Status { Value, DivisionByZero, Inexact, Overflow, Beyond } status;
  int64_t value = 0;

  bool hasValue() const { return status == Value; }
};
std::ostream &operator<<(std::ostream &out, const Outcome &outcome);
Outcome oracle(const Tree &tree, const Values &values);

/// Whether an evaluation ended as the oracle says.
bool agrees(const symbolic::Evaluation &actual, const Outcome &expected);
/// Shows an evaluation in a failure.
std::string textOf(const symbolic::Evaluation &evaluation);

/// With the operators of wave/expr.h, which simplify.
Expr built(const Tree &tree);
/// As it stands; equal sub-trees are one node where they were drawn as one.
Expr raw(const Tree &tree);

/// What trees are made of.
struct Palette {
  std::vector<Op> ops = allOps();
  int64_t (*constant)(Random &) = smallNumber;
  size_t symbols = 3;
  int depth = 5;
};
inline Palette tame(std::vector<Op> ops = allOps()) { return {.ops = std::move(ops)}; }
inline Palette wild(std::vector<Op> ops = allOps()) {
  return {.ops = std::move(ops), .constant = anyNumber, .symbols = 2, .depth = 3};
}
/// + - * with negation: these have a value wherever it fits 64 bits.
inline Palette polynomials() { return {.ops = {Op::Add, Op::Sub, Op::Neg, Op::Mul}, .depth = 3}; }

rc::Gen<Tree> trees(const Palette &palette);
/// With `root` on top; of divisions, half are exact.
rc::Gen<Tree> treesOf(Op root, const Palette &palette);
rc::Gen<Values> values();     ///< small ones
rc::Gen<Values> wildValues(); ///< any

} // namespace wave::test
