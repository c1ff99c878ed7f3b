//===- ErrorsTest.cpp - Schedules that cannot be, or are illegal ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorsGemm.h"

using namespace wave;
using namespace wave::test;

namespace {

const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), c("c", {M, N}, f32);

} // namespace

TEST(ScheduleErrors, UnknownTag) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.get_node_by_tag("k_lop"); });
  expectError(
      "unknown-tag", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+1:60: error: kernel 'gemm' has no operation with the tag 'k_lop' [unknown-tag]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.get_node_by_tag("k_lop"); });
      |                                                            ^
ErrorsGemm.h:18:10: note: the tags are: k_loop, read_a, read_b, mma, write_c
help: did you mean k_loop?)");
}

TEST(ScheduleErrors, NoOperationHasATag) {
  const Kernel plain("plain", {a, c},
                     {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}},
                     [] { write(Register({M, N}, f32, 1.0), c); });
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.get_node_by_tag("k_loop"); });
  expectError(
      "unknown-tag", [&] { compileFor("sim:mi300x", wrong, plain); },
      R"(FILE:+4:60: error: kernel 'plain' has no operation with the tag 'k_loop' [unknown-tag]
+4 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.get_node_by_tag("k_loop"); });
      |                                                            ^
FILE:+1:16: note: no operation has a tag
help: give an operation the tag: {.tag = "k_loop"})");
}

TEST(ScheduleErrors, UnknownPath) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.get_node_by_path("k_loop/mma:1"); });
  expectError(
      "unknown-path", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+1:60: error: kernel 'gemm' has no operation at 'k_loop/mma:1' [unknown-path]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.get_node_by_path("k_loop/mma:1"); });
      |                                                            ^
ErrorsGemm.h:18:10: note: its operations are: register:0, k_loop, k_loop/read:0, k_loop/shared_write:0, k_loop/shared_read:0, k_loop/read:1, k_loop/shared_write:1, k_loop/shared_read:1, k_loop/mma:0, write:0
help: did you mean k_loop/mma:0?)");
}

TEST(ScheduleErrors, UnequalTuples) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}});
    loop.set_stage({{of.a[1], of.b[1]}, {}, {of.mma}});
  });
  expectError(
      "schedule-stages", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+5:10: error: set_stage: stage 1 has 3 tuples, stage 0 has 2 [schedule-stages]
+5 |     loop.set_stage({{of.a[1], of.b[1]}, {}, {of.mma}});
      |          ^
FILE:+4:10: note: stage 0 is here
help: the stages of a pipeline have one initiation interval, and so equally many tuples, at least one: () is an empty one)");
}

TEST(ScheduleErrors, NoStages) {
  const Schedule wrong("wrong",
                       [](ScheduleBuilder &s) { s.pipeline(s.get_node_by_tag("k_loop")); });
  expectError(
      "schedule-stages", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+2:51: error: pipeline: k_loop has no stage [schedule-stages]
+2 |                        [](ScheduleBuilder &s) { s.pipeline(s.get_node_by_tag("k_loop")); });
      |                                                   ^
help: say what runs in each: set_stage([(a, b), (c)]))");
}

TEST(ScheduleErrors, AStageWithoutTuples) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
    loop.set_stage({});
  });
  expectError(
      "schedule-stages", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:10: error: set_stage: stage 0 has no tuple [schedule-stages]
+3 |     loop.set_stage({});
      |          ^
help: a stage has as many tuples as the initiation interval, at least one: () is an empty one)");
}

TEST(ScheduleErrors, ANodeOutsideTheLoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
    loop.set_stage({{s.get_node_by_tag("write_c")}});
  });
  expectError(
      "schedule-loop", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:10: error: set_stage: write:0 is no operation of the body of k_loop [schedule-loop]
+3 |     loop.set_stage({{s.get_node_by_tag("write_c")}});
      |          ^
ErrorsGemm.h:27:40: note: the operation is here
ErrorsGemm.h:22:59: note: the loop is here
help: a pipeline schedules what its loop's body has)");
}

