//===- TextLimits.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/TextLimits.h"

#include <algorithm>

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using llvm::StringRef;

namespace wave::ir {

namespace {

constexpr size_t maxDepth = 1000;
constexpr size_t maxAffineLength = 1000;
constexpr size_t maxWrittenLength = 10'000'000;

/// Walks over the tokens of MLIR's syntax, as far as limits need to know them.
class Scanner {
public:
  explicit Scanner(StringRef text) : rest(text) {}

  std::optional<std::string> run() {
    while (!rest.empty() && !reason)
      step();
    if (!reason && deepest > maxDepth)
      reason = "it nests " + std::to_string(deepest) + " brackets, at most " +
               std::to_string(maxDepth) + " are read";
    return reason;
  }

private:
  void step() {
    if (rest.starts_with("//"))
      return skip(rest.find('\n'));
    if (rest.front() == '"')
      return string();
    if (rest.starts_with("{-#")) {
      reason = "it has a section of resources ({-# ... #-}), which no kernel needs";
      return;
    }
    if (rest.front() == '#' || rest.front() == '!')
      return alias();
    if (llvm::isAlpha(rest.front()) || rest.front() == '_')
      return word();
    if (rest.starts_with("->"))
      return skip(2);
    if (StringRef("([{<").contains(rest.front()))
      deepest = std::max(deepest, ++depth);
    else if (StringRef(")]}>").contains(rest.front()) && depth > 0)
      --depth;
    skip(1);
  }

  /// Passes over characters, which count for the alias that is being defined.
  void skip(size_t count) {
    count = std::min(count, rest.size());
    rest = rest.drop_front(count);
    addLength(count);
  }

  void addLength(size_t characters) {
    written += characters;
    if (defining)
      *defining += characters;
    if (written > maxWrittenLength)
      reason = "with its aliases written out it is longer than " +
               std::to_string(maxWrittenLength) + " characters";
  }

  /// To the closing quote, or the end of the line: no string goes on behind it.
  void string() {
    size_t end = 1;
    while (end < rest.size() && rest[end] != '"' && rest[end] != '\n')
      end += rest[end] == '\\' ? 2 : 1;
    skip(end + 1);
  }

  static bool isNamePart(char c) { return llvm::isAlnum(c) || StringRef("_$.").contains(c); }

  /// `#name` or `!name`: a definition where `=` follows, else what was defined.
  void alias() {
    const StringRef name = rest.take_front(1 + rest.drop_front().take_while(isNamePart).size());
    skip(name.size());
    const StringRef next = rest.ltrim();
    if (next.starts_with("=") && !next.starts_with("=="))
      defining = &(aliases[name] = 0);
    else if (auto known = aliases.find(name); known != aliases.end())
      addLength(known->second);
  }

  void word() {
    const StringRef name = rest.take_while(isNamePart);
    skip(name.size());
    if ((name != "affine_map" && name != "affine_set") || !rest.starts_with("<"))
      return;
    // It ends at the first `>` that belongs to no arrow and no comparison.
    size_t end = 1;
    while (end < rest.size() &&
           (rest[end] != '>' || rest[end - 1] == '-' || rest.substr(end, 2) == ">="))
      ++end;
    if (end > maxAffineLength)
      reason = "an affine expression has " + std::to_string(end) + " characters, at most " +
               std::to_string(maxAffineLength) + " are read";
  }

  StringRef rest;
  std::optional<std::string> reason;
  size_t depth = 0, deepest = 0;
  size_t written = 0;              ///< with every alias written out
  llvm::StringMap<size_t> aliases; ///< their lengths, written out
  size_t *defining = nullptr;
};

} // namespace

std::optional<std::string> beyondLimits(StringRef text) { return Scanner(text).run(); }

} // namespace wave::ir
