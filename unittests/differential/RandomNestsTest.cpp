//===- RandomNestsTest.cpp - Legal schedules of one to three loops --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of nested and sibling loops, persistent ones among them, with schedules that are legal
// by the definition (DrawnSchedule.h): all are accepted, and give the bits of the unscheduled
// kernel, whatever order waves take turns in, and in the code of the simulated chips.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "DrawnSchedule.h"
#include "Interleaved.h"

namespace wave::test {
namespace {

constexpr Machine machines[] = {Machine::Cdna3, Machine::Cdna4, Machine::Hopper,
                                Machine::Blackwell};

std::string describe(const DrawnNest &nest, bool isOpen) {
  std::string text = std::string(simulatorOf(nest.machine)) + ", " + nest.str() + ", trips";
  for (const DrawnNest::Product &product : nest.products)
    text += " " + std::to_string(product.trips) + (product.isUsed ? " used" : "");
  return text + (nest.isCounted() ? ", steps " + std::to_string(nest.steps) : "") + ", tiles " +
         std::to_string(nest.tiles) + (isOpen ? ", open" : "");
}

Lowering loweringFor(const DrawnNest &nest, const std::string &program, bool isDistributed) {
  return {.isDistributed = isDistributed,
          .copies = nest.machine != Machine::Cdna3,
          .isInPlace = !isAmd(nest.machine),
          .hasTensorMemory = nest.machine == Machine::Blackwell,
          .program = program};
}

class RandomNests : public ::testing::TestWithParam<Machine> {};

TEST_P(RandomNests, LegalSchedulesAreRightInAnyOrder) {
  Histogram histogram;
  constexpr int schedulesOfAKernel = 5;
  const int count = testCount(125);
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 104729);
    const DrawnNest nest = DrawnNest::draw(random, GetParam(), histogram);
    const Kernel kernel = nest.kernel();
    std::deque<GuardedTensor> tensors = nest.tensors(random);
    const std::vector<Tensor> expected = traced(kernel, nest.bindings(false), tensors);
    for (int j = 0; j < schedulesOfAKernel && !testing::Test::HasFailure(); ++j) {
      const bool isOpen = random.oneIn(2);
      const DrawnSchedule schedule = DrawnSchedule::draw(random, nest, isOpen, histogram);
      SCOPED_TRACE(describe(nest, isOpen) + ", kernel " + std::to_string(i) + "\n" +
                   schedule.text());
      ASSERT_TRUE(schedule.isLegal());
      try {
        Lowered lowered(kernel, nest.bindings(isOpen),
                        loweringFor(nest, schedule.text(), random.oneIn(6)));
        ASSERT_EQ(interleavedDifference(lowered, tensors, expected, random.seed()), "")
            << lowered.str();
        histogram.count("verdict", "accepted");
      } catch (const Error &error) {
        FAIL() << error.what();
      }
    }
  }
  histogram.print();
}

std::string nameOf(const ::testing::TestParamInfo<Machine> &info) {
  constexpr const char *names[] = {"Cdna3", "Cdna4", "Hopper", "Blackwell"};
  return names[static_cast<size_t>(info.param)];
}

/// The code of the simulated chips.
TEST_P(RandomNests, LegalSchedulesAreRightWhenExecuted) {
  Histogram histogram;
  const int count = testCount(50);
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 15485863);
    const DrawnNest nest = DrawnNest::draw(random, GetParam(), histogram);
    const Kernel kernel = nest.kernel();
    std::deque<GuardedTensor> tensors = nest.tensors(random);
    const std::vector<Tensor> expected = traced(kernel, nest.bindings(false), tensors);
    const bool isOpen = random.oneIn(2);
    const DrawnSchedule schedule = DrawnSchedule::draw(random, nest, isOpen, histogram);
    SCOPED_TRACE(describe(nest, isOpen) + ", kernel " + std::to_string(i) + "\n" + schedule.text());
    try {
      const CompiledKernel compiled =
          wave_compile({.target = Target::named(simulatorOf(GetParam())),
                        .subs = nest.bindings(isOpen),
                        .retarget = true,
                        .schedule = SchedulingType::Manual,
                        .coverage = unchecked("a loop may write nothing, or the same tile again")},
                       kernel, Schedule::parse(schedule.text(), "drawn.schedule"));
      std::vector<Tensor> actual;
      for (const GuardedTensor &tensor : tensors)
        actual.push_back(tensor.tensor());
      compiled.launch(actual);
      for (size_t j = 0; j < actual.size(); ++j) {
        EXPECT_EQ(difference(actual[j], expected[j]), "") << "argument " << j;
        EXPECT_TRUE(tensors[j].guardsHold());
      }
    } catch (const Error &error) {
      FAIL() << error.what();
    }
  }
  histogram.print();
}

/// A channel of two scalars, of which one role needs the first, one the second, and one both.
TEST(Nests, RolesReadTheScalarsThatTheyNeed) {
  DrawnNest nest{.machine = Machine::Hopper,
                 .products = {{.trips = 3}, {.trips = 2}},
                 .isChained = true,
                 .isRagged = true};
  const std::string program = R"(wave_schedule 1 "two loads"
role("load0", get_node_by_tag_and_type({"read_a0", "read_b0"}, Copy), warps=4)
role("load1", get_node_by_tag_and_type({"read_a1", "read_b1"}, Copy), warps=4)
role("consumer", get_node_by_tag({"mma0", "mma1", "write_c0"}), warps=4)
role("scheduler", get_node_by_tag({"length0", "length1"}), warps=4)
)";
  Random random(1);
  const Kernel kernel = nest.kernel();
  std::deque<GuardedTensor> tensors = nest.tensors(random);
  const std::vector<Tensor> expected = traced(kernel, nest.bindings(false), tensors);
  Lowered lowered(kernel, nest.bindings(true), loweringFor(nest, program, false));
  EXPECT_EQ(interleavedDifference(lowered, tensors, expected, 1), "") << lowered.str();
}

INSTANTIATE_TEST_SUITE_P(On, RandomNests, ::testing::ValuesIn(machines), nameOf);

} // namespace
} // namespace wave::test
