//===- Table.h - Text in columns ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

namespace wave::report {

class Table {
public:
  explicit Table(std::vector<std::string> heads) { rows.push_back(std::move(heads)); }
  void add(std::vector<std::string> cells) { rows.push_back(std::move(cells)); }

  /// Two blanks before each row and between columns; numbers stand to the right.
  std::string str() const;

private:
  std::vector<std::vector<std::string>> rows;
};

} // namespace wave::report
