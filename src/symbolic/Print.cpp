//===- Print.cpp - Expressions as text ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is printed here, Parse.cpp reads back as the same expression.  A large expression names the
// parts that occur more than once, and those that are nested deeply:
//
//   t0 = $0 + floordiv($0, 3); t1 = t0 % 1000; t1 + floordiv(t1, 3)
//
//===----------------------------------------------------------------------===//

#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace wave::symbolic {

namespace {

/// Nodes of what is printed without definitions.
constexpr uint32_t largestUnnamed = 200;

/// How tightly an expression binds, as in C++.
enum Level { Equality, Relational, Additive, Multiplicative, Unary, Primary };

Level levelOf(const Expr &expr) {
  switch (kindOf(expr)) {
  case Kind::Eq:
  case Kind::Ne:
    return Equality;
  case Kind::Lt:
  case Kind::Le:
    return Relational;
  case Kind::Add:
    return Additive;
  case Kind::Mul:
    return isConstant(operand(expr, 1), -1) ? Unary : Multiplicative;
  case Kind::Div:
  case Kind::Mod:
    return Multiplicative;
  case Kind::Constant:
    return expr.node().value < 0 ? Unary : Primary;
  default:
    return Primary;
  }
}

/// The parts of an expression that are printed as definitions.
class Definitions {
public:
  explicit Definitions(const Expr &whole) {
    const size_t last = visit(whole);
    ++parts[last].uses;
    for (size_t i = 0; i < parts.size(); ++i)
      setNesting(i);
    parts[last].isDefined = false;
    const std::vector<std::string> list = symbolsOf(whole);
    const std::set<std::string, std::less<>> symbols(list.begin(), list.end());
    size_t number = 0;
    for (Part &part : parts)
      if (part.isDefined) {
        do
          part.name = "t" + std::to_string(number++);
        while (symbols.contains(part.name));
      }
  }

  /// Null for a part that is printed where it stands.
  const std::string *nameOf(const Expr &expr) const {
    const Part &part = parts[numbers.find(&expr.node())->second];
    return part.isDefined ? &part.name : nullptr;
  }

  /// Calls `define` for each, after those that it uses.
  template <typename Define> void forEach(const Define &define) const {
    for (const Part &part : parts)
      if (part.isDefined)
        define(part.name, part.expr);
  }

private:
  struct Part {
    Expr expr;
    std::vector<size_t> operands; ///< numbers of parts
    size_t uses = 0;
    size_t nesting = 0; ///< levels in the text, of its own operands
    bool isDefined = false;
    std::string name = {};
  };
  static constexpr uint32_t smallest = 4; ///< nodes that are worth a name
  static constexpr size_t deepest = 60;

  /// Equal parts have one number, also where they are nodes of their own.
  size_t visit(const Expr &expr) {
    if (auto found = numbers.find(&expr.node()); found != numbers.end())
      return found->second;
    std::vector<size_t> operands;
    for (const Expr &each : expr.node().operands)
      operands.push_back(visit(each));
    const auto [known, isNew] = byContent.try_emplace(
        {kindOf(expr), expr.node().value, expr.node().name, operands}, parts.size());
    if (isNew) {
      for (const size_t operand : operands)
        ++parts[operand].uses;
      parts.push_back({.expr = expr, .operands = std::move(operands)});
    }
    numbers.emplace(&expr.node(), known->second);
    return known->second;
  }

  void setNesting(size_t number) {
    Part &part = parts[number];
    const bool isInfix = levelOf(part.expr) < Unary;
    for (size_t i = 0; i < part.operands.size(); ++i) {
      const Part &operand = parts[part.operands[i]];
      const bool isOfSameLevel = isInfix && i == 0 && levelOf(operand.expr) >= levelOf(part.expr);
      if (!operand.isDefined)
        part.nesting = std::max(part.nesting, operand.nesting + (isOfSameLevel ? 0 : 1));
    }
    part.isDefined = (part.uses > 1 && part.expr.node().size >= smallest) || part.nesting > deepest;
  }

