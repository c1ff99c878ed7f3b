//===- ErrorPages.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/ErrorPages.h"

#include <algorithm>
#include <sstream>

namespace wave::commandline {

/// Made by cmake/EmbedPages.cmake from docs/errors/: id and text, in no order.
extern const std::vector<ErrorPage> embeddedPages;

namespace {
struct Group {
  std::string title;
  std::vector<std::string_view> ids;
};
} // namespace

static const std::vector<Group> &groups() {
  static const std::vector<Group> all = [] {
    std::vector<Group> list;
#define WAVE_ERROR_GROUP(TITLE) list.push_back({TITLE, {}});
#define WAVE_ERROR_ID(ID) list.back().ids.push_back(ID);
#include "diagnostic/ErrorIds.def"
    return list;
  }();
  return all;
}

std::string_view ErrorPage::title() const {
  const std::string_view line = text.substr(0, text.find('\n'));
  const size_t colon = line.find(": ");
  return colon == std::string_view::npos ? line : line.substr(colon + 2);
}

const std::vector<ErrorPage> &errorPages() {
  static const std::vector<ErrorPage> pages = [] {
    std::vector<ErrorPage> ordered;
    for (const Group &group : groups())
      for (std::string_view id : group.ids)
        if (auto found = std::ranges::find(embeddedPages, id, &ErrorPage::id);
            found != embeddedPages.end())
          ordered.push_back(*found);
    return ordered;
  }();
  return pages;
}

const ErrorPage *errorPage(std::string_view id) {
  auto found = std::ranges::find(errorPages(), id, &ErrorPage::id);
  return found == errorPages().end() ? nullptr : &*found;
}

/// Without the marks of code, and of links all but their text.
static std::string plain(const std::string &line) {
  std::string result;
  for (size_t i = 0; i < line.size(); ++i) {
    const size_t end = line.find("](", i);
    if (line[i] == '[' && end != std::string::npos && line.find(')', end) != std::string::npos) {
      result += plain(line.substr(i + 1, end - i - 1));
      i = line.find(')', end);
    } else if (line[i] != '`')
      result += line[i];
  }
  return result;
}

std::string errorPageText(const ErrorPage &page, bool bold) {
  std::istringstream lines{std::string(page.text)};
  std::string text;
  bool inCode = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inCode = !inCode;
      continue;
    }
    if (inCode)
      text += line.empty() ? "\n" : "    " + line + "\n";
    else if (line.starts_with("#")) {
      const std::string heading = plain(line.substr(line.find(' ') + 1));
      text += bold ? "\033[1m" + heading + "\033[0m\n" : heading + "\n";
    } else
      text += plain(line) + "\n";
  }
  return text;
}

std::string errorListText() {
  size_t width = 0;
  for (const ErrorPage &page : errorPages())
    width = std::max(width, page.id.size());
  std::string text;
  for (const Group &group : groups()) {
    text += (text.empty() ? "" : "\n") + group.title + "\n";
    for (std::string_view id : group.ids)
      if (const ErrorPage *page = errorPage(id)) {
        std::string name(id);
        name.resize(width + 2, ' ');
        text += "  " + name + plain(std::string(page->title())) + "\n";
      }
  }
  return text;
}

std::string errorListMarkdown() {
  std::string text =
      "# Errors\n\n"
      "Every error of wave carries an id in brackets: `error: … [mma-c1]`. Each id has a page "
      "here with what it means, an example\n"
      "and its repair; `wave help ID` prints it. The examples are run by the tests "
      "(`docs/check_errors.py`). Those in C++ are the\n"
      "body of a function, after\n\n"
      "```cpp\n"
      "using namespace wave;\n"
      "constexpr Symbol M{\"M\"}, N{\"N\"}, K{\"K\"}, BLOCK_M{\"BLOCK_M\"}, BLOCK_N{\"BLOCK_N\"}, "
      "BLOCK_K{\"BLOCK_K\"};\n"
      "```\n\n"
      "and a `.mlir` file is given to `wave emit kernel.mlir --stage bound`. This list is made "
      "by `wave help errors --markdown`.\n";
  for (const Group &group : groups()) {
    text += "\n## " + group.title + "\n\n| id | |\n|---|---|\n";
    for (std::string_view id : group.ids)
      if (const ErrorPage *page = errorPage(id))
        text += "| [" + std::string(id) + "](" + std::string(id) + ".md) | " +
                std::string(page->title()) + " |\n";
  }
  return text;
}

} // namespace wave::commandline
