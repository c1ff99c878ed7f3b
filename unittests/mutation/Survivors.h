//===- Survivors.h - Mutants that nothing tells from the kernel -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

namespace wave::test {

/// A list of survivors: in each line a pattern, in which `*` stands for anything, under
/// the reason why what matches it survives.
class Survivors {
public:
  explicit Survivors(const std::string &file);

  bool contains(const std::string &mutant) const;
  /// The same, and notes what it matches.
  bool use(const std::string &mutant);
  /// Patterns that matched nothing that was used.
  std::vector<std::string> unused() const;

private:
  struct Entry {
    std::string pattern;
    size_t count = 0;
  };
  std::vector<Entry> entries;
};

} // namespace wave::test