TEST(ScheduleErrors, NoLoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.pipeline(s.get_node_by_tag("mma")); });
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+1:60: error: pipeline: loop is no iterate [schedule-argument]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.pipeline(s.get_node_by_tag("mma")); });
      |                                                            ^
help: select one iterate by its tag)");
}

TEST(ScheduleErrors, ScheduledTwice) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b, of.mma}});
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+5:10: error: set_stage: k_loop/mma:0 is in stage 0, tuple 1 already [scheduled-twice]
+5 |     loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
      |          ^
ErrorsGemm.h:25:46: note: the operation is here
help: an operation runs once in an iteration)");
}

TEST(ScheduleErrors, TwoPipelinesOfALoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.pipeline(s.get_node_by_tag("k_loop"));
    s.pipeline(s.get_node_by_tag("k_loop"));
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: pipeline: k_loop is pipelined already [scheduled-twice]
+3 |     s.pipeline(s.get_node_by_tag("k_loop"));
      |       ^
FILE:+2:7: note: here
help: a loop has one pipeline)");
}

TEST(ScheduleErrors, Unscheduled) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a}});
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:19: error: pipeline: k_loop/shared_write:1 is in no stage [unscheduled]
+3 |     auto loop = s.pipeline(of.loop);
      |                   ^
ErrorsGemm.h:24:48: note: the operation is here
help: every operation of the loop that multiplies or touches memory is in a stage: get_node_by_path("k_loop/shared_write:1") selects it)");
}

TEST(ScheduleErrors, SwappedStages) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi300x", wrong); },
      R"(ErrorsGemm.h:23:48: error: shared_read 'read_a' reads what was written by shared_write 'read_a' in the same iteration, and would run at time 0, before time 4 [illegal-schedule]
above |           Register x = read(a, {.tag = "read_a"});
      |                                                ^
ErrorsGemm.h:23:48: note: shared_read 'read_a' has time 0 (stage 0, tuple 0)
ErrorsGemm.h:23:48: note: shared_write 'read_a' has time 3 (stage 1, tuple 1)
FILE:+4:10: note: stage 0 is scheduled here
FILE:+5:10: note: stage 1 is scheduled here
help: move shared_read 'read_a' to stage 2, tuple 0, and move mma 'mma' to stage 2, tuple 0, and move shared_read 'read_b' to stage 2, tuple 0)");
}

TEST(ScheduleErrors, AConsumerOneTupleTooEarly) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}});
    loop.set_stage({{of.mma}, {of.a[1], of.b[1]}});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi300x", wrong); },
      R"(ErrorsGemm.h:25:46: error: mma 'mma' uses shared_read 'read_a' in the same iteration, and would run at time 2, before time 3 [illegal-schedule]
above |           return mma(x, y, acc, {.tag = "mma"});
      |                                              ^
ErrorsGemm.h:25:46: note: mma 'mma' has time 2 (stage 1, tuple 0)
ErrorsGemm.h:23:48: note: shared_read 'read_a' has time 3 (stage 1, tuple 1)
FILE:+5:10: note: stage 1 is scheduled here
help: move mma 'mma' to stage 1, tuple 1)");
}

TEST(ScheduleErrors, TooFewBuffers) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.buffers("a", 1);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}});
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi355x", wrong); },
      R"(ErrorsGemm.h:23:48: error: copy 'read_a' overwrites what is read by shared_read 'read_a' in the iteration before, and would run at time 2, before time 3 [illegal-schedule]
above |           Register x = read(a, {.tag = "read_a"});
      |                                                ^
ErrorsGemm.h:23:48: note: copy 'read_a' has time 0 (stage 0, tuple 0), and 2 more for the iterations between: the initiation interval is 2
ErrorsGemm.h:23:48: note: shared_read 'read_a' has time 2 (stage 1, tuple 0)
FILE:+5:10: note: stage 0 is scheduled here
FILE:+6:10: note: stage 1 is scheduled here
help: ask for buffers("a", 2))");
}

