//===- Parse.cpp - Reading an expression from text ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Parse.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>

#include "symbolic/Node.h"
#include "wave/diagnostic.h"

namespace wave::symbolic {

namespace {

constexpr unsigned maxNesting = 200;
constexpr int maxOperators = 1000;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool isNamePart(char c) { return isNameStart(c) || isDigit(c); }

using Arguments = std::vector<Expr>;

struct Function {
  std::string_view name;
  size_t arity;
  Expr (*build)(const Arguments &);
};

constexpr std::array<Function, 9> functions = {{
    {"floordiv", 2, [](const Arguments &a) { return floordiv(a[0], a[1]); }},
    {"ceildiv", 2, [](const Arguments &a) { return ceildiv(a[0], a[1]); }},
    {"floor", 1, [](const Arguments &a) { return floor(a[0]); }},
    {"ceiling", 1, [](const Arguments &a) { return ceiling(a[0]); }},
    {"Min", 2, [](const Arguments &a) { return Min(a[0], a[1]); }},
    {"Max", 2, [](const Arguments &a) { return Max(a[0], a[1]); }},
    {"min", 2, [](const Arguments &a) { return Min(a[0], a[1]); }},
    {"max", 2, [](const Arguments &a) { return Max(a[0], a[1]); }},
    {"select", 3, [](const Arguments &a) { return select(Predicate(a[0]), a[1], a[2]); }},
}};

struct Operator {
  std::string_view text;
  int level;
  Expr (*build)(const Expr &, const Expr &);
};

/// Longer spellings before their prefixes.
constexpr std::array<Operator, 12> operators = {{
    {"==", 0, [](const Expr &a, const Expr &b) { return (a == b).value(); }},
    {"!=", 0, [](const Expr &a, const Expr &b) { return (a != b).value(); }},
    {"<=", 1, [](const Expr &a, const Expr &b) { return (a <= b).value(); }},
    {">=", 1, [](const Expr &a, const Expr &b) { return (a >= b).value(); }},
    {"<", 1, [](const Expr &a, const Expr &b) { return (a < b).value(); }},
    {">", 1, [](const Expr &a, const Expr &b) { return (a > b).value(); }},
    {"+", 2, [](const Expr &a, const Expr &b) { return a + b; }},
    {"-", 2, [](const Expr &a, const Expr &b) { return a - b; }},
    {"*", 3, [](const Expr &a, const Expr &b) { return a * b; }},
    {"//", 3, [](const Expr &a, const Expr &b) { return floordiv(a, b); }},
    {"/", 3, [](const Expr &a, const Expr &b) { return a / b; }},
    {"%", 3, [](const Expr &a, const Expr &b) { return a % b; }},
}};
constexpr int unaryLevel = 4;

/// Recursive descent; an empty result means that `failure` says why.
class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  ParseResult run() {
    while (const std::optional<std::string_view> name = acceptDefinition()) {
      const std::optional<Expr> value = parseLevel(0);
      if (value && !accept(';'))
        fail("expected ';' after the definition of " + std::string(*name));
      if (failure)
        return *failure;
      definitions.insert_or_assign(std::string(*name), *value);
    }
    std::optional<Expr> expr = parseLevel(0);
    if (expr && peek() != '\0')
      expr = fail("expected an operator or the end");
    return expr ? ParseResult(*expr) : ParseResult(*failure);
  }

private:
  std::string_view text;
  size_t position = 0;
  unsigned depth = 0;
  int operatorCount = 0;
  std::optional<ParseFailure> failure;
  std::map<std::string, Expr, std::less<>> definitions;

  std::nullopt_t failAt(size_t offset, std::string message) {
    failure = ParseFailure{offset, std::move(message)};
    return std::nullopt;
  }
  std::nullopt_t fail(std::string message) { return failAt(position, std::move(message)); }

  /// The next character that is not a space; 0 at the end.  A 0 inside the text
  /// is returned as 1, which nothing accepts either.
  char peek() {
    while (position < text.size() && isSpace(text[position]))
      ++position;
    if (position == text.size())
      return '\0';
    return text[position] == '\0' ? '\1' : text[position];
  }

  bool accept(char c) {
    if (peek() != c)
      return false;
    ++position;
    return true;
  }

  /// Counters of loops, "$K", have numbers where they would have one name: "$K.1".
  std::string_view takeName() {
    const size_t start = position;
    const bool isCounter = text[start] == '$';
    while (position < text.size() &&
           (isNamePart(text[position]) || (isCounter && text[position] == '.')))
      ++position;
    return text.substr(start, position - start);
  }

