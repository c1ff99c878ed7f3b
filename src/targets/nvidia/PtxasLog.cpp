//===- PtxasLog.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/PtxasLog.h"

#include "llvm/ADT/StringExtras.h"

namespace wave::nvidia {

/// The number that stands before `unit`, as in "168 registers", or 0.
static int64_t numberBefore(llvm::StringRef line, llvm::StringRef unit) {
  const size_t at = line.find(unit);
  if (at == llvm::StringRef::npos)
    return 0;
  llvm::StringRef digits = line.substr(0, at).rtrim();
  digits = digits.take_back(digits.size() - (digits.find_last_not_of("0123456789") + 1));
  int64_t number = 0;
  return digits.getAsInteger(10, number) ? 0 : number;
}

/// "(C7510)": the numbers from C7500 to C7599.
static bool isLoss(llvm::StringRef line) {
  const size_t at = line.find("(C75");
  return at != llvm::StringRef::npos && line.size() >= at + 7 && llvm::isDigit(line[at + 4]) &&
         llvm::isDigit(line[at + 5]) && line[at + 6] == ')';
}

static llvm::StringRef quoted(llvm::StringRef line) {
  return line.split('\'').second.split('\'').first;
}

PtxasLog parsePtxasLog(llvm::StringRef text) {
  PtxasLog log;
  // What stands before the first entry point belongs to none.
  EntryResources none;
  EntryResources *current = &none;
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    line = line.trim();
    if (isLoss(line)) {
      log.losses.push_back(line.split(": ").second.str());
    } else if (line.contains("Compiling entry function '")) {
      current = &log.entries.emplace_back();
      current->name = quoted(line).str();
    } else if (line.contains(" bytes stack frame")) {
      // Of functions that are called, too, of which there are none.
      current->stackBytes = numberBefore(line, " bytes stack frame");
      current->spillStores = numberBefore(line, " bytes spill stores");
      current->spillLoads = numberBefore(line, " bytes spill loads");
    } else if (line.contains("Used ") && line.contains(" registers")) {
      current->registers = numberBefore(line, " registers");
      current->barriers = numberBefore(line, " barriers");
      current->sharedBytes = numberBefore(line, " bytes smem");
    }
  }
  return log;
}

} // namespace wave::nvidia