/// The seed's program with `between` empty stages, and what `rest` adds.
static Schedule ahead(
    int64_t between, const PipelineOptions &options,
    const std::function<void(ScheduleBuilder &)> &rest = [](auto &) {}) {
  return Schedule("ahead", [&](ScheduleBuilder &s) {
    const SeedNodes of(s);
    rest(s);
    auto loop = s.pipeline(of.loop, options);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}});
    for (int64_t i = 0; i < between; ++i)
      loop.set_stage({{}, {}});
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
  });
}

TEST(ScheduleErrors, APipelineOfTooFewBuffers) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop, {.buffers = 1});
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}});
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
  });
  compileFor("sim:mi300x", wrong); // where stores take one
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi355x", wrong); },
      R"(FILE:+3:19: error: pipeline: buffers is 1, and the stages of k_loop need 2 slots of 'a' [illegal-schedule]
+3 |     auto loop = s.pipeline(of.loop, {.buffers = 1});
      |                   ^
ErrorsGemm.h:23:48: note: copy 'read_a' has time 0, where it fills a slot
ErrorsGemm.h:23:48: note: shared_read 'read_a' has time 2, until when the slot is in use; the initiation interval is 2
help: ask for buffers = 2, or more; left out, each ring has as few as its stages need)");
}

/// Whatever needs more slots than are asked for says how many, and takes as many.
TEST(ScheduleErrors, APipelineSaysHowManyBuffersItNeeds) {
  for (const char *target : {"cpu", "sim:mi300x", "hip:gfx950", "sim:h200", "cuda:sm_100a"})
    for (const int64_t between : {0, 1, 2}) {
      const bool lanesStore = target == std::string("cpu") || target == std::string("sim:mi300x");
      const int64_t needed = between + (lanesStore ? 1 : 2);
      SCOPED_TRACE(std::string(target) + ", " + std::to_string(between));
      compileFor(target, ahead(between, {.buffers = needed}));
      compileFor(target, ahead(between, {.buffers = needed + 1}));
      if (needed > 1)
        expectRefusal(
            "illegal-schedule",
            [&] { compileFor(target, ahead(between, {.buffers = needed - 1})); },
            "pipeline: buffers is " + std::to_string(needed - 1) +
                ", and the stages of k_loop need " + std::to_string(needed) + " slots of 'a'",
            "ask for buffers = " + std::to_string(needed) +
                ", or more; left out, each ring has as few as its stages need");
    }
}

/// What is illegal with any number of slots is not put down to them.
TEST(ScheduleErrors, TooFewBuffersAreNotTheReasonForAnOrder) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop, {.buffers = 1});
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}});
    loop.set_stage({{}, {of.mma}});
    loop.set_stage({{of.a[1], of.b[1]}, {}});
  });
  try {
    compileFor("sim:mi300x", wrong);
    ADD_FAILURE();
  } catch (const Error &error) {
    EXPECT_NE(error.diagnostic().message.find("mma 'mma' uses shared_read"), std::string::npos)
        << error.what();
  }
}

/// One slot of a channel holds a tile of each operand: what is asked of one ring all have.
TEST(ScheduleErrors, RingsOfAChannelHaveEquallyManySlots) {
  const auto asked = [](int64_t ofA, int64_t ofB) {
    return ahead(0, {}, [=](ScheduleBuilder &s) {
      s.buffers("a", ofA);
      if (ofB > 0)
        s.buffers("b", ofB);
    });
  };
  for (const char *target : {"sim:h200", "sim:b200"}) {
    SCOPED_TRACE(target);
    const CompiledKernel compiled = wave_compile({.target = Target::named(target),
                                                  .subs = {M = 256, N = 256, K = 512},
                                                  .retarget = true,
                                                  .schedule = SchedulingType::Manual},
                                                 taggedGemm, asked(3, 0));
    for (const char *ring : {"buffers(\"a\", 3)", "buffers(\"b\", 3)"})
      EXPECT_NE(compiled.emit(Stage::Schedule).find(ring), std::string::npos) << ring;
    compileFor(target, asked(3, 3));
    expectRefusal(
        "schedule-argument", [&] { compileFor(target, asked(2, 3)); },
        "buffers: 'b' is to have 3 slots, and 'a', of the same channel, 2",
        "slots of a channel hold a tile of each of its rings: ask for equally many, or for those "
        "of one of them");
  }
  compileFor("sim:mi355x", asked(2, 3)); // rings without a channel
  const Schedule twice("twice", [](ScheduleBuilder &s) {
    s.buffers("a", 2);
    s.buffers("a", 3);
  });
  expectRefusal(
      "schedule-argument", [&] { compileFor("sim:mi355x", twice); },
      "buffers: 'a' is to have 3 slots, and 'a' 2", "ask once");
}

