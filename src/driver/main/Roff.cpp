//===- Roff.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Roff.h"

#include "driver/Version.h"

namespace wave::commandline {

std::string roff(const std::string &text) {
  std::string result;
  for (char c : text)
    switch (c) {
    case '\\':
      result += "\\e";
      break;
    case '-':
      result += "\\-";
      break;
    case '`':
      break; // names in running text need no marks here
    case '\'':
    case '.':
      result += result.empty() ? std::string("\\&") + c : std::string(1, c);
      break;
    default:
      result += c;
    }
  return result;
}

static std::string upperCase(std::string text) {
  for (char &c : text)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string manHeader(const std::string &program, const std::string &summary) {
  return ".TH " + roff(upperCase(program)) +
         " 1 \"\" \"wave " WAVE_VERSION "\" \"User Commands\"\n.SH NAME\n" + roff(program) +
         " \\- " + roff(summary) + "\n";
}

std::string manEntry(const std::string &head, const std::string &text) {
  return ".TP\n.B " + roff(head) + "\n" + roff(text) + ".\n";
}

std::string manExamples(const std::vector<std::string> &lines) {
  std::string text = ".PP\n.EX\n";
  for (const std::string &line : lines)
    text += roff(line) + "\n";
  return text + ".EE\n";
}

} // namespace wave::commandline
