//===- ExplainCommand.cpp - What became of a kernel -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Explain.h"
#include "driver/main/Commands.h"
#include "driver/main/Hardware.h"
#include "driver/main/Sizes.h"
#include "driver/main/StandardOutput.h"
#include "driver/main/TileChoice.h"

namespace wave::commandline {

int explainCommand(const Options &options, Entries entries) {
  const Target target = Target::named(options.target);
  const Bindings definitions = definitionsOf(options);
  const KernelChoice choice = chooseKernel(options, entries);
  const Bindings subs =
      withTiles(options, choice, target, definitions, withDefaults(choice, definitions));
  checkMeant(choice, subs);
  const CompiledKernel compiled = wave_compile({.target = target,
                                                .subs = withoutDynamic(options, choice, subs),
                                                .hardware = hardwareOf(options),
                                                .retarget = true,
                                                .schedule = scheduleOf(options),
                                                .compile_to_mlir = true,
                                                .require = requirementsOf(options, choice)},
                                               choice.kernel);
  report::Explanation explanation = explanationOf(compiled);
  if (options.quiet)
    explanation.remarks.clear();
  writeStandardOutput(options.json ? report::jsonOf(explanation) : report::textOf(explanation));
  return Ok;
}

} // namespace wave::commandline
