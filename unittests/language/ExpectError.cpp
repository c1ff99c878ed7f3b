//===- ExpectError.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"

#include <regex>
#include <sstream>

namespace wave::test {

static std::string relative(const std::string &line) {
  int lines = std::stoi(line) - ::testing::UnitTest::GetInstance()->current_test_info()->line();
  return lines < 0 ? "above" : "+" + std::to_string(lines);
}

static std::string replaceAll(std::string text, const std::string &what, const std::string &with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

std::string normalised(const std::string &text) {
  const std::string file = ::testing::UnitTest::GetInstance()->current_test_info()->file();
  const std::string folder = file.substr(0, file.rfind('/') + 1);
  std::istringstream lines(replaceAll(replaceAll(text, file, "FILE"), folder, ""));
  std::string result;
  static const std::regex place("FILE:([0-9]+)"), excerpt("^ *([0-9]+) \\| (.*)");
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, place))
      line = match.prefix().str() + "FILE:" + relative(match[1]) + match.suffix().str();
    else if (std::regex_match(line, match, excerpt))
      line = relative(match[1]) + " | " + match[2].str();
    result += (result.empty() ? "" : "\n") + line;
  }
  return result;
}

#if !defined(__clang__)
/// Without columns and carets, which other compilers place elsewhere.
static std::string withoutColumns(const std::string &text) {
  static const std::regex column("(FILE:(\\+[0-9]+|above)|\\.h:[0-9]+):[0-9]+"),
      caret("\n *\\| *\\^");
  return std::regex_replace(std::regex_replace(text, column, "$1"), caret, "");
}
#endif

void expectText(const std::string &actual, const std::string &expected) {
#if defined(__clang__)
  EXPECT_EQ(normalised(actual), expected);
#else
  EXPECT_EQ(withoutColumns(normalised(actual)), withoutColumns(expected));
#endif
}

} // namespace wave::test
