//===- Compile.cpp - The life of a kernel, from trace to machine code -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <exception>
#include <tuple>

#include "diagnostic/Fail.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/ElementTypes.h"
#include "dialect/KernelArguments.h"
#include "dialect/NormalForms.h"
#include "dialect/Schedule.h"
#include "dialect/SymbolUses.h"
#include "driver/CheckCoverage.h"
#include "driver/CheckIndependence.h"
#include "driver/CompileCache.h"
#include "driver/CompileKey.h"
#include "driver/ComputeUnits.h"
#include "driver/DecisionTrace.h"
#include "driver/EntryPoints.h"
#include "driver/Environment.h"
#include "driver/LogSites.h"
#include "driver/Packages.h"
#include "driver/PassReport.h"
#include "driver/Reproducer.h"
#include "driver/Requirements.h"
#include "driver/ScheduleSubs.h"
#include "driver/Session.h"
#include "driver/TargetPasses.h"
#include "driver/Targets.h"
#include "frontend/KernelTrace.h"
#include "frontend/ScheduleBuilder.h"
#include "frontend/TraceConstraints.h"
#include "machine/Chip.h"
#include "passes/Pipeline.h"
#include "passes/schedule/DescribeSchedule.h"
#include "runtime/Arguments.h"

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
static void bind(ModuleOp module, const WaveCompileOptions &options, const Bindings &subs,
                 const ir::DiagnosticCapture &capture, const Reproducer &reproducer,
                 PassReport &report, std::vector<ScalarRange> &openScalars) {
  ir::KernelOp kernel = frontend::onlyKernel(module);
  if (ir::isBound(kernel)) {
    if (options.hardware || options.constraints)
      throw Error({.id = ErrorId("already-bound"),
                   .message = "kernel '" + kernel.getSymName().str() +
                              "' is in the bound form: its constraints have been applied already",
                   .where = ir::sourceLocation(kernel.getLoc()),
                   .notes = {},
                   .help = "leave the hardware constraint of the options out, or start from the "
                           "traced form"});
    if (!subs.empty())
      throw Error({.id = ErrorId("already-bound"),
                   .message = "kernel '" + kernel.getSymName().str() +
                              "' is in the bound form: its symbols have their values already",
                   .where = ir::sourceLocation(kernel.getLoc()),
                   .notes = {},
                   .help = "leave out the values, or start from the traced form"});
    return;
  }
  applyOverrides(kernel, options);
  // The passes take the values as text, which has no source locations.
  const ir::SymbolUses uses(kernel);
  if (failed(uses.checkAllUsed(subs)))
    capture.throwError("looking for the symbols that have values", ir::Author::Calls);
  auto passes = [&](OpPassManager &manager) {
    const machine::Chip *chip = chipOf(options.target);
    addBindPasses(manager, uses.usedOf(subs), chip ? std::string(chip->processor) : "cpu",
                  options.retarget, !options.coverage, &openScalars);
  };
  // Verifiers are the first to see some of the values: a tile of 0 is the user's.
  reproducer.run(
      module, capture,
      {.doing = "binding", .passes = passes, .author = ir::Author::Calls, .report = &report});
}

static std::array<Expr, 3> gridOf(ir::KernelOp kernel) {
  auto count = [&](size_t i) {
    return llvm::cast<ir::ExprAttr>((*kernel.getGrid())[i]).getValue();
  };
  return {count(0), count(1), count(2)};
}

static Bindings knownOf(ir::KernelOp kernel) {
  Bindings known;
  if (DictionaryAttr bindings = kernel.getBindingsAttr())
    for (const NamedAttribute &binding : bindings)
      if (auto value = llvm::dyn_cast<ir::ExprAttr>(binding.getValue()))
        known.set(binding.getName().str(), value.getValue());
  return known;
}

static std::vector<std::pair<std::string, int64_t>> tilesOf(ir::KernelOp kernel) {
  std::vector<std::pair<std::string, int64_t>> tiles;
  for (Operation &op : *kernel.getBlock()) {
    auto workgroup = llvm::dyn_cast<ir::WorkgroupConstraintOp>(op);
    if (workgroup && ir::hasLoopedPart(kernel, workgroup.getDim()))
      continue; // tiles are its steps
    if (llvm::isa<ir::WorkgroupConstraintOp, ir::TilingConstraintOp>(op))
      tiles.emplace_back(op.getAttrOfType<ir::ExprAttr>("dim").getValue().str(),
                         *op.getAttrOfType<ir::ExprAttr>("tile").getConstant());
  }
  return tiles;
}

