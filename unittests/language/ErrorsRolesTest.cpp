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
    loop.set_stage({{s.get_node_by_path("j_loop/shared_read:0"), s.get_node_by_tag("write")}});
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
