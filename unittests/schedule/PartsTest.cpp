//===- PartsTest.cpp - Prologue, steady loop and epilogue -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a schedule inserts in one part of a pipelined loop, pipelines without an epilogue, and
// numbers of the hardware.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <random>

#include "ScheduleKernels.h"
#include "differential/Random.h"

using namespace wave;
using namespace wave::test;

namespace {

struct Staged {
  Nodes loop, load, mma;
  PipelinedLoop pipeline;
};

/// Loads in stage 0, and what uses them in stage `stages` - 1.
Schedule staged(int64_t stages, const PipelineOptions &options,
                const std::function<void(ScheduleBuilder &, const Staged &)> &more) {
  return Schedule("staged", [&](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    auto [load_a, shared_load_a] = s.partition_by_address_space(
        s.get_node_by_tag_and_type<Read>("read_a"), GLOBAL_ADDRESS_SPACE);
    auto [load_b, shared_load_b] = s.partition_by_address_space(
        s.get_node_by_tag_and_type<Read>("read_b"), GLOBAL_ADDRESS_SPACE);
    auto writes = s.cluster(
        {s.get_node_by_tag_and_type<Write>("read_a"), s.get_node_by_tag_and_type<Write>("read_b")});
    auto mma = s.get_node_by_tag("mma");
    auto pipelined_loop = s.pipeline(k_loop, options);
    pipelined_loop.set_stage({{load_a, load_b}, {writes}});
    for (int64_t i = 2; i < stages; ++i)
      pipelined_loop.set_stage({{}, {}});
    pipelined_loop.set_stage({{shared_load_a, shared_load_b}, {mma}});
    more(s, {k_loop, load_a, mma, pipelined_loop});
  });
}

void nothing(ScheduleBuilder &, const Staged &) {}

size_t countOf(const std::string &part, const std::string &text) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

size_t countOf(const std::string &id, const std::vector<Diagnostic> &remarks) {
  size_t count = 0;
  for (const Diagnostic &remark : remarks)
    count += remark.id == id;
  return count;
}

/// The form scheduled, before its steady loop, in it and after it.
std::array<std::string, 3> partsOf(const std::string &scheduled) {
  const size_t begin = scheduled.find("wave.iterate"), end = scheduled.find("wave.yield", begin);
  EXPECT_NE(end, std::string::npos) << scheduled;
  return {scheduled.substr(0, begin), scheduled.substr(begin, end - begin), scheduled.substr(end)};
}

std::string scheduledFor(const char *target, const Schedule &schedule, int64_t k) {
  return wave_compile(optionsFor(target, SchedulingType::Manual, sizesOf(k)), gemm(), schedule)
      .emit(Stage::Scheduled);
}

constexpr const char *withHints[] = {"sim:mi300x", "sim:mi355x"};

} // namespace

//===----------------------------------------------------------------------===//
// filter_nodes
//===----------------------------------------------------------------------===//

TEST(ScheduleParts, WhatIsInsertedInAPartIsInItAlone) {
  const auto priorities = [](ScheduleBuilder &s, const Staged &at) {
    s.insert_before(s.filter_nodes(at.load, PipelinedLoop::PROLOGUE), s.set_priority(1));
    s.insert_before(s.filter_nodes<Mma>(at.mma, at.pipeline.KERNEL), s.set_priority(2));
    s.insert_after(s.filter_nodes(at.mma, at.pipeline.EPILOGUE), s.set_priority(3));
  };
  for (const char *target : withHints)
    for (const int64_t stages : {2, 3, 4}) {
      SCOPED_TRACE(std::string(target) + ", " + std::to_string(stages) + " stages");
      const auto parts = partsOf(scheduledFor(target, staged(stages, {}, priorities), 320));
      const auto peeled = static_cast<size_t>(stages - 1);
      const size_t expected[3][3] = {{peeled, 0, 0}, {0, 1, 0}, {0, 0, peeled}};
      for (size_t part = 0; part < 3; ++part)
        for (size_t priority = 0; priority < 3; ++priority)
          EXPECT_EQ(countOf("wave.set_priority " + std::to_string(priority + 1), parts[part]),
                    expected[priority][part])
              << parts[part];
    }
}

