//===- Print.cpp - Expressions as text ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is printed here, Parse.cpp reads back as the same expression.
//
//===----------------------------------------------------------------------===//

#include "symbolic/Node.h"

#include <limits>

namespace wave::symbolic {

namespace {

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

class Printer {
public:
  std::string text;

  void print(const Expr &expr, Level atLeast) {
    bool needsParentheses = levelOf(expr) < atLeast;
    text += needsParentheses ? "(" : "";
    printBare(expr);
    text += needsParentheses ? ")" : "";
  }

private:
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
  symbolic::Printer printer;
  printer.print(*this, symbolic::Equality);
  return std::move(printer.text);
}

} // namespace wave
