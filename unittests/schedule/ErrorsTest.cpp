//===- ErrorsTest.cpp - Schedules that cannot be, or are illegal ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
    c("c", {M, N}, f32);

const Kernel gemm("gemm", {a, b, c},
                  {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                   TilingConstraint{K, 64}},
                  [] {
                    Register zero({M, N}, f32, 0.0);
                    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
                      Register x = read(a, {.tag = "read_a"});
                      Register y = read(b, {.tag = "read_b"});
                      return mma(x, y, acc, {.tag = "mma"});
                    });
                    write(sum, c, {.tag = "write_c"});
                  });

void compileFor(const char *target, const Schedule &schedule, const Kernel &kernel = gemm,
                const Bindings &sizes = {M = 256, N = 256, K = 512}) {
  wave_compile({.target = Target::named(target),
                .subs = sizes,
                .retarget = true,
                .schedule = SchedulingType::Manual,
                .compile_to_mlir = false},
               kernel, schedule);
}

/// What the seed's program selects, for schedules that go on otherwise.
struct Selected {
  explicit Selected(ScheduleBuilder &s)
      : k_loop(s.get_node_by_tag("k_loop")),
        a(s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_a"),
                                       GLOBAL_ADDRESS_SPACE)),
        b(s.partition_by_address_space(s.get_node_by_tag_and_type<Read>("read_b"),
                                       GLOBAL_ADDRESS_SPACE)),
        writes(s.get_node_by_tag_and_type<Write>("read_a")),
        writes_b(s.get_node_by_tag_and_type<Write>("read_b")), mma(s.get_node_by_tag("mma")) {}
  Nodes k_loop;
  std::array<Nodes, 2> a, b;
  Nodes writes, writes_b, mma;
};

} // namespace

TEST(ScheduleErrors, UnknownTag) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.get_node_by_tag("k_lop"); });
  expectError(
      "unknown-tag", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+1:60: error: kernel 'gemm' has no operation with the tag 'k_lop' [unknown-tag]
+1 |   const Schedule wrong("wrong", [](ScheduleBuilder &s) { s.get_node_by_tag("k_lop"); });
      |                                                            ^
FILE:above:14: note: the tags are: k_loop, read_a, read_b, mma, write_c
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
FILE:above:14: note: its operations are: register:0, k_loop, k_loop/read:0, k_loop/shared_write:0, k_loop/shared_read:0, k_loop/read:1, k_loop/shared_write:1, k_loop/shared_read:1, k_loop/mma:0, write:0
help: did you mean k_loop/mma:0?)");
}

TEST(ScheduleErrors, UnequalTuples) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.writes, of.writes_b}});
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
FILE:above:52: note: the operation is here
FILE:above:71: note: the loop is here
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
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.writes, of.writes_b, of.mma}});
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+5:10: error: set_stage: k_loop/mma:0 is in stage 0, tuple 1 already [scheduled-twice]
+5 |     loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
      |          ^
FILE:above:58: note: the operation is here
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
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.writes}});
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:19: error: pipeline: k_loop/shared_write:1 is in no stage [unscheduled]
+3 |     auto loop = s.pipeline(of.k_loop);
      |                   ^
FILE:above:60: note: the operation is here
help: every operation of the loop that multiplies or touches memory is in a stage: get_node_by_path("k_loop/shared_write:1") selects it)");
}

TEST(ScheduleErrors, SwappedStages) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
    loop.set_stage({{of.a[0], of.b[0]}, {of.writes, of.writes_b}});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:above:60: error: shared_read 'read_a' reads what was written by shared_write 'read_a' in the same iteration, and would run at time 0, before time 4 [illegal-schedule]
above |                       Register x = read(a, {.tag = "read_a"});
      |                                                            ^
FILE:above:60: note: shared_read 'read_a' has time 0 (stage 0, tuple 0)
FILE:above:60: note: shared_write 'read_a' has time 3 (stage 1, tuple 1)
help: move shared_read 'read_a' to stage 2, tuple 0, and move mma 'mma' to stage 2, tuple 0, and move shared_read 'read_b' to stage 2, tuple 0)");
}

TEST(ScheduleErrors, AConsumerOneTupleTooEarly) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.writes, of.writes_b}});
    loop.set_stage({{of.mma}, {of.a[1], of.b[1]}});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:above:58: error: mma 'mma' uses shared_read 'read_a' in the same iteration, and would run at time 2, before time 3 [illegal-schedule]
above |                       return mma(x, y, acc, {.tag = "mma"});
      |                                                          ^
FILE:above:58: note: mma 'mma' has time 2 (stage 1, tuple 0)
FILE:above:60: note: shared_read 'read_a' has time 3 (stage 1, tuple 1)
help: move mma 'mma' to stage 1, tuple 1)");
}

TEST(ScheduleErrors, TooFewBuffers) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    s.buffers("a", 1);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.writes, of.writes_b}});
    loop.set_stage({{of.a[1], of.b[1]}, {of.mma}});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi355x", wrong); },
      R"(FILE:above:60: error: copy 'read_a' overwrites what is read by shared_read 'read_a' in the iteration before, and would run at time 2, before time 3 [illegal-schedule]