static std::string listOf(const std::vector<std::string> &parts) {
  return parts.empty() ? "none" : llvm::join(parts, " ");
}

static void traceCompile(const CompiledKernel::Impl &impl, const WaveCompileOptions &options) {
  std::vector<std::string> subs, tiles, grid;
  for (const Binding &binding : options.subs)
    subs.push_back(binding.symbol + "=" + binding.value.str());
  for (const auto &[dim, tile] : impl.tiles)
    tiles.push_back(dim + "=" + std::to_string(tile));
  for (const Expr &count : impl.grid)
    grid.push_back("[" + count.str() + "]");
  traceDecision("compile " + impl.name + ": target " + impl.target.name() + ", subs " +
                listOf(subs) + ", open sizes " + listOf(openSizes(impl.arguments, {})) +
                ", tiles " + listOf(tiles) + ", grid " + listOf(grid) + ", " +
                std::to_string(impl.remarks.size()) + " remarks, " +
                (impl.program ? "machine code" : "no machine code") + ", " +
                std::to_string(impl.compileMs) + " ms");
}

/// Whether scheduling barriers are asked for and the target's code generator takes them.
static bool hasSchedulingBarriers(ModuleOp module, const WaveCompileOptions &options) {
  if (!options.use_scheduling_barriers)
    return false;
  const machine::Chip *chip = chipOf(options.target);
  if (chip && (chip->hints & machine::OrderHint))
    return true;
  mlir::emitRemark(frontend::onlyKernel(module).getLoc())
      << "use_scheduling_barriers has no effect on "
      << (chip ? std::string(chip->processor)
               : std::string("the CPU, where loops run in program order"))
      << " [hint-unused]";
  return false;
}

/// Says which functions were to be approximate and have no instruction that is.
static void remarkAccurateFunctions(ir::KernelOp kernel, const Target &target) {
  const machine::Chip *chip = chipOf(target);
  std::vector<std::string> names;
  std::optional<Location> first;
  kernel.walk([&](ir::UnaryOp op) {
    Type element = op.getValue().getType().getElementType();
    // What is computed in f32 has an instruction on every GPU, or is built around one.
    if (!op.getApproximate() || (chip && !element.isF64()))
      return;
    std::string name = ir::stringifyUnaryKind(op.getKind()).str();
    if (chip)
      name += " of " + std::string(dtype_name(*ir::dtypeOf(element)));
    if (llvm::is_contained(names, name))
      return;
    names.push_back(std::move(name));
    first = first ? first : op.getLoc();
  });
  if (names.empty())
    return;
  const bool isOne = names.size() == 1;
  mlir::emitRemark(*first) << llvm::join(names, ", ") << (isOne ? " has" : " have")
                           << " no approximate instruction on "
                           << (chip ? std::string(chip->processor) : std::string("the CPU"))
                           << ": the default function" << (isOne ? " is" : "s are")
                           << " computed [not-approximate]";
}

/// A schedule is there exactly where it is asked for.
static void checkSchedule(const WaveCompileOptions &options, const Schedule *schedule) {
  const bool isManual = options.schedule == SchedulingType::Manual;
  if (isManual && !schedule)
    fail<Error>("schedule-type",
                "the options ask for a manual schedule, and wave_compile was given none",
                "pass it: wave_compile(options, kernel, schedule)");
  if (!isManual && schedule)
    fail<Error>("schedule-type",
                "wave_compile was given schedule '" + schedule->name() +
                    "', and the options ask for another one",
                "choose it: .schedule = SchedulingType::Manual");
}

static std::string unusedRemark(const WaveCompileOptions &options, const Kernel &kernel,
                                const Schedule &schedule, bool isTraced);

static std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module << '\n';
  return text;
}

/// Where no code is made of a user's schedule all is said of it that code would have had to be
/// refused for: the last form in which anything is, is the one that has barriers.  Gives the form
/// that has the schedule.
static std::string verifySchedule(ModuleOp module, const CompiledKernel::Impl &impl,
                                  const ir::DiagnosticCapture &capture,
                                  const Reproducer &reproducer) {
  PassReport quiet({}, false, knownPasses()); // emit shows the passes to what it is asked for
  HeldTiles held;
  const Lowering lowering{impl.target, impl.schedule, capture, reproducer,
                          quiet,       impl.require,  held};
  std::string scheduled;
  lowering.run(module, Stage::Bound, Stage::Schedule, "wave emit --stage schedule",
               [&] { scheduled = textOf(module); });
  lowering.run(module, Stage::Schedule, Stage::Distributed, "wave emit --stage distributed", [] {});
  return scheduled;
}

