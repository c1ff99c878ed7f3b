//===- Table.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Table.h"

#include <algorithm>
#include <cctype>

namespace wave::report {

static bool isNumber(const std::string &text) {
  return !text.empty() && std::ranges::all_of(text, [](char letter) {
    return std::isdigit(static_cast<unsigned char>(letter)) || letter == '.';
  });
}

std::string Table::str() const {
  std::string text;
  std::vector<size_t> widths(rows.front().size());
  std::vector<bool> areNumbers(rows.front().size(), true);
  for (size_t row = 0; row < rows.size(); ++row)
    for (size_t column = 0; column < widths.size(); ++column) {
      widths[column] = std::max(widths[column], rows[row][column].size());
      areNumbers[column] = areNumbers[column] && (row == 0 || isNumber(rows[row][column]));
    }
  for (const std::vector<std::string> &row : rows) {
    std::string line;
    for (size_t column = 0; column < widths.size(); ++column) {
      const std::string blanks(widths[column] - row[column].size(), ' ');
      line += "  " + (areNumbers[column] ? blanks + row[column] : row[column] + blanks);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

} // namespace wave::report
