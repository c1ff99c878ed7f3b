//===- OrderTest.cpp - Clusters, orders and interleaving ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <sstream>

#include "ScheduleKernels.h"

using namespace wave;
using namespace wave::test;

namespace {

/// The body of the loop, with b before a.
Schedule reordered() {
  return Schedule("reordered", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.reorder_graph(of.loop, {s.cluster({of.b[0], of.a[0]}), s.cluster({of.write_b, of.write_a}),
                              s.cluster({of.b[1], of.a[1], of.mma})});
  });
}

/// Loads of the next iteration, reads and MMAs of this one, writes of the next.
Schedule reorderedPipeline() {
  return Schedule("reordered pipeline", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0], of.write_a, of.write_b}});
    loop.set_stage({{of.a[1], of.b[1], of.mma}});
    s.reorder_graph(loop, {s.cluster({of.b[0], of.a[0]}), s.cluster({of.b[1], of.a[1], of.mma}),
                           s.cluster({of.write_b, of.write_a})});
  });
}

/// Where operations of the first loop that is tagged k_loop are written, in their order: "read
/// read_b".
std::vector<std::string> opsOfLoop(const std::string &ir) {
  std::vector<std::string> ops;
  std::istringstream lines(ir.substr(ir.find("tag = \"k_loop\"")));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line) && line.find("wave.yield") == std::string::npos) {
    const size_t tag = line.find("tag = \""), op = line.find("wave.");
    if (tag == std::string::npos)
      continue;
    const size_t name = op + 5, start = tag + 7;
    ops.push_back(line.substr(name, line.find(' ', name) - name) + " " +
                  line.substr(start, line.find('"', start) - start));
  }
  return ops;
}

} // namespace

TEST(ReorderGraph, GivesTheUnscheduledResultEverywhere) {
  for (const char *target : simulators)
    for (int64_t iterations : {0, 1, 2, 5})
      for (bool isKnown : {true, false})
        for (const Schedule &schedule : {reordered(), reorderedPipeline()})
          expectUnscheduledResult(target, schedule, iterations, isKnown);
}

TEST(ReorderGraph, RunsTheBodyInTheOrderOfTheClusters) {
  const Bindings sizes = {M = 256, N = 256, K = 512};
  const auto opsOf = [&](const Schedule &schedule) {
    return opsOfLoop(
        wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, sizes), gemm(), schedule)
            .emit(Stage::Scheduled));
  };
  using Ops = std::vector<std::string>;
  EXPECT_EQ(opsOf(reordered()),
            (Ops{"read read_b", "read read_a", "shared_write read_b", "shared_write read_a",
                 "shared_read read_b", "shared_read read_a", "mma mma"}));
  EXPECT_EQ(opsOf(reorderedPipeline()),
            (Ops{"read read_b", "read read_a", "shared_read read_b", "shared_read read_a",
                 "mma mma", "shared_write read_b", "shared_write read_a"}));
}

TEST(ReorderGraph, IsPrintedAsAStageOfAsManyTuples) {
  const Bindings sizes = {M = 256, N = 256, K = 512};
  const CompiledKernel compiled =
      wave_compile(optionsFor("sim:mi300x", SchedulingType::Manual, sizes), gemm(), reordered());
  EXPECT_EQ(compiled.emit(Stage::Schedule), R"(wave_schedule 1 "reordered"
k_loop = get_node_by_tag("k_loop")
read_b_read = get_node_by_tag_and_type("read_b", GlobalRead)
read_a_read = get_node_by_tag_and_type("read_a", GlobalRead)
read_b_shared_write = get_node_by_tag_and_type("read_b", SharedWrite)
read_a_shared_write = get_node_by_tag_and_type("read_a", SharedWrite)
read_b_shared_read = get_node_by_tag_and_type("read_b", SharedRead)
read_a_shared_read = get_node_by_tag_and_type("read_a", SharedRead)
mma = get_node_by_tag("mma")
buffers("a", 1)
buffers("b", 1)
k_loop_pipeline = pipeline(k_loop)
k_loop_pipeline.set_stage([(read_b_read), (read_a_read), (read_b_shared_write), (read_a_shared_write), (read_b_shared_read), (read_a_shared_read), (mma)])
)");
}

TEST(ReorderGraph, IsReadBackAsPrinted) {
  for (const char *target : simulators)
    for (const Bindings &sizes : {Bindings{M = 256, N = 256, K = 512}, Bindings{}})
      for (const Schedule &schedule : {reordered(), reorderedPipeline()}) {
        SCOPED_TRACE(target);
        expectRoundTrip(optionsFor(target, SchedulingType::Manual, sizes), gemm(), schedule);
      }
}

