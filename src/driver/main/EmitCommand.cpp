//===- EmitCommand.cpp - A kernel in one of the compiler's forms ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <unistd.h>

#include <algorithm>

#include "diagnostic/Fail.h"
#include "driver/TargetPasses.h"
#include "driver/Targets.h"
#include "driver/main/Commands.h"
#include "driver/main/Hardware.h"
#include "driver/main/Knobs.h"
#include "driver/main/OutputFiles.h"
#include "driver/main/ScheduleChoice.h"
#include "driver/main/Sizes.h"
#include "driver/main/StandardOutput.h"
#include "driver/main/TileChoice.h"
#include "symbolic/NearestName.h"
#include "wave/compile.h"

namespace wave::commandline {

/// The row of --stage lists them in the order of the enumeration.
static Stage stageNamed(const std::string &name) {
  const std::vector<std::string> known = knobNamed("--stage").choices();
  const auto found = std::ranges::find(known, name);
  if (found == known.end())
    fail<Error>("unknown-stage",
                "there is no stage '" + name + "'; the stages are: " + enumeration(known),
                symbolic::suggestion(name, known));
  return static_cast<Stage>(found - known.begin());
}

/// A file NAME.wpk is a package, whether or not --stage says so.
static Stage stageOf(const Options &options) {
  const bool isPackage = options.outputFile.ends_with(".wpk");
  if (options.stage.empty() && isPackage)
    return Stage::Package;
  const Stage stage = stageNamed(options.stage);
  if (isPackage && stage != Stage::Package)
    fail<Error>("usage",
                "-o " + options.outputFile + " is the name of a package, --stage " + options.stage +
                    " writes none",
                "leave --stage out, or choose another name for the file");
  return stage;
}

/// The traced form, whose defaults are those that -D leaves.
static std::string tracedText(const KernelChoice &choice, const Bindings &definitions,
                              const Bindings &subs) {
  if (choice.signature.isBound)
    fail<Error>("already-bound",
                "kernel '" + choice.kernel.name() +
                    "' is in the bound form: its traced form is not known",
                "start from the traced form");
  if (definitions.empty())
    return choice.kernel.str();
  Kernel kernel = choice.kernel;
  return kernel.set_defaults(subs).str();
}

/// Where the form goes: a file, or standard output where there is none.
static void write(std::optional<OutputFile> &file, const std::string &content) {
  if (!file)
    return writeStandardOutput(content);
  file->write(content.data(), content.size());
  file->publish();
}

int emitCommand(const Options &options, Entries entries) {
  const Stage stage = stageOf(options);
  const Target target = Target::named(options.target);
  if (stage >= Stage::Object && options.outputFile.empty() && ::isatty(STDOUT_FILENO))
    fail<Error>("object-to-terminal", "an object file is no text for a terminal",
                "write it to a file with -o FILE");
  const KernelChoice choice = chooseKernel(options, entries);
  remarkShadowedFile(options);
  const Bindings definitions = definitionsOf(options, choice);
  std::optional<OutputFile> file;
  if (!options.outputFile.empty()) {
    file.emplace(options.outputFile);
    checkOverwritesNoInput("-o " + options.outputFile, *file, options);
  }
  checkReached(options.printIrAfter, target, stage, choice.signature.isBound);
  std::optional<OutputFile> manifest;
  if (!options.manifest.empty()) {
    if (stage != Stage::Object || !chipOf(target))
      fail<Error>("usage", "--manifest describes a GPU's object",
                  "add --stage object and a target such as hip:gfx942");
    manifest.emplace(options.manifest);
    checkOverwritesNoInput("--manifest " + options.manifest, *manifest, options);
  }
  const Bindings subs =
      withTiles(options, choice, target, definitions, withDefaults(choice, definitions));
  const Bindings compiledSubs = withoutDynamic(options, choice, subs);
  const bool showsPasses = options.timePasses || !options.printIrAfter.empty();
  // Without a value to check, the traced form needs no symbol to have one.
  if (stage == Stage::Traced && definitions.empty() && !showsPasses) {
    write(file, tracedText(choice, definitions, subs));
    return Ok;
  }
  checkMeant(choice, subs);
  const CompiledKernel compiled =
      compileAsAsked({.target = target,
                      .subs = compiledSubs,
                      .hardware = hardwareOf(options),
                      .retarget = true,
                      .schedule = scheduleOf(options, choice),
                      .use_scheduling_barriers = options.useSchedulingBarriers,
                      .compile_to_mlir = true,
                      .print_ir_after = options.printIrAfter,
                      .time_passes = options.timePasses,
                      .require = requirementsOf(options, choice),
                      .coverage = uncheckedOf(options)},
                     choice, options);
  auto tell = [&](Severity, const Diagnostic &remark) {
    if (!options.quiet)
      writeStandardError(remark.render("remark") + "\n");
  };
  for (const Diagnostic &remark : compiled.remarks())
    tell(Severity::Remark, remark);
  write(file, stage == Stage::Traced ? tracedText(choice, definitions, subs)
                                     : compiled.emit(stage, tell));
  if (manifest)
    write(manifest, compiled.manifest());
  return Ok;
}

} // namespace wave::commandline
