//===- ExplainCommand.cpp - What became of a kernel -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Commands.h"
#include "driver/main/Sizes.h"
#include "driver/main/StandardOutput.h"

namespace wave::commandline {

int explainCommand(const Options &options, Entries entries) {
  const Target target = Target::named(options.target);
  const Bindings definitions = definitionsOf(options);
  const KernelChoice choice = chooseKernel(options, entries);
  const Bindings subs = withDefaults(choice, definitions);
  const CompiledKernel compiled = wave_compile({.target = target,
                                                .subs = withoutDynamic(options, choice, subs),
                                                .retarget = true,
                                                .schedule = scheduleOf(options),
                                                .compile_to_mlir = true,
                                                .require = options.require},
                                               choice.kernel);
  writeStandardOutput(compiled.explain(options.json ? ReportFormat::Json : ReportFormat::Text));
  return Ok;
}

} // namespace wave::commandline
