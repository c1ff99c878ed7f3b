//===- PartitionTest.cpp - Operations in slices ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleKernels.h"

using namespace wave;
using namespace wave::test;

namespace {

/// The reads and the MMAs of each half of a step of K follow each other, where lanes hold operands.
Schedule halvesOfK() {
  return Schedule("halves of K", [](ScheduleBuilder &s) {
    const SeedNodes n(s);
    const auto reads_a = s.partition_by_dim(n.a[1], K, 2),
               reads_b = s.partition_by_dim(n.b[1], K, 2);
    const auto mmas = s.partition_by_dim(n.mma, K, 2);
    auto loop = s.pipeline(n.loop);
    loop.set_stage({{n.a[0], n.b[0]}, {n.write_a, n.write_b}});
    loop.set_stage({{reads_a[0], reads_b[0], mmas[0]}, {reads_a[1], reads_b[1], mmas[1]}});
  });
}

/// MMAs in slices, with operands that are whole.
Schedule mmasAlong(const Symbol &dim, int64_t count) {
  return Schedule("slices of MMAs", [&, dim, count](ScheduleBuilder &s) {
    const SeedNodes n(s);
    s.partition_by_dim(n.mma, dim, count);
    auto loop = s.pipeline(n.loop);
    loop.set_stage({{n.a[0], n.b[0]}, {n.write_a, n.write_b}});
    loop.set_stage({{n.a[1], n.b[1]}, {n.mma}}); // all slices: selections hold them
  });
}

/// Rows of a in slices, each read before the MMAs that take it.
Schedule rowsInTurn() {
  return Schedule("rows in turn", [](ScheduleBuilder &s) {
    const SeedNodes n(s);
    const auto reads = s.partition_by_dim(n.a[1], M, 2), mmas = s.partition_by_dim(n.mma, M, 2);
    s.reorder_graph(n.loop, {s.cluster({n.a[0], n.b[0], n.write_a, n.write_b}),
                             s.cluster({n.b[1], reads[0], mmas[0], reads[1], mmas[1]})});
  });
}

std::string scheduledBy(const Schedule &schedule, const char *target, const Bindings &sizes) {
  return wave_compile(optionsFor(target, SchedulingType::Manual, sizes), gemm(), schedule)
      .emit(Stage::Scheduled);
}

std::vector<std::string> linesWith(const std::string &text, const std::string &part) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (line.find(part) != std::string::npos)
      lines.push_back(line.substr(line.find_first_not_of(' ')));
  return lines;
}

size_t countOf(const std::string &text, const std::string &part) {
  return linesWith(text, part).size();
}

} // namespace

class PartitionedSchedules : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(OfAllKinds, PartitionedSchedules, testing::ValuesIn(simulators),
                         [](const auto &info) { return std::string(info.param).substr(4); });

TEST_P(PartitionedSchedules, OfTheReductionGiveTheUnscheduledResult) {
  for (int64_t iterations : {0, 1, 2, 5})
    for (bool isKnown : {true, false})
      expectUnscheduledResult(GetParam(), mmasAlong(K, 2), iterations, isKnown, {BLOCK_K = 64});
}

TEST_P(PartitionedSchedules, AreReadBackAsPrinted) {
  for (const Bindings &sizes :
       {Bindings{M = 256, N = 256, K = 512, BLOCK_K = 64}, Bindings{BLOCK_K = 64}})
    expectRoundTrip(optionsFor(GetParam(), SchedulingType::Manual, sizes), gemm(), mmasAlong(K, 2));
}

TEST(Partition, OfReadsAndMmasGivesTheUnscheduledResult) {
  for (const char *target : {"sim:mi300x", "sim:mi355x"})
    for (const Schedule &schedule : {halvesOfK(), mmasAlong(M, 2), mmasAlong(N, 2), rowsInTurn()})
      for (int64_t iterations : {0, 1, 3})
        for (bool isKnown : {true, false})
          expectUnscheduledResult(target, schedule, iterations, isKnown, {BLOCK_K = 64});
}

