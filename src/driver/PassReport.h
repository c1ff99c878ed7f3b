//===- PassReport.h - What passes do, for whoever asked to see it ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints on standard error, and only where WaveCompileOptions asked for it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mlir/Pass/PassManager.h"

namespace wave {

class PassReport {
public:
  /// After which pass the IR is printed: its name, "all", or "" for none.  Throws Error
  /// "unknown-pass" for another name than those of `known`.
  PassReport(std::string printAfter, bool time, const std::vector<std::string> &known);
  /// Prints the times.
  ~PassReport();
  PassReport(const PassReport &) = delete;
  PassReport &operator=(const PassReport &) = delete;

  bool isAsked() const { return time || !printAfter.empty(); }

  /// Sees every pass that `passes` runs.
  void watch(mlir::PassManager &passes);
  /// Counts `work` under a name of its own.
  void measure(const std::string &name, const std::function<void()> &work);

private:
  class Instrumentation;
  void add(const std::string &name, double milliseconds);

  std::string printAfter;
  bool time;
  std::vector<std::pair<std::string, double>> times; ///< milliseconds, in the order of the first
};

/// The names of the passes that a pipeline has, in order.
std::vector<std::string> passNames(const mlir::OpPassManager &passes);

} // namespace wave
