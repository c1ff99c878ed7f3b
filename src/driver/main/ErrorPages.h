//===- ErrorPages.h - docs/errors/, compiled into the tool ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wave::commandline {

/// One docs/errors/ID.md, as it stands there.
struct ErrorPage {
  std::string_view id, text;

  /// What the title says behind the id.
  std::string_view title() const;
};

/// In the order of ErrorIds.def.
const std::vector<ErrorPage> &errorPages();

/// Null if there is none.
const ErrorPage *errorPage(std::string_view id);

/// For a terminal: without Markdown's marks, headings bold if `bold`.
std::string errorPageText(const ErrorPage &page, bool bold);

/// All ids by groups, each with its title: for a terminal, and docs/errors/README.md.
std::string errorListText();
std::string errorListMarkdown();

} // namespace wave::commandline
