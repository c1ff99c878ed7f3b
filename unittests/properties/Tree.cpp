//===- Tree.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include <algorithm>
#include <map>
#include <ostream>

#include "symbolic/Node.h"

namespace wave::test {

namespace {

struct OpFacts {
  Op op;
  const char *name;
  const char *before, *between; ///< as text: before ( a ) between ( b )
  size_t arity;
};

// In the order of the enumeration.
constexpr std::array<OpFacts, 17> facts = {{
    {Op::Add, "Add", "", "+", 2},
    {Op::Sub, "Sub", "", "-", 2},
    {Op::Neg, "Neg", "-", "", 1},
    {Op::Mul, "Mul", "", "*", 2},
    {Op::Div, "Div", "", "/", 2},
    {Op::FloorDiv, "FloorDiv", "floordiv", ",", 2},
    {Op::CeilDiv, "CeilDiv", "ceildiv", ",", 2},
    {Op::Mod, "Mod", "", "%", 2},
    {Op::Min, "Min", "Min", ",", 2},
    {Op::Max, "Max", "Max", ",", 2},
    {Op::Lt, "Lt", "", "<", 2},
    {Op::Le, "Le", "", "<=", 2},
    {Op::Gt, "Gt", "", ">", 2},
    {Op::Ge, "Ge", "", ">=", 2},
    {Op::Eq, "Eq", "", "==", 2},
    {Op::Ne, "Ne", "", "!=", 2},
    {Op::Select, "Select", "select", ",", 3},
}};

const OpFacts &factsOf(Op op) { return facts.at(static_cast<size_t>(op)); }

} // namespace

const std::vector<Op> &allOps() {
  static const std::vector<Op> list = [] {
    std::vector<Op> ops;
    for (const OpFacts &each : facts)
      ops.push_back(each.op);
    return ops;
  }();
  return list;
}

std::string nameOf(Op op) { return factsOf(op).name; }
std::ostream &operator<<(std::ostream &out, Op op) { return out << nameOf(op); }
size_t arityOf(Op op) { return factsOf(op).arity; }

Bindings Values::bindings() const {
  Bindings list;
  for (size_t i = 0; i < of.size(); ++i)
    list.set(symbolNames[i], of[i]);
  return list;
}

std::ostream &operator<<(std::ostream &out, const Values &values) {
  for (size_t i = 0; i < values.of.size(); ++i)
    out << (i == 0 ? "" : ", ") << symbolNames[i] << " = " << values.of[i];
  return out;
}

Tree Tree::constant(int64_t value) { return Tree(Node{Op::Constant, value, {}}); }
Tree Tree::symbol(size_t index) { return Tree(Node{Op::Symbol, static_cast<int64_t>(index), {}}); }
Tree::Tree(Op op, std::vector<Tree> operands) : Tree(Node{op, 0, std::move(operands)}) {}

std::string Tree::text() const {
  if (op() == Op::Constant)
    return std::to_string(value());
  if (op() == Op::Symbol)
    return symbolNames.at(static_cast<size_t>(value()));
  const OpFacts &shape = factsOf(op());
  const bool isCall = *shape.before != '\0' && op() != Op::Neg;
  std::string list;
  for (const Tree &each : operands()) {
    const std::string part = each.text();
    if (!list.empty())
      list += std::string(" ") + shape.between + " ";
    list += isCall || each.operands().empty() ? part : "(" + part + ")";
  }
  if (op() == Op::Neg)
    return "-(" + list + ")";
  return isCall ? std::string(shape.before) + "(" + list + ")" : list;
}

size_t Tree::size() const {
  size_t nodes = 1;
  for (const Tree &each : operands())
    nodes += each.size();
  return nodes;
}

size_t Tree::count(const std::vector<Op> &ops) const {
  size_t found = std::count(ops.begin(), ops.end(), op()) != 0 ? 1 : 0;
  for (const Tree &each : operands())
    found += each.count(ops);
  return found;
}

std::ostream &operator<<(std::ostream &out, const Tree &tree) { return out << tree.text(); }

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace {

Expr joined(Op op, const std::vector<Expr> &of) {
  switch (op) {
  case Op::Add:
    return of[0] + of[1];
  case Op::Sub:
    return of[0] - of[1];
  case Op::Neg:
    return -of[0];
  case Op::Mul:
    return of[0] * of[1];
  case Op::Div:
    return of[0] / of[1];
  case Op::FloorDiv:
    return floordiv(of[0], of[1]);
  case Op::CeilDiv:
    return ceildiv(of[0], of[1]);
  case Op::Mod:
    return of[0] % of[1];
  case Op::Min:
    return Min(of[0], of[1]);
  case Op::Max:
    return Max(of[0], of[1]);
  case Op::Lt:
    return (of[0] < of[1]).value();
  case Op::Le:
    return (of[0] <= of[1]).value();
  case Op::Gt:
    return (of[0] > of[1]).value();
  case Op::Ge:
    return (of[0] >= of[1]).value();
  case Op::Eq:
    return (of[0] == of[1]).value();
  case Op::Ne:
    return (of[0] != of[1]).value();
  default:
    return select(Predicate(of[0]), of[1], of[2]);
  }
}

Expr joinedRaw(Op op, const std::vector<Expr> &of) {
  using symbolic::Kind;
  using symbolic::rawNode;
  static const std::map<Op, Kind> kinds = {
      {Op::Add, Kind::Add},         {Op::Mul, Kind::Mul},
      {Op::Div, Kind::Div},         {Op::FloorDiv, Kind::FloorDiv},
      {Op::CeilDiv, Kind::CeilDiv}, {Op::Mod, Kind::Mod},
      {Op::Min, Kind::Min},         {Op::Max, Kind::Max},
      {Op::Lt, Kind::Lt},           {Op::Le, Kind::Le},
      {Op::Eq, Kind::Eq},           {Op::Ne, Kind::Ne},
      {Op::Select, Kind::Select}};
  switch (op) {
  case Op::Neg:
    return rawNode(Kind::Mul, {of[0], -1});
  case Op::Sub:
    return rawNode(Kind::Add, {of[0], rawNode(Kind::Mul, {of[1], -1})});
  case Op::Gt:
    return rawNode(Kind::Lt, {of[1], of[0]});
  case Op::Ge:
    return rawNode(Kind::Le, {of[1], of[0]});
  default:
    return rawNode(kinds.at(op), of);
  }
}

using Joiner = Expr (*)(Op, const std::vector<Expr> &);

Expr toExpr(const Tree &tree, Joiner join, std::map<const void *, Expr> &done) {
  if (tree.op() == Op::Constant)
    return tree.value();
  if (tree.op() == Op::Symbol)
    return Expr::symbol(symbolNames.at(static_cast<size_t>(tree.value())));
  if (auto found = done.find(tree.identity()); found != done.end())
    return found->second;
  std::vector<Expr> operands;
  for (const Tree &each : tree.operands())
    operands.push_back(toExpr(each, join, done));
  return done.emplace(tree.identity(), join(tree.op(), operands)).first->second;
}

} // namespace

Expr built(const Tree &tree) {
  std::map<const void *, Expr> done;
  return toExpr(tree, joined, done);
}

Expr raw(const Tree &tree) {
  std::map<const void *, Expr> done;
  return toExpr(tree, joinedRaw, done);
}

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

namespace {

/// Grows one tree; what has been drawn may come again, as the same object.
class Growth {
public:
  Growth(const Palette &palette, Random &random) : palette(palette), random(random) {}