/// A write to shared memory has a stage on every target, also where it is the arrival of a copy.
TEST(ScheduleErrors, ADroppedWriteToSharedMemory) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a}});
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:mi355x", wrong); },
      R"(FILE:+3:19: error: pipeline: k_loop/copy:1/arrival is in no stage [unscheduled]
+3 |     auto loop = s.pipeline(of.loop);
      |                   ^
ErrorsGemm.h:24:48: note: the operation is here
help: the arrival of a copy, which is its write to shared memory, is in a stage: get_node_by_tag_and_type("read_b", Write) selects it)");
  for (const char *target : {"cpu", "sim:mi300x", "hip:gfx942", "hip:gfx950", "sim:h200",
                             "sim:h100", "cuda:sm_90a", "sim:b200", "cuda:sm_100a"})
    for (const bool isMlir : {false, true}) {
      SCOPED_TRACE(target);
      if (std::string(target).starts_with("cuda") && !isMlir)
        continue; // the same passes
      try {
        wave_compile({.target = Target::named(target),
                      .subs = {M = 256, N = 256, K = 512},
                      .retarget = true,
                      .schedule = SchedulingType::Manual,
                      .compile_to_mlir = isMlir},
                     taggedGemm, wrong);
        ADD_FAILURE();
      } catch (const Error &error) {
        EXPECT_EQ(error.diagnostic().id, "unscheduled") << error.what();
      }
    }
}

/// A selection by a tag has all that a read is, on every target.
TEST(ScheduleErrors, AnOrderHasTheWritesOfTheTagsThatItSelects) {
  const auto order = [](bool isWhole) {
    return Schedule("order", [=](ScheduleBuilder &s) {
      const SeedNodes of(s);
      if (isWhole)
        s.reorder_graph(of.loop, {s.get_node_by_tag({"read_a", "read_b", "mma"})});
      else
        s.reorder_graph(of.loop, {of.a[0], of.b[0], of.write_a, of.a[1], of.b[1], of.mma});
    });
  };
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"}) {
    SCOPED_TRACE(target);
    if (target != std::string("sim:h200") && target != std::string("sim:b200"))
      compileFor(target, order(true)); // elsewhere MMAs read by descriptor, when they run
    try {
      compileFor(target, order(false));
      ADD_FAILURE();
    } catch (const Error &error) {
      EXPECT_EQ(error.diagnostic().id, "unscheduled") << error.what();
    }
  }
}

/// A loop has a stage of its own, also where it touches no memory.
TEST(ScheduleErrors, AnInnerLoopThatOnlyComputes) {
  constexpr Symbol STEP{"STEP"};
  Memory x("x", {M, K}, f32, SHARED_ADDRESS_SPACE), y("y", {M, K}, f32);
  const Kernel kernel(
      "powers", {x, y},
      {WorkgroupConstraint{M, 64, 0}, TilingConstraint{K, 32}, TilingConstraint{STEP}}, [&] {
        iterate({.axis = K, .tag = "k_loop"}, [&] {
          Register value = read(x, {.tag = "read_x"});
          Register power = iterate({.axis = STEP, .end = 3, .tag = "steps"}, {value},
                                   [&](Register each) { return each * each; });
          write(power, y, {.tag = "write_y"});
        });
      });
  const auto schedule = [](bool hasLoop) {
    return Schedule("ahead", [=](ScheduleBuilder &s) {
      auto [load, get] = s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_x"),
                                                      GLOBAL_ADDRESS_SPACE);
      auto put = s.get_node_by_tag_and_type<Write>("read_x");
      auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
      loop.set_stage({{load}, {put}, {}});
      if (hasLoop)
        loop.set_stage({{get}, {s.get_node_by_tag("steps")}, {s.get_node_by_tag("write_y")}});
      else
        loop.set_stage({{get}, {}, {s.get_node_by_tag("write_y")}});
    });
  };
  const Bindings sizes = {M = 128, K = 256};
  compileFor("sim:mi300x", schedule(true), kernel, sizes);
  expectRefusal(
      "unscheduled", [&] { compileFor("sim:mi300x", schedule(false), kernel, sizes); },
      "pipeline: k_loop/steps is in no stage",
      "every loop inside it is in a stage: get_node_by_path(\"k_loop/steps\") selects it");
}

