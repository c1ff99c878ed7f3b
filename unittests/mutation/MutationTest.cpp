//===- MutationTest.cpp - Does anything notice a broken kernel? -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the library, in the code of AMD's chips, are broken in one place after
// another and executed.  The executor or a wrong result has to show it; what nothing shows
// is either listed with a reason in survivors.txt, or a hole of the executor, or an
// operation that the compiler need not have made.
//
// This is no lit test that drives a tool: a mutant is run in memory within milliseconds,
// and processes would take longer than all else.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "Mutation.h"
#include "Subject.h"
#include "Survivors.h"
#include "differential/Random.h"
#include "kernels/library.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, WAVE_N{"WAVE_N"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

Bindings with(Bindings bindings, const Bindings &more) {
  for (const Binding &binding : more)
    bindings.set(binding.symbol, binding.value);
  return bindings;
}

/// Tiles that two by two waves fill, and of which the lanes that read them fill more than one.
const Bindings productTiles = {BLOCK_M = 32, BLOCK_N = 32, BLOCK_K = 32,
                               ADDRESS_SPACE = SHARED_ADDRESS_SPACE};

void addProducts(std::vector<Case> &cases, const std::string &name, const Kernel &kernel) {
  const Bindings odd = {M = 37, N = 35, K = 115}, whole = {M = 64, N = 32, K = 128};
  cases.push_back({name + ", odd sizes", kernel, with(productTiles, odd), {{}}});
  cases.push_back({name + ", whole tiles", kernel, with(productTiles, whole), {{}}});
  // Both ways of each choice, each dimension whole where the other is not; 4, 0 and 1 steps.
  std::vector<Bindings> open = {odd,
                                {M = 5, N = 32, K = 0},
                                {M = 64, N = 1, K = 128},
                                {M = 32, N = 32, K = 32},
                                {M = 32, N = 32, K = 49},
                                {M = 32, N = 32, K = 17},
                                {M = 37, N = 35, K = 64}};
  // A lane has 8 elements of a row in a step, next to each other or 4 by 4 in 16: the row
  // ends behind each, in the first step, which a schedule may do elsewhere, and in the next.
  for (int64_t last = 1; last <= 8; ++last) {
    open.push_back({M = last, N = 32 - last, K = last});
    open.push_back({M = 16 + last, N = last, K = 48 + last});
  }
  cases.push_back({name + ", open sizes", kernel, productTiles, open});
}

std::vector<Case> allCases() {
  std::vector<Case> cases;
  addProducts(cases, "gemm", kernels::gemm({{"in", f16}, {"out", f32}}));
  addProducts(cases, "gemm_exp", kernels::gemm_exp({{"in", f16}, {"out", f32}}));
  addProducts(cases, "gemm_two", kernels::gemm_two({{"in", f16}, {"d", f16}}));
  const Kernel sums = kernels::add_exp({{"in", f32}, {"out", f32}});
  const Bindings sumTiles = {BLOCK_M = 4, BLOCK_N = 64};
  cases.push_back({"add_exp, odd sizes", sums, with(sumTiles, {M = 7, N = 69}), {{}}});
  cases.push_back({"add_exp, open sizes",
                   sums,
                   sumTiles,
                   {{M = 7, N = 69},
                    {M = 4, N = 64},
                    {M = 4, N = 65},
                    {M = 1, N = 63},
                    {M = 2, N = 62},
                    {M = 3, N = 61},
                    {M = 5, N = 60}}});
  const Kernel softmax = kernels::softmax();
  cases.push_back({"softmax, odd sizes", softmax, {M = 5, N = 37, BLOCK_M = 4, WAVE_N = 64}, {{}}});
  cases.push_back({"softmax, long rows", softmax, {M = 8, N = 70, BLOCK_M = 4, WAVE_N = 32}, {{}}});
  cases.push_back({"softmax, open rows",
                   softmax,
                   {N = 37, BLOCK_M = 4, WAVE_N = 64},
                   {{M = 5}, {M = 4}, {M = 3}, {M = 2}, {M = 1}}});
  return cases;
}

/// How many mutants there were of a kind, and what showed them.
using Counts = std::map<std::string, std::map<std::string, int>>;

/// All mutants, or one in so many.
class Sample {
public:
  Sample() : random(testSeed()) {
    const char *given = std::getenv("WAVE_TEST_PROGRAMS");
    const int64_t programs = given ? std::atoi(given) : 150;
    oneIn = std::max<int64_t>(1200 / std::max<int64_t>(programs, 1), 1);
  }
  bool isWhole() const { return oneIn == 1; }
  bool takes() { return random.oneIn(oneIn); }

private:
  Random random;
  int64_t oneIn;
};

void mutate(const Subject &subject, Sample &sample, Survivors &survivors, Counts &counts) {
  for (const Mutation &mutation : mutationsOf(subject.module())) {
    if (!sample.takes())
      continue;
    const std::string name = subject.name() + " | " + mutation.place + " | " + mutation.kind;
    const std::string defect = subject.defectOf(*mutated(subject.module(), mutation));
    const bool isSame =
        defect.empty() && mutation.probe && subject.isSame(*probed(subject.module(), mutation));
    // With all sizes known, what no lane decides otherwise is the same kernel.
    if (isSame && subject.isClosed()) {
      ++counts[mutation.kind]["equal"];
      continue;
    }
    const bool isListed = survivors.contains(name);
    ++counts[mutation.kind][!defect.empty() ? defect : "survives"];
    if (defect.empty() && !isListed)
      ADD_FAILURE() << "nothing shows this mutant" << (isSame ? ", no launch comes near it" : "")
                    << ": " << name;
    if (!defect.empty() && isListed)
      ADD_FAILURE() << "listed as a survivor, but there is a finding (" << defect << "): " << name;
  }
}

} // namespace

TEST(Mutation, EveryMutantIsFoundOrListed) {
  Sample sample;
  Survivors survivors(WAVE_SURVIVORS);
  Counts counts;
  int subjects = 0;
  std::set<std::string> seen;
  const auto begin = std::chrono::steady_clock::now();
  for (const Case &kernelCase : allCases())
    for (const char *chip : {"mi300x", "mi355x"})
      for (const Schedule &schedule :
           {Schedule{"none", 0}, Schedule{"prefetch", 0}, Schedule{"prefetch", 2}})
        for (bool isAligned : {true, false}) {
          const Subject subject(kernelCase, chip, schedule, isAligned);
          if (!seen.insert(subject.text()).second)
            continue;
          ASSERT_EQ(subject.defectOf(subject.module()), "") << subject.name();
          mutate(subject, sample, survivors, counts);
          ++subjects;
        }
  int mutants = 0;
  for (const auto &[kind, shown] : counts) {
    std::printf("%s:", kind.c_str());
    for (const auto &[by, count] : shown) {
      std::printf(" %s %d", by.c_str(), count);
      mutants += count;
    }
    std::printf("\n");
  }
  std::printf("%d mutants (%s) of %d entry points, %.0f s\n", mutants,
              sample.isWhole() ? "all" : "a sample", subjects,
              std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  if (sample.isWhole())
    for (const std::string &pattern : survivors.unused())
      ADD_FAILURE() << "nothing matches this line of survivors.txt: " << pattern;
}
