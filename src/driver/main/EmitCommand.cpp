//===- EmitCommand.cpp - A kernel in one of the compiler's forms ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <unistd.h>

#include <array>

#include "diagnostic/Fail.h"
#include "driver/main/Commands.h"
#include "driver/main/OutputFiles.h"
#include "driver/main/Sizes.h"
#include "driver/main/StandardOutput.h"
#include "symbolic/NearestName.h"
#include "wave/compile.h"

namespace wave::commandline {

constexpr std::array<std::pair<std::string_view, Stage>, 5> stages = {{
    {"traced", Stage::Traced},
    {"bound", Stage::Bound},
    {"llvm", Stage::Llvm},
    {"asm", Stage::Assembly},
    {"object", Stage::Object},
}};

static Stage stageNamed(const std::string &name) {
  std::vector<std::string> known;
  std::string list;
  for (const auto &[text, stage] : stages) {
    if (text == name)
      return stage;
    known.emplace_back(text);
    list += (list.empty() ? "" : ", ") + known.back();
  }
  auto nearest = symbolic::nearestName(name, known);
  fail<Error>("unknown-stage", "there is no stage '" + name + "'; the stages are: " + list,
              nearest ? "did you mean " + *nearest + "?" : "");
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
  const Stage stage = stageNamed(options.stage);
  const Target target = Target::named(options.target);
  const Bindings definitions = definitionsOf(options);
  if (stage == Stage::Object && options.outputFile.empty() && ::isatty(STDOUT_FILENO))
    fail<Error>("object-to-terminal", "an object file is no text for a terminal",
                "write it to a file with -o FILE");
  const KernelChoice choice = chooseKernel(options, entries);
  std::optional<OutputFile> file;
  if (!options.outputFile.empty()) {
    file.emplace(options.outputFile);
    checkOverwritesNoInput("-o " + options.outputFile, *file, options);
  }
  const Bindings subs = withDefaults(choice, definitions);
  // Without a value to check, the traced form needs no symbol to have one.
  if (stage == Stage::Traced && definitions.empty()) {
    write(file, tracedText(choice, definitions, subs));
    return Ok;
  }
  const CompiledKernel compiled = wave_compile({.target = target,
                                                .subs = withoutDynamic(options, choice, subs),
                                                .compile_to_mlir = true,
                                                .print_ir_after = options.printIrAfter,
                                                .time_passes = options.timePasses},
                                               choice.kernel);
  if (!options.quiet)
    for (const Diagnostic &remark : compiled.remarks())
      writeStandardError(remark.render("remark") + "\n");
  write(file,
        stage == Stage::Traced ? tracedText(choice, definitions, subs) : compiled.emit(stage));
  return Ok;
}

} // namespace wave::commandline