TEST(ScheduleErrors, UnknownBuffers) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.buffers("d", 2); });
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi355x", wrong); },
      R"(FILE:+1:60: error: buffers: kernel 'gemm' has no buffers called 'd' [schedule-argument]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.buffers("d", 2); });
      |                                                            ^
help: there are: a, b)");
}

TEST(ScheduleErrors, AnIndexBeyondTheNodes) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.getitem(s.get_node_by_tag("mma"), 1); });
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+1:60: error: getitem: index is 1, and there is 1 node [schedule-argument]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.getitem(s.get_node_by_tag("mma"), 1); });
      |                                                            ^
help: indices go from 0)");
}

TEST(ScheduleErrors, RolesOnAChipWithout) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag("read_a")});
  });
  expectError(
      "schedule-role", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+2:7: error: role 'load': gfx942 has no barriers between parts of a workgroup [schedule-role]
+2 |     s.role("load", {.warps = 4}, {s.get_node_by_tag("read_a")});
      |       ^
help: leave the roles out, or compile for another chip)");
}

TEST(ScheduleErrors, ARoleOfHalfAWave) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 2}, {s.get_node_by_tag("read_a")});
  });
  expectError(
      "schedule-role", [&] { compileFor("sim:h200", wrong); },
      R"(FILE:+2:7: error: role 'load': it has 2 warps, and waves of this kernel have 4 each [schedule-role]
+2 |     s.role("load", {.warps = 2}, {s.get_node_by_tag("read_a")});
      |       ^
help: give it a multiple of 4 warps)");
}

TEST(ScheduleErrors, AnOperationInNoRole) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag("read_a")});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:h200", wrong); },
      R"(FILE:+2:7: error: schedule: copy 'read_b' has no role [unscheduled]
+2 |     s.role("load", {.warps = 4}, {s.get_node_by_tag("read_a")});
      |       ^
ErrorsGemm.h:24:48: note: the operation is here
help: put it into one of the roles, or name no roles at all: get_node_by_path("k_loop/copy:1") selects it)");
}

TEST(ScheduleErrors, AnOperationInTwoRoles) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag("read_a")});
    s.role("other", {.warps = 4}, {s.get_node_by_tag("read_a")});
  });
  expectError(
      "schedule-role", [&] { compileFor("sim:h200", wrong); },
      R"(FILE:+3:7: error: role 'other': k_loop/copy:0 is in role 'load' already [schedule-role]
+3 |     s.role("other", {.warps = 4}, {s.get_node_by_tag("read_a")});
      |       ^
ErrorsGemm.h:23:48: note: the operation is here
help: an operation has one role)");
}

TEST(ScheduleErrors, TwoRolesOfOneName) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag("read_a")});
    s.role("load", {.warps = 4}, {s.get_node_by_tag("read_b")});
  });
  expectError(
      "schedule-role", [&] { compileFor("sim:h200", wrong); },
      R"(FILE:+3:7: error: role 'load': there is one of that name [schedule-role]
+3 |     s.role("load", {.warps = 4}, {s.get_node_by_tag("read_b")});
      |       ^
help: give each role a name of its own)");
}

