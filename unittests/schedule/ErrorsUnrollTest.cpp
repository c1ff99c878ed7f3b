//===- ErrorsUnrollTest.cpp - Loops that cannot be unrolled ---------------===//
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

} // namespace

TEST(UnrollErrors, NoFactor) {
  const Schedule wrong("wrong",
                       [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("k_loop"), 0); });
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+2:51: error: unroll: factor is 0 [schedule-argument]
+2 |                        [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("k_loop"), 0); });
      |                                                   ^
help: factor is a number of at least 1)");
}

TEST(UnrollErrors, AfterAnInsertion) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.insert_before(s.get_node_by_tag("mma"), s.set_priority(1));
    s.unroll(s.get_node_by_tag("k_loop"), 2);
  });
  expectError(
      "schedule-loop", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: unroll: k_loop is unrolled after insert_before [schedule-loop]
+3 |     s.unroll(s.get_node_by_tag("k_loop"), 2);
      |       ^
FILE:+2:7: note: the insertion is here
help: unroll loops first, and insert then)");
}

TEST(UnrollErrors, OfOneCopyNothingChanges) {
  const Schedule same("same", [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("k_loop"), 1); });
  EXPECT_NO_THROW(compileFor("sim:mi300x", same));
}

TEST(UnrollErrors, MoreCopiesThanIterations) {
  const Schedule wrong("wrong",
                       [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("k_loop"), 9); });
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+2:51: error: unroll: factor is 9, and k_loop has 8 iterations [schedule-argument]
+2 |                        [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("k_loop"), 9); });
      |                                                   ^
help: a factor is at most the number of iterations)");
}

TEST(UnrollErrors, TooManyOperations) {
  const Kernel open(
      "open", {a, b, c},
      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 64}}, [] {
        write(iterate({.axis = K, .tag = "k_loop"}, {Register({M, N}, f32, 0.0)},
                      [&](Register acc) { return mma(read(a), read(b), acc); }),
              c);
      });
  const Schedule wrong("wrong",
                       [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("k_loop"), 1000); });
  expectError(
      "schedule-argument",
      [&] {
        wave_compile({.target = Target::named("sim:mi300x"),
                      .subs = {M = 256, N = 256},
                      .retarget = true,
                      .schedule = SchedulingType::Manual},
                     open, wrong);
      },
      R"(FILE:+9:51: error: unroll: factor is 1000, and the body of k_loop has 12 operations [schedule-argument]
+9 |                        [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("k_loop"), 1000); });
      |                                                   ^
help: an unrolled loop has at most 4096 operations)");
}

TEST(UnrollErrors, NoLoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("mma"), 2); });
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+1:60: error: unroll: loop is no iterate [schedule-argument]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("mma"), 2); });
      |                                                            ^
help: select one iterate by its tag)");
}

TEST(UnrollErrors, ALoopThatIsPipelined) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.pipeline(k_loop);
    s.unroll(k_loop, 2);
  });
  expectError(
      "schedule-loop", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+4:7: error: unroll: k_loop is pipelined already [schedule-loop]
+4 |     s.unroll(k_loop, 2);
      |       ^
FILE:+3:7: note: here
help: unroll a loop first, and schedule it then)");
}

TEST(UnrollErrors, ALoopThatIsReordered) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.reorder_graph(k_loop, {s.get_node_by_tag("mma")});
    s.unroll(k_loop, 2);
  });
  expectError(
      "schedule-loop", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+4:7: error: unroll: k_loop is reordered already [schedule-loop]
+4 |     s.unroll(k_loop, 2);
      |       ^
FILE:+3:7: note: here
help: unroll a loop first, and schedule it then)");
}

TEST(UnrollErrors, ALoopWhoseNextIndexIsRead) {
  constexpr Symbol T{"T"}, OFFSET{"OFFSET"}, NEXT{"NEXT"};
  const Expr i = IndexMapping::iterator(0);
  const IndexMapping from{.inputs = {M = i + OFFSET}, .outputs = {M = i}},
      to{.inputs = {M = i}, .outputs = {M = i + OFFSET}};
  const Memory in("in", {M}, f32), out("out", {M}, f32), next("next", {NEXT}, i32);
  const IndexMapping of_tile{.inputs = {NEXT = T}, .outputs = {}};
  const Kernel persistent(
      "persistent", {in, next, out},
      {GridConstraint{2}, WorkgroupConstraint{M, 64, 0}, TilingConstraint{T}}, [&] {
        iterate({.axis = T, .start = WORKGROUP_0, .condition = T < 4, .tag = "tile_loop"}, [&] {
          set_symbol(OFFSET, self_index(T) * 64);
          write(read(in, {.mapping = from}), out, {.mapping = to, .tag = "write"});
          set_symbol(T, self_index(T) + maximum(read(next, {.mapping = of_tile}), 1));
        });
      });
  const Schedule wrong("wrong",
                       [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("tile_loop"), 2); });
  expectError(
      "schedule-loop", [&] { compileFor("sim:mi300x", wrong, persistent, {M = 256, NEXT = 4}); },
      R"(FILE:+17:51: error: unroll: tile_loop runs while a condition holds, and how many iterations it has is not known before it ends [schedule-loop]
+17 |                        [](ScheduleBuilder &s) { s.unroll(s.get_node_by_tag("tile_loop"), 2); });
      |                                                   ^
