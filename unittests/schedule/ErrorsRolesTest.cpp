//===- ErrorsRolesTest.cpp - Schedules whose roles or loops do not fit ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol L{"L"};

const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
    c("c", {M, N}, f32), x("x", {M, L}, f16, SHARED_ADDRESS_SPACE),
    y("y", {N, L}, f16, SHARED_ADDRESS_SPACE), steps("steps", {J}, f32);

const Constraints tiles{WorkgroupConstraint{M, 128, 0}, WorkgroupConstraint{N, 64, 1},
                        TilingConstraint{K, 64}, TilingConstraint{L, 64}};

/// c = a * b^T, then c += x * y^T, by two loops.
const Kernel two("two", {a, b, c, x, y}, tiles, [] {
  Register zero({M, N}, f32, 0.0);
  Register first = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
    Register lhs = read(a, {.tag = "read_a"}), rhs = read(b, {.tag = "read_b"});
    return mma(lhs, rhs, acc, {.tag = "mma"});
  });
  write(first, c, {.tag = "write"});
  Register second = iterate({.axis = L, .tag = "l_loop"}, {zero}, [&](Register acc) {
    Register lhs = read(x, {.tag = "read_x"}), rhs = read(y, {.tag = "read_y"});
    return mma(lhs, rhs, acc, {.tag = "mma_2"});
  });
  Register before = read(c, {.tag = "read_c"});
  write(second + before, c, {.tag = "add"});
});

void compileFor(const char *target, const Schedule &schedule, const Kernel &kernel,
                const Bindings &sizes) {
  wave_compile({.target = Target::named(target),
                .subs = sizes,
                .retarget = true,
                .schedule = SchedulingType::Manual,
                .coverage = unchecked("c is written twice")},
               kernel, schedule);
}
void compileTwo(const Schedule &schedule) {
  compileFor("sim:h200", schedule, two, {M = 256, N = 256, K = 512, L = 512});
}

} // namespace

TEST(RoleErrors, AResultThatAnotherRoleWrites) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role(
        "load", {.warps = 4},
        {s.get_node_by_tag({"read_a", "read_b", "read_x", "read_y"}), s.get_node_by_tag("write")});
    s.role("consumer", {.warps = 8}, {s.get_node_by_tag({"mma", "mma_2", "add"})});
  });
  expectError(
      "schedule-role", [&] { compileTwo(wrong); },
      R"(FILE:above:34: error: write 'write' of role 'load' uses mma 'mma' of role 'consumer', and no channel hands that over [schedule-role]
above |   write(first, c, {.tag = "write"});
      |                                  ^
FILE:above:44: note: the other operation is here
help: put both into one role)");
}

TEST(RoleErrors, AMemoryThatTwoRolesWrite) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b", "read_x", "read_y"})});
    s.role("first", {.warps = 8}, {s.get_node_by_tag({"mma", "write"})});
    s.role("second", {.warps = 8}, {s.get_node_by_tag({"mma_2", "add"})});
  });
  expectError(
      "schedule-role", [&] { compileTwo(wrong); },
      R"(FILE:above:45: error: read 'read_c' of role 'second' reads what was written by write 'write' of role 'first', and roles wait for each other at channels alone [schedule-role]
above |   Register before = read(c, {.tag = "read_c"});
      |                                             ^
FILE:above:34: note: the other operation is here
help: put both into one role)");
}

TEST(RoleErrors, AnOperationOfAnotherLoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
    loop.set_stage({{s.get_node_by_tag({"read_a", "read_b"})}, {s.get_node_by_tag("mma_2")}});
  });
  expectError(
      "schedule-loop", [&] { compileTwo(wrong); },
      R"(FILE:+3:10: error: set_stage: l_loop/mma:0 is no operation of the body of k_loop [schedule-loop]
+3 |     loop.set_stage({{s.get_node_by_tag({"read_a", "read_b"})}, {s.get_node_by_tag("mma_2")}});
      |          ^
FILE:above:46: note: the operation is here
FILE:above:55: note: the loop is here
help: a pipeline schedules what its loop's body has)");
}

TEST(RoleErrors, ASlotThatIsReleasedOneTupleTooEarly) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
    auto reads = s.get_node_by_tag({"read_a", "read_b"});
    auto [loads, shared] = s.partition_by_address_space(reads, GLOBAL_ADDRESS_SPACE);
    loop.set_stage({{loads, s.filter_nodes<Write>(shared)},
                    {s.get_node_by_path("k_loop/release:0")},
                    {s.get_node_by_tag("mma")}});
  });
  expectError(
      "illegal-schedule", [&] { compileTwo(wrong); },
      R"(FILE:above:44: error: release at k_loop/release:0 follows view 'read_a' in the same iteration, and would run at time 1, before time 2 [illegal-schedule]
above |     return mma(lhs, rhs, acc, {.tag = "mma"});
      |                                            ^
FILE:above:44: note: release at k_loop/release:0 has time 1 (stage 0, tuple 1)
FILE:above:44: note: view 'read_a' has time 2 (stage 0, tuple 2)
FILE:+5:10: note: stage 0 is scheduled here
help: move release at k_loop/release:0 to stage 0, tuple 2)");
}

TEST(RoleErrors, AnAccumulatorInTensorMemoryThatIsWholeInALaterStage) {
  const Kernel nested("nested", {a, b, c, steps},
                      {WorkgroupConstraint{M, 128, 0}, WorkgroupConstraint{N, 64, 1},
                       TilingConstraint{K, 64}, TilingConstraint{J, 1}},
                      [] {
                        iterate({.axis = J, .tag = "j_loop"}, [&] {
                          Register zero({M, N}, f32, 0.0);
                          Register sum =
                              iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
                                return mma(read(a), read(b), acc, {.tag = "mma"});
                              });
                          write(sum, c, {.tag = "write"});
                        });
                      });
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    auto loop = s.pipeline(s.get_node_by_tag("j_loop"));
    loop.set_stage({{s.get_node_by_tag("k_loop")}});
    loop.set_stage({{s.get_node_by_path("j_loop/shared_write:0")}});
    loop.set_stage({{s.get_node_by_path("j_loop/shared_read:0"),
                     s.get_node_by_path("j_loop/shared_write:1")}});
    loop.set_stage({{s.get_node_by_path("j_loop/copy_out:0")}});
  });
  expectError(
      "schedule-loop",
      [&] { compileFor("sim:b200", wrong, nested, {M = 256, N = 256, K = 512, J = 3}); },
      R"(FILE:+9:80: error: mma 'mma' is in stage 0, and shared_write at j_loop/shared_write:0 is in stage 1: an accumulator in tensor memory is whole in the stage of its MMAs [schedule-loop]
+9 |                                 return mma(read(a), read(b), acc, {.tag = "mma"});
      |                                                                                ^
FILE:+8:66: note: the other operation is here
help: put them into one stage)");
}