TEST(Partition, OfReadsAndMmasIsReadBackAsPrinted) {
  for (const char *target : {"sim:mi300x", "sim:mi355x"})
    for (const Schedule &schedule : {halvesOfK(), mmasAlong(M, 2), rowsInTurn()})
      expectRoundTrip(
          optionsFor(target, SchedulingType::Manual, {M = 256, N = 256, K = 512, BLOCK_K = 64}),
          gemm(), schedule);
}

/// Five instructions of 16 in two slices: three, and two.
TEST(Partition, LargerSlicesComeFirst) {
  const Bindings sizes = {M = 256, N = 256, K = 320, BLOCK_K = 80};
  const std::string scheduled = scheduledBy(mmasAlong(K, 2), "sim:mi300x", sizes);
  EXPECT_EQ(countOf(scheduled, "wave.mma"), 4u) << scheduled; // in the loop, and behind it
  EXPECT_EQ(countOf(scheduled, "slice = #wave.slice<\"K\" 0 of 2 units 5 of 16>"), 2u);
  EXPECT_EQ(countOf(scheduled, "slice = #wave.slice<\"K\" 1 of 2 units 5 of 16>"), 2u);
  const Schedule alone(
      "alone", [](ScheduleBuilder &s) { s.partition_by_dim(s.get_node_by_tag("mma"), K, 2); });
  // 4 x 2 instructions of 16 x 16 along M and N in a wave's 64 x 32.
  const std::string target =
      wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, sizes), gemm(), alone)
          .emit(Stage::Target);
  EXPECT_EQ(countOf(target, "rocdl.mfma"), 2u * 4 * 2 * 5) << "for aligned tensors, and any";
  expectUnscheduledResult("sim:mi300x", mmasAlong(K, 2), 5, true, {BLOCK_K = 80});
}

/// What lets a schedule overlap them: the first MMAs do not wait for the second reads.
TEST(Partition, AnMmaTakesWhatHasBeenReadOfItsSlice) {
  const std::vector<std::string> lines =
      linesWith(scheduledBy(rowsInTurn(), "sim:mi300x", {M = 256, N = 256, K = 320}), "slice<");
  ASSERT_EQ(lines.size(), 4u);
  const auto resultOf = [](const std::string &line) { return line.substr(0, line.find(' ')); };
  EXPECT_EQ(linesWith(lines[1], "wave.mma " + resultOf(lines[0]) + ",").size(), 1u) << lines[1];
  EXPECT_EQ(linesWith(lines[2], "into " + resultOf(lines[0])).size(), 1u) << lines[2];
  EXPECT_EQ(linesWith(lines[3], "wave.mma " + resultOf(lines[2]) + ",").size(), 1u) << lines[3];
}

/// Elementwise operations between a read and an MMA are made for each slice.
TEST(Partition, GoesThroughElementwiseOperations) {
  const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
      c("c", {M, N}, f32);
  const Kernel kernel(
      "squares", {a, b, c},
      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 32}}, [&] {
        Register zero({M, N}, f32, 0.0);
        Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
          Register x = read(a, {.tag = "read_a"});
          return mma(x * x, read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
        });
        write(sum, c);
      });
  const Schedule schedule("halves", [](ScheduleBuilder &s) {
    const SeedNodes n(s);
    const auto reads = s.partition_by_dim(n.a[1], K, 2), mmas = s.partition_by_dim(n.mma, K, 2);
    s.reorder_graph(n.loop, {s.cluster({n.a[0], n.b[0], n.write_a, n.write_b}),
                             s.cluster({n.b[1], reads[0], mmas[0], reads[1], mmas[1]})});
  });
  const WaveCompileOptions options{.target = Target::named("sim:mi300x"),
                                   .subs = {M = 130, N = 70, K = 90},
                                   .schedule = SchedulingType::Manual};
  const CompiledKernel sliced = wave_compile(options, kernel, schedule);
  EXPECT_EQ(countOf(sliced.emit(Stage::Scheduled), "wave.mul"), 2u);
  WaveCompileOptions unscheduled = options;
  unscheduled.schedule = SchedulingType::None;
  EXPECT_TRUE(areEqual(product(sliced, 90), product(wave_compile(unscheduled, kernel), 90)));
}

