//===- Outcome.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outcome.h"

#include <algorithm>

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

Expected expectedOf(const Kernel &kernel, const Bindings &sizes,
                    const std::deque<GuardedTensor> &tensors) {
  Expected expected{sizes};
  for (const GuardedTensor &guarded : tensors)
    expected.tensors.push_back(guarded.tensor().clone());
  interpret(kernel, {.subs = sizes, .on_log = expected.log.handler()}, expected.tensors);
  return expected;
}

/// The id at the end of the first line of a rendered diagnostic.
static std::string idIn(const std::string &rendered) {
  const std::string line = rendered.substr(0, rendered.find('\n'));
  const size_t begin = line.rfind('[');
  return begin == std::string::npos ? "finding" : line.substr(begin + 1, line.size() - begin - 2);
}

Outcome compare(const CompiledKernel &compiled, const Expected &expected,
                std::deque<GuardedTensor> &tensors, const std::vector<bool> &inputs,
                const SimulationOptions &simulation) {
  std::vector<Tensor> actual;
  for (GuardedTensor &guarded : tensors) {
    guarded.save();
    actual.push_back(guarded.tensor());
  }
  Outcome outcome;
  Logged wanted = expected.log, sent;
  if (std::ranges::count(compiled.grid(expected.sizes), 0))
    wanted = {}; // without a workgroup there is nobody to send anything
  LaunchOptions launch{.threads = 2, .on_log = sent.handler(), .simulation = simulation};
  launch.on_simulated = [&](const SimulationReport &report) {
    for (const Diagnostic &finding : report.findings) {
      if (outcome.id.empty())
        outcome.id = idIn(finding.message);
      outcome.text += finding.message + "\n";
    }
  };
  compiled.launch(actual, launch);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const std::string differs = difference(actual[i], expected.tensors[i]);
    const bool holds = inputs[i] ? tensors[i].isUnchanged() : tensors[i].guardsHold();
    if (differs.empty() && holds)
      continue;
    if (outcome.id.empty())
      outcome.id = differs.empty() ? "wrote-outside" : "wrong-bits";
    outcome.text += "argument " + std::to_string(i) + ": " + differs +
                    (holds ? "\n" : " (wrote where it must not)\n");
  }
  if (sent != wanted) {
    if (outcome.id.empty())
      outcome.id = "wrong-log";
    outcome.text += "debug_log sent " + std::to_string(sent.values.size()) + " elements and " +
                    std::to_string(sent.repeated.size()) + " of them again, the interpreter " +
                    std::to_string(wanted.values.size()) + "\n";
  }
  if (!outcome.id.empty())
    for (const Tensor &tensor : actual)
      outcome.actual.push_back(tensor.clone());
  for (GuardedTensor &guarded : tensors)
    guarded.restore();
  return outcome;
}

} // namespace wave::test