FILE:+10:89: note: the loop is here
help: unroll the loops inside it)");
  const Schedule order("order", [](ScheduleBuilder &s) {
    s.reorder_graph(s.get_node_by_tag("tile_loop"), {s.get_node_by_tag("write")});
  });
  expectError(
      "schedule-loop", [&] { compileFor("sim:mi300x", order, persistent, {M = 256, NEXT = 4}); },
      R"(FILE:+26:7: error: reorder_graph: tile_loop runs while a condition holds, and how many iterations it has is not known before it ends [schedule-loop]
+26 |     s.reorder_graph(s.get_node_by_tag("tile_loop"), {s.get_node_by_tag("write")});
      |       ^
FILE:+10:89: note: the loop is here
help: reorder the loops inside it)");
}

TEST(UnrollErrors, ACopyOfALoopThatIsNotUnrolled) {
  const Schedule wrong("wrong",
                       [](ScheduleBuilder &s) { s.get_node_by_tag_and_iteration("mma", 0); });
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+2:51: error: get_node_by_tag_and_iteration: iteration is 0, and no loop around these operations is unrolled [schedule-argument]
+2 |                        [](ScheduleBuilder &s) { s.get_node_by_tag_and_iteration("mma", 0); });
      |                                                   ^
help: unroll the loop in a line before this one)");
}

TEST(UnrollErrors, ACopyBeyondTheLast) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.unroll(s.get_node_by_tag("k_loop"), 4);
    s.get_node_by_tag_and_iteration("mma", 4);
  });
  expectError(
      "schedule-argument", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: get_node_by_tag_and_iteration: iteration is 4, and the operations have 4 copies [schedule-argument]
+3 |     s.get_node_by_tag_and_iteration("mma", 4);
      |       ^
help: copies count from 0)");
}

/// Messages name the copies.
TEST(UnrollErrors, AnIllegalOrderOfCopies) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.unroll(s.get_node_by_tag("k_loop"), 2);
    const SeedNodes of(s);
    s.reorder_graph(of.loop, {of.a[0], of.b[0], of.write_a, of.write_b, of.a[1], of.b[1],
                              s.get_node_by_tag_and_iteration("mma", 1),
                              s.get_node_by_tag_and_iteration("mma", 0)});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi300x", wrong); },
      R"(ErrorsGemm.h:25:46: error: mma 'mma' of copy 1 uses mma 'mma' of copy 0 in the same iteration, and would run at time 12, before time 13 [illegal-schedule]
above |           return mma(x, y, acc, {.tag = "mma"});
      |                                              ^
ErrorsGemm.h:25:46: note: mma 'mma' of copy 1 has time 12 (stage 0, tuple 12)
ErrorsGemm.h:25:46: note: mma 'mma' of copy 0 has time 13 (stage 0, tuple 13)
FILE:+4:7: note: stage 0 is scheduled here
help: move mma 'mma' of copy 1 to stage 0, tuple 13)");
}

TEST(UnrollErrors, CopiesOfAnMmaIntoTensorMemoryInTwoStages) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.unroll(s.get_node_by_tag("k_loop"), 2);
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}});
    loop.set_stage({{s.get_node_by_tag_and_iteration("mma", 0)}, {}});
    loop.set_stage({{s.get_node_by_tag_and_iteration("mma", 1)}, {}});
  });
  expectError(
      "schedule-loop", [&] { compileFor("sim:b200", wrong); },
      R"(ErrorsGemm.h:25:46: error: mma 'mma' of copy 0 is in stage 1, and mma 'mma' of copy 1 is in stage 2: MMAs that accumulate in tensor memory run in one stage [schedule-loop]
above |           return mma(x, y, acc, {.tag = "mma"});
      |                                              ^
ErrorsGemm.h:25:46: note: the other operation is here
help: put them into one stage)");
}

TEST(UnrollErrors, APipelineInText) {
  const std::string text = "wave_schedule 1 \"text\"\n"
                           "loop = pipeline(get_node_by_tag(\"k_loop\"))\n"
                           "unroll(loop, 2)\n";
  expectError(
      "schedule-loop", [&] { compileFor("sim:mi300x", Schedule::parse(text, "text.schedule")); },
      R"(text.schedule:3:1: error: unroll: k_loop is pipelined already [schedule-loop]
text.schedule:2:1: note: here
help: unroll a loop first, and schedule it then)");
}
