//===- ErrorsRoleStepsTest.cpp - Roles whose warps or steps do not fit ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The default schedules of Hopper and Blackwell, with one role changed: more or fewer warps, a step
// of another role's channel, a buffer that no channel hands over.
//
//===----------------------------------------------------------------------===//

#include "ErrorsGemm.h"

using namespace wave;
using namespace wave::test;

namespace {

/// The roles of a schedule, whose operations have the names of the printed default.
Schedule withRoles(const std::string &roles) {
  return Schedule::parse(R"(wave_schedule 1 "text"
acquire = get_node_by_path("k_loop/acquire:0")
loads = get_node_by_tag_and_type({"read_a", "read_b"}, Copy)
commit = get_node_by_path("k_loop/commit:0")
wait = get_node_by_path("k_loop/wait:0")
mma = get_node_by_tag("mma")
release = get_node_by_path("k_loop/release:0")
shared_write = get_node_by_path("shared_write:0")
)" + roles,
                         "text.schedule");
}

/// Of Hopper, the last lines.
const char *const load = "role(\"load\", [acquire, loads, commit], warps=4)\n";
const char *const consumer = R"(copy_out = get_node_by_path("copy_out:0")
role("consumer", [wait, mma, release, shared_write, copy_out], warps=4)
)";

void expectRefused(const char *target, const std::string &roles, const std::string &text) {
  expectError("schedule-role", [&] { compileFor(target, withRoles(roles)); }, text);
}

} // namespace

TEST(RoleSteps, DefaultRoles) {
  EXPECT_NO_THROW(compileFor("sim:h200", withRoles(std::string(load) + consumer)));
}

TEST(RoleSteps, ARoleWithoutAName) {
  expectRefused("sim:h200",
                R"(role("", [acquire, loads, commit], warps=4)
)" + std::string(consumer),
                R"(text.schedule:9:1: error: role '': it has no name [schedule-role]
help: give each role a name of its own)");
}

TEST(RoleSteps, TwoWavesThatLoad) {
  expectRefused(
      "sim:h200",
      R"(role("load", [acquire, loads, commit], warps=8)
)" + std::string(consumer),
      R"(text.schedule:9:1: error: role 'load': it has 8 warps, and one lane of 4 warps begins all that it does [schedule-role]
help: give it 4 warps)");
}

TEST(RoleSteps, MoreWarpsThanTilesAreDistributedOver) {
  expectRefused(
      "sim:h200", load + std::string(R"(copy_out = get_node_by_path("copy_out:0")
role("consumer", [wait, mma, release, shared_write, copy_out], warps=8)
)"),
      R"(text.schedule:11:1: error: role 'consumer': it has 8 warps, and the tile of mma 'mma' is distributed over the 4 warps that the constraints give a workgroup [schedule-role]
ErrorsGemm.h:25:46: note: the operation is here
help: give it 4 warps, or the constraints other waves)");
}

TEST(RoleSteps, FewerWarpsThanTilesAreDistributedOver) {
  const Kernel wide = [] {
    const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE),
        b("b", {N, K}, f16, SHARED_ADDRESS_SPACE), c("c", {M, N}, f32);
    return Kernel(
        "wide", {a, b, c},
        {WorkgroupConstraint{M, 128, 0}, WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 64}},
        [&] {
          Register zero({M, N}, f32, 0.0);
          Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
            return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
          });
          write(sum, c, {.tag = "write_c"});
        });
  }();
  expectError(
      "schedule-role",
      [&] { compileFor("sim:h200", withRoles(std::string(load) + consumer), wide); },
      R"(text.schedule:11:1: error: role 'consumer': it has 4 warps, and the tile of mma 'mma' is distributed over the 8 warps that the constraints give a workgroup [schedule-role]
FILE:+10:98: note: the operation is here
help: give it 8 warps, or the constraints other waves)");
}

TEST(RoleSteps, TwoWavesOfMmasIntoTensorMemory) {
  expectRefused(
      "sim:b200",
      R"(acquire_2 = get_node_by_path("acquire:0")
commit_2 = get_node_by_path("commit:0")
role("load", [acquire, loads, commit], warps=4)
role("mma", [acquire_2, wait, mma, release, shared_write, commit_2], warps=8)
role("epilogue", [get_node_by_path("wait:0"), get_node_by_path("shared_read:0"), get_node_by_path("release:0"), get_node_by_tag("write_c")], warps=4)
)",
      R"(text.schedule:12:1: error: role 'mma': it has 8 warps, and one lane of 4 warps begins all that it does [schedule-role]
help: give it 4 warps)");
}