static CompileCache::Result compileAll(const WaveCompileOptions &options, const Kernel &kernel,
                                       const Schedule *schedule, bool mayRefuse) {
  auto start = std::chrono::steady_clock::now();
  requireMemory(kernel.name(), kernel.trace().located);
  checkRequirements(options.require);
  checkSchedule(options, schedule);
  const TargetFamily &family = familyOf(options.target);
  auto impl = std::make_shared<CompiledKernel::Impl>();
  std::unique_ptr<MLIRContext> context = frontend::makeContext();
  OwningOpRef<ModuleOp> module = frontend::load(kernel, *context);
  ir::DiagnosticCapture capture(context.get());
  Reproducer reproducer(kernel.name(), optionsText(options));
  PassReport report(options.print_ir_after, options.time_passes, knownPasses());
  if (!options.compile_to_mlir)
    checkReached(options.print_ir_after, options.target, family.last,
                 ir::isBound(frontend::onlyKernel(*module)));

  const bool isTraced = !ir::isBound(frontend::onlyKernel(*module));
  impl->precision = ir::leastPrecisionOf(frontend::onlyKernel(*module));
  const Bindings subs = schedule && isTraced ? withSubsOf(*schedule, frontend::onlyKernel(*module),
                                                          options.subs, capture)
                                             : options.subs;
  if (schedule && isTraced)
    ir::setScheduleText(frontend::onlyKernel(*module), schedule->impl().program.located());
  wave::bind(*module, options, subs, capture, reproducer, report, impl->openScalars);
  ir::KernelOp bound = frontend::onlyKernel(*module);
  ir::eraseScheduleText(bound); // the bound form has what it has chosen
  impl->target = options.target;
  impl->name = kernel.name();
  impl->tracedText = kernel.str();
  impl->arguments = ir::argumentsOf(bound);
  impl->known = knownOf(bound);
  impl->grid = gridOf(bound);
  impl->tiles = tilesOf(bound);
  impl->logSites = logSitesOf(bound);
  impl->assumptions = assumptionsOf(bound);
  for (const Assumption &each : impl->assumptions.conditions)
    if (const auto violation = mayRefuse ? violationAt(impl->name, each, {}) : std::nullopt)
      throw Error(*violation);
  impl->indices = indicesOf(bound);
  impl->coverage = coverageOf(bound);
  impl->independence = independenceOf(bound);
  impl->unchecked = options.coverage;
  setDistinct(bound, !options.coverage);
  if (options.coverage)
    mlir::emitRemark(bound.getLoc())
        << uncheckedRemark(impl->name, options.coverage->reason).message << " [coverage-unchecked]";
  else if (mayRefuse && !hasLaunchSymbols(impl->arguments)) // otherwise each launch asks
    impl->launchCoverage.require(impl->name, impl->coverage, impl->withComputeUnits({}));
  if (mayRefuse && !hasLaunchSymbols(impl->arguments))
    impl->launchIndependence.require(impl->name, impl->independence, impl->withComputeUnits({}), {},
                                     /*mayBeUnknown=*/options.coverage.has_value());
  impl->printIrAfter = options.print_ir_after;
  impl->timePasses = options.time_passes;
  llvm::raw_string_ostream text(impl->boundText), located(impl->boundLocated);
  bound.print(text);
  text << '\n';
  module->print(located, OpPrintingFlags().enableDebugInfo());

  impl->schedule = options.schedule;
  if (schedule)
    impl->manual = schedule->impl().program;
  remarkAccurateFunctions(bound, options.target);
  impl->schedulingBarriers = hasSchedulingBarriers(*module, options);
  attachSchedule(*module, *impl);
  if (schedule && !chipOf(options.target))
    mlir::emitRemark(bound.getLoc()) << unusedRemark(options, kernel, *schedule, isTraced);
  impl->require = options.require;
  HeldTiles held;
  const Lowering lowering{options.target, options.schedule, capture, reproducer,
                          report,         options.require,  held};
  if (!options.compile_to_mlir)
    lowering.run(*module, Stage::Bound, family.last, "wave run", [&] {
      if (family.program)
        impl->program = family.program(*module, *impl, held);
    });
  else if (mayRefuse && impl->manual && chipOf(options.target))
    impl->scheduledText = verifySchedule(*module, *impl, capture, reproducer);
  enforce(options.require, capture.remarks());
  impl->remarks = capture.remarks();
  impl->compileMs =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (isTracing())
    traceCompile(*impl, options);
  return impl;
}

