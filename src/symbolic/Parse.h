//===- Parse.h - Reading an expression from text --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   expression = { name "=" comparison ";" } comparison
//   comparison = relation { ("==" | "!=") relation }
//   relation   = sum { ("<" | "<=" | ">" | ">=") sum }
//   sum        = product { ("+" | "-") product }
//   product    = unary { ("*" | "/" | "//" | "%") unary }
//   unary      = "-" unary | primary
//   primary    = integer | name | "(" comparison ")"
//              | name "(" comparison { "," comparison } ")"
//
// A name stands for its definition in what follows.  The binding strengths are those of C++; // is
// floordiv.  The functions are those of expr.h: floordiv, ceildiv, floor, ceiling, Min, Max, min,
// max, select.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/expr.h"

#include <variant>

namespace wave::symbolic {

struct ParseFailure {
  size_t offset; ///< of the character that could not be read, from 0
  std::string message;
};

class ParseResult {
public:
  ParseResult(Expr expr) : result_(std::move(expr)) {}
  ParseResult(ParseFailure failure) : result_(std::move(failure)) {}

  bool ok() const { return std::holds_alternative<Expr>(result_); }
  explicit operator bool() const { return ok(); }
  const Expr &expr() const { return std::get<Expr>(result_); }
  const ParseFailure &failure() const { return std::get<ParseFailure>(result_); }

private:
  std::variant<Expr, ParseFailure> result_;
};

/// Any text has an answer: nesting deeper than 200 and more than 1000 operators
/// are failures, in the text and in what it is simplified to.
ParseResult parse(std::string_view text);

/// Whether parse() reads what expr.str() writes: it is within those limits.
bool isReadable(const Expr &expr);

} // namespace wave::symbolic
