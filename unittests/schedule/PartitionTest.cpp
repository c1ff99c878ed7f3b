//===- PartitionTest.cpp - Operations in slices ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorsGemm.h"

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

/// "[(x), (y, z)]": the tuples of a stage.
std::string stageOf(const std::vector<std::string> &tuples) {
  std::string text = "p.set_stage([";
  for (const std::string &tuple : tuples)
    text += "(" + tuple + "), ";
  return text.substr(0, text.size() - 2) + "])\n";
}

/// What goes into shared memory in slices, of a along `dim` and of b along `other`, between the
/// MMAs of a part of K each: loads of a later iteration, and stores of what they have loaded.
Schedule fillsAlong(const std::string &dim, const std::string &other, size_t count,
                    bool areThreeStages) {
  const auto partition = [](const std::string &name, size_t slices, const std::string &nodes,
                            const std::string &along) {
    std::string names;
    for (size_t i = 0; i < slices; ++i)
      names += (i == 0 ? "" : ", ") + name + std::to_string(i);
    return names + " = partition_by_dim(" + nodes + ", " + along + ", " + std::to_string(slices) +
           ")\n";
  };
  std::string text = "wave_schedule 1 \"fills along " + dim + " and " + other + "\"\n";
  for (const std::string operand : {"a", "b"})
    for (const std::string type : {"GlobalRead", "SharedWrite"})
      text += partition((type == "GlobalRead" ? "load_" : "store_") + operand,
                        operand == "a" ? count : 2,
                        "get_node_by_tag_and_type(\"read_" + operand + "\", " + type + ")",
                        operand == "a" ? dim : other);
  text += partition("mma", 2, "get_node_by_tag(\"mma\")", "K");
  std::vector<std::string> load(2 * count), store(2 * count), compute(2 * count);
  for (size_t i = 0; i < count; ++i) {
    std::string &stored = areThreeStages ? store[i] : load[count + i];
    load[i] = "load_a" + std::to_string(i);
    stored = "store_a" + std::to_string(i);
    if (i >= 2)
      continue;
    load[i] += ", load_b" + std::to_string(i);
    stored += ", store_b" + std::to_string(i);
    compute[i + 1] = "mma" + std::to_string(i);
  }
  compute[0] = "get_node_by_tag_and_type({\"read_a\", \"read_b\"}, SharedRead)";
  text += "p = pipeline(get_node_by_tag(\"k_loop\"))\n" + stageOf(load) +
          (areThreeStages ? stageOf(store) : "") + stageOf(compute);
  return Schedule::parse(text, "fills.schedule");
}

/// The same of copies past the registers, along the rows of both.
Schedule copiesInSlices(int64_t count, bool areThreeStages) {
  return Schedule("copies in slices", [=](ScheduleBuilder &s) {
    const SeedNodes n(s);
    const auto copies = s.partition_by_dim(n.a[0], M, count);
    const auto copies_b = s.partition_by_dim(n.b[0], N, 2);
    const auto mmas = s.partition_by_dim(n.mma, K, 2);
    std::vector<Nodes> arrivals;
    for (int64_t i = 1; i < count; ++i)
      arrivals.push_back(s.getitem(n.write_a, i));
    auto loop = s.pipeline(n.loop);
    // Of a the first slice has arrived by then; what remains of both arrives with the last.
    loop.set_stage({{copies[0], copies_b[0]},
                    {copies[1]},
                    {s.getitem(n.write_a, 0), copies_b[1]},
                    {s.cluster(std::vector<Nodes>(copies.begin() + 2, copies.end()))},
                    {s.cluster(arrivals), n.write_b}});
    if (areThreeStages)
      loop.set_stage({{}, {}, {}, {}, {}});
    loop.set_stage({{n.a[1], n.b[1]}, {mmas[0]}, {}, {mmas[1]}, {}});
  });
}

