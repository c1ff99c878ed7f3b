//===- Compile.cpp - The life of a kernel, from trace to machine code -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <chrono>

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/KernelArguments.h"
#include "dialect/NormalForms.h"
#include "driver/CompiledKernel.h"
#include "driver/LogSites.h"
#include "frontend/KernelTrace.h"
#include "frontend/TraceConstraints.h"
#include "passes/Pipeline.h"
#include "targets/cpu/MachineCode.h"

using namespace mlir;

namespace wave {

/// Replaces what the options replace for this compile.
static void applyOverrides(ir::KernelOp kernel, const WaveCompileOptions &options) {
  auto removeIf = [&](auto condition) {
    for (Operation &op : llvm::make_early_inc_range(*kernel.getBlock()))
      if (condition(&op))
        op.erase();
  };
  if (options.constraints)
    removeIf(ir::isConstraint);
  if (options.hardware)
    removeIf([](Operation *op) { return llvm::isa<ir::HardwareConstraintOp>(op); });
  auto builder = OpBuilder::atBlockBegin(kernel.getBlock());
  if (options.constraints)
    for (const Constraint &constraint : *options.constraints)
      if (!options.hardware || !std::holds_alternative<HardwareConstraint>(constraint))
        frontend::build(builder, constraint);
  if (options.hardware)
    frontend::build(builder, *options.hardware);
}

/// traced -> bound.
static void bind(ModuleOp module, const WaveCompileOptions &options,
                 const ir::DiagnosticCapture &capture) {
  ir::KernelOp kernel = frontend::onlyKernel(module);
  if (ir::isBound(kernel)) {
    if (!options.subs.empty())
      throw Error({.id = "already-bound",
                   .message = "kernel '" + kernel.getSymName().str() +
                              "' is in the bound form: its symbols have their values already",
                   .where = ir::sourceLocation(kernel.getLoc()),
                   .notes = {},
                   .help = "leave out the values, or start from the traced form"});
    return;
  }
  applyOverrides(kernel, options);
  PassManager passes(module.getContext());
  addBindPasses(passes, options.subs, options.target.family());
  if (failed(passes.run(module)))
    capture.throwError("binding");
}

/// bound -> llvm.
static void lower(ModuleOp module, const Target &target, const ir::DiagnosticCapture &capture) {
  PassManager passes(module.getContext());
  cpu::addCpuPasses(passes, target.chip());
  if (failed(passes.run(module)))
    capture.throwError("lowering to the CPU");
}

static std::array<Expr, 3> gridOf(ir::KernelOp kernel) {
  auto count = [&](size_t i) {
    return llvm::cast<ir::ExprAttr>((*kernel.getGrid())[i]).getValue();
  };
  return {count(0), count(1), count(2)};
}

static std::vector<std::pair<std::string, int64_t>> tilesOf(ir::KernelOp kernel) {
  std::vector<std::pair<std::string, int64_t>> tiles;
  for (Operation &op : *kernel.getBlock())
    if (llvm::isa<ir::WorkgroupConstraintOp, ir::TilingConstraintOp>(op))
      tiles.emplace_back(op.getAttrOfType<ir::ExprAttr>("dim").getValue().str(),
                         *op.getAttrOfType<ir::ExprAttr>("tile").getConstant());
  return tiles;
}

CompiledKernel wave_compile(const WaveCompileOptions &options, const Kernel &kernel) {
  auto start = std::chrono::steady_clock::now();
  auto impl = std::make_shared<CompiledKernel::Impl>();
  std::unique_ptr<MLIRContext> context = frontend::makeContext();
  OwningOpRef<ModuleOp> module = frontend::load(kernel, *context);
  ir::DiagnosticCapture capture(context.get());

  bind(*module, options, capture);
  ir::KernelOp bound = frontend::onlyKernel(*module);
  impl->target = options.target;
  impl->name = kernel.name();
  impl->tracedText = kernel.str();
  impl->arguments = ir::argumentsOf(bound);
  impl->grid = gridOf(bound);
  impl->tiles = tilesOf(bound);
  impl->logSites = logSitesOf(bound);
  llvm::raw_string_ostream text(impl->boundText), located(impl->boundLocated);
  bound.print(text);
  text << '\n';
  module->print(located, OpPrintingFlags().enableDebugInfo());

  if (!options.compile_to_mlir) {
    lower(*module, options.target, capture);
    impl->program =
        std::make_unique<cpu::CpuProgram>(*module, impl->name, impl->grid, options.target.chip());
  }
  impl->remarks = capture.remarks();
  impl->compileMs =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return CompiledKernel(std::move(impl));
}

std::string CompiledKernel::emit(Stage stage) const {
  if (stage == Stage::Traced)
    return impl_->tracedText;
  if (stage == Stage::Bound)
    return impl_->boundText;
  // Machine forms are made again from the bound one: a compile keeps no IR.
  std::unique_ptr<MLIRContext> context = frontend::makeContext();
  ir::DiagnosticCapture capture(context.get());
  auto module = parseSourceString<ModuleOp>(impl_->boundLocated, ParserConfig(context.get()));
  if (!module)
    capture.throwError("reading the bound form back");
  lower(*module, impl_->target, capture);
  const std::string chip = impl_->target.chip();
  switch (stage) {
  case Stage::Llvm:
    return cpu::llvmText(*module, chip);
  case Stage::Assembly:
    return cpu::assembly(*module, chip);
  default:
    return cpu::object(*module, chip);
  }
}

} // namespace wave