TEST(RoleSteps, AReleaseByTheProducer) {
  expectRefused(
      "sim:h200",
      R"(copy_out = get_node_by_path("copy_out:0")
role("load", [acquire, loads, commit, release], warps=4)
role("consumer", [wait, mma, shared_write, copy_out], warps=4)
)",
      R"(text.schedule:10:1: error: role 'load': it has release at k_loop/release:0, of a channel that role 'consumer' reads [schedule-role]
ErrorsGemm.h:25:46: note: the step is here
help: move it to role 'consumer')");
}

TEST(RoleSteps, AnAcquireByTheConsumer) {
  expectRefused(
      "sim:h200",
      R"(copy_out = get_node_by_path("copy_out:0")
role("load", [loads, commit], warps=4)
role("consumer", [acquire, wait, mma, release, shared_write, copy_out], warps=4)
)",
      R"(text.schedule:11:1: error: role 'consumer': it has acquire at k_loop/acquire:0, of a channel that role 'load' fills [schedule-role]
ErrorsGemm.h:23:48: note: the step is here
help: move it to role 'load')");
}

TEST(RoleSteps, AStepOfSeveralConsumers) {
  // Each of two roles reads a slot, and releases it.
  const Kernel twice = [] {
    const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE),
        b("b", {N, K}, f16, SHARED_ADDRESS_SPACE), d("d", {N, K}, f16, SHARED_ADDRESS_SPACE),
        c("c", {M, N}, f32), e("e", {M, N}, f32);
    return Kernel(
        "twice", {a, b, d, c, e},
        {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 64}},
        [&] {
          Register zero({M, N}, f32, 0.0);
          auto [first, second] = iterate(
              {.axis = K, .tag = "k_loop"}, {zero, zero}, [&](Register left, Register right) {
                Register x = read(a, {.tag = "read_a"});
                return yield(mma(x, read(b, {.tag = "read_b"}), left, {.tag = "mma_b"}),
                             mma(x, read(d, {.tag = "read_d"}), right, {.tag = "mma_d"}));
              });
          write(first, c, {.tag = "write_c"});
          write(second, e, {.tag = "write_e"});
        });
  }();
  const Schedule wrong = Schedule::parse(R"(wave_schedule 1 "text"
role("left", [get_node_by_tag_and_type("read_a", Copy)], warps=4)
role("right", [get_node_by_tag_and_type({"read_b", "read_d"}, Copy)], warps=4)
role("first", [get_node_by_tag("mma_b"), get_node_by_tag("write_c"), get_node_by_path("k_loop/release:0")], warps=4)
role("second", [get_node_by_tag("mma_d"), get_node_by_tag("write_e")], warps=4)
)",
                                         "text.schedule");
  expectError(
      "schedule-role", [&] { compileFor("sim:h200", wrong, twice); },
      R"(text.schedule:4:1: error: role 'first': it has release at k_loop/release:0, of a channel that roles 'first' and 'second' read [schedule-role]
FILE:+15:87: note: the step is here
help: leave it out of the roles: each of 'first' and 'second' makes it)");
}

TEST(RoleSteps, AStoreByAnotherRoleThanTheOneThatStagesIt) {
  expectRefused(
      "sim:h200", load + std::string(R"(copy_out = get_node_by_path("copy_out:0")
role("consumer", [wait, mma, release, shared_write], warps=4)
role("store", [copy_out], warps=4)
)"),
      R"(text.schedule:12:1: error: role 'store': it has copy_out 'write_c', and role 'consumer' has shared_write 'write_c', of buffer 'c', which no channel hands over [schedule-role]
ErrorsGemm.h:27:40: note: the operation is here
ErrorsGemm.h:27:40: note: the other one is here
help: give both one role)");
}

TEST(RoleSteps, MoreBuffersThanThereIsMemoryFor) {
  for (const char *count : {"65537", "4611686018427387904", "9223372036854775807"}) {
    const std::string number(count), help = "is at most 65536";
    const auto attempt = [&](const std::string &statements) {
      return [=] {
        compileFor("sim:mi300x", Schedule::parse("wave_schedule 1 \"text\"\n" + statements + "\n",
                                                 "text.schedule"));
      };
    };
    expectError("schedule-argument", attempt("buffers(\"a\", " + number + ")"),
                "text.schedule:2:1: error: buffers: count is " + number +
                    " [schedule-argument]\nhelp: count " + help);
    expectError("schedule-argument",
                attempt("p = pipeline(get_node_by_tag(\"k_loop\"), buffers=" + number + ")"),
                "text.schedule:2:1: error: pipeline: buffers is " + number +
                    " [schedule-argument]\nhelp: buffers " + help);
  }
}