/// One slot, whose slices along K are filled anew as soon as the last slices with one of their
/// elements have been read: `fills` of them, and `reads`.
Schedule slicesOfASlot(size_t fills, size_t reads) {
  const auto listOf = [](const std::string &name, size_t count) {
    std::string list;
    for (size_t i = 0; i < count; ++i)
      list += (i == 0 ? "" : ", ") + name + std::to_string(i);
    return list;
  };
  std::vector<std::string> first(2 * reads), second(2 * reads);
  for (size_t i = 0; i < reads; ++i) {
    second[2 * i] = "filter_nodes(taken" + std::to_string(i) + ", Read)";
    second[2 * i + 1] = "filter_nodes(taken" + std::to_string(i) + ", Mma)";
  }
  for (size_t i = 0; i < fills; ++i) { // behind the last read of what it has
    std::string &tuple = first[2 * (((i + 1) * reads + fills - 1) / fills) - 1];
    tuple += (tuple.empty() ? "filled" : ", filled") + std::to_string(i);
  }
  return Schedule::parse(
      R"(wave_schedule 1 "slices of a slot"
loads, reads = partition_by_address_space(get_node_by_tag_and_type({"read_a", "read_b"}, Read), GLOBAL_ADDRESS_SPACE)
)" + listOf("filled", fills) +
          " = partition_by_dim(cluster([loads, get_node_by_tag_and_type({\"read_a\", "
          "\"read_b\"}, Write)]), K, " +
          std::to_string(fills) + ")\n" + listOf("taken", reads) +
          " = partition_by_dim(cluster([reads, get_node_by_tag(\"mma\")]), K, " +
          std::to_string(reads) + R"()
buffers("a", 1)
buffers("b", 1)
p = pipeline(get_node_by_tag("k_loop"))
)" + stageOf(first) +
          stageOf(second),
      "slices.schedule");
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

/// What goes through shared memory without MMAs: lanes load, store or copy it on all chips.  Rows
/// of 48 elements are no power of two, and go through registers.
TEST_P(PartitionedSchedules, OfWhatLanesMoveGiveTheUnscheduledResult) {
  const Memory a("a", {M, N}, f32, SHARED_ADDRESS_SPACE), b("b", {N, M}, f32);
  const Kernel kernel("turned", {a, b},
                      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, BLOCK_N, 1}},
                      [&] { write(permute(read(a, {.tag = "read_a"}), {N, M}), b); });
  const auto halves = [](ScheduleBuilder &s) {
    const auto [loads, reads] = s.partition_by_address_space(
        s.get_node_by_tag_and_type<Read>("read_a"), GLOBAL_ADDRESS_SPACE);
    s.partition_by_dim(loads, M, 2);
  };
  const auto thirds = [&](ScheduleBuilder &s) {
    halves(s);
    s.partition_by_dim(s.get_node_by_tag_and_type<Write>("read_a"), M, 3);
  };
  for (const auto &[schedule, columns] :
       {std::pair(Schedule("halves", halves), int64_t(64)), {Schedule("thirds", thirds), 48}})
    for (const auto &[m, n] : {std::pair<int64_t, int64_t>(77, 131), {192, 192}}) {
      const CompiledKernel compiled = wave_compile({.target = Target::named(GetParam()),
                                                    .subs = {BLOCK_N = columns},
                                                    .retarget = true,
                                                    .schedule = SchedulingType::Manual},
                                                   kernel, schedule);
      EXPECT_NE(compiled.emit(Stage::Scheduled).find("slice<"), std::string::npos);
      const Tensor in = Tensor::randint({m, n}, f32, -50, 50, 3);
      Tensor out = Tensor::zeros({n, m}, f32);
      compiled(in, out);
      const Tensor expected = in.t();
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < m; ++j)
          ASSERT_EQ(out.at({i, j}), expected.at({i, j})) << i << ", " << j;
    }
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

TEST(Partition, OfLoadsAndStoresGivesTheUnscheduledResult) {
  for (const Schedule &schedule : {fillsAlong("M", "N", 2, false), fillsAlong("M", "N", 3, false),
                                   fillsAlong("K", "K", 2, false), fillsAlong("K", "N", 3, true),
                                   fillsAlong("M", "K", 2, true)})
    for (int64_t iterations : {0, 1, 2, 5, 8})
      for (bool isKnown : {true, false})
        expectUnscheduledResult("sim:mi300x", schedule, iterations, isKnown, {BLOCK_K = 64});
}

