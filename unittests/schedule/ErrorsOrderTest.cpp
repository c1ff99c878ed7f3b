//===- ErrorsOrderTest.cpp - Orders and interleavings that cannot be ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorsGemm.h"

using namespace wave;
using namespace wave::test;

//===----------------------------------------------------------------------===//
// reorder_graph, cluster
//===----------------------------------------------------------------------===//

TEST(ReorderErrors, AnOperationInNoCluster) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.reorder_graph(of.loop, {s.cluster({of.a[0], of.b[0], of.write_a, of.write_b}),
                              s.cluster({of.a[1], of.b[1]})});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: reorder_graph: k_loop/mma:0 is in no cluster [unscheduled]
+3 |     s.reorder_graph(of.loop, {s.cluster({of.a[0], of.b[0], of.write_a, of.write_b}),
      |       ^
ErrorsGemm.h:25:46: note: the operation is here
help: every operation of the loop that multiplies or touches memory is in a cluster: get_node_by_path("k_loop/mma:0") selects it)");
}

TEST(ReorderErrors, AnOperationInTwoClusters) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.reorder_graph(of.loop, {s.cluster({of.a[0], of.b[0], of.write_a, of.write_b}),
                              s.cluster({of.a[1], of.b[1], of.mma}), of.mma});
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: reorder_graph: k_loop/mma:0 is in the clusters twice [scheduled-twice]
+3 |     s.reorder_graph(of.loop, {s.cluster({of.a[0], of.b[0], of.write_a, of.write_b}),
      |       ^
ErrorsGemm.h:25:46: note: the operation is here
help: an operation runs once in an iteration)");
}

TEST(ReorderErrors, AnOperationOutsideTheLoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.reorder_graph(s.get_node_by_tag("k_loop"), {s.get_node_by_tag("write_c")});
  });
  expectError(
      "schedule-loop", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+2:7: error: reorder_graph: write:0 is no operation of the body of k_loop [schedule-loop]
+2 |     s.reorder_graph(s.get_node_by_tag("k_loop"), {s.get_node_by_tag("write_c")});
      |       ^
ErrorsGemm.h:27:40: note: the operation is here
ErrorsGemm.h:22:59: note: the loop is here
help: reorder_graph schedules what its loop's body has)");
}

TEST(ReorderErrors, AReadBeforeItsWrite) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.reorder_graph(of.loop, {of.a[0], of.b[0], of.a[1], of.b[1], of.write_a, of.write_b, of.mma});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi300x", wrong); },
      R"(ErrorsGemm.h:23:48: error: shared_read 'read_a' reads what was written by shared_write 'read_a' in the same iteration, and would run at time 2, before time 5 [illegal-schedule]
above |           Register x = read(a, {.tag = "read_a"});
      |                                                ^
ErrorsGemm.h:23:48: note: shared_read 'read_a' has time 2 (stage 0, tuple 2)
ErrorsGemm.h:23:48: note: shared_write 'read_a' has time 4 (stage 0, tuple 4)
FILE:+3:7: note: stage 0 is scheduled here
help: move shared_read 'read_a' to stage 0, tuple 5, and move shared_read 'read_b' to stage 0, tuple 6)");
}

TEST(ReorderErrors, ALoopThatIsPipelined) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.pipeline(of.loop);
    s.reorder_graph(of.loop, {of.mma});
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+4:7: error: reorder_graph: k_loop is pipelined already [scheduled-twice]
+4 |     s.reorder_graph(of.loop, {of.mma});
      |       ^
FILE:+3:7: note: here
help: give reorder_graph what pipeline results in: it keeps the stages)");
}

TEST(ReorderErrors, APipelineOfALoopThatIsReordered) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.reorder_graph(of.loop, {of.mma});
    s.pipeline(of.loop);
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+4:7: error: pipeline: k_loop is reordered already [scheduled-twice]
+4 |     s.pipeline(of.loop);
      |       ^
FILE:+3:7: note: here
help: make the pipeline first, and give it to reorder_graph)");
}