above |                       Register x = read(a, {.tag = "read_a"});
      |                                                            ^
FILE:above:60: note: copy 'read_a' has time 0 (stage 0, tuple 0), and 2 more for the iterations between: the initiation interval is 2
FILE:above:60: note: shared_read 'read_a' has time 2 (stage 1, tuple 0)
help: ask for buffers("a", 2))");
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
      R"(FILE:+1:60: error: getitem: index is 1, and there are 1 nodes [schedule-argument]
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
FILE:above:60: note: the operation is here
help: put it into one of the roles, or name no roles at all)");
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
FILE:above:60: note: the operation is here
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
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.writes, of.writes_b}, {of.mma}});
    loop.set_stage({{}, {}, {s.get_node_by_path("k_loop/release:0")}});
  });
  compileFor("sim:b200", late);
  expectError(
      "schedule-loop", [&] { compileFor("sim:b200", late, gemm, {M = 256, N = 256}); },
      R"(FILE:above:58: error: mma 'mma' is in stage 0, and release at k_loop/release:0 is in stage 1: role 'mma' accumulates in tensor memory, in a loop whose count a launch gives [schedule-loop]
above |                       return mma(x, y, acc, {.tag = "mma"});
      |                                                          ^
FILE:above:58: note: the other operation is here
help: put what the role runs into one stage, or give the sizes when compiling)");
}

TEST(ScheduleErrors, AManualScheduleThatIsNotGiven) {
  expectError(
      "schedule-type", [] { wave_compile({.schedule = SchedulingType::Manual}, gemm); },
      R"(error: the options ask for a manual schedule, and wave_compile was given none [schedule-type]
help: pass it: wave_compile(options, kernel, schedule))");
}

TEST(ScheduleErrors, AScheduleThatIsNotAskedFor) {
  const Schedule schedule("mine", [](ScheduleBuilder &) {});
  expectError(
      "schedule-type", [&] { wave_compile({}, gemm, schedule); },
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
      R"(text.schedule:1:16: error: schedule: version 2 of the language, this compiler reads version 1 [schedule-syntax]
help: docs/schedules.md has the grammar, and `wave emit KERNEL --target T --stage schedule` an example)");
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

//===----------------------------------------------------------------------===//
// reorder_graph, cluster
//===----------------------------------------------------------------------===//

TEST(ReorderErrors, AnOperationInNoCluster) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    s.reorder_graph(of.k_loop, {s.cluster({of.a[0], of.b[0], of.writes, of.writes_b}),
                                s.cluster({of.a[1], of.b[1]})});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: reorder_graph: k_loop/mma:0 is in no cluster [unscheduled]
+3 |     s.reorder_graph(of.k_loop, {s.cluster({of.a[0], of.b[0], of.writes, of.writes_b}),
      |       ^
FILE:above:58: note: the operation is here
help: every operation of the loop that multiplies or touches memory is in a cluster: get_node_by_path("k_loop/mma:0") selects it)");
}

TEST(ReorderErrors, AnOperationInTwoClusters) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    s.reorder_graph(of.k_loop, {s.cluster({of.a[0], of.b[0], of.writes, of.writes_b}),
                                s.cluster({of.a[1], of.b[1], of.mma}), of.mma});
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+3:7: error: reorder_graph: k_loop/mma:0 is in the clusters twice [scheduled-twice]
+3 |     s.reorder_graph(of.k_loop, {s.cluster({of.a[0], of.b[0], of.writes, of.writes_b}),
      |       ^
FILE:above:58: note: the operation is here
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
FILE:above:52: note: the operation is here
FILE:above:71: note: the loop is here
help: reorder_graph schedules what its loop's body has)");
}

TEST(ReorderErrors, AReadBeforeItsWrite) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    s.reorder_graph(of.k_loop,
                    {of.a[0], of.b[0], of.a[1], of.b[1], of.writes, of.writes_b, of.mma});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:above:60: error: shared_read 'read_a' reads what was written by shared_write 'read_a' in the same iteration, and would run at time 2, before time 5 [illegal-schedule]
above |                       Register x = read(a, {.tag = "read_a"});
      |                                                            ^
FILE:above:60: note: shared_read 'read_a' has time 2 (stage 0, tuple 2)
FILE:above:60: note: shared_write 'read_a' has time 4 (stage 0, tuple 4)
help: move shared_read 'read_a' to stage 0, tuple 5, and move shared_read 'read_b' to stage 0, tuple 6)");
}

TEST(ReorderErrors, ALoopThatIsPipelined) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    s.pipeline(of.k_loop);
    s.reorder_graph(of.k_loop, {of.mma});
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+4:7: error: reorder_graph: k_loop is pipelined already [scheduled-twice]
+4 |     s.reorder_graph(of.k_loop, {of.mma});
      |       ^
FILE:+3:7: note: here
help: give reorder_graph what pipeline results in: it keeps the stages)");
}

