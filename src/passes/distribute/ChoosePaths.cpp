//===- ChoosePaths.cpp - How each access reaches its memory ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: accesses to memories and rings, in the roles that make them     (distributed)
// Gives: the same; every access to a memory has a path, one that is required of the memory if any
// is
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Paths.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_CHOOSEPATHS
#include "passes/Passes.h.inc"

namespace {
struct ChoosePaths : impl::ChoosePathsBase<ChoosePaths> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    kernel.walk([&](ir::AccessOpInterface op) {
      if (!op.getPaths().empty() && !op.getPathAttr())
        op.setPathAttr(ir::PathAttr::get(&getContext(), ir::fastestPath(op), 0));
    });
    auto required = kernel->getAttrOfType<ArrayAttr>(ir::requiredPathsAttr);
    if (!required)
      return;
    kernel->removeAttr(ir::requiredPathsAttr);
    for (auto each : required.getAsRange<StringAttr>())
      if (failed(check(kernel, each.getValue())))
        return signalPassFailure();
  }

private:
  /// What is required, and the paths that are that.
  struct Requirement {
    StringLiteral name;
    ErrorId remark;
    std::array<ir::AccessPath, 2> paths;
  };
  static ArrayRef<Requirement> requirements() {
    static const Requirement rows[] = {
        {"tma", "not-tma", {ir::AccessPath::Tma, ir::AccessPath::Tma}},
        {"asynchronous", "not-asynchronous", {ir::AccessPath::Tma, ir::AccessPath::Async}}};
    return rows;
  }

  /// "tma:c"
  static LogicalResult check(ir::KernelOp kernel, StringRef required) {
    const auto [name, memory] = required.split(':');
    const auto *row =
        llvm::find_if(requirements(), [&](const Requirement &each) { return each.name == name; });
    std::string names;
    for (auto [number, own] : llvm::enumerate(kernel.getArgNames().getAsRange<StringAttr>())) {
      if (own.getValue() == memory)
        return check(kernel.getBlock()->getArgument(static_cast<unsigned>(number)), *row, required);
      names += (names.empty() ? "" : ", ") + own.str();
    }
    return BrokenConstraint(kernel, "unknown-requirement",
                            Twine(required) + " is required, and kernel '" + kernel.getSymName() +
                                "' has no memory '" + memory + "'")
        .help("its memories are " + names);
  }

  static LogicalResult check(Value memory, const Requirement &row, StringRef required) {
    for (Operation *user : memory.getUsers()) {
      auto access = dyn_cast<ir::AccessOpInterface>(user);
      if (!access || !access.getPathAttr() || llvm::is_contained(row.paths, ir::pathOf(access)))
        continue;
      const StringRef verb = access.isLoad() ? "loaded " : "stored ";
      return BrokenConstraint(
                 access, row.remark,
                 access->getName().stripDialect() + ": '" + required.split(':').second + "' is " +
                     verb + ir::describe(ir::pathOf(access)) + ", and " + required + " is required")
          .help("leave the requirement out: a remark of the compile, or `wave help "
                "not-asynchronous`, says what this access lacks");
    }
    return success();
  }
  using BrokenConstraint = ir::BrokenConstraint;
};
} // namespace
} // namespace wave