TEST(ScheduleParts, ItemsAreTheTripsInTheirOrder) {
  // Of four stages the MMA is in three trips of the epilogue.
  const auto second = staged(4, {}, [](ScheduleBuilder &s, const Staged &at) {
    s.insert_before(s.getitem(s.filter_nodes(at.mma, at.pipeline.EPILOGUE), 1), s.barrier());
  });
  const std::string epilogue = partsOf(scheduledFor("sim:mi300x", second, 320))[2];
  EXPECT_EQ(countOf("wave.barrier", epilogue), 1u);
  EXPECT_EQ(countOf("wave.mma", epilogue.substr(0, epilogue.find("wave.barrier"))), 1u);
  EXPECT_EQ(countOf("wave.mma", epilogue), 3u);
}

TEST(ScheduleParts, AStageThatIsNotInAPartInsertsNothingThere) {
  const auto none = staged(2, {}, [](ScheduleBuilder &s, const Staged &at) {
    s.insert_before(s.filter_nodes(at.mma, at.pipeline.PROLOGUE), s.barrier());
  });
  const CompiledKernel compiled =
      wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, sizesOf(320)), gemm(), none);
  EXPECT_EQ(countOf("empty-selection", compiled.remarks()), 1u);
  EXPECT_EQ(countOf("wave.inserted", compiled.emit(Stage::Scheduled)), 0u);
}

TEST(ScheduleParts, ResultsAreThoseOfTheUnscheduledKernel) {
  const auto barriers = [](ScheduleBuilder &s, const Staged &at) {
    s.insert_before(s.filter_nodes(at.load, at.pipeline.PROLOGUE), s.barrier());
    s.insert_after(s.filter_nodes(at.mma, at.pipeline.KERNEL), {s.barrier(), s.set_priority(1)});
    s.insert_before(s.filter_nodes(at.mma, at.pipeline.EPILOGUE), s.barrier());
  };
  for (const char *target : withHints)
    for (const int64_t stages : {2, 3, 4})
      for (int64_t iterations = 0; iterations <= stages + 1; ++iterations)
        for (const bool isKnown : {true, false})
          expectUnscheduledResult(target, staged(stages, {}, barriers), iterations, isKnown);
}

TEST(ScheduleParts, TheOrderOfTheSteadyLoopIsThatOfAllParts) {
  const auto ofNodes = [](bool isKernel) {
    return Schedule("order", [=](ScheduleBuilder &s) {
      auto part = [&](const Nodes &nodes) {
        return isKernel ? s.filter_nodes(nodes, PipelinedLoop::KERNEL) : nodes;
      };
      auto reads = s.get_node_by_tag_and_type<Read>("read_a");
      auto reads_b = s.get_node_by_tag_and_type<Read>("read_b");
      auto [load_a, shared_a] = s.partition_by_address_space(reads, GLOBAL_ADDRESS_SPACE);
      auto [load_b, shared_b] = s.partition_by_address_space(reads_b, GLOBAL_ADDRESS_SPACE);
      auto write_a = s.get_node_by_tag_and_type<Write>("read_a");
      auto write_b = s.get_node_by_tag_and_type<Write>("read_b");
      auto mma = s.get_node_by_tag("mma");
      auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
      loop.set_stage({{load_a, load_b, write_a, write_b}});
      loop.set_stage({{shared_a, shared_b, mma}});
      s.reorder_graph(loop, {part(load_b), part(load_a), part(shared_a), part(shared_b), part(mma),
                             part(write_b), part(write_a)});
    });
  };
  EXPECT_EQ(scheduledFor("sim:mi300x", ofNodes(true), 320),
            scheduledFor("sim:mi300x", ofNodes(false), 320));
}

