//===- Baseline.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/bench/Baseline.h"

#include <algorithm>
#include <sstream>

#include "diagnostic/Fail.h"
#include "runtime/cuda/bench/CublasLt.h"
#include "runtime/cuda/bench/Torch.h"

namespace wave::cuda {

namespace {
struct Row {
  const char *name;
  std::unique_ptr<Baseline> (*make)(const std::shared_ptr<const Context> &, const Product &);
};
} // namespace

template <typename Library>
static std::unique_ptr<Baseline> made(const std::shared_ptr<const Context> &context,
                                      const Product &product) {
  return std::make_unique<Library>(context, product);
}

static constexpr Row baselines[] = {{"cublas", made<CublasLt>}, {"torch", made<Torch>}};

std::vector<std::string> baselinesOf(const std::string &list) {
  std::vector<std::string> names;
  std::istringstream words(list);
  for (std::string name; std::getline(words, name, ',');) {
    if (std::ranges::find(baselines, name, &Row::name) == std::end(baselines))
      fail<Error>("usage", "there is no baseline '" + name + "'",
                  "--baseline takes cublas, torch, or both: cublas,torch");
    if (std::ranges::find(names, name) == names.end())
      names.push_back(name);
  }
  return names;
}

std::unique_ptr<Baseline> makeBaseline(const std::string &name,
                                       const std::shared_ptr<const Context> &context,
                                       const Product &product) {
  return std::ranges::find(baselines, name, &Row::name)->make(context, product);
}

} // namespace wave::cuda
