//===- Enumerate.h - Helpers to compare expressions by their values -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

#include <gtest/gtest.h>

#include <functional>

namespace wave::symbolic {

/// Values for a few symbols, to enumerate.
class Assignment {
public:
  explicit Assignment(std::vector<std::string> symbols)
      : names(std::move(symbols)), values(names.size(), Expr::constant(0)) {}

  void set(size_t index, int64_t value) { values[index] = Expr::constant(value); }

  Lookup lookup() const {
    return [this](std::string_view name) -> const Expr * {
      for (size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
          return &values[i];
      return nullptr;
    };
  }

  std::string str() const {
    std::string text;
    for (size_t i = 0; i < names.size(); ++i)
      text += names[i] + " = " + values[i].str() + " ";
    return text;
  }

  /// Calls `visit` for every way to give the symbols values from `range`.
  void forAll(const std::vector<int64_t> &range, const std::function<void()> &visit,
              size_t index = 0) {
    if (index == names.size())
      return visit();
    for (int64_t value : range) {
      set(index, value);
      forAll(range, visit, index + 1);
    }
  }

private:
  std::vector<std::string> names;
  std::vector<Expr> values;
};

inline std::vector<int64_t> integersBetween(int64_t low, int64_t high) {
  std::vector<int64_t> range;
  for (int64_t value = low; value <= high; ++value)
    range.push_back(value);
  return range;
}

/// How often `original` has a value over all assignments from `range` to its
/// symbols; `rewritten` must have the same value there.
inline size_t countAgreements(const Expr &original, const Expr &rewritten,
                              const std::vector<int64_t> &range) {
  size_t defined = 0;
  Assignment assignment(symbolsOf(original));
  assignment.forAll(range, [&] {
    if (::testing::Test::HasFailure())
      return;
    Evaluation expected = evaluate(original, assignment.lookup());
    if (!expected)
      return;
    ++defined;
    Evaluation actual = evaluate(rewritten, assignment.lookup());
    ASSERT_TRUE(actual) << original << " became " << rewritten << " at " << assignment.str() << ": "
                        << describe(actual.failure());
    ASSERT_EQ(actual.value(), expected.value())
        << original << " became " << rewritten << " at " << assignment.str();
  });
  return defined;
}

} // namespace wave::symbolic
