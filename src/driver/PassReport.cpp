//===- PassReport.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/PassReport.h"

#include <algorithm>
#include <chrono>

#include "mlir/IR/Operation.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include "diagnostic/Fail.h"
#include "runtime/StandardStreams.h"
#include "symbolic/NearestName.h"

using namespace mlir;

namespace wave {

using Clock = std::chrono::steady_clock;

static double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

PassReport::PassReport(std::string printAfter, bool time, const std::vector<std::string> &known)
    : printAfter(std::move(printAfter)), time(time) {
  const std::string &name = this->printAfter;
  if (name.empty() || name == "all" || llvm::is_contained(known, name))
    return;
  fail<Error>("unknown-pass",
              "there is no pass '" + name + "'; the passes are: " + llvm::join(known, ", "),
              symbolic::suggestion(name, known, "all prints after each of them"));
}

PassReport::~PassReport() {
  if (!time)
    return;
  double total = 0;
  std::string text;
  llvm::raw_string_ostream out(text);
  auto row = [&](const std::string &name, double milliseconds) {
    out << llvm::format("%10.3f ms  ", milliseconds) << name << "\n";
  };
  for (const auto &[name, milliseconds] : times) {
    row(name, milliseconds);
    total += milliseconds;
  }
  row("in all", total);
  writeStandardError(text);
}

class PassReport::Instrumentation : public PassInstrumentation {
public:
  explicit Instrumentation(PassReport &report) : report(report) {}

  void runBeforePass(Pass *, Operation *) override { starts.push_back(Clock::now()); }
  void runAfterPassFailed(Pass *, Operation *) override { starts.pop_back(); }

  void runAfterPass(Pass *pass, Operation *op) override {
    const double milliseconds = millisecondsSince(starts.back());
    starts.pop_back();
    const std::string name = pass->getArgument().str();
    if (name.empty())
      return; // MLIR's own, which runs passes on nested operations
    report.add(name, milliseconds);
    if (report.printAfter != name && report.printAfter != "all")
      return;
    std::string text;
    llvm::raw_string_ostream(text) << "// After " << name << "\n" << *op << "\n";
    writeStandardError(text);
  }

private:
  PassReport &report;
  std::vector<Clock::time_point> starts;
};

void PassReport::watch(PassManager &passes) {
  if (isAsked())
    passes.addInstrumentation(std::make_unique<Instrumentation>(*this));
}

void PassReport::measure(const std::string &name, const std::function<void()> &work) {
  const Clock::time_point start = Clock::now();
  work();
  add(name, millisecondsSince(start));
}

void PassReport::add(const std::string &name, double milliseconds) {
  auto found = std::ranges::find(times, name, &std::pair<std::string, double>::first);
  if (found == times.end())
    times.emplace_back(name, milliseconds);
  else
    found->second += milliseconds;
}

std::vector<std::string> passNames(const OpPassManager &passes) {
  std::string text;
  llvm::raw_string_ostream out(text);
  passes.printAsTextualPipeline(out);
  // "builtin.module(wave.kernel(wave-bind-symbols{subs=...},...),wave-cpu-...)"
  std::vector<std::string> names;
  for (size_t at = text.find("wave-"); at != std::string::npos; at = text.find("wave-", at)) {
    const size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
    names.push_back(text.substr(at, end - at));
    at = end;
  }
  return names;
}

} // namespace wave