/// What is wrong with a value may be the schedule's doing, wherever it shows.
static CompileCache::Result compile(const WaveCompileOptions &options, const Kernel &kernel,
                                    const Schedule *schedule, bool mayRefuse = true) {
  try {
    return compileAll(options, kernel, schedule, mayRefuse);
  } catch (const Error &error) {
    if (!schedule)
      throw;
    throw Error(withPlacesOfSubs(error.diagnostic(), schedule->impl().program, options.subs));
  }
}

/// On the CPU nothing overlaps, and a schedule has no effect: it is verified as on a GPU, so that a
/// program that is tried there is one that GPUs take.  Operations differ between the GPUs: it has
/// to be legal on one of them.  Throws what the first one has against it where none takes it.
static std::string unusedRemark(const WaveCompileOptions &options, const Kernel &kernel,
                                const Schedule &schedule, bool isTraced) {
  // Lanes store, copies store, roles with sums in registers, and with sums in tensor memory.
  static constexpr const char *forms[] = {"hip:gfx942", "hip:gfx950", "cuda:sm_90a",
                                          "cuda:sm_100a"};
  const std::string unused = "schedule '" + schedule.name() +
                             "' has no effect on the CPU, where loops run in program order";
  if (!isTraced)
    return unused + ", and was not verified: the kernel is bound for the CPU [schedule-unused]";
  std::optional<wave::Diagnostic> refusal, unbound;
  for (const char *form : forms) {
    WaveCompileOptions gpu = options;
    gpu.target = Target::named(form);
    gpu.retarget = gpu.compile_to_mlir = true;
    gpu.require.clear();
    gpu.print_ir_after.clear();
    gpu.time_passes = gpu.use_scheduling_barriers = false;
    CompileCache::Result compiled;
    try {
      compiled = compile(gpu, kernel, &schedule, /*mayRefuse=*/false);
    } catch (const Failure &failure) { // of the kernel, whatever its schedule
      unbound = unbound ? unbound : failure.diagnostic();
      continue;
    }
    try {
      (void)CompiledKernel(compiled).emit(Stage::Schedule);
      return unused + ", and is legal on " + processorOf(gpu.target) + " [schedule-unused]";
    } catch (const Failure &failure) {
      refusal = refusal ? refusal : failure.diagnostic();
    }
  }
  if (refusal)
    throw Error(*refusal);
  return unused + ", and was not verified: no GPU has this kernel: " + unbound->message +
         " [schedule-unused]";
}

CompiledKernel compileToCheck(const WaveCompileOptions &options, const Kernel &kernel,
                              const Schedule *schedule) {
  return CompiledKernel(withFailures(kernel.name(), [&] {
    checkTrace();
    return compile(options, kernel, schedule, /*mayRefuse=*/false);
  }));
}

static CompiledKernel compileShared(const WaveCompileOptions &options, const Kernel &kernel,
                                    const Schedule *schedule) {
  auto report = [&](Severity severity, const wave::Diagnostic &diagnostic) {
    if (options.on_diagnostic)
      options.on_diagnostic(severity, diagnostic);
  };
  CompileCache::Result result;
  try {
    result = withFailures(kernel.name(), [&] {
      checkTrace();
      auto compileNow = [&] { return compile(options, kernel, schedule); };
      if (options.time_passes || !options.print_ir_after.empty())
        return CompileCache::shared().getFresh(compileNow); // to see what it does
      bool isNew = false;
      auto found = CompileCache::shared().get(compileKey(options, kernel, schedule), [&] {
        isNew = true;
        return compileNow();
      });
      if (!isNew)
        traceDecision("compile " + kernel.name() + ": shared with an equal request");
      return found;
    });
  } catch (const Failure &failure) {
    traceDecision("compile " + kernel.name() + ": refused [" + failure.diagnostic().id + "]");
    report(Severity::Error, failure.diagnostic());
    throw;
  }
  for (const wave::Diagnostic &remark : result->remarks)
    report(Severity::Remark, remark);
  return CompiledKernel(std::move(result));
}

