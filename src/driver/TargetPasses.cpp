//===- TargetPasses.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/TargetPasses.h"

#include <algorithm>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include "diagnostic/Fail.h"
#include "driver/PassReport.h"
#include "driver/Targets.h"
#include "passes/Pipeline.h"

using namespace mlir;

namespace wave {

std::string nameOf(SchedulingType schedule) {
  static constexpr const char *names[] = {"none", "prefetch", "manual"};
  return names[static_cast<size_t>(schedule)];
}

void addPasses(OpPassManager &manager, const Target &target, SchedulingType schedule, Stage from,
               Stage to) {
  const Backend &backend = backendOf(target);
  const Step::Options options = {.chip = processorOf(target), .schedule = schedule};
  for (const Step &step : backend.steps)
    if (from < step.to && step.to <= to)
      step.add(manager, options);
  // What is simulated has machine code; on the way to LLVM this comes first.
  if (to == Stage::Target && backend.verifyTarget)
    manager.addPass(backend.verifyTarget(options.chip));
}

bool hasForm(const Target &target, Stage stage) {
  return stage <= Stage::Bound || stage >= Stage::Llvm ||
         std::ranges::count(backendOf(target).steps, stage, &Step::to);
}

const std::vector<std::string> &knownPasses() {
  static const std::vector<std::string> known = [] {
    OpPassManager all(ModuleOp::getOperationName());
    addBindPasses(all, {}, "cpu");
    for (const std::string &target : Target::names())
      for (const Stage stage : {Stage::Target, Stage::Llvm})
        addPasses(all, Target::named(target), SchedulingType::Prefetch, Stage::Bound, stage);
    std::vector<std::string> names;
    for (const std::string &name : passNames(all)) // some run more than once
      if (!std::ranges::count(names, name))
        names.push_back(name);
    return names;
  }();
  return known;
}

std::string stageName(Stage stage) {
  static constexpr const char *names[] = {"traced",    "bound",       "staged", "schedule",
                                          "scheduled", "distributed", "target", "llvm",
                                          "asm",       "object",      "package"};
  return names[static_cast<size_t>(stage)];
}

/// Also the traced form goes through the passes that bind it, when they are to be seen.
static std::vector<std::string> passesTo(const Target &target, Stage stage, bool isBound) {
  OpPassManager passes(ModuleOp::getOperationName());
  if (!isBound)
    addBindPasses(passes, {}, "cpu");
  if (stage > Stage::Bound)
    addPasses(passes, target, SchedulingType::None, Stage::Bound, stage);
  return passNames(passes);
}

/// Options of `wave emit` that lead through the pass; empty where none do.
static std::string wayTo(const std::string &pass, const Target &target, bool isBound) {
  for (const Stage stage : {Stage::Bound, Stage::Staged, Stage::Schedule, Stage::Scheduled,
                            Stage::Distributed, Stage::Llvm})
    if (hasForm(target, stage) && std::ranges::count(passesTo(target, stage, isBound), pass))
      return "--stage " + stageName(stage);
  return {};
}

void checkReached(const std::string &pass, const Target &target, Stage stage, bool isBound) {
  const std::vector<std::string> &known = knownPasses();
  if (!std::ranges::count(known, pass) ||
      std::ranges::count(passesTo(target, stage, isBound), pass))
    return;
  std::string help;
  if (const std::string way = wayTo(pass, target, isBound); !way.empty())
    help = "`" + way + "` reaches it";
  else
    for (const std::string &other : Target::names())
      if (!wayTo(pass, Target::named(other), isBound).empty()) {
        help = "--target " + other + " has it";
        break;
      }
  fail<Error>("pass-not-reached",
              "pass '" + pass + "' is not run on the way to the form " + stageName(stage) +
                  " for target " + target.name() +
                  (isBound ? ", from a kernel in the bound form" : ""),
              help.empty() ? "start from the traced form" : help);
}

} // namespace wave
