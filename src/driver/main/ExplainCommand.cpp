//===- ExplainCommand.cpp - What became of a kernel -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Explain.h"
#include "driver/main/Commands.h"
#include "driver/main/KernelRequest.h"
#include "driver/main/ScheduleChoice.h"
#include "driver/main/Sizes.h"
#include "driver/main/StandardOutput.h"

namespace wave::commandline {

int explainCommand(const Options &options, Entries entries) {
  const KernelRequest request = requestOf(options, entries);
  checkMeant(request.choice, request.subs);
  const CompiledKernel compiled =
      compileAsAsked(compileOptionsOf(options, request), request.choice, options);
  report::Explanation explanation = explanationOf(compiled);
  if (options.quiet)
    explanation.remarks.clear();
  writeStandardOutput(options.json ? report::jsonOf(explanation) : report::textOf(explanation));
  return Ok;
}

} // namespace wave::commandline