TEST(ReorderErrors, TwoOrdersOfALoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.reorder_graph(of.loop, {of.mma});
    s.reorder_graph(of.loop, {of.mma});
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+4:7: error: reorder_graph: k_loop is reordered already [scheduled-twice]
+4 |     s.reorder_graph(of.loop, {of.mma});
      |       ^
FILE:+3:7: note: here
help: a loop has one order)");
}

TEST(ReorderErrors, TwoOrdersOfAPipeline) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.mma}});
    s.reorder_graph(loop, {of.mma});
    s.reorder_graph(loop, {of.mma});
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+6:7: error: reorder_graph: k_loop is reordered already [scheduled-twice]
+6 |     s.reorder_graph(loop, {of.mma});
      |       ^
FILE:+5:7: note: here
help: a loop has one order)");
}

TEST(ReorderErrors, AStageAfterTheOrder) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0], of.write_a, of.write_b}});
    s.reorder_graph(loop, {of.a[0], of.b[0], of.write_a, of.write_b});
    loop.set_stage({{of.a[1], of.b[1], of.mma}});
  });
  expectError(
      "schedule-stages", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+6:10: error: set_stage: k_loop is reordered already [schedule-stages]
+6 |     loop.set_stage({{of.a[1], of.b[1], of.mma}});
      |          ^
FILE:+5:7: note: here
help: call reorder_graph after the last set_stage: it gives the operations of all stages their order)");
}

TEST(ReorderErrors, AnOperationOfAStageInNoCluster) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0], of.write_a, of.write_b}});
    loop.set_stage({{of.a[1], of.b[1], of.mma}});
    s.reorder_graph(loop, {of.a[0], of.b[0], of.a[1], of.b[1], of.write_a, of.write_b});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+6:7: error: reorder_graph: k_loop/mma:0 is in no cluster [unscheduled]
+6 |     s.reorder_graph(loop, {of.a[0], of.b[0], of.a[1], of.b[1], of.write_a, of.write_b});
      |       ^
ErrorsGemm.h:25:46: note: the operation is here
FILE:+5:10: note: it is in this stage
help: put all that the stages of k_loop have into clusters)");
}

TEST(ReorderErrors, AnOperationOfAClusterInNoStage) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0], of.write_a, of.write_b}});
    loop.set_stage({{of.a[1], of.b[1]}});
    s.reorder_graph(loop, {of.a[0], of.b[0], of.write_a, of.write_b, of.a[1], of.b[1], of.mma});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+6:7: error: reorder_graph: k_loop/mma:0 is in a cluster, and in no stage of k_loop [unscheduled]
+6 |     s.reorder_graph(loop, {of.a[0], of.b[0], of.write_a, of.write_b, of.a[1], of.b[1], of.mma});
      |       ^
ErrorsGemm.h:25:46: note: the operation is here
help: put it into a stage with set_stage, or leave it out)");
}

TEST(ReorderErrors, ClustersOfNothing) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.reorder_graph(of.loop, {s.cluster({of.a[1], of.b[1]})});
  });
  expectError(
      "schedule-argument", [&] { compileFor("sim:h200", wrong); },
      R"(FILE:+3:7: error: reorder_graph: clusters select nothing on this target [schedule-argument]
+3 |     s.reorder_graph(of.loop, {s.cluster({of.a[1], of.b[1]})});
      |       ^
help: select what the body of k_loop runs)");
}

TEST(ReorderErrors, NoLoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto mma = s.get_node_by_tag("mma");
    s.reorder_graph(mma, {mma});
  });
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: reorder_graph: loop is no iterate [schedule-argument]
+3 |     s.reorder_graph(mma, {mma});
      |       ^
help: select one iterate by its tag)");
}

//===----------------------------------------------------------------------===//
// interleave_ops
//===----------------------------------------------------------------------===//

