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
static std::string outcome(const Expr &expr) {
  const Expr sizes[] = {Expr::constant(1), Expr::constant(7), Expr::constant(-3),
                        Expr::constant(INT64_MAX)};
  const symbolic::Evaluation value =
      symbolic::evaluate(expr, [&](std::string_view name) { return &sizes[name.front() % 4]; });
  return value ? std::to_string(value.value()) : symbolic::describe(value.failure());
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
  fuzz::expect(again.expr().str() == text, "reading and printing is stable",
               text + " and " + again.expr().str());
  fuzz::expect(outcome(again.expr()) == outcome(parsed.expr()), "it keeps its value", text);
  return 0;
}