  std::vector<Part> parts; ///< operands before what has them
  std::unordered_map<const Node *, size_t> numbers;
  std::map<std::tuple<Kind, int64_t, std::string, std::vector<size_t>>, size_t> byContent;
};

class Printer {
public:
  explicit Printer(const Definitions *definitions = nullptr) : definitions(definitions) {}

  std::string text;

  void printAll(const Expr &whole) {
    if (definitions)
      definitions->forEach([&](const std::string &name, const Expr &part) {
        text += name + " = ";
        printHere(part, Equality);
        text += "; ";
      });
    printHere(whole, Equality);
  }

private:
  const Definitions *definitions;

  const std::string *nameOf(const Expr &expr) const {
    return definitions ? definitions->nameOf(expr) : nullptr;
  }

  void print(const Expr &expr, Level atLeast) {
    if (const std::string *name = nameOf(expr))
      text += *name;
    else
      printHere(expr, atLeast);
  }

  void printHere(const Expr &expr, Level atLeast) {
    bool needsParentheses = levelOf(expr) < atLeast;
    text += needsParentheses ? "(" : "";
    printBare(expr);
    text += needsParentheses ? ")" : "";
  }

  void printBare(const Expr &expr) {
    switch (kindOf(expr)) {
    case Kind::Symbol:
      text += expr.node().name;
      return;
    case Kind::Constant:
      text += std::to_string(expr.node().value);
      return;
    case Kind::Add:
      print(operand(expr, 0), Additive);
      return printAddend(operand(expr, 1));
    case Kind::Mul:
      if (isConstant(operand(expr, 1), -1)) {
        text += "-";
        return print(operand(expr, 0), Primary);
      }
      return printInfix(expr, " * ", Multiplicative, Unary);
    case Kind::Div:
      return printInfix(expr, " / ", Multiplicative, Unary);
    case Kind::Mod:
      return printInfix(expr, " % ", Multiplicative, Unary);
    case Kind::Lt:
      return printInfix(expr, " < ", Additive, Additive);
    case Kind::Le:
      return printInfix(expr, " <= ", Additive, Additive);
    case Kind::Eq:
      return printInfix(expr, " == ", Additive, Additive);
    case Kind::Ne:
      return printInfix(expr, " != ", Additive, Additive);
    case Kind::FloorDiv:
      return printCall("floordiv", expr);
    case Kind::CeilDiv:
      return printCall("ceildiv", expr);
    case Kind::Min:
      return printCall("Min", expr);
    case Kind::Max:
      return printCall("Max", expr);
    case Kind::Select:
      return printCall("select", expr);
    }
  }

  void printInfix(const Expr &expr, const char *op, Level left, Level right) {
    print(operand(expr, 0), left);
    text += op;
    print(operand(expr, 1), right);
  }

  void printCall(const char *name, const Expr &expr) {
    text += name;
    text += "(";
    const char *separator = "";
    for (const Expr &each : expr.node().operands) {
      text += separator;
      print(each, Equality);
      separator = ", ";
    }
    text += ")";
  }

  /// `+ b`, or `- b` for a negative one.  The least integer has no counterpart
  /// to subtract.
  void printAddend(const Expr &expr) {
    if (nameOf(expr)) {
      text += " + ";
      return print(expr, Multiplicative);
    }
    const Expr &factor = isKind(expr, Kind::Mul) ? operand(expr, 1) : expr;
    bool isSubtraction = isConstant(factor) && factor.node().value < 0 &&
                         factor.node().value != std::numeric_limits<int64_t>::min();
    text += isSubtraction ? " - " : " + ";
    if (!isSubtraction)
      return print(expr, Multiplicative);
    int64_t magnitude = -factor.node().value;
    if (isConstant(expr)) {
      text += std::to_string(magnitude);
      return;
    }
    print(operand(expr, 0), Multiplicative);
    if (magnitude != 1)
      text += " * " + std::to_string(magnitude);
  }
};

} // namespace

} // namespace wave::symbolic

namespace wave {

std::string Expr::str() const {
  std::optional<symbolic::Definitions> definitions;
  if (node().size > symbolic::largestUnnamed)
    definitions.emplace(*this);
  symbolic::Printer printer(definitions ? &*definitions : nullptr);
  printer.printAll(*this);
  return std::move(printer.text);
}

} // namespace wave