/// Operands that MMAs read by descriptor have no shared load.
TEST(ReorderGraph, RemarksOnAClusterThatSelectsNothing) {
  const Bindings sizes = {M = 256, N = 256, K = 512};
  const CompiledKernel compiled =
      wave_compile(optionsFor("sim:h200", SchedulingType::Manual, sizes), gemm(), reordered());
  std::string said;
  for (const Diagnostic &remark : compiled.remarks())
    if (remark.id == "empty-selection")
      said += remark.message + "\n";
  EXPECT_EQ(said,
            "cluster: read_b_Read_rest selects nothing on this target, and schedules nothing\n"
            "cluster: read_a_Read_rest selects nothing on this target, and schedules "
            "nothing\n");
}

TEST(ReorderGraph, TextIsTheSchedule) {
  const Schedule written = reorderedPipeline();
  EXPECT_EQ(Schedule::parse(written.str(), "written.schedule").str(), written.str());
  EXPECT_NE(written.str().find("cluster = cluster([read_b_Read_in, read_a_Read_in])\n"),
            std::string::npos)
      << written.str();
  EXPECT_NE(written.str().find("reorder_graph(k_loop_pipeline, [cluster, cluster_2, cluster_3])\n"),
            std::string::npos)
      << written.str();
}

//===----------------------------------------------------------------------===//
// interleave_ops
//===----------------------------------------------------------------------===//

namespace {

/// What interleave_ops gives of the base b0 to b5 and the groups x0 to x2 and y0 to y3, read from
/// the order in which a loop runs them.
std::string interleaved(const InterleaveOptions &options) {
  const Memory in("in", {M, K}, f32), out("out", {M}, f32);
  const auto tagOf = [](const char *list, int number) { return list + std::to_string(number); };
  const Kernel kernel(
      "lists", {in, out}, {WorkgroupConstraint{M, 64, 0}, TilingConstraint{K, 4}}, [&] {
        Register zero({M}, f32, 0.0);
        write(iterate({.axis = K, .tag = "k_loop"}, {zero},
                      [&](Register acc) {
                        for (auto [list, count] : {std::pair("y", 4), {"x", 3}, {"b", 6}})
                          for (int i = 0; i < count; ++i)
                            acc = sum(read(in, {.tag = tagOf(list, i)}), acc, K);
                        return acc;
                      }),
              out);
      });
  const Schedule schedule("interleaved", [&](ScheduleBuilder &s) {
    const auto list = [&](const char *name, int count) {
      std::vector<Nodes> nodes;
      for (int i = 0; i < count; ++i)
        nodes.push_back(s.get_node_by_tag(tagOf(name, i)));
      return s.cluster(nodes);
    };
    const Nodes base = list("b", 6), x = list("x", 3), y = list("y", 4);
    std::vector<Nodes> sums;
    for (int i = 0; i < 13; ++i)
      sums.push_back(s.get_node_by_path("k_loop/reduce:" + std::to_string(i)));
    s.reorder_graph(s.get_node_by_tag("k_loop"),
                    {s.interleave_ops(base, {x, y}, options), s.cluster(sums)});
  });
  const std::string text = wave_compile({.target = Target::named("sim:mi300x"),
                                         .subs = {M = 64, K = 16},
                                         .schedule = SchedulingType::Manual},
                                        kernel, schedule)
                               .emit(Stage::Scheduled);
  std::string order;
  for (const std::string &op : opsOfLoop(text))
    order += (order.empty() ? "" : " ") + op.substr(op.find(' ') + 1);
  return order;
}

} // namespace

TEST(InterleaveOps, PutsOneOfEachGroupAfterEachBaseOperation) {
  EXPECT_EQ(interleaved({}), "b0 x0 y0 b1 x1 y1 b2 x2 y2 b3 y3 b4 b5");
}

TEST(InterleaveOps, LeavesIntervals) {
  EXPECT_EQ(interleaved({.intervals = {2, 3}}), "b0 x0 y0 b1 b2 x1 b3 y1 b4 x2 b5 y2 y3");
}

TEST(InterleaveOps, BeginsAfterAnOffset) {
  EXPECT_EQ(interleaved({.intervals = {2, 1}, .start_offsets = {3, 5}}),
            "b0 b1 b2 b3 x0 b4 b5 x1 y0 x2 y1 y2 y3");
}

TEST(InterleaveOps, BeginsAGroupWhenOthersAreUsedUp) {
  EXPECT_EQ(interleaved({.start_after_groups = {{}, {0}}}),
            "b0 x0 b1 x1 b2 x2 y0 b3 y1 b4 y2 b5 y3");
  EXPECT_EQ(interleaved({.intervals = {1, 2}, .start_after_groups = {{1}, {}}}),
            "b0 y0 b1 b2 y1 b3 b4 y2 b5 y3 x0 x1 x2");
}
