//===- Survivors.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Survivors.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "llvm/ADT/StringRef.h"

namespace wave::test {

Survivors::Survivors(const std::string &file) {
  std::ifstream in(file);
  if (!in)
    throw std::runtime_error("there is no " + file);
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#')
      entries.push_back({line, 0});
}

static bool matches(llvm::StringRef pattern, llvm::StringRef text) {
  auto [head, rest] = pattern.split('*');
  if (head.size() == pattern.size())
    return text == pattern;
  if (!text.consume_front(head))
    return false;
  for (size_t skipped = 0; skipped <= text.size(); ++skipped)
    if (matches(rest, text.drop_front(skipped)))
      return true;
  return false;
}

bool Survivors::contains(const std::string &mutant) const {
  return std::any_of(entries.begin(), entries.end(),
                     [&](const Entry &entry) { return matches(entry.pattern, mutant); });
}

bool Survivors::use(const std::string &mutant) {
  bool isContained = false;
  for (Entry &entry : entries)
    if (matches(entry.pattern, mutant)) {
      ++entry.count;
      isContained = true;
    }
  return isContained;
}

std::vector<std::string> Survivors::unused() const {
  std::vector<std::string> result;
  for (const Entry &entry : entries)
    if (entry.count == 0)
      result.push_back(entry.pattern);
  return result;
}

} // namespace wave::test
