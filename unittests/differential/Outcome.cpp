//===- Outcome.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outcome.h"

namespace wave::test {

Outcome outcomeOf(const std::function<Outcome()> &attempt) {
  try {
    return attempt();
  } catch (const Failure &failure) {
    return {failure.diagnostic().id, failure.what(),
            dynamic_cast<const Error *>(&failure) != nullptr};
  } catch (const std::exception &failure) {
    return {"exception", failure.what()};
  }
}

std::vector<Tensor> expectedOf(const Kernel &kernel, const Bindings &sizes,
                               const std::deque<GuardedTensor> &tensors) {
  std::vector<Tensor> expected;
  for (const GuardedTensor &guarded : tensors)
    expected.push_back(guarded.tensor().clone());
  interpret(kernel, {.subs = sizes}, expected);
  return expected;
}

/// The id at the end of the first line of a rendered diagnostic.
static std::string idIn(const std::string &rendered) {
  const std::string line = rendered.substr(0, rendered.find('\n'));
  const size_t begin = line.rfind('[');
  return begin == std::string::npos ? "finding" : line.substr(begin + 1, line.size() - begin - 2);
}

Outcome compare(const CompiledKernel &compiled, const std::vector<Tensor> &expected,
                std::deque<GuardedTensor> &tensors, const std::vector<bool> &inputs,
                const SimulationOptions &simulation) {
  std::vector<Tensor> actual;
  for (GuardedTensor &guarded : tensors) {
    guarded.save();
    actual.push_back(guarded.tensor());
  }
  Outcome outcome;
  LaunchOptions launch{.threads = 2, .on_log = {}, .simulation = simulation};
  launch.on_simulated = [&](const SimulationReport &report) {
    for (const Diagnostic &finding : report.findings) {
      if (outcome.id.empty())
        outcome.id = idIn(finding.message);
      outcome.text += finding.message + "\n";
    }
  };
  compiled.launch(actual, launch);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const std::string differs = difference(actual[i], expected[i]);
    const bool holds = inputs[i] ? tensors[i].isUnchanged() : tensors[i].guardsHold();
    if (differs.empty() && holds)
      continue;
    if (outcome.id.empty())
      outcome.id = differs.empty() ? "wrote-outside" : "wrong-bits";
    outcome.text += "argument " + std::to_string(i) + ": " + differs +
                    (holds ? "\n" : " (wrote where it must not)\n");
  }
  if (!outcome.id.empty())
    for (const Tensor &tensor : actual)
      outcome.actual.push_back(tensor.clone());
  for (GuardedTensor &guarded : tensors)
    guarded.restore();
  return outcome;
}

} // namespace wave::test