  Tree any(int depth) {
    if (!drawnBefore.empty() && random.oneIn(6))
      return random.of(drawnBefore);
    Tree tree = depth <= 0 || random.oneIn(6) ? leaf() : of(random.of(palette.ops), depth);
    drawnBefore.push_back(tree);
    return tree;
  }

  Tree of(Op op, int depth) {
    std::vector<Tree> operands;
    for (size_t i = 0; i < arityOf(op); ++i)
      operands.push_back(any(depth - 1));
    const bool divides = op == Op::Div || op == Op::Mod || op == Op::FloorDiv || op == Op::CeilDiv;
    if (divides && random.oneIn(2))
      operands[1] = Tree::constant(random.oneIn(8) ? palette.constant(random)
                                                   : random.of<int64_t>({1, 2, 3, 4, 8, 16, -2}));
    // Few quotients of random numbers are exact.
    if (op == Op::Div && random.oneIn(2))
      operands[0] = Tree(Op::Mul, {operands[0], operands[1]});
    return Tree(op, std::move(operands));
  }

private:
  Tree leaf() {
    if (random.oneIn(3))
      return Tree::constant(palette.constant(random));
    return Tree::symbol(
        static_cast<size_t>(random.between(0, static_cast<int64_t>(palette.symbols) - 1)));
  }

  const Palette &palette;
  Random &random;
  std::vector<Tree> drawnBefore;
};

/// Trees with one thing simpler: an operand in place of the whole, a smaller number,
/// the first symbol, or the like further down.
std::vector<Tree> simplerTrees(const Tree &tree) {
  std::vector<Tree> list;
  if (tree.op() == Op::Constant) {
    for (int64_t value : simplerNumbers(tree.value()))
      list.push_back(Tree::constant(value));
    return list;
  }
  if (tree.op() == Op::Symbol) {
    if (tree.value() != 0)
      list.push_back(Tree::symbol(0));
    return list;
  }
  list = tree.operands();
  for (size_t i = 0; i < tree.operands().size(); ++i)
    for (const Tree &simpler : simplerTrees(tree.operands()[i])) {
      std::vector<Tree> operands = tree.operands();
      operands[i] = simpler;
      list.emplace_back(tree.op(), std::move(operands));
    }
  return list;
}

std::vector<Tree> simplerBelow(const Tree &tree) {
  std::vector<Tree> list = simplerTrees(tree);
  std::erase_if(list, [&](const Tree &each) { return each.op() != tree.op(); });
  return list;
}

int depthFor(const Palette &palette, int size) { return std::min(palette.depth, 1 + size / 20); }

rc::Gen<Values> valuesFrom(int64_t (*number)(Random &)) {
  return drawn(
      [=](Random &random, int) {
        Values values;
        for (int64_t &each : values.of)
          each = number(random);
        return values;
      },
      [](const Values &values) {
        std::vector<Values> list;
        for (size_t i = 0; i < values.of.size(); ++i)
          for (int64_t simpler : simplerNumbers(values.of[i])) {
            list.push_back(values);
            list.back().of[i] = simpler;
          }
        return list;
      });
}

} // namespace

rc::Gen<Tree> trees(const Palette &palette) {
  return drawn([=](Random &random,
                   int size) { return Growth(palette, random).any(depthFor(palette, size)); },
               simplerTrees);
}

rc::Gen<Tree> treesOf(Op root, const Palette &palette) {
  return drawn([=](Random &random,
                   int size) { return Growth(palette, random).of(root, depthFor(palette, size)); },
               simplerBelow);
}

rc::Gen<Values> values() { return valuesFrom(smallNumber); }
rc::Gen<Values> wildValues() { return valuesFrom(anyNumber); }

} // namespace wave::test