TEST(Partition, CopiesOfUnrolledLoopsHaveSlices) {
  const auto both = [](bool isUnrolledFirst) {
    return Schedule("both", [=](ScheduleBuilder &s) {
      const SeedNodes n(s);
      if (isUnrolledFirst)
        s.unroll(n.loop, 2);
      s.partition_by_dim(n.mma, K, 2);
      if (!isUnrolledFirst)
        s.unroll(n.loop, 2);
    });
  };
  const Bindings sizes = {M = 130, N = 70, K = 160};
  EXPECT_EQ(countOf(scheduledBy(both(true), "sim:mi300x", sizes), "wave.mma"), 5u);
  EXPECT_EQ(countOf(scheduledBy(both(false), "sim:mi300x", sizes), "wave.mma"), 6u);
  for (const char *target : simulators)
    for (bool isUnrolledFirst : {true, false})
      for (int64_t iterations : {0, 1, 4, 5})
        expectUnscheduledResult(target, both(isUnrolledFirst), 2 * iterations, false,
                                {BLOCK_K = 64});
}

TEST(Partition, OneSliceIsTheOperation) {
  const Schedule one(
      "one", [](ScheduleBuilder &s) { s.partition_by_dim(s.get_node_by_tag("mma"), K, 1); });
  const Schedule none("one", [](ScheduleBuilder &s) { s.get_node_by_tag("mma"); });
  const Bindings sizes = {M = 256, N = 256, K = 320};
  EXPECT_EQ(scheduledBy(one, "sim:mi300x", sizes), scheduledBy(none, "sim:mi300x", sizes));
}

//===----------------------------------------------------------------------===//
// What cannot be partitioned
//===----------------------------------------------------------------------===//

namespace {
void expectNoPartition(const std::string &statements, const char *target,
                       const std::string &message, const std::string &help) {
  SCOPED_TRACE(statements);
  expectRefusal(
      "schedule-argument",
      [&] {
        compileProduct(target, Schedule::parse("wave_schedule 1 \"text\"\n" + statements + "\n",
                                               "text.schedule"));
      },
      message, help);
}
} // namespace

TEST(PartitionErrors, WhatHasNoSlices) {
  expectNoPartition("partition_by_dim(get_node_by_tag_and_type(\"read_a\", GlobalRead), K, 2)",
                    "sim:mi300x",
                    "partition_by_dim: read 'read_a' is of type GlobalRead, which has no slices",
                    "partition an Mma, or the SharedRead of an operand of one");
  expectNoPartition("partition_by_dim(get_node_by_tag_and_type(\"read_a\", Arrival), K, 2)",
                    "sim:mi355x",
                    "partition_by_dim: copy 'read_a' is of type Arrival, which has no slices",
                    "partition an Mma, or the SharedRead of an operand of one");
  expectNoPartition("partition_by_dim(get_node_by_tag(\"k_loop\"), K, 2)", "sim:mi300x",
                    "partition_by_dim: iterate 'k_loop' is of type Iterate, which has no slices",
                    "partition an Mma, or the SharedRead of an operand of one");
}