/// With an open count a role of several stages has its loop in a branch.
TEST(ScheduleErrors, ARoleThatAccumulatesInTensorMemoryInTwoStages) {
  const Schedule late("late", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}, {of.mma}});
    loop.set_stage({{}, {}, {s.get_node_by_path("k_loop/release:0")}});
  });
  compileFor("sim:b200", late);
  expectError(
      "schedule-loop", [&] { compileFor("sim:b200", late, taggedGemm, {M = 256, N = 256}); },
      R"(ErrorsGemm.h:25:46: error: mma 'mma' is in stage 0, and release at k_loop/release:0 is in stage 1: role 'mma' accumulates in tensor memory, in a loop whose count a launch gives [schedule-loop]
above |           return mma(x, y, acc, {.tag = "mma"});
      |                                              ^
ErrorsGemm.h:25:46: note: the other operation is here
help: put what the role runs into one stage, or give the sizes when compiling)");
}

TEST(ScheduleErrors, AManualScheduleThatIsNotGiven) {
  expectError(
      "schedule-type", [] { wave_compile({.schedule = SchedulingType::Manual}, taggedGemm); },
      R"(error: the options ask for a manual schedule, and wave_compile was given none [schedule-type]
help: pass it: wave_compile(options, kernel, schedule))");
}

TEST(ScheduleErrors, AScheduleThatIsNotAskedFor) {
  const Schedule schedule("mine", [](ScheduleBuilder &) {});
  expectError(
      "schedule-type", [&] { wave_compile({}, taggedGemm, schedule); },
      R"(error: wave_compile was given schedule 'mine', and the options ask for another one [schedule-type]
help: choose it: .schedule = SchedulingType::Manual)");
}