TEST(InterleaveErrors, Arguments) {
  const auto attempt = [](const std::string &options) {
    return [options] {
      const std::string text = "wave_schedule 1 \"text\"\n"
                               "base = get_node_by_tag(\"mma\")\n"
                               "a = get_node_by_tag(\"read_a\")\n"
                               "b = get_node_by_tag(\"read_b\")\n"
                               "order = interleave_ops(base, [a, b], " +
                               options + ")\n";
      compileFor("sim:mi300x", Schedule::parse(text, "text.schedule"));
    };
  };
  expectError(
      "schedule-argument", attempt("intervals=[1, 2, 3]"),
      R"(text.schedule:5:1: error: interleave_ops: intervals has 3 elements, interleaved_ops has 2 [schedule-argument]
help: give intervals one element for each of interleaved_ops)");
  expectError("schedule-argument", attempt("intervals=[1, 0]"),
              R"(text.schedule:5:1: error: interleave_ops: intervals is [1, 0] [schedule-argument]
help: intervals is a list of numbers of at least 1)");
  expectError(
      "schedule-argument", attempt("start_offsets=[0]"),
      R"(text.schedule:5:1: error: interleave_ops: start_offsets has 1 elements, interleaved_ops has 2 [schedule-argument]
help: give start_offsets one element for each of interleaved_ops)");
  expectError(
      "schedule-argument", attempt("start_offsets=[0, -1]"),
      R"(text.schedule:5:1: error: interleave_ops: start_offsets is [0, -1] [schedule-argument]
help: start_offsets is a list of numbers of at least 0)");
  expectError(
      "schedule-argument", attempt("start_after_groups=[[1]]"),
      R"(text.schedule:5:1: error: interleave_ops: start_after_groups has 1 elements, interleaved_ops has 2 [schedule-argument]
help: give start_after_groups one element for each of interleaved_ops)");
  expectError(
      "schedule-argument", attempt("start_after_groups=[[], [2]]"),
      R"(text.schedule:5:1: error: interleave_ops: start_after_groups names group 2, and there are 2 groups [schedule-argument]
help: groups count from 0, in the order of interleaved_ops)");
  expectError(
      "schedule-argument", attempt("start_after_groups=[[0], []]"),
      R"(text.schedule:5:1: error: interleave_ops: start_after_groups lets group 0 begin after itself [schedule-argument]
help: let one of the groups of this cycle begin after none)");
  expectError(
      "schedule-argument", attempt("start_after_groups=[[1], [0]]"),
      R"(text.schedule:5:1: error: interleave_ops: start_after_groups lets group 0 begin after itself [schedule-argument]
help: let one of the groups of this cycle begin after none)");
  expectError(
      "schedule-argument", attempt("start_after_groups=[[], 1]"),
      R"(text.schedule:5:1: error: interleave_ops: start_after_groups is 1 [schedule-argument]
help: start_after_groups is a list of numbers of at least 0)");
  expectError(
      "schedule-argument", attempt("[1, 1], [0, 0], [[], [0]], 7"),
      R"(text.schedule:5:1: error: interleave_ops: there are more arguments than it takes: 7 [schedule-argument]
help: leave out what is too much)");
}

TEST(OrderErrors, OfText) {
  const auto attempt = [](const std::string &text) {
    return [text] {
      compileFor("sim:mi300x",
                 Schedule::parse("wave_schedule 1 \"text\"\n" + text, "text.schedule"));
    };
  };
  const std::string k_loop = "get_node_by_tag(\"k_loop\")", mma = "get_node_by_tag(\"mma\")";
  expectError(
      "schedule-argument", attempt("reorder_graph(" + k_loop + ", " + mma + ")"),
      R"(text.schedule:2:1: error: reorder_graph: clusters is get_node_by_tag("mma") [schedule-argument]
help: clusters is a list: [a, b])");
  expectError(
      "schedule-argument", attempt("c = cluster(" + mma + ")"),
      R"(text.schedule:2:1: error: cluster: ops is get_node_by_tag("mma") [schedule-argument]
help: ops is a list: [a, b])");
  expectError(
      "schedule-argument", attempt("x = interleave_ops(" + mma + ", " + mma + ")"),
      R"(text.schedule:2:1: error: interleave_ops: interleaved_ops is get_node_by_tag("mma") [schedule-argument]
help: interleaved_ops is a list: [a, b])");
  expectError("schedule-argument", attempt("x = interleave_ops(" + mma + ", [" + mma + "], 2)"),
              R"(text.schedule:2:1: error: interleave_ops: intervals is 2 [schedule-argument]
help: intervals is a list of numbers of at least 1)");
}
