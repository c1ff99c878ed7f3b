//===- Program.cpp - A schedule as text -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "schedule/Program.h"

#include <map>

#include "diagnostic/ErrorId.h"
#include "symbolic/Parse.h"

namespace wave::schedule {

Term Term::ofNumber(int64_t number) {
  Term value;
  value.number = number;
  return value;
}

Term Term::ofText(std::string text) {
  Term value;
  value.kind = Kind::Text;
  value.text = std::move(text);
  return value;
}

Term Term::ofName(std::string name) {
  Term value = ofText(std::move(name));
  value.kind = Kind::Name;
  return value;
}

Term Term::of(Kind kind, std::vector<Term> elements) {
  Term value;
  value.kind = kind;
  value.elements = std::move(elements);
  return value;
}

Term Term::of(Call call) {
  Term value;
  value.kind = Kind::Call;
  value.call = std::make_shared<const Call>(std::move(call));
  return value;
}

/// In one line: control characters as two hexadecimal digits, "\0a".
static std::string quoted(const std::string &text) {
  constexpr const char *digits = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      result += {'\\', digits[byte / 16], digits[byte % 16]};
      continue;
    }
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

static std::string listed(const std::vector<Term> &values) {
  std::string text;
  for (const Term &value : values)
    text += (text.empty() ? "" : ", ") + textOf(value);
  return text;
}

static std::string textOf(const Call &call) {
  std::string arguments;
  for (const Argument &argument : call.arguments)
    arguments += (arguments.empty() ? "" : ", ") +
                 (argument.name.empty() ? "" : argument.name + "=") + textOf(argument.value);
  return (call.object.empty() ? "" : call.object + ".") + call.function + "(" + arguments + ")";
}

std::string textOf(const Term &value) {
  switch (value.kind) {
  case Term::Kind::Number:
    return std::to_string(value.number);
  case Term::Kind::Text:
    return quoted(value.text);
  case Term::Kind::Name:
    return value.text;
  case Term::Kind::List:
    return "[" + listed(value.elements) + "]";
  case Term::Kind::Tuple:
    return "(" + listed(value.elements) + ")";
  case Term::Kind::Set:
    return "{" + listed(value.elements) + "}";
  case Term::Kind::Call:
    return textOf(*value.call);
  }
  return {};
}

static std::string textOf(const Program &program, bool isLocated) {
  std::string text = "wave_schedule " + std::to_string(version) + " " + quoted(program.name) + "\n";
  for (const Statement &statement : program.statements) {
    std::string results;
    for (const std::string &result : statement.results)
      results += (results.empty() ? "" : ", ") + result;
    text += (results.empty() ? "" : results + " = ") + textOf(statement.call);
    if (isLocated && statement.where.is_known())
      text += " #@" + std::to_string(statement.where.line) + ":" +
              std::to_string(statement.where.column) + ":" + statement.where.file;
    text += "\n";
  }
  return text;
}

std::string Program::str() const { return textOf(*this, false); }
std::string Program::located() const { return textOf(*this, true); }

static Expr valueOf(const Statement &statement, const Argument &argument) {
  const auto refuse = [&](std::string message, std::string help) {
    return Error({.id = ErrorId("schedule-argument"),
                  .message = "subs: " + std::move(message),
                  .where = statement.where,
                  .notes = {},
                  .help = std::move(help)});
  };
  if (argument.name.empty())
    throw refuse(textOf(argument.value) + " has no symbol",
                 "name the symbol that has the value: subs(BLOCK_M=" + textOf(argument.value) +
                     ")");
  if (argument.value.kind == Term::Kind::Number)
    return Expr::constant(argument.value.number);
  if (argument.value.kind == Term::Kind::Text)
    if (const symbolic::ParseResult parsed = symbolic::parse(argument.value.text))
      return parsed.expr();
  throw refuse(argument.name + " is " + textOf(argument.value),
               "write a number, or an expression between quotes: subs(" + argument.name +
                   "=\"2 * TILES\")");
}

Bindings subsOf(const Statement &statement) {
  Bindings values;
  if (statement.call.function == "subs" && statement.call.object.empty())
    for (const Argument &argument : statement.call.arguments)
      values.set(argument.name, valueOf(statement, argument));
  return values;
}

Bindings Program::subs() const {
  Bindings values;
  std::map<std::string, SourceLocation> places;
  for (const Statement &statement : statements)
    for (const Binding &binding : subsOf(statement)) {
      const Expr *before = values.find(binding.symbol);
      if (before && !before->same_as(binding.value))
        throw Error({.id = ErrorId("schedule-argument"),
                     .message = "subs: " + binding.symbol + " is " + binding.value.str() +
                                ", and " + before->str() + " in a statement before",
                     .where = statement.where,
                     .notes = {{"here", places[binding.symbol]}},
                     .help = "give it one value"});
      values += binding;
      places.emplace(binding.symbol, statement.where);
    }
  return values;
}

} // namespace wave::schedule
