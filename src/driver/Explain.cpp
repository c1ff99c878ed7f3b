//===- Explain.cpp - A kernel's forms, asked by the analyses --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Explain.h"

#include <algorithm>

#include "driver/CompiledKernel.h"
#include "driver/EntryPoints.h"
#include "driver/Requirements.h"
#include "driver/Session.h"
#include "driver/Targets.h"
#include "frontend/KernelTrace.h"
#include "machine/HostCache.h"
#include "machine/HostCpu.h"
#include "report/Gather.h"
#include "targets/cpu/CpuProgram.h"

using namespace mlir;

namespace wave {

using report::Explanation;

static void explainGpu(Explanation &explanation, ModuleOp module, const CompiledKernel::Impl &impl,
                       const Lowering &lowering, const machine::Chip &chip) {
  const std::string command = "wave explain";
  std::vector<report::Loop> loops;
  const std::vector<analysis::BlockRead> reads =
      analysis::blockReadsOf(frontend::onlyKernel(module));
  const Expr written = analysis::writtenBytesOf(frontend::onlyKernel(module));
  const auto output = analysis::outputTilesOf(frontend::onlyKernel(module));
  lowering.run(module, Stage::Bound, Stage::Schedule, command,
               [&] { loops = report::loopsOf(frontend::onlyKernel(module)); });
  lowering.run(module, Stage::Schedule, Stage::Distributed, command, [&] {
    ir::KernelOp kernel = frontend::onlyKernel(module);
    explanation.gpu = report::gpuOf(kernel, std::move(loops), chip);
    explanation.gpu->traffic = report::trafficOf(kernel, reads, written, output, *explanation.gpu,
                                                 impl.grid, impl.withComputeUnits({}), chip);
  });
  lowering.run(module, Stage::Distributed, Stage::Target, command, [&] {
    std::vector<std::string> entries;
    for (const EntryPoint &entry : entryPointsOf(module, impl.name))
      entries.push_back(entry.name);
    report::addEntries(*explanation.gpu, entries);
    remarkSlowEntry(module, impl);
    if (const auto syncNotes = backendOf(chip).syncNotes)
      report::addNotes(*explanation.gpu, syncNotes(module, impl.name));
  });
  lowering.run(module, Stage::Target, Stage::Object, command, [&] {
    const codegen::MachineCode code =
        backendOf(chip).machineCode(module, std::string(chip.processor));
    remarkSpills(module, code.spills, lowering.held);
    for (const codegen::EntryNotes &entry : code.entries)
      if (entry.name == impl.name)
        report::addNotes(*explanation.gpu, entry, chip);
  });
}

static void explainCpu(Explanation &explanation, ModuleOp module, const CompiledKernel::Impl &impl,
                       const Lowering &lowering) {
  const machine::CpuLevel *level = machine::cpuLevelNamed(impl.target.chip());
  const machine::VectorIsa &isa = level ? *level->isa : machine::hostVectorIsa();
  const ir::KernelOp kernel = frontend::onlyKernel(module);
  const std::vector<analysis::BlockRead> reads = analysis::blockReadsOf(kernel);
  const Expr written = analysis::writtenBytesOf(kernel);
  lowering.run(module, Stage::Bound, Stage::Llvm, "wave explain", [&] {
    explanation.cpu = {.isa = std::string(isa.name),
                       .vectorBytes = isa.vectorBytes,
                       .blockRows = isa.mmaRows,
                       .blockVectors = isa.mmaVectors,
                       .workspaceBytes = cpu::workspaceBytesOf(module, impl.name),
                       .traffic = {},
                       .run = {}};
  });
  // A level of instructions is had by processors with any number of threads.
  const std::optional<report::HostThreads> host =
      level ? std::nullopt
            : std::optional(report::HostThreads{machine::hostThreads(), machine::hostLastCache()});
  report::addTraffic(*explanation.cpu, reads, written, impl.grid, impl.withComputeUnits({}), host);
}

static Explanation explanationOf(const CompiledKernel::Impl &impl,
                                 const std::vector<std::string> &openSizes) {
  const Session session(impl);
  Explanation explanation{.kernel = impl.name,
                          .target = impl.target.name(),
                          .schedule = impl.manual ? impl.manual->name : nameOf(impl.schedule),
                          .grid = impl.grid,
                          .tiles = impl.tiles,
                          .openSizes = openSizes,
                          .unchecked = {},
                          .gpu = {},
                          .cpu = {},
                          .remarks = {}};
  if (impl.unchecked)
    explanation.unchecked = impl.unchecked->reason;
  if (const machine::Chip *chip = chipOf(impl.target))
    explainGpu(explanation, *session.module, impl, session.lowering, *chip);
  else
    explainCpu(explanation, *session.module, impl, session.lowering);
  enforce(impl.require, session.capture.remarks());
  // Binding has its own, among them which MMAs read their operands by descriptor.
  explanation.remarks = impl.remarks;
  for (const Diagnostic &remark : session.capture.remarks())
    if (!std::ranges::count(explanation.remarks, remark.message, &Diagnostic::message))
      explanation.remarks.push_back(remark);
  return explanation;
}

Explanation explanationOf(const CompiledKernel &kernel) {
  return withFailures(kernel.impl().name,
                      [&] { return explanationOf(kernel.impl(), kernel.open_sizes()); });
}

std::string CompiledKernel::explain(ReportFormat format) const {
  const Explanation explanation = explanationOf(*this);
  return format == ReportFormat::Json ? report::jsonOf(explanation) : report::textOf(explanation);
}

std::string CompiledKernel::manifest() const {
  if (!chipOf(impl_->target))
    fail<Error>("unknown-stage",
                "a manifest describes objects for GPUs, the target is " + impl_->target.name(),
                "choose a target such as hip:gfx942");
  const auto manifestOf = backendOf(impl_->target).manifest;
  if (!manifestOf)
    fail<Error>("unknown-stage",
                "a manifest describes code objects, the target is " + impl_->target.name(),
                "write a package, which has its manifest with it: emit -o " + impl_->name + ".wpk");
  return withFailures(impl_->name, [&] {
    const Session session(*impl_);
    std::string text;
    session.lowering.run(*session.module, Stage::Bound, Stage::Object, "wave emit", [&] {
      text = manifestOf(*session.module, processorOf(impl_->target), impl_->name, impl_->grid);
    });
    return text;
  });
}

} // namespace wave
