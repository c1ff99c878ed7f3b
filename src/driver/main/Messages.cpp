//===- Messages.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Messages.h"

#include <unistd.h>

#include <atomic>

#include "driver/Environment.h"
#include "driver/main/ErrorPages.h"
#include "driver/main/StandardOutput.h"

namespace wave::commandline {

void writeError(const Diagnostic &error, const Options &options) {
  std::string text = error.render() + "\n";
  const bool hints = !options.quiet && (options.verbose || ::isatty(STDERR_FILENO));
  if (hints && errorPage(error.id))
    text += "see: " + options.program + " help " + error.id + "\n";
  writeStandardError(text);
}

void warnOfVariables() {
  static std::atomic<bool> warned{false};
  if (!warned.exchange(true))
    for (const Diagnostic &warning : unknownVariables())
      writeStandardError(warning.render("warning") + "\n");
}

} // namespace wave::commandline
