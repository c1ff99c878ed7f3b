//===- MutationTest.cpp - Does anything notice a broken kernel? -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the library, in the code of each vendor's chips, are broken in one place after
// another and executed.  The executor or a wrong result has to show it; what nothing shows
// is either listed with a reason in survivors-*.txt, or a hole of the executor, or an
// operation that the compiler need not have made.
//
// This is no lit test that drives a tool: a mutant is run in memory within milliseconds,
// and processes would take longer than all else.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "Cases.h"
#include "Mutation.h"
#include "Subject.h"
#include "Survivors.h"
#include "differential/Random.h"

using namespace wave;
using namespace wave::test;

namespace {

/// What the code of a vendor's chips is tried with.
struct Vendor {
  std::string name; ///< of the test, and of the file of survivors
  std::vector<std::string> chips;
  std::vector<Version> entries;
  std::vector<NamedSchedule> schedules;
  std::vector<Case> (*cases)();
  int64_t oneIn; ///< of so many mutants is tried by default
};

/// How many mutants there were of a kind, and what showed them.
using Counts = std::map<std::string, std::map<std::string, int>>;

/// All mutants where WAVE_TEST_EVERY_MUTANT is set, or one in so many.
class Sample {
public:
  explicit Sample(int64_t usual) : random(testSeed()) {
    const char *given = std::getenv("WAVE_TEST_PROGRAMS");
    const int64_t programs = given ? std::atoi(given) : 150;
    if (!std::getenv("WAVE_TEST_EVERY_MUTANT"))
      oneIn = std::max<int64_t>(usual * 150 / std::max<int64_t>(programs, 1), 1);
  }
  bool isWhole() const { return oneIn == 1; }
  bool takes() { return random.oneIn(oneIn); }
  /// Orders of waves, in one of which a mutant is to be wrong: the first ends the search.
  static constexpr int orders = 64;
  /// In which a kernel is to be right, fewer where sanitizers run it.
  int ordersOfKernel() const { return isWhole() ? orders : std::max(4, atMostCount(usualOrders)); }
  /// In which nothing shows a mutant that is listed.
  static constexpr int usualOrders = 16;

private:
  Random random;
  int64_t oneIn = 1;
};

/// Where WAVE_TEST_MUTANTS names a folder: the kernel as it is, and each survivor, for a GPU.
void writeForGpu(const Subject &subject, mlir::ModuleOp module, const std::string &name) {
  const char *folder = std::getenv("WAVE_TEST_MUTANTS");
  if (!folder)
    return;
  std::string file = name;
  for (char &c : file)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  try {
    subject.write(module, std::string(folder) + "/" + file);
  } catch (const std::exception &refusal) {
    std::printf("%s: %s\n", name.c_str(), refusal.what());
  }
}

void mutate(const Subject &subject, Sample &sample, Survivors &survivors, Counts &counts) {
  for (const Mutation &mutation : mutationsOf(subject.module())) {
    if (!sample.takes())
      continue;
    const std::string name = subject.name() + " | " + mutation.place + " | " + mutation.kind;
    const std::string defect =
        subject.defectOf(*mutated(subject.module(), mutation),
                         survivors.contains(name) ? Sample::usualOrders : Sample::orders);
    const bool isSame =
        defect.empty() && mutation.probe && subject.isSame(*probed(subject.module(), mutation));
    // With all sizes known, what no lane decides otherwise is the same kernel.
    if (isSame && subject.isClosed()) {
      ++counts[mutation.kind]["equal"];
      continue;
    }
    const bool isListed = survivors.use(name);
    if (defect.empty())
      writeForGpu(subject, *mutated(subject.module(), mutation), name);
    ++counts[mutation.kind][!defect.empty() ? defect : "survives"];
    if (defect.empty() && !isListed)
      ADD_FAILURE() << "nothing shows this mutant" << (isSame ? ", no launch comes near it" : "")
                    << ": " << name;
    if (!defect.empty() && isListed)
      ADD_FAILURE() << "listed as a survivor, but there is a finding (" << defect << "): " << name;
  }
}

} // namespace

class EveryMutant : public testing::TestWithParam<Vendor> {};

TEST_P(EveryMutant, IsFoundOrListed) {
  Sample sample(GetParam().oneIn);
  const std::string file = "survivors-" + GetParam().name + ".txt";
  Survivors survivors(WAVE_SURVIVORS "/" + file);
  Counts counts;
  int subjects = 0;
  std::set<std::string> seen;
  const auto begin = std::chrono::steady_clock::now();
  for (const Case &kernelCase : GetParam().cases())
    for (const std::string &chip : GetParam().chips)
      for (const NamedSchedule &schedule : GetParam().schedules)
        for (const Version arguments : GetParam().entries) {
          if (!kernelCase.chip.empty() && kernelCase.chip != chip)
            continue;
          const Subject subject(kernelCase, chip, schedule, arguments);
          if (!subject.exists() || !seen.insert(subject.text()).second)
            continue;
          ASSERT_EQ(subject.defectOf(subject.module(), sample.ordersOfKernel()), "")
              << subject.name();
          writeForGpu(subject, subject.module(), subject.name());
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
      ADD_FAILURE() << "nothing matches this line of " << file << ": " << pattern;
}

INSTANTIATE_TEST_SUITE_P(
    Chips, EveryMutant,
    testing::Values(Vendor{.name = "amd",
                           .chips = {"mi300x", "mi355x"},
                           .entries = {Version::Full, Version::Any},
                           .schedules = {{"none", 0}, {"prefetch", 0}, {"prefetch", 2}},
                           .cases = casesForAmd,
                           .oneIn = 16},
                    Vendor{.name = "nvidia",
                           .chips = {"h200", "b200"},
                           .entries = {Version::Full, Version::Any},
                           .schedules = {{"prefetch", 2}},
                           .cases = casesForNvidia,
                           .oneIn = 16},
                    Vendor{.name = "nvidia_stores",
                           .chips = {"h200", "b200"},
                           .entries = {Version::AnyStores},
                           .schedules = {{"prefetch", 2}},
                           .cases = casesOfStores,
                           .oneIn = 16},
                    Vendor{.name = "nvidia_levels",
                           .chips = {"b200"},
                           .entries = {Version::Full, Version::AnyStores, Version::Any},
                           .schedules = {{"prefetch", 2}},
                           .cases = casesOfLevels,
                           .oneIn = 16}),
    [](const auto &info) { return info.param.name; });