  /// `name =`, the beginning of a definition.
  std::optional<std::string_view> acceptDefinition() {
    if (!isNameStart(peek()))
      return std::nullopt;
    const size_t start = position;
    const std::string_view name = takeName();
    if (peek() == '=' && !text.substr(position).starts_with("==")) {
      ++position;
      return name;
    }
    position = start;
    return std::nullopt;
  }

  const Operator *peekOperator() {
    peek();
    std::string_view rest = text.substr(position);
    auto it = std::find_if(operators.begin(), operators.end(),
                           [&](const Operator &op) { return rest.starts_with(op.text); });
    return it == operators.end() ? nullptr : it;
  }

  std::optional<Expr> parseLevel(int level) {
    if (level == unaryLevel)
      return parseUnary();
    std::optional<Expr> left = parseLevel(level + 1);
    while (left) {
      const Operator *op = peekOperator();
      if (!op || op->level != level)
        break;
      if (++operatorCount > maxOperators)
        return fail("the expression has more than 1000 operators");
      position += op->text.size();
      std::optional<Expr> right = parseLevel(level + 1);
      if (!right)
        return std::nullopt;
      left = op->build(*left, *right);
    }
    return left;
  }

  std::optional<Expr> parseUnary() {
    if (depth == maxNesting)
      return fail("the expression is nested deeper than 200");
    ++depth;
    std::optional<Expr> expr = parseUnaryInside();
    --depth;
    return expr;
  }

  std::optional<Expr> parseUnaryInside() {
    if (!accept('-'))
      return parsePrimary();
    if (isDigit(peek()))
      return parseInteger(/*isNegative=*/true);
    std::optional<Expr> expr = parseUnary();
    return expr ? std::optional(-*expr) : std::nullopt;
  }

  std::optional<Expr> parsePrimary() {
    char next = peek();
    if (isDigit(next))
      return parseInteger(/*isNegative=*/false);
    if (isNameStart(next))
      return parseName();
    if (!accept('('))
      return fail(next == '\0' ? "expected an expression, but the text ends"
                               : "expected an expression");
    std::optional<Expr> expr = parseLevel(0);
    if (expr && !accept(')'))
      return fail("expected ')'");
    return expr;
  }

  /// The sign belongs to the number: the least integer has no positive one.
  std::optional<Expr> parseInteger(bool isNegative) {
    size_t start = position;
    int64_t value = 0;
    bool fits = true;
    for (; position < text.size() && isDigit(text[position]); ++position) {
      int64_t digit = text[position] - '0';
      fits = fits && !__builtin_mul_overflow(value, int64_t(10), &value) &&
             !__builtin_add_overflow(value, isNegative ? -digit : digit, &value);
    }
    if (!fits)
      return failAt(start, "the integer does not fit 64 bits");
    if (position < text.size() && isNamePart(text[position]))
      return fail("expected an operator or the end");
    return Expr::constant(value);
  }

  std::optional<Expr> parseName() {
    const size_t start = position;
    const std::string_view name = takeName();
    if (!accept('(')) {
      const auto defined = definitions.find(name);
      return defined == definitions.end() ? Expr::symbol(name) : defined->second;
    }
    auto function = std::find_if(functions.begin(), functions.end(),
                                 [&](const Function &f) { return f.name == name; });
    if (function == functions.end())
      return failAt(start, "'" + std::string(name) + "' is not a function");
    Arguments arguments;
    do {
      std::optional<Expr> argument = parseLevel(0);
      if (!argument)
        return std::nullopt;
      arguments.push_back(*argument);
    } while (accept(','));
    if (!accept(')'))
      return fail("expected ',' or ')'");
    if (arguments.size() != function->arity)
      return failAt(start, std::string(name) + " takes " + std::to_string(function->arity) +
                               (function->arity == 1 ? " argument" : " arguments") + ", not " +
                               std::to_string(arguments.size()));
    return function->build(arguments);
  }
};

} // namespace

bool isReadable(const Expr &expr) {
  // A level and an operator are at least a node each.
  return expr.node().size <= maxNesting || Parser(expr.str()).run().ok();
}

ParseResult parse(std::string_view text) {
  try {
    ParseResult result = Parser(text).run();
    // Simplified, an expression can be longer and nest deeper than its text.  Passes
    // hand on what they read as text.
    if (result && !isReadable(result.expr()))
      return ParseFailure{0, "simplified, the expression is too large to be written again"};
    return result;
  } catch (const Error &error) {
    return ParseFailure{0, error.diagnostic().message};
  }
}

} // namespace wave::symbolic