TEST(ReorderErrors, APipelineOfALoopThatIsReordered) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    s.reorder_graph(of.k_loop, {of.mma});
    s.pipeline(of.k_loop);
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+4:7: error: pipeline: k_loop is reordered already [scheduled-twice]
+4 |     s.pipeline(of.k_loop);
      |       ^
FILE:+3:7: note: here
help: make the pipeline first, and give it to reorder_graph)");
}

TEST(ReorderErrors, TwoOrdersOfALoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    s.reorder_graph(of.k_loop, {of.mma});
    s.reorder_graph(of.k_loop, {of.mma});
  });
  expectError(
      "scheduled-twice", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+4:7: error: reorder_graph: k_loop is reordered already [scheduled-twice]
+4 |     s.reorder_graph(of.k_loop, {of.mma});
      |       ^
FILE:+3:7: note: here
help: a loop has one order)");
}

TEST(ReorderErrors, TwoOrdersOfAPipeline) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
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
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0], of.writes, of.writes_b}});
    s.reorder_graph(loop, {of.a[0], of.b[0], of.writes, of.writes_b});
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
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0], of.writes, of.writes_b}});
    loop.set_stage({{of.a[1], of.b[1], of.mma}});
    s.reorder_graph(loop, {of.a[0], of.b[0], of.a[1], of.b[1], of.writes, of.writes_b});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+6:7: error: reorder_graph: k_loop/mma:0 is in no cluster [unscheduled]
+6 |     s.reorder_graph(loop, {of.a[0], of.b[0], of.a[1], of.b[1], of.writes, of.writes_b});
      |       ^
FILE:above:58: note: the operation is here
FILE:+5:10: note: it is in this stage
help: put all that the stages of k_loop have into clusters)");
}

TEST(ReorderErrors, AnOperationOfAClusterInNoStage) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0], of.writes, of.writes_b}});
    loop.set_stage({{of.a[1], of.b[1]}});
    s.reorder_graph(loop, {of.a[0], of.b[0], of.writes, of.writes_b, of.a[1], of.b[1], of.mma});
  });
  expectError(
      "unscheduled", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:+6:7: error: reorder_graph: k_loop/mma:0 is in a cluster, and in no stage of k_loop [unscheduled]
+6 |     s.reorder_graph(loop, {of.a[0], of.b[0], of.writes, of.writes_b, of.a[1], of.b[1], of.mma});
      |       ^
FILE:above:58: note: the operation is here
help: put it into a stage with set_stage, or leave it out)");
}

TEST(ReorderErrors, ClustersOfNothing) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    const Selected of(s);
    s.reorder_graph(of.k_loop, {s.cluster({of.a[1], of.b[1]})});
  });
  expectError(
      "schedule-argument", [&] { compileFor("sim:h200", wrong); },
      R"(FILE:+3:7: error: reorder_graph: clusters select nothing on this target [schedule-argument]
+3 |     s.reorder_graph(of.k_loop, {s.cluster({of.a[1], of.b[1]})});
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

//===----------------------------------------------------------------------===//
// unroll
//===----------------------------------------------------------------------===//

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
    const Selected of(s);
    s.reorder_graph(of.k_loop, {of.a[0], of.b[0], of.writes, of.writes_b, of.a[1], of.b[1],
                                s.get_node_by_tag_and_iteration("mma", 1),
                                s.get_node_by_tag_and_iteration("mma", 0)});
  });
  expectError(
      "illegal-schedule", [&] { compileFor("sim:mi300x", wrong); },
      R"(FILE:above:58: error: mma 'mma' of copy 1 uses mma 'mma' of copy 0 in the same iteration, and would run at time 12, before time 13 [illegal-schedule]
above |                       return mma(x, y, acc, {.tag = "mma"});
      |                                                          ^
FILE:above:58: note: mma 'mma' of copy 1 has time 12 (stage 0, tuple 12)
FILE:above:58: note: mma 'mma' of copy 0 has time 13 (stage 0, tuple 13)
help: move mma 'mma' of copy 1 to stage 0, tuple 13)");
}

TEST(UnrollErrors, CopiesOfAnMmaIntoTensorMemoryInTwoStages) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.unroll(s.get_node_by_tag("k_loop"), 2);
    const Selected of(s);
    auto loop = s.pipeline(of.k_loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.writes, of.writes_b}});
    loop.set_stage({{s.get_node_by_tag_and_iteration("mma", 0)}, {}});
    loop.set_stage({{s.get_node_by_tag_and_iteration("mma", 1)}, {}});
  });
  expectError(
      "schedule-loop", [&] { compileFor("sim:b200", wrong); },
      R"(FILE:above:58: error: mma 'mma' of copy 0 is in stage 1, and mma 'mma' of copy 1 is in stage 2: MMAs that accumulate in tensor memory run in one stage [schedule-loop]
above |                       return mma(x, y, acc, {.tag = "mma"});
      |                                                          ^
FILE:above:58: note: the other operation is here
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
