//===- TextTest.cpp - Printing and parsing --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"
#include "symbolic/Parse.h"

#include <algorithm>

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

void checkReadsBack(const Expr &expr) {
  const ParseResult parsed = parse(expr.str());
  RC_LOG() << expr << "\n";
  RC_ASSERT(parsed.ok());
  RC_ASSERT(parsed.expr().same_as(expr));
}

WAVE_PROPERTY(Text, ReadsBack) { checkReadsBack(built(*trees(tame()))); }

/// Whether any two constants have a product of 64 bits.
bool constantsMultiply(const Expr &expr) {
  constexpr int64_t limit = int64_t(1) << 31;
  return -limit < expr.node().value && expr.node().value < limit &&
         std::all_of(expr.node().operands.begin(), expr.node().operands.end(), constantsMultiply);
}

/// A product of constants beyond 64 bits has no value and stays as it was made: `2 * -c` may read
/// back as `-c * 2`, or as one number.  Everything else reads back, and what has a value keeps it.
WAVE_PROPERTY(Text, OfAnyNumbersReadsBackOrMeansTheSame) {
  const Expr expr = built(*trees(wild()));
  const Values values = *wildValues();
  const ParseResult parsed = parse(expr.str());
  RC_LOG() << expr << "\n";
  RC_ASSERT(parsed.ok());
  cover(10, constantsMultiply(expr), "with constants that multiply");
  if (constantsMultiply(expr))
    RC_ASSERT(parsed.expr().same_as(expr));
  const Evaluation expected = evaluate(expr, values.bindings());
  cover(5, bool(expected), "with a value");
  if (!expected)
    return;
  const Evaluation actual = evaluate(parsed.expr(), values.bindings());
  RC_LOG() << parsed.expr() << " is " << textOf(actual) << ", expected " << textOf(expected)
           << "\n";
  RC_ASSERT(bool(actual));
  RC_ASSERT(actual.value() == expected.value());
}

/// What is printed of a tree that was not simplified means the same.
WAVE_PROPERTY(Text, OfRawTreesMeansTheSame) {
  const Tree tree = *trees(tame());
  const ParseResult parsed = parse(raw(tree).str());
  RC_ASSERT(parsed.ok());
  RC_ASSERT(parsed.expr().same_as(built(tree)));
}

/// Text that the tests wrote, with parentheses around everything.
WAVE_PROPERTY(Text, ReadsWhatIsWritten) {
  const Tree tree = *trees(tame());
  const ParseResult parsed = parse(tree.text());
  RC_LOG() << tree.text() << "\n";
  RC_ASSERT(parsed.ok());
  RC_ASSERT(parsed.expr().same_as(built(tree)));
}

WAVE_PROPERTY(Text, SpacesDoNotMatter) {
  const Expr expr = built(*trees(tame()));
  std::string dense = expr.str(), wide;
  std::erase(dense, ' ');
  for (const char c : expr.str())
    wide += c == ' ' ? std::string("\t \n ") : std::string(1, c);
  // Without spaces `a - -1` is `a--1`, which reads the same.
  RC_ASSERT(parse(dense).expr().same_as(expr));
  RC_ASSERT(parse(wide).expr().same_as(expr));
}

WAVE_PROPERTY(Text, ParenthesesAroundTheWholeDoNotMatter) {
  const Expr expr = built(*trees(tame()));
  // A large expression is written behind definitions of its common parts: t0 = ...; t0 * t0.
  const std::string text = expr.str();
  const size_t end = text.rfind("; "), begin = end == std::string::npos ? 0 : end + 2;
  std::string whole = text.substr(begin);
  for (int64_t count = *between(0, 20); count > 0; --count)
    whole = "(" + whole + ")";
  RC_ASSERT(parse(text.substr(0, begin) + whole).expr().same_as(expr));
}

WAVE_PROPERTY(Text, NumbersReadBack) {
  const int64_t value = *numbers();
  RC_ASSERT(Expr(value).str() == std::to_string(value));
  RC_ASSERT(isConstant(parse(std::to_string(value)).expr(), value));
}

/// A piece of a text is read, or refused at a place within it.
WAVE_PROPERTY(Text, PiecesAreReadOrRefused) {
  const std::string text = built(*trees(wild())).str();
  const auto end = static_cast<int64_t>(text.size());
  const int64_t begin = *between(0, end);
  const std::string piece =
      text.substr(static_cast<size_t>(begin), static_cast<size_t>(*between(0, end - begin)));
  const ParseResult parsed = parse(piece);
  cover(10, parsed.ok(), "read");
  cover(10, !parsed.ok(), "refused");
  if (!parsed)
    RC_ASSERT(parsed.failure().offset <= piece.size());
  else
    RC_ASSERT(parse(parsed.expr().str()).expr().same_as(parsed.expr()));
}

WAVE_PROPERTY(Text, OneWrongCharacterIsReadOrRefused) {
  std::string text = built(*trees(tame())).str();
  text[static_cast<size_t>(*between(0, static_cast<int64_t>(text.size()) - 1))] =
      static_cast<char>(*between(1, 255));
  const ParseResult parsed = parse(text);
  if (!parsed)
    RC_ASSERT(parsed.failure().offset <= text.size());
}

} // namespace