/// Rows of 96 elements go through registers there: they are no power of two.  Of the 16 lanes that
/// share one out 12 have elements.
TEST(Partition, OfLoadsAndStoresWithIdleLanes) {
  for (const char *target : {"sim:mi300x", "sim:mi355x"})
    for (const Schedule &schedule : {fillsAlong("M", "N", 3, true), fillsAlong("K", "N", 2, false)})
      for (int64_t iterations : {1, 3, 7})
        expectUnscheduledResult(target, schedule, iterations, false, {BLOCK_M = 64, BLOCK_K = 96});
}

/// Rows of any length: no access is as wide as it could be, and the last one ends anywhere.
TEST(Partition, OfLoadsAndStoresOfOddRows) {
  for (int64_t k : {1, 63, 77, 129}) {
    const Bindings sizes = {M = 130, N = 70, K = k, BLOCK_K = 64};
    const Tensor expected =
        product(wave_compile(optionsFor("sim:mi300x", SchedulingType::None, sizes), gemm()), k);
    for (const Schedule &schedule :
         {fillsAlong("M", "N", 3, false), fillsAlong("K", "K", 2, true)}) {
      SCOPED_TRACE(k);
      EXPECT_TRUE(
          areEqual(product(wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, sizes),
                                        gemm(), schedule),
                           k),
                   expected));
    }
  }
}

TEST(Partition, OfCopiesGivesTheUnscheduledResult) {
  for (int64_t count : {2, 3})
    for (bool areThreeStages : {false, true})
      for (int64_t iterations : {0, 1, 2, 5, 8})
        for (bool isKnown : {true, false})
          expectUnscheduledResult("sim:mi355x", copiesInSlices(count, areThreeStages), iterations,
                                  isKnown, {BLOCK_K = 64});
}

/// Slices of a slot that have no element in common do not depend on each other, however many
/// the slot is filled and read in.
TEST(Partition, OfASlotGivesTheUnscheduledResult) {
  for (const char *target : {"sim:mi300x", "sim:mi355x"})
    for (const auto &[fills, reads] : {std::pair<size_t, size_t>(2, 2), {2, 4}, {4, 2}, {3, 4}}) {
      const Schedule schedule = slicesOfASlot(fills, reads);
      for (int64_t iterations : {0, 1, 2, 4, 6, 16}) // of 32; a step has 128
        for (bool isKnown : {true, false})
          expectUnscheduledResult(target, schedule, iterations, isKnown, {BLOCK_K = 128});
      expectUnscheduledResult(target, schedule, 5, false, {BLOCK_M = 64, BLOCK_K = 128});
    }
}

/// Rows of any length, which lanes that copy asynchronously load through registers instead.
TEST(Partition, OfASlotOfOddRows) {
  for (const char *target : {"sim:mi300x", "sim:mi355x"})
    for (int64_t k : {1, 65, 77, 193}) {
      SCOPED_TRACE(std::string(target) + ", " + std::to_string(k));
      const Bindings sizes = {M = 130, N = 70, K = k, BLOCK_K = 64};
      EXPECT_TRUE(areEqual(
          product(wave_compile(optionsFor(target, SchedulingType::Manual, sizes), gemm(),
                               slicesOfASlot(2, 2)),
                  k),
          product(wave_compile(optionsFor(target, SchedulingType::None, sizes), gemm()), k)));
    }
}

TEST(Partition, OfASlotIsReadBackAsPrinted) {
  for (const char *target : {"sim:mi300x", "sim:mi355x"})
    expectRoundTrip(
        optionsFor(target, SchedulingType::Manual, {M = 256, N = 256, K = 512, BLOCK_K = 64}),
        gemm(), slicesOfASlot(2, 2));
}

/// Of the other slices' elements nothing is read or written: the barriers are those of the plain
/// pipeline, one before the reads of each slice and one behind them.
TEST(Partition, SlicesOfASlotThatAreApartNeedNoBarrier) {
  const std::string code = wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual,
                                                   {M = 256, N = 256, K = 512, BLOCK_K = 64}),
                                        gemm(), slicesOfASlot(2, 2))
                               .emit(Stage::Distributed);
  const size_t begin = code.find("wave.iterate"), end = code.find("wave.yield");
  EXPECT_EQ(countOf(code.substr(begin, end - begin), "wave.barrier"), 3u) << code;
}