TEST(ScheduleParts, WhereRolesRunTheStagesARemarkSaysSo) {
  const auto hints = staged(2, {}, [](ScheduleBuilder &s, const Staged &at) {
    s.insert_before(s.filter_nodes(at.mma, at.pipeline.EPILOGUE), s.set_priority(1));
  });
  const WaveCompileOptions options = optionsFor("sim:h200", SchedulingType::Manual, sizesOf(320));
  const CompiledKernel compiled = wave_compile(options, gemm(), hints);
  EXPECT_EQ(countOf("empty-selection", compiled.remarks()), 3u); // and of two shared loads
  EXPECT_EQ(compiled.emit(Stage::Llvm),
            wave_compile(options, gemm(), staged(2, {}, nothing)).emit(Stage::Llvm));
}

//===----------------------------------------------------------------------===//
// eliminate_epilogue
//===----------------------------------------------------------------------===//

TEST(EliminateEpilogue, LeavesNothingBehindTheLoop) {
  for (const char *target : withHints)
    for (const int64_t stages : {2, 3, 4}) {
      const std::string scheduled =
          scheduledFor(target, staged(stages, {.eliminate_epilogue = true}, nothing), 320);
      EXPECT_EQ(countOf("wave.mma", scheduled), 1u) << scheduled;
      EXPECT_EQ(countOf("wave.shared_read", partsOf(scheduled)[2]), 0u);
    }
}

TEST(EliminateEpilogue, KeepsResultsToTheBit) {
  for (const char *target : simulators)
    for (const int64_t stages : {2, 3, 4}) {
      if (stages > 2 && std::string(target) == "sim:b200")
        continue; // MMAs into tensor memory have one stage
      for (int64_t iterations = 0; iterations <= stages + 2; ++iterations)
        for (const bool isKnown : {true, false})
          expectUnscheduledResult(target, staged(stages, {.eliminate_epilogue = true}, nothing),
                                  iterations, isKnown);
    }
}

TEST(EliminateEpilogue, KeepsTheSignOfZero) {
  // Sums that begin as -0 and add -0 * 1 stay -0: 0 * 0 would make them +0.
  const Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      c("c", {M, N}, f32);
  const Kernel kernel(
      "negative_zero", {a, b, c},
      {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
       TilingConstraint{K, BLOCK_K}},
      [&] {
        Register zero({M, N}, f32, -0.0);
        Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
          return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
        });
        write(sum, c);
      });
  const int64_t m = 130, n = 70;
  for (const char *target : withHints)
    for (const int64_t k : {64, 96, 160}) {
      const Tensor left = Tensor::full({m, k}, f16, -0.0), right = Tensor::full({n, k}, f16, 1.0);
      Tensor actual = Tensor::full({m, n}, f32, 1.0), expected = Tensor::full({m, n}, f32, 2.0);
      wave_compile(optionsFor(target, SchedulingType::Manual, sizesOf(k)), kernel,
                   staged(3, {.eliminate_epilogue = true}, nothing))(left, right, actual);
      wave_compile(optionsFor(target, SchedulingType::None, sizesOf(k)), kernel)(left, right,
                                                                                 expected);
      EXPECT_TRUE(areEqual(actual, expected)) << target << ", K = " << k;
      float first = 1;
      std::memcpy(&first, actual.data(), sizeof(first));
      EXPECT_TRUE(first == 0 && std::signbit(first)) << target << ", K = " << k;
    }
}

TEST(EliminateEpilogue, NeedsSlotsAlsoForIterationsBeyondTheLast) {
  // Two iterations in three stages: the third load overwrites what the first has not used.
  for (const char *target : withHints) {
    const auto slots = [&](bool eliminates) {
      const std::string text =
          scheduledFor(target, staged(4, {.eliminate_epilogue = eliminates}, nothing), 32 * 3);
      const size_t at = text.find("wave.allocate \"a\" : <");
      return text.substr(at + 21, 1);
    };
    const std::string needed = std::string(target) == "sim:mi300x" ? "3" : "4";
    EXPECT_EQ(slots(true), needed) << target;
    EXPECT_EQ(slots(false), "3") << target;
  }
}

//===----------------------------------------------------------------------===//
// get_hardware_constraint
//===----------------------------------------------------------------------===//

