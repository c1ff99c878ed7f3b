//===- ErrorsPartsTest.cpp - Errors of parts, epilogues, numbers ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorsGemm.h"

using namespace wave;
using namespace wave::test;

namespace {

const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
    c("c", {M, N}, f32);

const Memory d("d", {M, K}, f32);

/// Writes in each step of its loop, too.
const Kernel both("both", {a, b, c, d}, {WorkgroupConstraint{M, 64, 0}, TilingConstraint{K, 64}},
                  [] {
                    Register zero({M, N}, f32, 0.0);
                    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
                      Register x = read(a, {.tag = "read_a"});
                      Register y = read(b, {.tag = "read_b"});
                      write(cast(x, f32), d, {.tag = "write_d"});
                      return mma(x, y, acc, {.tag = "mma"});
                    });
                    write(sum, c);
                  });

struct Selected {
  explicit Selected(ScheduleBuilder &s)
      : k_loop(s.get_node_by_tag("k_loop")),
        loads(s.partition_by_address_space(s.get_node_by_tag({"read_a", "read_b"}),
                                           GLOBAL_ADDRESS_SPACE)),
        writes(s.cluster({s.get_node_by_tag_and_type<Write>("read_a"),
                          s.get_node_by_tag_and_type<Write>("read_b")})),
        reads(s.filter_nodes<Read>(loads[1])), mma(s.get_node_by_tag("mma")) {}
  Nodes k_loop;
  std::array<Nodes, 2> loads;
  Nodes writes, reads, mma;
};

void compileText(const std::string &statements, const char *target = "sim:mi300x") {
  compileFor(target, Schedule::parse("wave_schedule 1 \"text\"\n" + statements, "text.schedule"));
}

} // namespace

//===----------------------------------------------------------------------===//
// filter_nodes
//===----------------------------------------------------------------------===//

TEST(PartErrors, OfALoopThatIsNotPipelined) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.filter_nodes(s.get_node_by_tag("mma"), PipelinedLoop::EPILOGUE);
  });
  expectRefusal(
      "schedule-stages", [&] { compileFor("sim:mi300x", wrong); },
      "filter_nodes: mma 'mma' is in the body of no loop that is pipelined",
      "a prologue, a KERNEL and an epilogue are there after pipeline and set_stage");
}

TEST(PartErrors, OfAnOperationInNoStageYet) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop);
    loop.set_stage({{n.loads[0]}, {n.writes}});
    s.filter_nodes(n.mma, loop.EPILOGUE);
  });
  expectRefusal(
      "schedule-stages", [&] { compileFor("sim:mi300x", wrong); },
      "filter_nodes: mma 'mma' is in no stage",
      "put it into a stage before: what is in none runs with what uses it");
}

TEST(PartErrors, AStageAfterTheSelection) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop);
    loop.set_stage({{n.loads[0]}, {n.writes}});
    s.filter_nodes(n.writes, loop.PROLOGUE);
    loop.set_stage({{n.reads}, {n.mma}});
  });
  expectRefusal(
      "schedule-stages", [&] { compileFor("sim:mi300x", wrong); },
      "set_stage: the trips of the prologue and the epilogue of k_loop are selected already",
      "call filter_nodes after the last set_stage: another stage makes other trips");
}

TEST(PartErrors, OfAnEpilogueThatIsEliminated) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop, {.eliminate_epilogue = true});
    loop.set_stage({{n.loads[0]}, {n.writes}});
    loop.set_stage({{n.reads}, {n.mma}});
    s.filter_nodes(n.mma, loop.EPILOGUE);
  });
  expectRefusal(
      "schedule-stages", [&] { compileFor("sim:mi300x", wrong); },
      "filter_nodes: k_loop has no epilogue",
      "leave out eliminate_epilogue, or select in its KERNEL");
}

TEST(PartErrors, AnItemBeyondTheTrips) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop);
    loop.set_stage({{n.loads[0]}, {n.writes}});
    loop.set_stage({{n.reads}, {n.mma}});
    s.getitem(s.filter_nodes(n.mma, loop.EPILOGUE), 1);
  });
  expectRefusal(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      "getitem: index is 1, and there is 1 node", "indices go from 0");
}

TEST(PartErrors, AnOrderOfTheEpilogueAlone) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop);
    loop.set_stage({{n.loads[0]}, {n.writes}});
    loop.set_stage({{n.reads}, {n.mma}});
    s.reorder_graph(loop, {s.filter_nodes(n.mma, loop.EPILOGUE), n.loads[0], n.writes, n.reads});
  });
  expectRefusal(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      "reorder_graph: clusters have mma 'mma', copy 0 in the epilogue",
      "give it the nodes of the KERNEL: the prologue and the epilogue follow the order of the "
      "steady loop");
}

TEST(PartErrors, AStageOfAPart) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop);
    loop.set_stage({{n.loads[0], n.writes, n.reads, n.mma}});
    auto other = s.pipeline(s.filter_nodes(n.mma, loop.KERNEL));
  });
  expectRefusal(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      "pipeline: loop is mma 'mma' in the steady loop",
      "select the operation itself: one part of a pipelined loop takes insertions, and has the "
      "order and the role of the whole");
}