TEST(Partition, OfFillsIsReadBackAsPrinted) {
  const Bindings sizes = {M = 256, N = 256, K = 512, BLOCK_K = 64};
  for (const Schedule &schedule : {fillsAlong("M", "N", 3, false), fillsAlong("K", "N", 2, true)})
    expectRoundTrip(optionsFor("sim:mi300x", SchedulingType::Manual, sizes), gemm(), schedule);
  for (bool areThreeStages : {false, true})
    expectRoundTrip(optionsFor("sim:mi355x", SchedulingType::Manual, sizes), gemm(),
                    copiesInSlices(3, areThreeStages));
}

/// Loads and stores are as many as of the whole tile: of a 4, of b 2, once for aligned tensors.
TEST(Partition, OfFillsTakesNoMoreAccesses) {
  const Bindings sizes = {M = 256, N = 256, K = 512, BLOCK_K = 64};
  const auto codeOf = [&](const Schedule &schedule) {
    const std::string code =
        wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, sizes), gemm(), schedule)
            .emit(Stage::Assembly);
    return std::pair(countOf(code, "global_load_dwordx4"), countOf(code, "ds_write_b128"));
  };
  EXPECT_EQ(codeOf(fillsAlong("K", "K", 2, false)), codeOf(prefetch()));
  EXPECT_EQ(codeOf(fillsAlong("M", "N", 3, false)), codeOf(prefetch()));
}

/// Tiles of a chain lie in the same registers.
TEST(Partition, OfLoadsHoldsOneTile) {
  const Memory a("a", {M, N}, f32, SHARED_ADDRESS_SPACE), b("b", {N, M}, f32);
  const Kernel kernel("turned", {a, b},
                      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}},
                      [&] { write(permute(read(a, {.tag = "read_a"}), {N, M}), b); });
  const auto tilesOf = [&](int64_t slices) {
    const Schedule schedule("loads before stores", [=](ScheduleBuilder &s) {
      const auto [loads, reads] = s.partition_by_address_space(
          s.get_node_by_tag_and_type<Read>("read_a"), GLOBAL_ADDRESS_SPACE);
      s.partition_by_dim(loads, M, slices);
      s.partition_by_dim(s.get_node_by_tag_and_type<Write>("read_a"), M, slices);
    });
    const std::string report =
        wave_compile({.target = Target::named("sim:mi300x"), .schedule = SchedulingType::Manual},
                     kernel, schedule)
            .explain(ReportFormat::Json);
    return report.substr(report.find("\"tiles\":"), 12);
  };
  EXPECT_EQ(tilesOf(4), tilesOf(1));
}

/// What lets a schedule overlap them: the first store does not wait for the second load.
TEST(Partition, AStoreTakesWhatHasBeenLoadedOfItsSlice) {
  const std::vector<std::string> lines =
      linesWith(scheduledBy(Schedule("both",
                                     [](ScheduleBuilder &s) {
                                       const SeedNodes n(s);
                                       s.partition_by_dim(n.write_a, M, 2);
                                       s.partition_by_dim(n.a[0], M, 4);
                                     }),
                            "sim:mi300x", {M = 256, N = 256, K = 320, BLOCK_K = 64}),
                "slice<");
  ASSERT_EQ(lines.size(), 6u);
  const auto resultOf = [](const std::string &line) { return line.substr(0, line.find(' ')); };
  EXPECT_EQ(linesWith(lines[3], " into " + resultOf(lines[2])).size(), 1u) << lines[3];
  EXPECT_EQ(linesWith(lines[4], "shared_write " + resultOf(lines[1]) + ",").size(), 1u) << lines[4];
  EXPECT_EQ(linesWith(lines[5], "shared_write " + resultOf(lines[3]) + ",").size(), 1u) << lines[5];
}

/// Five accesses of 16 elements in two slices: three, and two.
TEST(Partition, LargerSlicesOfLoadsComeFirst) {
  const Bindings sizes = {M = 256, N = 256, K = 320, BLOCK_K = 80};
  const std::string scheduled = scheduledBy(
      Schedule("load", [](ScheduleBuilder &s) { s.partition_by_dim(SeedNodes(s).a[0], K, 2); }),
      "sim:mi300x", sizes);
  EXPECT_EQ(countOf(scheduled, "slice = #wave.slice<\"K\" 1 of 2 units 5 of 16>"), 1u) << scheduled;
}

