//===- BenchCommand.cpp - Times a kernel on the GPU -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diagnostic/Fail.h"
#include "driver/Environment.h"
#include "driver/RunsOn.h"
#include "driver/main/Commands.h"
#include "driver/main/KernelRequest.h"
#include "driver/main/ScheduleChoice.h"
#include "driver/main/Sizes.h"
#include "driver/main/StandardOutput.h"
#include "runtime/cuda/bench/Baseline.h"
#include "runtime/cuda/bench/GemmBench.h"
#include "symbolic/Evaluate.h"

namespace wave::commandline {

/// Before the compile, which evaluates coverage.  Sizes without a value are left to it.
static void checkMemoryEarly(const KernelRequest &asked) {
  std::vector<Argument> arguments;
  try {
    arguments = withSizes(asked.choice.signature.arguments, asked.subs);
  } catch (const Error &) {
    return;
  }
  cuda::checkBenchMemory(arguments);
}

/// Numbers for what the compile has left open.
static Bindings openSizesOf(const CompiledKernel &compiled, const Bindings &subs) {
  Bindings sizes;
  for (const std::string &name : compiled.open_sizes()) {
    const symbolic::Evaluation value = symbolic::evaluate(Expr::symbol(name), subs);
    if (!value)
      fail<Error>(symbolic::idOf(value.failure().kind),
                  "size " + name + ": " + symbolic::describe(value.failure()),
                  "give -D " + name + "=...");
    sizes.set(name, value.value());
  }
  return sizes;
}

int benchCommand(const Options &options, Entries entries) {
  const Target target = Target::named(options.target);
  if (runsOn(target) != RunsOn::CudaGpu)
    fail<Error>("usage", "wave bench times NVIDIA's GPUs, the target is " + target.name(),
                "choose a target such as cuda:sm_90a; wave run times the CPU");
  const std::vector<std::string> baselines = cuda::baselinesOf(options.baseline);
  const KernelRequest asked = requestOf(options, entries);
  checkAllBound(asked.choice, asked.subs);
  checkMemoryEarly(asked);
  const CompiledKernel compiled =
      compileAsAsked(compileOptionsOf(options, asked), asked.choice, options);
  const Package package = parsePackage(compiled.emit(Stage::Package), asked.choice.kernel.name());
  cuda::BenchRequest request{.sizes = openSizesOf(compiled, asked.subs),
                             .baselines = baselines,
                             .protocol = {},
                             .seed = options.seed};
  request.protocol.rounds = options.rounds;
  request.protocol.seed = options.seed;
  const cuda::BenchResult result = cuda::bench(
      cuda::Context::shared(environmentValue(Variable::CudaDriver).value_or(cuda::driverName), 0),
      package, request);
  if (result.remark && !options.quiet)
    writeStandardError(result.remark->render("remark") + "\n");
  writeStandardOutput(options.json ? jsonOf(result) : textOf(result));
  return Ok;
}

} // namespace wave::commandline
