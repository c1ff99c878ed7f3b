//===- Parse.cpp - Reading a schedule from text ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   schedule  = "wave_schedule" number string newline { [statement] newline }
//   statement = [name {"," name} "="] call
//   call      = name ["." name] "(" [argument {"," argument} [","]] ")"
//   argument  = [name "="] value
//   value     = number | string | name ["." name] | call | "[" values "]" | "(" values ")" | "{"
//   values "}"
//
// A comment goes from # to the end of its line; inside brackets a line may end anywhere.
//
//===----------------------------------------------------------------------===//

#include "schedule/Program.h"

#include <cctype>
#include <charconv>

#include "diagnostic/ErrorId.h"

namespace wave::schedule {

namespace {

constexpr unsigned maxNesting = 32;

bool isNameStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Parser {
public:
  Parser(const std::string &text, const std::string &file, size_t mostBytes)
      : text(text), file(file), mostBytes(mostBytes) {}

  Program run() {
    if (text.size() > mostBytes)
      fail("a schedule has at most " + std::to_string(mostBytes) + " bytes, this one " +
           std::to_string(text.size()));
    Program program;
    if (text.starts_with("\xEF\xBB\xBF")) // a byte order mark, of UTF-8, which has one order
      at = lineStart = 3;
    skipLines();
    if (!isNameStart(peek()) || name() != "wave_schedule")
      fail("a schedule begins with a line such as: wave_schedule 1 \"name\"");
    skip();
    const size_t start = at;
    if (const int64_t found = number(); found != version) {
      at = start;
      fail("version " + std::to_string(found) + " of the language, this compiler reads version " +
           std::to_string(version));
    }
    program.name = string();
    endLine(nullptr);
    for (skipLines(); at < text.size(); skipLines()) {
      program.statements.push_back(statement());
      endLine(&program.statements.back().where);
    }
    return program;
  }

private:
  //===--------------------------------------------------------------------===//
  // Places
  //===--------------------------------------------------------------------===//

  SourceLocation here() const { return {file, line, static_cast<uint32_t>(at - lineStart) + 1}; }

  [[noreturn]] void fail(const std::string &message,
                         const std::string &help =
                             "docs/schedules.md has the grammar, and `wave emit KERNEL --target T "
                             "--stage schedule` an example") const {
    throw Error({.id = ErrorId("schedule-syntax"),
                 .message = "schedule: " + message,
                 .where = here(),
                 .notes = {},
                 .help = help});
  }

  char peek() const { return at < text.size() ? text[at] : '\0'; }

  void advanceLine() {
    ++at;
    ++line;
    lineStart = at;
  }

  void skipComment() {
    while (at < text.size() && text[at] != '\n')
      ++at;
  }

  /// Blanks, and, between brackets, ends of lines.
  void skip() {
    while (at < text.size()) {
      const char c = text[at];
      if (c == ' ' || c == '\t' || c == '\r')
        ++at;
      else if (depth > 0 && c == '#')
        skipComment();
      else if (depth > 0 && c == '\n')
        advanceLine();
      else
        return;
    }
  }

  /// To the next statement.
  void skipLines() {
    for (skip(); peek() == '\n' || peek() == '#'; skip())
      if (peek() == '\n')
        advanceLine();
      else
        skipComment();
  }

  /// A comment #@line:column:file says where the statement came from.
  void endLine(SourceLocation *where) {
    skip();
    if (peek() == '#') {
      const size_t start = at;
      skipComment();
      if (where)
        readPlace(text.substr(start, at - start), *where);
    }
    if (at < text.size() && peek() != '\n')
      fail("expected the end of the line, found '" + character() + "'");
  }

  static void readPlace(const std::string &comment, SourceLocation &where) {
    const size_t first = comment.find(':'), second = comment.find(':', first + 1);
    if (!comment.starts_with("#@") || second == std::string::npos)
      return;
    SourceLocation place(comment.substr(second + 1), 0, 0);
    std::from_chars(comment.data() + 2, comment.data() + first, place.line);
    std::from_chars(comment.data() + first + 1, comment.data() + second, place.column);
    if (place.is_known())
      where = place;
  }

  //===--------------------------------------------------------------------===//
  // Words
  //===--------------------------------------------------------------------===//

  void expect(char c) {
    skip();
    if (peek() != c)
      fail(std::string("expected '") + c + "'" + found());
    ++at;
  }

  /// The next one, of one byte or of several in UTF-8.
  std::string character() const {
    size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
      ++end;
    return text.substr(at, end - at);
  }

  std::string found() const {
    if (at >= text.size())
      return ", found the end";
    return peek() == '\n' ? ", found the end of the line" : ", found '" + character() + "'";
  }

  bool accept(char c) {
    skip();
    if (peek() != c)
      return false;
    ++at;
    return true;
  }

  std::string name() {
    skip();
    const size_t start = at;
    if (!isNameStart(peek()))
      fail("expected a name" + found());
    while (isNameStart(peek()) || isDigit(peek()))
      ++at;
    return text.substr(start, at - start);
  }

  int64_t number() {
    skip();
    int64_t value = 0;
    const char *begin = text.data() + at, *end = text.data() + text.size();
    const auto [next, error] = std::from_chars(begin, end, value);
    if (error != std::errc())
      fail(error == std::errc::result_out_of_range ? "a number has at most 64 bits"
                                                   : "expected a number" + found());
    at += static_cast<size_t>(next - begin);
    return value;
  }

  std::string string() {
    expect('"');
    std::string value;
    for (; peek() != '"'; ++at) {
      if (peek() == '\\' && at + 2 < text.size() && isDigit(text[at + 1]) &&
          std::isxdigit(static_cast<unsigned char>(text[at + 2]))) {
        value += static_cast<char>(std::stoi(std::string(text.substr(at + 1, 2)), nullptr, 16));
        at += 2;
        continue;
      }
      if (peek() == '\\')
        ++at;
      if (at >= text.size() || peek() == '\n')
        fail("a string ends in its line");
      if (static_cast<unsigned char>(peek()) < 0x20)
        fail("a string has no control characters");
      value += text[at];
    }
    ++at;
    return value;
  }

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  Statement statement() {
    Statement next;
    next.where = here();
    std::string first = name();
    skip();
    if (peek() == ',' || peek() == '=') {
      next.results.push_back(std::move(first));
      while (accept(','))
        next.results.push_back(name());
      expect('=');
      first = name();
    }
    next.call = call(std::move(first));
    return next;
  }

  Call call(std::string first) {
    Call next;
    next.function = std::move(first);
    if (accept('.')) {
      next.object = std::move(next.function);
      next.function = name();
    }
    return withArguments(std::move(next));
  }

  Call withArguments(Call next) {
    expect('(');
    Bracket inside(*this);
    while (!accept(')')) {
      skip();
      const size_t start = at;
      Argument one = argument();
      const bool isTwice =
          !one.name.empty() && std::ranges::count(next.arguments, one.name, &Argument::name) > 0;
      if (isTwice) {
        at = start;
        fail("argument '" + one.name + "' is given twice", "leave one of the two out");
      }
      next.arguments.push_back(std::move(one));
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return next;
  }

  Argument argument() {
    skip();
    if (!isNameStart(peek()))
      return {{}, value()};
    std::string first = name();
    if (accept('='))
      return {std::move(first), value()};
    return {{}, named(std::move(first))};
  }

  /// A value that begins with a name.
  Term named(std::string first) {
    Call next;
    next.function = std::move(first);
    if (accept('.')) {
      next.object = std::move(next.function);
      next.function = name();
    }
    skip();
    if (peek() == '(')
      return Term::of(withArguments(std::move(next)));
    return Term::ofName(next.object.empty() ? next.function : next.object + "." + next.function);
  }

  Term value() {
    skip();
    const char c = peek();
    if (c == '"')
      return Term::ofText(string());
    if (isNameStart(c))
      return named(name());
    if (c == '[')
      return Term::of(Term::Kind::List, values('[', ']'));
    if (c == '(')
      return Term::of(Term::Kind::Tuple, values('(', ')'));
    if (c == '{')
      return Term::of(Term::Kind::Set, values('{', '}'));
    return Term::ofNumber(number());
  }

  std::vector<Term> values(char open, char close) {
    expect(open);
    Bracket inside(*this);
    std::vector<Term> list;
    while (!accept(close)) {
      list.push_back(value());
      if (!accept(',')) {
        expect(close);
        break;
      }
    }
    return list;
  }

  /// Between two brackets.
  struct Bracket {
    explicit Bracket(Parser &parser) : parser(parser) {
      if (++parser.depth > maxNesting)
        parser.fail("brackets are nested more than " + std::to_string(maxNesting) + " deep");
    }
    ~Bracket() { --parser.depth; }
    Parser &parser;
  };

  const std::string &text;
  const std::string &file;
  const size_t mostBytes;
  size_t at = 0, lineStart = 0;
  uint32_t line = 1;
  unsigned depth = 0; ///< of brackets
};

} // namespace

Program parse(const std::string &text, const std::string &file, size_t mostBytes) {
  return Parser(text, file, mostBytes).run();
}

} // namespace wave::schedule