/// An operand that goes from global memory to registers is read in the slices of its MMAs.
TEST(Partition, OfLoadsIntoRegisters) {
  const Schedule schedule("direct", [](ScheduleBuilder &s) {
    auto load_a = s.partition_by_dim(s.get_node_by_tag_and_type<Read>("read_a"), K, 2);
    auto load_b = s.partition_by_dim(s.get_node_by_tag_and_type<Read>("read_b"), N, 2);
    auto mma = s.partition_by_dim(s.get_node_by_tag("mma"), K, 2);
    s.reorder_graph(s.get_node_by_tag("k_loop"),
                    {s.cluster({load_b[0], load_b[1], load_a[0], mma[0], load_a[1], mma[1]})});
  });
  for (const char *target : {"sim:mi300x", "sim:mi355x"})
    for (int64_t iterations : {0, 1, 5})
      expectUnscheduledResult(target, schedule, iterations, false,
                              {BLOCK_K = 64, ADDRESS_SPACE = GLOBAL_ADDRESS_SPACE});
}

/// A read in slices, and MMAs that take all of it: the rows that a lane has side by side for wide
/// loads end with a slice.
TEST(Partition, OfReadsAloneGivesTheUnscheduledResult) {
  const Schedule schedule("reads",
                          [](ScheduleBuilder &s) { s.partition_by_dim(SeedNodes(s).a[1], K, 2); });
  for (int64_t iterations : {1, 3, 6})
    expectUnscheduledResult("sim:mi300x", schedule, iterations, true, {BLOCK_K = 96});
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
        compileFor(target, Schedule::parse("wave_schedule 1 \"text\"\n" + statements + "\n",
                                           "text.schedule"));
      },
      message, help);
}
} // namespace

TEST(PartitionErrors, WhatHasNoSlices) {
  expectNoPartition("partition_by_dim(get_node_by_tag_and_type(\"read_a\", Arrival), K, 2)",
                    "sim:mi355x",
                    "partition_by_dim: copy 'read_a' is of type Arrival, which has no slices",
                    "partition the Copy: each slice of it arrives by itself");
  expectNoPartition("partition_by_dim(get_node_by_tag(\"k_loop\"), K, 2)", "sim:mi300x",
                    "partition_by_dim: iterate 'k_loop' is of type Iterate, which has no slices",
                    "partition an Mma, a SharedRead, a GlobalRead, a SharedWrite or a Copy");
}

TEST(PartitionErrors, WhatIsHandedOverWhole) {
  for (const char *target : {"sim:h200", "sim:b200"})
    expectNoPartition(
        "partition_by_dim(get_node_by_tag_and_type(\"read_a\", Copy), M, 2)", target,
        "partition_by_dim: copy 'read_a' fills slots of a channel, which are handed over whole",
        "partition the Mma");
}

TEST(PartitionErrors, CopiesOfThreeDimensionsPutRowsSideBySide) {
  const Memory a("a", {B, M, N}, f32, SHARED_ADDRESS_SPACE), b("b", {B, N, M}, f32);
  const Kernel kernel(
      "turned", {a, b},
      {WorkgroupConstraint{B, 2, 2}, WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}},
      [&] { write(permute(read(a, {.tag = "read_a"}), {B, N, M}), b); });
  expectRefusal(
      "schedule-argument",
      [&] {
        compileFor("sim:mi355x",
                   Schedule::parse("wave_schedule 1 \"text\"\npartition_by_dim("
                                   "get_node_by_tag_and_type(\"read_a\", Copy), N, 2)\n",
                                   "text.schedule"),
                   kernel, {B = 2, M = 64, N = 64});
      },
      "partition_by_dim: lanes put what copy 'read_a' loads side by side in shared memory, and N "
      "is "
      "not the slowest of its 3 dimensions",
      "partition along B");
}

