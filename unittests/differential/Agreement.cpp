//===- Agreement.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agreement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <tuple>

#include <gtest/gtest.h>

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

namespace {
/// What debug_log sent, element by element: the interpreter sends larger pieces.
struct Logged {
  /// Label, steps of the loops, coordinate -> the value, with NaN as text.
  std::map<std::tuple<std::string, std::vector<int64_t>, std::vector<int64_t>>, std::string> values;

  LogHandler handler() {
    return [this](const LogTile &tile) { add(tile); };
  }

  void add(const LogTile &tile) {
    std::vector<int64_t> steps, index(tile.dims.size(), 0), place(tile.dims.size());
    for (const auto &[loop, step] : tile.steps)
      steps.push_back(step);
    for (int64_t i = 0; i < tile.values.num_elements(); ++i) {
      int64_t rest = i;
      for (size_t d = index.size(); d-- > 0; rest /= tile.values.shape()[d]) {
        index[d] = rest % tile.values.shape()[d];
        place[d] = tile.start[d] + index[d];
      }
      bool isNew = values.insert({{tile.label, steps, place}, text(tile.values.at(index))}).second;
      EXPECT_TRUE(isNew) << "sent twice: " << tile.str();
    }
  }

  static std::string text(double value) {
    return std::isnan(value) ? "nan" : std::to_string(value);
  }
};
} // namespace

void expectAgreement(const Kernel &kernel, const Bindings &subs,
                     const std::vector<std::string> &open, std::deque<GuardedTensor> &tensors,
                     const std::vector<bool> &inputs, const std::vector<unsigned> &threads) {
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
    CompiledKernel compiled = wave_compile({.subs = bound}, kernel);
    for (unsigned count : threads) {
      for (GuardedTensor &guarded : tensors)
        guarded.restore();
      Logged seen;
      compiled.launch(actual, {.threads = count, .on_log = seen.handler()});
      // Without a workgroup there is nobody to send anything.
      if (std::ranges::count(compiled.grid(subs), 0))
        wanted.values.clear();
      EXPECT_TRUE(seen.values == wanted.values) << describe(kernel, subs, open, tensors);
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
