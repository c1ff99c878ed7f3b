//===- TargetPasses.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/TargetPasses.h"

#include <algorithm>

#include "mlir/IR/BuiltinOps.h"

#include "diagnostic/Fail.h"
#include "driver/PassReport.h"
#include "passes/Pipeline.h"
#include "targets/amd/Passes.h"
#include "targets/cpu/CpuProgram.h"
#include "targets/nvidia/Passes.h"

using namespace mlir;

namespace wave {

const machine::Chip *chipOf(const Target &target) {
  if (target.family() == "cpu")
    return nullptr;
  // "cuda" is the GPU that is there.  All that code is made for are of one kind; a launch
  // refuses another.
  return machine::chipNamed(target.chip().empty() ? "h200" : target.chip());
}

std::string nameOf(SchedulingType schedule) {
  return schedule == SchedulingType::Prefetch ? "prefetch" : "none";
}

void addPasses(OpPassManager &manager, const Target &target, SchedulingType schedule, Stage from,
               Stage to) {
  const machine::Chip *chip = chipOf(target);
  if (!chip)
    return cpu::addCpuPasses(manager, target.chip());
  const std::string processor(chip->processor);
  auto isOnTheWay = [&](Stage stage) { return from < stage && stage <= to; };
  if (isOnTheWay(Stage::Staged))
    addStagePasses(manager, chip->copiesWide());
  if (isOnTheWay(Stage::Scheduled))
    addSchedulePasses(manager, nameOf(schedule), processor);
  if (isOnTheWay(Stage::Distributed))
    addDistributePasses(manager, processor);
  const bool isAmd = chip->vendor() == machine::Vendor::Amd;
  if (isOnTheWay(Stage::Target))
    isAmd ? amd::addLanePasses(manager) : nvidia::addLanePasses(manager, processor);
  // What is simulated has machine code; on the way to LLVM this comes first.
  if (to == Stage::Target)
    manager.addPass(isAmd ? amd::createVerifyTarget({.chip = processor})
                          : nvidia::createVerifyTarget({.chip = processor}));
  if (isOnTheWay(Stage::Llvm))
    isAmd ? amd::addAmdPasses(manager, processor) : nvidia::addNvidiaPasses(manager, processor);
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
  static constexpr const char *names[] = {"traced", "bound", "staged", "scheduled", "distributed",
                                          "target", "llvm",  "asm",    "object",    "package"};
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
  for (const Stage stage :
       {Stage::Bound, Stage::Staged, Stage::Scheduled, Stage::Distributed, Stage::Llvm}) {
    const bool isForm = chipOf(target) || stage == Stage::Bound || stage == Stage::Llvm;
    if (isForm && std::ranges::count(passesTo(target, stage, isBound), pass))
      return "--stage " + stageName(stage);
  }
  return {};
}

void checkReached(const std::string &pass, const Target &target, Stage stage, bool isBound) {
  const std::vector<std::string> &known = knownPasses();
  if (!std::ranges::count(known, pass) ||
      std::ranges::count(passesTo(target, stage, isBound), pass))
    return;
  std::string help;
  if (const std::string way = wayTo(pass, target, isBound); !way.empty())
    help = "emit " + way + " reaches it";
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