TEST(PartitionErrors, WhatIsNotLoadedIntoSharedMemory) {
  expectNoPartition("partition_by_dim(get_node_by_tag_and_type(\"write_c\", SharedWrite), M, 2)",
                    "sim:h200",
                    "partition_by_dim: shared_write 'write_c' stores what the kernel has computed, "
                    "not what it has loaded",
                    "partition what computes it");
  const Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  const Kernel kernel("twice", {a, b}, {WorkgroupConstraint{M, 64, 0}}, [&] {
    Register x = read(a, {.tag = "read_a"});
    write(x + x, b);
  });
  expectRefusal(
      "schedule-argument",
      [&] {
        wave_compile({.target = Target::named("sim:mi300x"),
                      .subs = {M = 64, N = 64},
                      .schedule = SchedulingType::Manual},
                     kernel, Schedule("halves", [](ScheduleBuilder &s) {
                       s.partition_by_dim(s.get_node_by_tag("read_a"), M, 2);
                     }));
      },
      "partition_by_dim: read 'read_a' is no operand of an MMA whose lanes hold it, and not stored "
      "to shared memory",
      "partition an Mma, or the read of an operand of one");
}

TEST(PartitionErrors, OneTileAlongTwoDimensions) {
  expectNoPartition(
      "partition_by_dim(get_node_by_tag_and_type(\"read_a\", GlobalRead), M, 2)\n"
      "partition_by_dim(get_node_by_tag_and_type(\"read_a\", SharedWrite), K, 2)",
      "sim:mi300x",
      "partition_by_dim: shared_write 'read_a' is of the tile of read 'read_a', slice 1 along M",
      "partition both along M");
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

/// One wave takes 8 rows of 64 elements at once.
TEST(PartitionErrors, MoreSlicesThanAccesses) {
  for (const char *type : {"GlobalRead", "SharedWrite"})
    expectNoPartition(
        std::string("partition_by_dim(get_node_by_tag_and_type(\"read_a\", ") + type + "), M, 9)",
        "sim:mi300x",
        std::string("partition_by_dim: n is 9, and along M the waves have 8 accesses of 8 elements "
                    "in ") +
            (type[0] == 'G' ? "read" : "shared_write") + " 'read_a'",
        "a slice has whole accesses: n is at most 8");
  expectNoPartition("partition_by_dim(get_node_by_tag_and_type(\"read_a\", Copy), M, 9)",
                    "sim:mi355x",
                    "partition_by_dim: n is 9, and along M the waves have 8 accesses of 8 elements "
                    "in copy 'read_a'",
                    "a slice has whole accesses: n is at most 8");
}

TEST(PartitionErrors, AsynchronousMmas) {
  expectNoPartition(
      "partition_by_dim(get_node_by_tag(\"mma\"), M, 2)", "sim:h200",
      "partition_by_dim: the MMAs of mma 'mma' are asynchronous, and M is not their reduction",
      "partition along K: slices along it add to one accumulator, in the order that the unit has");
  expectNoPartition("partition_by_dim(get_node_by_path(\"k_loop/view:0\"), K, 2)", "sim:h200",
                    "partition_by_dim: view 'read_a' is made by the MMAs, which read their "
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
        compileFor("sim:mi300x", Schedule::parse(R"(wave_schedule 1 "text"
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

/// A slot is full when all slices have been stored.
TEST(PartitionErrors, ASlotBeforeItIsFull) {
  expectRefusal(
      "illegal-schedule",
      [] {
        compileFor("sim:mi300x", Schedule::parse(R"(wave_schedule 1 "text"
k_loop = get_node_by_tag("k_loop")
s0, s1 = partition_by_dim(get_node_by_tag_and_type("read_a", SharedWrite), M, 2)
p = pipeline(k_loop)
p.set_stage([(get_node_by_tag_and_type({"read_a", "read_b"}, GlobalRead)), (s0, get_node_by_tag_and_type("read_b", SharedWrite)), (get_node_by_tag_and_type({"read_a", "read_b"}, SharedRead)), (s1), (get_node_by_tag("mma"))])
)",
                                                 "text.schedule"));
      },
      "shared_read 'read_a' reads what was written by shared_write 'read_a', slice 1 along M in "
      "the "
      "same iteration, and would run at time 2, before time 4",
      "move shared_read 'read_a' to stage 0, tuple 4");
}

/// The next iteration's first slice would overwrite what the last one still reads.
TEST(PartitionErrors, ASlotThatIsStillRead) {
  expectRefusal(
      "illegal-schedule",
      [] {
        compileFor("sim:mi300x", Schedule::parse(R"(wave_schedule 1 "text"
k_loop = get_node_by_tag("k_loop")
s0, s1 = partition_by_dim(get_node_by_tag_and_type("read_a", SharedWrite), M, 2)
buffers("a", 1)
p = pipeline(k_loop)
p.set_stage([(get_node_by_tag_and_type({"read_a", "read_b"}, GlobalRead)), (s0, get_node_by_tag_and_type("read_b", SharedWrite)), (s1)])
p.set_stage([(), (), (get_node_by_tag_and_type({"read_a", "read_b"}, SharedRead), get_node_by_tag("mma"))])
)",
                                                 "text.schedule"));
      },
      "shared_write 'read_a', slice 0 along M overwrites what is read by shared_read 'read_a' in "
      "the "
      "iteration before, and would run at time 4, before time 6",
      "ask for buffers(\"a\", 2)");
}

/// Slices that have elements in common depend on each other: slice 1 of 2 has those of slices 2 and
/// 3 of 4.
TEST(PartitionErrors, ASliceOfASlotThatIsStillRead) {
  const std::string text = R"(wave_schedule 1 "text"
k_loop = get_node_by_tag("k_loop")
s0, s1 = partition_by_dim(get_node_by_tag_and_type("read_a", SharedWrite), K, 2)
r0, r1, r2, r3 = partition_by_dim(get_node_by_tag_and_type("read_a", SharedRead), K, 4)
buffers("a", 1)
p = pipeline(k_loop)
p.set_stage([(get_node_by_tag_and_type({"read_a", "read_b"}, GlobalRead)), (), (s0), (), (s1, get_node_by_tag_and_type("read_b", SharedWrite))])
p.set_stage([(r0), (r1), (), (r2, r3, get_node_by_tag_and_type("read_b", SharedRead), get_node_by_tag("mma")), ()])
)";
  compileFor("sim:mi300x", Schedule::parse(text, "text.schedule"));
  std::string early = text;
  early.replace(early.find("(), (s0), (), (s1, "), 19, "(), (s0), (s1), (");
  expectRefusal(
      "illegal-schedule",
      [&] { compileFor("sim:mi300x", Schedule::parse(early, "text.schedule")); },
      "shared_write 'read_a', slice 1 along K overwrites what is read by shared_read 'read_a', "
      "slice 2 along K in the iteration before, and would run at time 8, before time 9",
      "ask for buffers(\"a\", 2)");
  // Along two dimensions each has elements of each.
  std::string crossed = text;
  crossed.replace(crossed.find("SharedWrite), K, 2"), 18, "SharedWrite), M, 2");
  expectRefusal(
      "illegal-schedule",
      [&] { compileFor("sim:mi300x", Schedule::parse(crossed, "text.schedule")); },
      "shared_write 'read_a', slice 0 along M overwrites what is read by shared_read 'read_a', "
      "slice 2 along K in the iteration before, and would run at time 7, before time 9",
      "ask for buffers(\"a\", 2)");
}

/// A slice of a store takes what all loads of its elements have given.
TEST(PartitionErrors, AStoreBeforeWhatItTakes) {
  expectRefusal(
      "illegal-schedule",
      [] {
        compileFor("sim:mi300x", Schedule::parse(R"(wave_schedule 1 "text"
k_loop = get_node_by_tag("k_loop")
l0, l1 = partition_by_dim(get_node_by_tag_and_type("read_a", GlobalRead), M, 2)
s0, s1 = partition_by_dim(get_node_by_tag_and_type("read_a", SharedWrite), M, 2)
p = pipeline(k_loop)
p.set_stage([(l0, get_node_by_tag_and_type("read_b", GlobalRead)), (s0, s1, get_node_by_tag_and_type("read_b", SharedWrite)), (l1)])
p.set_stage([(get_node_by_tag_and_type({"read_a", "read_b"}, SharedRead), get_node_by_tag("mma")), (), ()])
)",
                                                 "text.schedule"));
      },
      "shared_write 'read_a', slice 1 along M uses read 'read_a', slice 1 along M in the same "
      "iteration, and would run at time 1, before time 2",
      "move shared_write 'read_a', slice 1 along M to stage 0, tuple 2");
}