CompiledKernel wave_compile(const WaveCompileOptions &options, const Kernel &kernel) {
  return compileShared(options, kernel, nullptr);
}

CompiledKernel wave_compile(const WaveCompileOptions &options, const Kernel &kernel,
                            const Schedule &schedule) {
  return compileShared(options, kernel, &schedule);
}

/// A module in the last form before `stage`, as that.
static std::string textOf(ModuleOp module, const CompiledKernel::Impl &impl, Stage stage,
                          const HeldTiles &held) {
  const Backend &backend = backendOf(impl.target);
  const std::string chip = processorOf(impl.target);
  switch (stage) {
  case Stage::Schedule:
    return describeSchedule(
               frontend::onlyKernel(module),
               impl.manual
                   ? impl.manual->name
                   : (impl.schedule == SchedulingType::None ? "default" : nameOf(impl.schedule)) +
                         " of " + impl.name,
               *chipOf(impl.target))
        .str();
  case Stage::Llvm:
    return backend.llvmText(module, chip);
  case Stage::Assembly:
    return backend.assembly(module, chip);
  case Stage::Object: {
    codegen::MachineCode code = backend.machineCode(module, chip);
    remarkSpills(module, code.spills, held);
    return std::move(code.bytes);
  }
  case Stage::Package:
    return packageBytes(packageOf(module, impl, held));
  default:
    return textOf(module);
  }
}

namespace {
struct MachineForm {
  std::string text;
  std::vector<wave::Diagnostic> remarks;
};
} // namespace

/// Whether the compile has made the remark already.
static bool isReported(const CompiledKernel::Impl &impl, const wave::Diagnostic &remark) {
  const auto identity = [](const wave::Diagnostic &each) {
    return std::tie(each.id, each.message, each.where.file, each.where.line, each.where.column);
  };
  return std::ranges::any_of(impl.remarks, [&](const wave::Diagnostic &each) {
    return identity(each) == identity(remark);
  });
}

static MachineForm emitMachineForm(const CompiledKernel::Impl &impl, Stage stage) {
  const Session session(impl);
  MachineForm form;
  session.lowering.run(*session.module, Stage::Bound, stage,
                       "wave emit --stage " + stageName(stage) +
                           (stage >= Stage::Object ? " -o kernel.o" : ""),
                       [&] { form.text = textOf(*session.module, impl, stage, session.held); });
  enforce(impl.require, session.capture.remarks());
  for (const wave::Diagnostic &remark : session.capture.remarks())
    if (!isReported(impl, remark))
      form.remarks.push_back(remark);
  return form;
}

const std::string &CompiledKernel::mlir() const {
  if (!chipOf(impl_->target) || impl_->schedule == SchedulingType::None)
    return impl_->boundText;
  std::call_once(impl_->isScheduled, [&] {
    if (!impl_->scheduledText.empty()) // by the compile
      return;
    impl_->scheduledText = withFailures(impl_->name, [&] {
      const Session session(*impl_);
      std::string text;
      session.lowering.run(*session.module, Stage::Bound, Stage::Schedule,
                           "wave emit --stage schedule", [&] { text = textOf(*session.module); });
      return text;
    });
  });
  return impl_->scheduledText;
}

std::string CompiledKernel::emit(Stage stage, const DiagnosticCallback &on_diagnostic) const {
  if (stage == Stage::Traced)
    return impl_->tracedText;
  if (stage == Stage::Bound)
    return impl_->boundText;
  if (!hasForm(impl_->target, stage))
    fail<Error>("unknown-stage",
                "the form " + stageName(stage) + " is one of GPU targets, the target is " +
                    impl_->target.name(),
                "choose a target such as sim:mi300x");
  if (stage == Stage::Package && runsOn(impl_->target) != RunsOn::CudaGpu)
    fail<Error>("unknown-stage",
                "packages are for NVIDIA's GPUs, the target is " + impl_->target.name(),
                "choose a target such as cuda:sm_90a");
  MachineForm form = withFailures(impl_->name, [&] { return emitMachineForm(*impl_, stage); });
  if (on_diagnostic)
    for (const wave::Diagnostic &remark : form.remarks)
      on_diagnostic(Severity::Remark, remark);
  return std::move(form.text);
}

} // namespace wave
