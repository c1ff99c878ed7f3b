//===- expression.cpp - Any text as an expression -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expect.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Parse.h"

using namespace wave;

/// What an expression comes to where every symbol has a value.
static symbolic::Evaluation outcome(const Expr &expr) {
  static const Expr sizes[] = {Expr::constant(1), Expr::constant(7), Expr::constant(-3),
                               Expr::constant(INT64_MAX)};
  return symbolic::evaluate(expr, [&](std::string_view name) { return &sizes[name.front() % 4]; });
}

/// Constants whose product exceeds 64 bits are kept apart, and sums with them have no
/// canonical form.  No product of two integers with fewer than ten digits does.
static bool hasCanonicalForm(const std::string &text) {
  int digits = 0;
  for (char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits == 10)
      return false;
  }
  return true;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const symbolic::ParseResult parsed = symbolic::parse(fuzz::textOf(data, size));
  if (!parsed) {
    fuzz::expect(parsed.failure().offset <= size, "a failure is at a character of the text");
    return 0;
  }
  const std::string text = parsed.expr().str();
  const symbolic::ParseResult again = symbolic::parse(text);
  fuzz::expect(again.ok(), "what is printed can be read", text);
  fuzz::expect(!hasCanonicalForm(text) || again.expr().str() == text,
               "reading and printing is stable", text + " and " + again.expr().str());
  const symbolic::Evaluation value = outcome(parsed.expr()), reread = outcome(again.expr());
  fuzz::expect(value.ok() == reread.ok(), "it keeps its value", text);
  if (value)
    fuzz::expect(value.value() == reread.value(), "it keeps its value", text);
  else if (hasCanonicalForm(text)) // else another step may be the one that overflows
    fuzz::expect(symbolic::describe(value.failure()) == symbolic::describe(reread.failure()),
                 "it fails alike", text);
  return 0;
}