TEST(ScheduleErrors, OfText) {
  const auto attempt = [](const std::string &text) {
    return [text] {
      compileFor("sim:mi300x",
                 Schedule::parse("wave_schedule 1 \"text\"\n" + text, "text.schedule"));
    };
  };
  expectError(
      "schedule-syntax", [] { Schedule::parse("", "text.schedule"); },
      R"(text.schedule:1:1: error: schedule: a schedule begins with a line such as: wave_schedule 1 "name" [schedule-syntax]
help: docs/schedules.md has the grammar, and `wave emit KERNEL --target T --stage schedule` an example)");
  expectError(
      "schedule-syntax", [] { Schedule::parse("wave_schedule 2 \"x\"", "text.schedule"); },
      R"(text.schedule:1:15: error: schedule: version 2 of the language, this compiler reads version 1 [schedule-syntax]
help: docs/schedules.md has the grammar, and `wave emit KERNEL --target T --stage schedule` an example)");
  expectError("schedule-syntax", attempt("schleife\u00DF = get_node_by_tag(\"k_loop\")"),
              R"(text.schedule:2:9: error: schedule: expected '(', found 'ß' [schedule-syntax]
help: docs/schedules.md has the grammar, and `wave emit KERNEL --target T --stage schedule` an example)");
  EXPECT_NO_THROW(Schedule::parse("\xEF\xBB\xBFwave_schedule 1 \"x\"\n", "text.schedule")); // a BOM
  expectError("schedule-syntax", attempt("k = get_node_by_tag(\"k_loop\""),
              R"(text.schedule:2:29: error: schedule: expected ')', found the end [schedule-syntax]
help: docs/schedules.md has the grammar, and `wave emit KERNEL --target T --stage schedule` an example)");
  expectError("schedule-syntax", attempt("k = get_node_by_tag(\"k_loop)"),
              R"(text.schedule:2:29: error: schedule: a string ends in its line [schedule-syntax]
help: docs/schedules.md has the grammar, and `wave emit KERNEL --target T --stage schedule` an example)");
  expectError(
      "schedule-syntax", attempt("k = pipeline(k) buffers"),
      R"(text.schedule:2:17: error: schedule: expected the end of the line, found 'b' [schedule-syntax]
help: docs/schedules.md has the grammar, and `wave emit KERNEL --target T --stage schedule` an example)");
  expectError("schedule-syntax", attempt("k = pipeline(k, buffers=99999999999999999999)"),
              R"(text.schedule:2:25: error: schedule: a number has at most 64 bits [schedule-syntax]
help: docs/schedules.md has the grammar, and `wave emit KERNEL --target T --stage schedule` an example)");
  expectError(
      "schedule-syntax", attempt("k = get_node_by_tag(\"\x07\")"),
      R"(text.schedule:2:22: error: schedule: a string has no control characters [schedule-syntax]
help: docs/schedules.md has the grammar, and `wave emit KERNEL --target T --stage schedule` an example)");
  expectError("schedule-name", attempt("k = get_node(\"k_loop\")"),
              R"(text.schedule:2:1: error: schedule: there is no function 'get_node' [schedule-name]
help: did you mean get_node_by_tag, get_node_by_tag_and_type, get_node_by_tag_and_iteration or get_node_by_path?)");
  expectError("schedule-name", attempt("k = pipeline(k_loop)"),
              R"(text.schedule:2:1: error: schedule: there is no variable 'k_loop' [schedule-name]
help: assign it in a line before this one)");
  expectError("schedule-name", attempt("k = get_node_by_tag(\"mma\")\nk.set_stage([()])"),
              R"(text.schedule:3:1: error: schedule: 'k' is no pipeline [schedule-name]
help: make one: k = pipeline(loop))");
  expectError(
      "schedule-name", attempt("k = pipeline(get_node_by_tag(\"k_loop\"))\nk.set_stge([()])"),
      R"(text.schedule:3:1: error: schedule: there is no function 'set_stge' of a pipeline [schedule-name]
help: did you mean set_stage?)");
  expectError("schedule-argument", attempt("k = get_node_by_tag(7)"),
              R"(text.schedule:2:1: error: get_node_by_tag: tag is 7 [schedule-argument]
help: tag is a text between quotes, or a set of them: {"a", "b"})");
  expectError("schedule-argument", attempt("k = get_node_by_tag()"),
              R"(text.schedule:2:1: error: get_node_by_tag: tag is missing [schedule-argument]
help: give it after the other arguments, or as tag=...)");
  expectError(
      "schedule-argument", attempt("k = get_node_by_tag(\"mma\", \"mma\")"),
      R"(text.schedule:2:1: error: get_node_by_tag: there are more arguments than it takes: "mma" [schedule-argument]
help: leave out what is too much)");
  expectError("schedule-argument", attempt("k = get_node_by_tag(tga=\"mma\")"),
              R"(text.schedule:2:1: error: get_node_by_tag: tag is missing [schedule-argument]
help: give it after the other arguments, or as tag=...)");
  expectError(
      "schedule-argument", attempt("k, l = get_node_by_tag(\"mma\")"),
      R"(text.schedule:2:1: error: get_node_by_tag: it gives 1 values, for 2 names [schedule-argument]
help: write as many names before the =)");
  expectError(
      "schedule-argument", attempt("k = get_node_by_tag_and_type(\"mma\", Mmma)"),
      R"(text.schedule:2:1: error: get_node_by_tag_and_type: there is no type 'Mmma' [schedule-argument]
help: did you mean Mma?)");
  expectError("schedule-argument", attempt("k = pipeline(get_node_by_tag(\"k_loop\"), buffers=0)"),
              R"(text.schedule:2:1: error: pipeline: buffers is 0 [schedule-argument]
help: buffers is a number of at least 1)");
  expectError(
      "schedule-argument",
      attempt("k = pipeline(get_node_by_tag(\"k_loop\"))\nk.set_stage((get_node_by_tag(\"mma\")))"),
      R"(text.schedule:3:1: error: set_stage: stage is (get_node_by_tag("mma")) [schedule-argument]
help: a stage is a list of tuples: [(a, b), (c)])");
  expectError(
      "schedule-argument",
      attempt("k, l = partition_by_address_space(get_node_by_tag(\"mma\"), LDS)"),
      R"(text.schedule:2:1: error: partition_by_address_space: address_space is LDS [schedule-argument]
help: address_space is GLOBAL_ADDRESS_SPACE or SHARED_ADDRESS_SPACE)");
}
