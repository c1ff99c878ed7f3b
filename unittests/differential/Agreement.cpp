//===- Agreement.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agreement.h"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "Logged.h"

namespace wave::test {

std::string describe(const Kernel &kernel, const Bindings &subs,
                     const std::vector<std::string> &open,
                     const std::deque<GuardedTensor> &tensors) {
  std::ostringstream out;
  out << "WAVE_TEST_SEED=" << testSeed() << "\n" << kernel.str();
  for (const Binding &binding : subs)
    out << binding.symbol << "=" << binding.value.str()
        << (std::ranges::count(open, binding.symbol) ? " (open) " : " ");
  for (const GuardedTensor &guarded : tensors) {
    out << "\n[";
    for (int64_t size : guarded.tensor().shape())
      out << size << " ";
    out << "] strides [";
    for (int64_t stride : guarded.tensor().strides())
      out << stride << " ";
    out << "]";
  }
  return out.str();
}

void expectAgreement(const Kernel &kernel, const Bindings &subs,
                     const std::vector<std::string> &open, std::deque<GuardedTensor> &tensors,
                     const std::vector<bool> &inputs, const std::vector<unsigned> &threads,
                     const std::optional<Unchecked> &coverage) {
  Bindings bound;
  for (const Binding &binding : subs)
    if (!std::ranges::count(open, binding.symbol))
      bound.set(binding.symbol, binding.value);
  std::vector<Tensor> expected, actual;
  for (GuardedTensor &guarded : tensors) {
    guarded.save();
    actual.push_back(guarded.tensor());
    expected.push_back(guarded.tensor().clone());
  }
  try {
    Logged wanted;
    interpret(kernel, {.subs = subs, .on_log = wanted.handler()}, expected);
    CompiledKernel compiled = wave_compile({.subs = bound, .coverage = coverage}, kernel);
    for (unsigned count : threads) {
      for (GuardedTensor &guarded : tensors)
        guarded.restore();
      Logged seen;
      compiled.launch(actual, {.threads = count, .on_log = seen.handler()});
      // Without a workgroup there is nobody to send anything.
      if (std::ranges::count(compiled.grid(subs), 0))
        wanted.values.clear();
      EXPECT_TRUE(seen == wanted) << describe(kernel, subs, open, tensors);
      for (size_t i = 0; i < tensors.size(); ++i) {
        std::string differs = difference(actual[i], expected[i]);
        bool holds = inputs[i] ? tensors[i].isUnchanged() : tensors[i].guardsHold();
        if (differs.empty() && holds)
          continue;
        ADD_FAILURE() << "argument " << i << ", " << count << " threads: " << differs
                      << (holds ? "" : " (wrote where it must not)") << "\n"
                      << describe(kernel, subs, open, tensors);
        return;
      }
    }
  } catch (const std::exception &failure) {
    ADD_FAILURE() << failure.what() << "\n" << describe(kernel, subs, open, tensors);
  }
}

} // namespace wave::test
