//===- Executor.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Executor.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "diagnostic/Fail.h"
#include "executor/Cluster.h"
#include "executor/Decoder.h"

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

/// Takes clusters until there are none left.
class Worker {
public:
  Worker(const Program &program, const Options &options, GlobalMemory &global,
         std::array<uint32_t, 3> grid, std::atomic<uint64_t> &next)
      : cluster(program, options, global, grid),
        clusters(uint64_t{grid[0]} * grid[1] * grid[2] / program.clusterSize()), next(next) {}

  void run() {
    try {
      for (uint64_t number = next++; number < clusters; number = next++)
        cluster.run(number);
    } catch (...) {
      failure = std::current_exception();
    }
  }

  Cluster cluster;
  std::exception_ptr failure;

private:
  const uint64_t clusters;
  std::atomic<uint64_t> &next;
};

std::array<uint32_t, 3> checkedGrid(const Program &program, const Launch &launch) {
  // LLVM's numbers of workgroups are 32 bits wide.
  constexpr int64_t most = (int64_t{1} << 32) - 1;
  std::array<uint32_t, 3> grid;
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
    grid[axis] = static_cast<uint32_t>(size);
  }
  return grid;
}

} // namespace

Report execute(const Program &program, const Launch &launch, const Options &options) {
  const std::array<uint32_t, 3> grid = checkedGrid(program, launch);
  GlobalMemory global(program, launch, options.writtenOnce);
  std::atomic<uint64_t> next = 0;
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned i = 0; i < std::max(1u, options.threads); ++i)
    workers.push_back(std::make_unique<Worker>(program, options, global, grid, next));
  std::vector<std::thread> threads;
  for (size_t i = 1; i < workers.size(); ++i)
    threads.emplace_back([&, i] { workers[i]->run(); });
  workers[0]->run();
  for (std::thread &thread : threads)
    thread.join();

  Report report;
  Findings findings(program);
  for (const auto &worker : workers) {
    if (worker->failure)
      std::rethrow_exception(worker->failure);
    if (const std::optional<IssueTime> time = worker->cluster.issueTime())
      report.issueTime = time;
    for (const auto &workgroup : worker->cluster.workgroups()) {
      findings.merge(workgroup->findings());
      report.counters.add(workgroup->counters());
    }
  }
  findings.beginGroup(uint64_t{grid[0]} * grid[1] * grid[2], {});
  global.reportElements(findings);
  report.findings = findings.sorted(options.findingLimit, report.findingsLeftOut);
  return report;
}

} // namespace wave::executor