TEST(PartitionErrors, Dimensions) {
  expectNoPartition("partition_by_dim(get_node_by_tag(\"mma\"), J, 2)", "sim:mi300x",
                    "partition_by_dim: mma 'mma' has no dimension J", "its dimensions are M, K, N");
  expectNoPartition("partition_by_dim(get_node_by_tag_and_type(\"read_a\", SharedRead), N, 2)",
                    "sim:mi300x", "partition_by_dim: shared_read 'read_a' has no dimension N",
                    "its dimensions are M, K");
  expectNoPartition("partition_by_dim(get_node_by_tag(\"mma\"), \"K\", 2)", "sim:mi300x",
                    "partition_by_dim: dim is \"K\"", "dim is a name without quotes");
}

TEST(PartitionErrors, MoreSlicesThanInstructions) {
  expectNoPartition(
      "partition_by_dim(get_node_by_tag(\"mma\"), K, 5)", "sim:mi300x",
      "partition_by_dim: n is 5, and along K a wave has 4 instructions of 16 elements in mma 'mma'",
      "a slice has whole instructions: n is at most 4");
  expectNoPartition("partition_by_dim(get_node_by_tag(\"mma\"), K, 1000000)", "sim:mi300x",
                    "partition_by_dim: n is 1000000", "n is at most 4096");
  expectNoPartition("partition_by_dim(get_node_by_tag(\"mma\"), K, 0)", "sim:mi300x",
                    "partition_by_dim: n is 0", "n is a number of at least 1");
}

TEST(PartitionErrors, AsynchronousMmas) {
  expectNoPartition(
      "partition_by_dim(get_node_by_tag(\"mma\"), M, 2)", "sim:h200",
      "partition_by_dim: the MMAs of mma 'mma' are asynchronous, and M is not their reduction",
      "partition along K: slices along it add to one accumulator, in the order that the unit has");
  expectNoPartition("partition_by_dim(get_node_by_path(\"k_loop/shared_read:0\"), K, 2)",
                    "sim:h200",
                    "partition_by_dim: shared_read 'read_a' is made by the MMAs, which read their "
                    "operand by descriptor",
                    "partition the Mma");
}

TEST(PartitionErrors, Twice) {
  expectNoPartition("x, y = partition_by_dim(get_node_by_tag(\"mma\"), K, 2)\n"
                    "partition_by_dim(x, K, 2)",
                    "sim:mi300x",
                    "partition_by_dim: mma 'mma', slice 0 along K is one of 2 slices already",
                    "partition an operation once, into as many slices as are needed");
}

TEST(PartitionErrors, AfterAnInsertion) {
  expectNoPartition("insert_before(get_node_by_tag(\"mma\"), barrier())\n"
                    "partition_by_dim(get_node_by_tag(\"mma\"), K, 2)",
                    "sim:mi300x", "partition_by_dim: it follows insert_before",
                    "partition operations first, and insert then");
}

/// The second slice of the MMAs needs the second slice of the reads.
TEST(PartitionErrors, ASliceBeforeWhatItTakes) {
  expectRefusal(
      "illegal-schedule",
      [] {
        compileProduct("sim:mi300x", Schedule::parse(R"(wave_schedule 1 "text"
k_loop = get_node_by_tag("k_loop")
a0, a1 = partition_by_dim(get_node_by_tag_and_type("read_a", SharedRead), K, 2)
m0, m1 = partition_by_dim(get_node_by_tag("mma"), K, 2)
p = pipeline(k_loop)
p.set_stage([(get_node_by_tag_and_type("read_a", GlobalRead), get_node_by_tag_and_type("read_b", GlobalRead)), (get_node_by_tag_and_type("read_a", SharedWrite), get_node_by_tag_and_type("read_b", SharedWrite))])
p.set_stage([(a0, get_node_by_tag_and_type("read_b", SharedRead), m0, m1), (a1)])
)",
                                                     "text.schedule"));
      },
      "mma 'mma', slice 1 along K uses shared_read 'read_a', slice 1 along K in the same "
      "iteration, and would run at time 2, before time 3",
      "move mma 'mma', slice 1 along K to stage 1, tuple 1");
}
