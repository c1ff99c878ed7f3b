//===- RunCommand.cpp - Compile, run, check, time -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <source_location>

#include "diagnostic/Fail.h"
#include "driver/ComputeUnits.h"
#include "driver/RunsOn.h"
#include "driver/main/Commands.h"
#include "driver/main/Hardware.h"
#include "driver/main/Messages.h"
#include "driver/main/OutputFiles.h"
#include "driver/main/Progress.h"
#include "driver/main/ScheduleChoice.h"
#include "driver/main/StandardOutput.h"
#include "driver/main/TileChoice.h"
#include "machine/HostCpu.h"
#include "runtime/Arguments.h"
#include "runtime/NpyFile.h"
#include "runtime/ScalarValues.h"
#include "runtime/cuda/bench/Timing.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

namespace wave::commandline {

/// Timed runs end after this time or that many, unless --repeat says how many.
constexpr double timedMs = 200;
constexpr int maxTimedRuns = 20;

/// Where the command line launches is no line of the user's.
constexpr std::source_location nowhere;

static void describeSizes(const std::vector<Argument> &arguments, RunReport &report) {
  report.sizes.clear();
  for (const Argument &argument : arguments)
    for (const Argument::Dim &dim : argument.dims)
      if (!std::ranges::count(report.sizes, dim.name, &std::pair<std::string, int64_t>::first))
        report.sizes.emplace_back(dim.name, dim.size.node().value);
}

static void describe(const CompiledKernel &compiled, const Bindings &sizes,
                     const std::vector<Argument> &arguments, const Work &work, RunReport &report) {
  describeSizes(arguments, report);
  report.openSizes = compiled.open_sizes();
  if (memoriesIn(arguments) == arguments.size()) // may depend on scalars
    report.grid = compiled.grid(sizes);
  report.tiles = compiled.tiles();
  report.compileMs = compiled.compile_ms();
  report.arithmetic = work.arithmetic;
}

/// With the integers that this launch gives.
static Bindings withScalars(Bindings sizes, const std::vector<Argument> &arguments,
                            const Buffers &buffers) {
  for (size_t i = memoriesIn(arguments); i < arguments.size(); ++i)
    sizes.set(arguments[i].name, bitsOf(buffers.tensors[i]));
  return sizes;
}

/// A kernel in the bound form may have open sizes that nothing has given a value.
static void checkSizesBound(const std::vector<Argument> &arguments, const Bindings &subs) {
  std::vector<std::string> unbound;
  std::vector<Note> notes;
  std::string names, options;
  for (const Argument &argument : arguments)
    for (const Argument::Dim &dim : argument.dims)
      for (const std::string &symbol : symbolic::symbolsOf(dim.size))
        if (!subs.find(symbol) && !std::ranges::count(unbound, symbol)) {
          unbound.push_back(symbol);
          names += (names.empty() ? "'" : ", '") + symbol + "'";
          options += " -D " + symbol + "=...";
          notes.push_back({symbol + ": argument '" + argument.name + "' is " + dimNames(argument),
                           argument.where});
        }
  if (unbound.empty())
    return;
  const bool isOne = unbound.size() == 1;
  const SourceLocation where = notes.front().where;
  throw Error({.id = ErrorId("unbound-symbol"),
               .message = (isOne ? "symbol " : "symbols ") + names +
                          (isOne ? " has no value" : " have no value"),
               .where = where,
               .notes = std::move(notes),
               .help = "give" + options});
}

/// What the kernel takes in this run: the values of open sizes put in their places.
static std::vector<Argument> argumentsOfRun(const CompiledKernel &compiled, const Bindings &subs) {
  checkSizesBound(compiled.arguments(), subs);
  return withSizes(compiled.arguments(), subs);
}

/// Before coverage is evaluated, which takes a time for each tile: by the compile where all sizes
/// are known.  Sizes without a value are left to it.  Whether that could be checked.
static bool checkMemoryEarly(const KernelChoice &choice, const Bindings &subs,
                             const std::vector<InputFile> &files, CheckMethod method,
                             RunReport &report) {
  std::vector<Argument> arguments;
  try {
    arguments = withSizes(choice.signature.arguments, subs);
  } catch (const Error &) {
    return false;
  }
  describeSizes(arguments, report);
  checkMemory(arguments, files, method);
  return true;
}

static double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

/// By the GPU's clock on a GPU, where copies of the buffers are no part of the kernel.
static Timing timeRuns(const CompiledKernel &compiled, const Buffers &buffers, LaunchOptions launch,
                       std::optional<int> repeat) {
  std::vector<double> times, copies;
  std::optional<LaunchTimes> onGpu;
  launch.on_timed = [&](const LaunchTimes &seen) { onGpu = seen; };
  double total = 0;
  const int wanted = repeat.value_or(maxTimedRuns);
  do {
    const auto start = std::chrono::steady_clock::now();
    compiled.launch(buffers.tensors, launch, nowhere);
    const double passed = millisecondsSince(start);
    times.push_back(onGpu ? onGpu->kernel_ms : passed);
    if (onGpu && onGpu->copy_ms > 0)
      copies.push_back(onGpu->copy_ms);
    total += passed;
  } while (static_cast<int>(times.size()) < wanted && (repeat || total < timedMs));
  Timing timing{.best = std::ranges::min(times),
                .median = cuda::medianOf(times),
                .runs = static_cast<int>(times.size())};
  if (!copies.empty())
    timing.copies = cuda::medianOf(copies);
  return timing;
}

static void writeOutputs(std::list<NamedOutput> &outputs, const std::vector<Argument> &arguments,
                         const Buffers &buffers, bool verbose) {
  for (NamedOutput &output : outputs) {
    const auto argument = std::ranges::find(arguments, output.name, &Argument::name);
    writeNpy(output.file, buffers.tensors[static_cast<size_t>(argument - arguments.begin())]);
    if (verbose)
      writeStandardError("wrote " + output.path + "\n");
  }
}

/// All that the simulator has found, in one error of the first one's id.
static Diagnostic findingsOf(const SimulationReport &report) {
  std::string text = "the simulator has " + std::to_string(report.findings.size()) +
                     (report.findings.size() == 1 ? " finding" : " findings");
  for (const Diagnostic &finding : report.findings)
    text += "\n" + finding.message;
  return {.id = report.findings.front().id, .message = text, .where = {}, .notes = {}, .help = {}};
}

/// Prints the result; returns the exit code.
static int finish(const Options &options, const std::vector<Argument> &arguments,
                  RunReport &report) {
  std::optional<Diagnostic> error;
  if (report.simulation && !report.simulation->findings.empty())
    error = findingsOf(*report.simulation);
  else if (report.check && report.check->verdict() == Verdict::Wrong)
    error = mismatch(*report.check, arguments);
  else if (report.check && report.check->verdict() == Verdict::Inconclusive)
    error = report.check->inconclusive;
  report.ok = !error;
  writeStandardOutput(options.json ? jsonText(toJson(report, error ? &*error : nullptr))
                                   : toText(report));
  if (error && !(options.json && options.quiet))
    writeError(*error, options);
  if (report.ok)
    return Ok;
  return error->id == "check-inconclusive" ? Inconclusive : Wrong;
}

/// Throws Error "usage" where an option is given that only simulated GPUs have.
static void checkSimulated(const Options &options, const Target &target) {
  if (runsOn(target) == RunsOn::Simulator || (options.traceFile.empty() && options.order == 0))
    return;
  fail<Error>("usage",
              std::string(options.traceFile.empty() ? "--order" : "--trace") +
                  " is for simulated GPUs, the target is " + target.name(),
              "choose a target such as sim:mi300x");
}

int runCommand(const Options &options, Entries entries, RunReport &report) {
  report.kernel = options.kernel;
  report.target = options.target;
  report.seed = options.seed;
  report.unchecked = options.unchecked;
  report.threads = options.threads ? options.threads : machine::hostThreads();
  const Target target = Target::named(options.target);
  checkSimulated(options, target);
  std::optional<OutputFile> trace;
  if (!options.traceFile.empty())
    checkOverwritesNoInput("--trace " + options.traceFile, trace.emplace(options.traceFile),
                           options);
  const KernelChoice choice = chooseKernel(options, entries);
  remarkShadowedFile(options);
  const Bindings definitions = definitionsOf(options, choice);
  report.kernel = choice.kernel.name();
  std::list<NamedOutput> outputs = openOutputs(options, choice.signature);
  const std::vector<InputFile> files = readInputs(options, choice);
  const Bindings asked =
      withTiles(options, choice, target, definitions, bindSizes(choice, definitions, files));
  checkAllBound(choice, asked);
  const Bindings subs = withComputeUnits(choice.kernel, asked, target);

  const CheckMethod method = !options.check         ? CheckMethod::None
                             : hasReference(choice) ? CheckMethod::Reference
                                                    : CheckMethod::Interpreter;
  const bool isMemoryChecked = checkMemoryEarly(choice, subs, files, method, report);

  Progress progress(options);
  progress.begin("compiling for " + target.name());
  const CompiledKernel compiled =
      compileAsAsked({.target = target,
                      .subs = withoutDynamic(options, choice, asked),
                      .hardware = hardwareOf(options),
                      .retarget = true,
                      .schedule = scheduleOf(options, choice),
                      .use_scheduling_barriers = options.useSchedulingBarriers,
                      .print_ir_after = options.printIrAfter,
                      .time_passes = options.timePasses,
                      .require = requirementsOf(options, choice),
                      .coverage = uncheckedOf(options)},
                     choice, options);
  progress.end();
  if (!options.quiet)
    for (const Diagnostic &remark : compiled.remarks())
      writeStandardError(remark.render("remark") + "\n");
  const std::vector<Argument> arguments = argumentsOfRun(compiled, subs);
  const Work work = workOf(choice.kernel, arguments, compiled.tiles());
  describe(compiled, subs, arguments, work, report);

  if (!isMemoryChecked)
    checkMemory(arguments, files, method);
  if (options.check)
    checkFeasible(choice, work);
  const Buffers buffers = makeBuffers(arguments, files, options.seed,
                                      [&](const std::string &buffer) { progress.begin(buffer); });
  report.grid = compiled.grid(withScalars(subs, arguments, buffers));
  LaunchOptions launch{.threads = options.threads};
  launch.on_log = [&](const LogTile &tile) {
    if (options.json)
      return report.log.push_back(tile);
    progress.end();
    print_log(tile);
  };
  launch.on_simulated = [&](const SimulationReport &seen) { report.simulation = seen; };
  launch.simulation = {.order = options.order, .trace = trace.has_value()};
  launch.on_diagnostic = [&](Severity severity, const Diagnostic &diagnostic) {
    // What the compile could know of dense tensors it has said.
    if (options.quiet ||
        std::ranges::count(compiled.remarks(), diagnostic.message, &Diagnostic::message))
      return;
    progress.end();
    writeStandardError(diagnostic.render(severity_name(severity)) + "\n");
  };
  progress.begin("running");
  const auto start = std::chrono::steady_clock::now();
  compiled.launch(buffers.tensors, launch, nowhere);
  const double elapsed = millisecondsSince(start);
  progress.end();
  if (trace) {
    trace->write(report.simulation->trace.data(), report.simulation->trace.size());
    trace->publish();
  }
  launch.on_log = {}; // the runs that follow would send the same again
  launch.on_simulated = [](const SimulationReport &) {};
  launch.on_diagnostic = {};
  launch.simulation.trace = false;
  writeOutputs(outputs, arguments, buffers, options.verbose);
  if (options.check) {
    progress.begin("checking");
    report.check =
        check({choice, subs, arguments, buffers, options.seed, options.threads, work.visits,
               options.unchecked.empty(), [&](std::span<const Tensor> tensors) {
                 compiled.launch(tensors, launch, nowhere);
               }});
  }
  if (runsOn(target) == RunsOn::Simulator) {
    report.simulationMs = elapsed;
  } else {
    progress.begin("timing");
    report.timing = timeRuns(compiled, buffers, launch, options.repeat);
  }
  progress.end();
  return finish(options, arguments, report);
}

} // namespace wave::commandline
