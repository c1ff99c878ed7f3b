//===- Executor.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Executor.h"

#include <algorithm>

#include "diagnostic/Fail.h"
#include "executor/Decoder.h"
#include "executor/Grid.h"
#include "executor/LaunchRun.h"

namespace wave::executor {

bool Report::has(FindingKind kind) const {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding &finding) { return finding.kind == kind; });
}

Program decode(mlir::ModuleOp module, const std::string &kernel, const machine::Chip &chip) {
  auto function = module.lookupSymbol<mlir::LLVM::LLVMFuncOp>(kernel);
  if (!function)
    fail<Error>("executor-form", "there is no llvm.func @" + kernel + " in the module",
                "name an entry point of the kernel");
  Program program;
  Decoder(function, chip, program).decode();
  return program;
}

namespace {

Grid checkedGrid(const Program &program, const Launch &launch) {
  // LLVM's numbers of workgroups are 32 bits wide.
  constexpr int64_t most = (int64_t{1} << 32) - 1;
  Grid grid{.size = {}, .cluster = program.cluster};
  int64_t groups = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    const int64_t size = launch.grid[axis];
    if (size < 0 || size > most || (size > 0 && groups > most / size))
      fail<Error>("executor-launch",
                  "a grid of " + std::to_string(launch.grid[0]) + ", " +
                      std::to_string(launch.grid[1]) + ", " + std::to_string(launch.grid[2]) +
                      " workgroups",
                  "a grid has 0 to 2^32 - 1 workgroups");
    if (size % program.cluster[axis] != 0)
      fail<Error>("executor-launch",
                  "a grid of " + std::to_string(size) +
                      " workgroups along an axis where a cluster has " +
                      std::to_string(program.cluster[axis]),
                  "launch whole clusters");
    groups *= size;
    grid.size[axis] = static_cast<uint32_t>(size);
  }
  return grid;
}

} // namespace

Report execute(const Program &program, const Launch &launch, const Options &options) {
  const Grid grid = checkedGrid(program, launch);
  if (grid.clusters() < 2) {
    LaunchRun run(program, launch, options, grid);
    run.onThreads();
    return run.report();
  }
  // What atomic operations compute may always depend on the order of workgroups.
  if (!program.hasGlobalAtomics) {
    LaunchRun run(program, launch, options, grid);
    const WrittenMemory before(run.global);
    run.onThreads();
    if (!run.isOrderSeen())
      return run.report();
    before.restore(run.global, run.races);
  }
  LaunchRun run(program, launch, options, grid);
  run.inOrder();
  return run.report();
}

} // namespace wave::executor