TEST(HardwareNumbers, AreThoseOfTheKernel) {
  // Four waves, of 64 lanes on AMD: a factor of 4, and an interval of 2 along each dimension.
  const Schedule asked("asked", [](ScheduleBuilder &s) {
    const HardwareNumbers hardware = s.get_hardware_constraint();
    auto k_loop = s.get_node_by_tag("k_loop");
    s.unroll(k_loop, hardware.waves_per_block);
    s.buffers("a", hardware.waves_along[0]);
    s.insert_at_end(k_loop,
                    s.sched_group_barrier(InstructionClass::MFMA, hardware.threads_per_wave));
  });
  WaveCompileOptions options = optionsFor("sim:mi300x", SchedulingType::Manual, sizesOf(320));
  options.subs.set("BLOCK_M", 64); // five copies of the rings
  const std::string text = wave_compile(options, gemm(), asked).emit(Stage::Schedule);
  EXPECT_NE(text.find("unroll(get_node_by_path(\"k_loop\"), 4)"), std::string::npos) << text;
  EXPECT_NE(text.find("buffers(\"a\", 2)"), std::string::npos) << text;
  EXPECT_NE(text.find("sched_group_barrier(MFMA, 64, sync=0)"), std::string::npos) << text;
  EXPECT_NE(asked.str().find("unroll(k_loop, hardware.waves_per_block)"), std::string::npos)
      << asked.str();
  EXPECT_EQ(Schedule::parse(asked.str(), "asked.schedule").str(), asked.str());
  expectRoundTrip(options, gemm(), Schedule::parse(asked.str(), "asked.schedule"));
}

TEST(HardwareNumbers, AreThoseThatTheCompilerChose) {
  // 32 lanes on NVIDIA, whose MMAs by descriptor take warpgroups of 128.
  const Schedule asked("asked", [](ScheduleBuilder &s) {
    s.unroll(s.get_node_by_tag("k_loop"), s.get_hardware_constraint().waves_along[1]);
  });
  for (const char *target : simulators) {
    const CompiledKernel compiled =
        wave_compile(optionsFor(target, SchedulingType::Manual, sizesOf(320)), gemm(), asked);
    EXPECT_TRUE(areEqual(
        product(compiled, 320),
        product(wave_compile(optionsFor(target, SchedulingType::None, sizesOf(320)), gemm()), 320)))
        << target;
  }
}

//===----------------------------------------------------------------------===//
// Printed and read back
//===----------------------------------------------------------------------===//

TEST(ScheduleParts, RandomSchedulesAreReadBackAsTheyArePrinted) {
  std::mt19937 random(20); // NOLINT: the same each time
  const auto below = [&](int64_t end) {
    return std::uniform_int_distribution<int64_t>(0, end - 1)(random);
  };
  for (int i = 0, count = testCount(40); i < count && !testing::Test::HasFailure(); ++i) {
    const bool eliminates = below(3) == 0;
    const int64_t stages = 2 + below(4), number = below(5);
    const auto schedule = staged(
        stages, {.eliminate_epilogue = eliminates}, [&](ScheduleBuilder &s, const Staged &at) {
          for (int64_t left = number; left > 0; --left) {
            const bool ofLoads = below(2) == 0;
            const Nodes &node = ofLoads ? at.load : at.mma;
            const LoopPart part = below(2) == 0 ? LoopPart::Kernel
                                  : ofLoads     ? LoopPart::Prologue
                                  : eliminates  ? LoopPart::Kernel
                                                : LoopPart::Epilogue;
            Nodes found = s.filter_nodes(node, part);
            if (part != LoopPart::Kernel && below(2) == 0)
              found = s.getitem(found, below(stages - 1));
            const Insertable what = below(2) == 0 ? s.barrier() : s.set_priority(below(4));
            if (below(2) == 0)
              s.insert_before(found, what);
            else
              s.insert_after(found, what);
          }
        });
    const char *target = withHints[below(2)];
    expectRoundTrip(optionsFor(target, SchedulingType::Manual,
                               below(2) == 0 ? sizesOf(32 * below(8)) : Bindings{}),
                    gemm(), schedule);
  }
}
