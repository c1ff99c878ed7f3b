//===- Trial.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include <algorithm>

#include "driver/main/Check.h"
#include "runtime/Arguments.h"

namespace wave::test {

std::string Trial::command(const std::string &file) const {
  std::string text = "wave run " + file + " --target " + options.target.name();
  if (options.schedule == SchedulingType::Prefetch)
    text += " --schedule prefetch";
  if (simulation.order != 0)
    text += " --order " + std::to_string(simulation.order);
  for (size_t i = 0; i < open.size(); ++i)
    text += (i == 0 ? " --dynamic " : ",") + open[i];
  if (options.coverage)
    text += " --unchecked '" + options.coverage->reason + "'";
  return text + " --check --repeat 1";
}

static bool isAccepted(const Trial &trial, const std::vector<Argument> &arguments,
                       const std::vector<Tensor> &before, const std::vector<Tensor> &after) {
  const commandline::KernelChoice choice{trial.kernel, nullptr, {}, {}};
  const commandline::Buffers buffers{after, before};
  return commandline::checkByInterpreter({choice,
                                          trial.kernel.defaults(),
                                          arguments,
                                          buffers,
                                          trial.seed,
                                          1,
                                          0,
                                          !trial.options.coverage,
                                          {}})
      .comparison.ok();
}

static Outcome run(const Trial &trial) {
  const Bindings &sizes = trial.kernel.defaults();
  WaveCompileOptions options = trial.options;
  for (const Binding &binding : sizes)
    if (!std::ranges::count(trial.open, binding.symbol))
      options.subs.set(binding.symbol, binding.value);
  const CompiledKernel compiled = wave_compile(options, trial.kernel);
  Random random(trial.seed);
  std::deque<GuardedTensor> tensors;
  std::vector<bool> inputs;
  const std::vector<Argument> arguments = withSizes(compiled.arguments(), sizes);
  std::vector<Tensor> before;
  for (const Argument &argument : arguments) {
    const auto layout = trial.layouts.find(argument.name);
    tensors.emplace_back(shapeOf(argument), argument.dtype,
                         layout == trial.layouts.end() ? Layout::RowMajor : layout->second, random);
    if (argument.is_read)
      tensors.back().fillWithIntegers(3, random);
    inputs.push_back(!argument.is_written);
    before.push_back(tensors.back().tensor().clone());
  }
  Outcome outcome = compare(compiled, expectedOf(trial.kernel, sizes, tensors), tensors, inputs,
                            trial.simulation);
  if (outcome.id == "wrong-bits" && !isAccepted(trial, arguments, before, outcome.actual))
    outcome.id = "wrong-value";
  return outcome;
}

Outcome attempt(const Trial &trial) {
  return outcomeOf([&] { return run(trial); });
}

} // namespace wave::test