TEST(PartErrors, TwoOperationsOfAPart) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop);
    loop.set_stage({{n.loads[0]}, {n.writes}});
    loop.set_stage({{n.reads}, {n.mma}});
    s.insert_before(s.filter_nodes(n.loads[0], loop.PROLOGUE), s.barrier());
  });
  expectRefusal(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      "insert_before: node is 2 nodes", "select one: getitem(nodes, 0) is the first of them");
}

TEST(PartErrors, OfText) {
  expectRefusal(
      "schedule-argument", [&] { compileText("filter_nodes(get_node_by_tag(\"mma\"))\n"); },
      "filter_nodes: it says nothing to filter by",
      "give it a type such as Read, a part of a pipelined loop, PROLOGUE, KERNEL or EPILOGUE, or "
      "both");
}

//===----------------------------------------------------------------------===//
// eliminate_epilogue
//===----------------------------------------------------------------------===//

TEST(EpilogueErrors, AnAccumulatorBeforeTheLastStage) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop, {.eliminate_epilogue = true});
    loop.set_stage({{n.loads[0]}, {n.writes}});
    loop.set_stage({{n.reads}, {n.mma}});
    loop.set_stage({{s.get_node_by_tag("write_d")}, {}});
  });
  expectRefusal(
      "schedule-loop", [&] { compileFor("sim:mi300x", wrong, both); },
      "eliminate_epilogue: mma 'mma' is in stage 1, which runs 1 time after the last iteration, "
      "and makes what the loop carries",
      "put it into stage 2, or leave out eliminate_epilogue");
}

TEST(EpilogueErrors, TheLastStageIsTheLastThatHasAnything) {
  const Schedule padded("padded", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop, {.eliminate_epilogue = true});
    loop.set_stage({{n.loads[0]}, {n.writes}});
    loop.set_stage({{n.reads}, {n.mma}});
    loop.set_stage({{}, {}});
  });
  EXPECT_NO_THROW(compileFor("sim:mi300x", padded));
}

TEST(EpilogueErrors, ARoleOfTwoStages) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto copies = s.filter_nodes<Read>(s.get_node_by_tag({"read_a", "read_b"}));
    auto arrivals = s.cluster(
        {s.get_node_by_tag_and_type<Write>("read_a"), s.get_node_by_tag_and_type<Write>("read_b")});
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"), {.eliminate_epilogue = true});
    loop.set_stage({{s.getitem(copies, 0)}, {}});
    loop.set_stage({{s.getitem(copies, 1)}, {arrivals}});
    loop.set_stage({{}, {s.get_node_by_tag("mma")}});
  });
  expectRefusal(
      "schedule-loop", [&] { compileFor("sim:h200", wrong); },
      "eliminate_epilogue: copy 'read_b' is in stage 1, and acquire at k_loop/acquire:0 in stage "
      "0: beyond the last iteration role 'load' would use its channels more often than the others",
      "put what the role runs into one stage, or leave out eliminate_epilogue");
}

TEST(EpilogueErrors, AWriteBeforeTheLastStage) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected n(s);
    auto loop = s.pipeline(n.k_loop, {.eliminate_epilogue = true});
    loop.set_stage({{n.loads[0]}, {n.writes}});
    loop.set_stage({{n.reads}, {s.get_node_by_tag("write_d")}});
    loop.set_stage({{n.mma}, {}});
  });
  expectRefusal(
      "schedule-loop", [&] { compileFor("sim:mi300x", wrong, both); },
      "eliminate_epilogue: write 'write_d' is in stage 1, which runs 1 time after the last "
      "iteration, and what it does there would be seen",
      "put it into stage 2, or leave out eliminate_epilogue");
}

TEST(EpilogueErrors, NeitherTrueNorFalse) {
  expectRefusal(
      "schedule-argument",
      [&] { compileText("pipeline(get_node_by_tag(\"k_loop\"), eliminate_epilogue=1)\n"); },
      "pipeline: eliminate_epilogue is 1", "eliminate_epilogue is True or False");
}

//===----------------------------------------------------------------------===//
// get_hardware_constraint
//===----------------------------------------------------------------------===//

TEST(HardwareNumberErrors, WhatHasNoNumbers) {
  expectRefusal(
      "schedule-name",
      [&] { compileText("k_loop = get_node_by_tag(\"k_loop\")\nunroll(k_loop, k_loop.factor)\n"); },
      "schedule: 'k_loop' has no numbers", "make it what has: k_loop = get_hardware_constraint()");
}

TEST(HardwareNumberErrors, WhatIsNoNumber) {
  expectRefusal(
      "schedule-argument",
      [&] {
        compileText("h = get_hardware_constraint()\nunroll(get_node_by_tag(\"k_loop\"), h)\n");
      },
      "unroll: factor is h", "factor is a number of at least 1");
}
