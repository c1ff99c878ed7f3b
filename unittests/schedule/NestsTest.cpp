//===- NestsTest.cpp - Schedules of nested and sibling loops --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What random kernels with several loops (differential/RandomNestsTest.cpp) found to be refused,
// or wrong, in the smallest form.
//
//===----------------------------------------------------------------------===//

#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "Symbols.h"

namespace wave::test {
namespace {

constexpr Symbol L{"L"};
constexpr int64_t rows = 128, columns = 16, depth = 48;

const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
    c("c", {M, N}, f32), x("x", {M, L}, f16, SHARED_ADDRESS_SPACE),
    y("y", {N, L}, f16, SHARED_ADDRESS_SPACE), d("d", {M, N}, f32), steps("steps", {J}, f32);

Constraints tiles() {
  return {WorkgroupConstraint{M, 128, 0}, WorkgroupConstraint{N, 16, 1}, TilingConstraint{K, 16}};
}

Register multiply(const Register &start) {
  return iterate({.axis = K, .tag = "k_loop"}, {start}, [&](Register acc) {
    Register lhs = read(a, {.tag = "read_a"}), rhs = read(b, {.tag = "read_b"});
    return mma(lhs, rhs, acc, {.tag = "mma"});
  });
}
Register multiply() { return multiply(Register({M, N}, f32, 0.0)); }

/// c, of a launch of a kernel that reads a and b, and has `count` steps of a loop over J, which is
/// known when compiling or `isOpen`.
Tensor run(const std::string &target, const Kernel &kernel, const std::string &schedule,
           int64_t count, bool isOpen) {
  WaveCompileOptions options{.target = Target::named(target),
                             .subs = {M = rows, N = columns, K = depth},
                             .retarget = true,
                             .schedule =
                                 schedule.empty() ? SchedulingType::None : SchedulingType::Manual,
                             .coverage = unchecked("each step of the loop writes the same tile")};
  if (!isOpen)
    options.subs.set("J", count);
  const CompiledKernel compiled =
      schedule.empty()
          ? wave_compile(options, kernel)
          : wave_compile(options, kernel,
                         Schedule::parse("wave_schedule 1 \"nest\"\n" + schedule, "nest.schedule"));
  const Tensor lhs = Tensor::randint({rows, depth}, f16, -5, 5, 1);
  const Tensor rhs = Tensor::randint({columns, depth}, f16, -6, 6, 2);
  Tensor result = Tensor::full({rows, columns}, f32, std::numeric_limits<double>::quiet_NaN());
  compiled(lhs, rhs, result, Tensor::full({count}, f32, 0.0));
  return result;
}

/// The schedule computes what the interpreter does.
void expectRight(const std::string &target, const Kernel &kernel, const std::string &schedule,
                 int64_t count = 3, bool isOpen = false) {
  SCOPED_TRACE(target + ", " + std::to_string(count) + (isOpen ? ", open\n" : ", known\n") +
               schedule);
  const Tensor expected = run("cpu", kernel, "", count, false);
  const Tensor actual = run(target, kernel, schedule, count, isOpen);
  EXPECT_EQ(std::memcmp(actual.data(), expected.data(), rows * columns * 4), 0);
}

/// The loads of a product in stage 0, its MMAs behind them.
const std::string inOneStage = R"(k_loop = pipeline(get_node_by_tag("k_loop"))
k_loop.set_stage([(get_node_by_tag_and_type({"read_a", "read_b"}, Copy)), (get_node_by_tag_and_type({"read_a", "read_b"}, Arrival)), (get_node_by_tag_and_type({"read_a", "read_b"}, SharedRead), get_node_by_tag("mma"))])
)";

/// c += a * b, J times, written in each.
const Kernel added("added", {a, b, c, steps}, tiles() += TilingConstraint{J, 1}, [] {
  write(Register({M, N}, f32, 1.0), c);
  iterate({.axis = J, .tag = "j_loop"}, [&] {
    Register before = read(c, {.tag = "read_c"});
    write(multiply() + before, c, {.tag = "write_c"});
  });
});

/// 1 is subtracted in each step of the product.
const Kernel lessened("lessened", {a, b, c, steps}, tiles() += TilingConstraint{J, 1}, [] {
  Register zero({M, N}, f32, 0.0);
  write(iterate({.axis = K, .tag = "k_loop"}, {zero},
                [&](Register acc) {
                  Register lhs = read(a, {.tag = "read_a"}), rhs = read(b, {.tag = "read_b"});
                  return mma(lhs, rhs, acc, {.tag = "mma"}) - 1.0;
                }),
        c);
});

/// A sum that goes from step to step of the loop over J.
const Kernel carried("carried", {a, b, c, steps}, tiles() += TilingConstraint{J, 1}, [] {
  write(iterate({.axis = J, .tag = "j_loop"}, {Register({M, N}, f32, 1.0)},
                [&](Register sum) { return multiply(sum); }),
        c);
});

} // namespace

/// The subtraction is in no stage: nothing of its iteration uses it.
TEST(ScheduleNests, ArithmeticThatOnlyTheNextIterationUses) {
  for (const char *target : {"sim:mi355x", "sim:h200"})
    expectRight(target, lessened, inOneStage);
}

/// MMAs fill the accumulator in tensor memory before it is whole.
TEST(ScheduleNests, AnAccumulatorIsAcquiredBeforeTheMmas) {
  expectRight("sim:b200", added, R"(j_loop = pipeline(get_node_by_tag("j_loop"))
j_loop.set_stage([(get_node_by_tag("k_loop")), (get_node_by_path("j_loop/shared_write:0")), (get_node_by_path("j_loop/shared_read:0")), (get_node_by_tag("read_c")), (get_node_by_tag("write_c"))])
)");
}

/// Its product is pipelined for the iterations that it would have.
TEST(ScheduleNests, AProductInALoopThatHasNoIterations) { expectRight("sim:h200", carried, "", 0); }

/// The write of a step runs beside the MMAs of the next one: the sum goes through the loop.
TEST(ScheduleNests, ASumIsUsedInTheNextTrip) {
  expectRight("sim:h200", added, inOneStage + R"(j_loop = pipeline(get_node_by_tag("j_loop"))
j_loop.set_stage([(get_node_by_tag("k_loop")), (get_node_by_tag("read_c"))])
j_loop.set_stage([(get_node_by_tag("write_c")), ()])
)");
  expectRight("sim:h200", added, inOneStage + R"(j_loop = pipeline(get_node_by_tag("j_loop"))
j_loop.set_stage([(get_node_by_tag("k_loop")), ()])
j_loop.set_stage([(), ()])
j_loop.set_stage([(get_node_by_tag("read_c")), (get_node_by_tag("write_c"))])
)");
}

/// The role that loads has one trip of the outer loop, in which three loads begin before the first
/// is complete; the other role has none, and what was pipelined of it.
TEST(ScheduleNests, RolesThatPipelineALoopOfOneIteration) {
  expectRight("sim:h200", added, R"(buffers("a", 7)
k_loop = pipeline(get_node_by_tag("k_loop"))
k_loop.set_stage([(get_node_by_tag_and_type("read_b", Copy), get_node_by_tag_and_type("read_b", Arrival))])
k_loop.set_stage([()])
k_loop.set_stage([()])
k_loop.set_stage([(get_node_by_tag_and_type("read_a", Copy), get_node_by_tag_and_type("read_a", Arrival))])
k_loop.set_stage([(get_node_by_tag("mma"))])
j_loop = pipeline(get_node_by_tag("j_loop"))
j_loop.set_stage([(get_node_by_tag("k_loop")), ()])
j_loop.set_stage([(get_node_by_tag("read_c")), (get_node_by_tag("write_c"))])
)",
              1);
}

/// Two loops at one position of an outer one: all roles run them in one order, also in a launch
/// with fewer iterations than one of the roles has stages.  One role that loaded for the first loop
/// while another one waited for the second would wait for its slots for ever.
TEST(ScheduleNests, LoopsOfOnePositionRunInOneOrderInAllRoles) {
  const Kernel chained("chained", {a, b, c, steps}, tiles() += TilingConstraint{J, 1}, [] {
    iterate({.axis = J, .tag = "j_loop"}, [&] {
      Register first = multiply();
      Register second = iterate({.axis = K, .tag = "l_loop"}, {first}, [&](Register acc) {
        Register lhs = read(a, {.tag = "read_x"}), rhs = read(b, {.tag = "read_y"});
        return mma(lhs, rhs, acc, {.tag = "mma_l"});
      });
      write(second, c, {.tag = "write_c"});
    });
  });
  for (const auto &[count, isOpen] : {std::pair(1, false), std::pair(3, false), std::pair(5, false),
                                      std::pair(2, true), std::pair(6, true)})
    expectRight("sim:h200", chained, R"(buffers("a", 2)
buffers("b", 2)
k_loop = pipeline(get_node_by_tag("k_loop"))
k_loop.set_stage([(get_node_by_tag_and_type("read_b", Copy)), ()])
k_loop.set_stage([(get_node_by_tag_and_type("read_a", Copy), get_node_by_tag_and_type("read_a", Arrival), get_node_by_tag_and_type("read_b", Arrival)), (get_node_by_tag("mma"))])
j_loop = pipeline(get_node_by_tag("j_loop"))
j_loop.set_stage([(get_node_by_tag("k_loop"))])
j_loop.set_stage([()])
j_loop.set_stage([(get_node_by_tag("l_loop"), get_node_by_tag_and_type("write_c", SharedWrite))])
j_loop.set_stage([(get_node_by_tag_and_type("write_c", CopyOut))])
)",
                count, isOpen);
}

/// Each role writes its result through shared memory while the other one may still multiply.
TEST(ScheduleNests, TwoRolesThatWriteResults) {
  const Kernel two("two", {a, b, c, x, y, d}, tiles() += TilingConstraint{L, 16}, [] {
    write(multiply(), c, {.tag = "write_c"});
    Register zero({M, N}, f32, 0.0);
    write(iterate({.axis = L, .tag = "l_loop"}, {zero},
                  [&](Register acc) {
                    Register lhs = read(x, {.tag = "read_x"}), rhs = read(y, {.tag = "read_y"});
                    return mma(lhs, rhs, acc, {.tag = "mma_2"});
                  }),
          d, {.tag = "write_d"});
  });
  const Schedule roles("roles", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4},
           {s.get_node_by_tag({"read_a", "read_b"}), s.get_node_by_tag({"read_x", "read_y"})});
    s.role("first", {.warps = 8}, {s.get_node_by_tag("mma"), s.get_node_by_tag("write_c")});
    s.role("second", {.warps = 8}, {s.get_node_by_tag("mma_2"), s.get_node_by_tag("write_d")});
  });
  const Tensor lhs = Tensor::randint({rows, depth}, f16, -5, 5, 1);
  const Tensor rhs = Tensor::randint({columns, depth}, f16, -6, 6, 2);
  const auto compute = [&](SchedulingType type) {
    const WaveCompileOptions options{.target = Target::named("sim:h200"),
                                     .subs = {M = rows, N = columns, K = depth, L = depth},
                                     .retarget = true,
                                     .schedule = type};
    Tensor first = Tensor::full({rows, columns}, f32, 0.0);
    Tensor second = Tensor::full({rows, columns}, f32, 0.0);
    (type == SchedulingType::Manual
         ? wave_compile(options, two, roles)
         : wave_compile(options, two))(lhs, rhs, first, lhs, rhs, second);
    EXPECT_EQ(std::memcmp(first.data(), second.data(), rows * columns * 4), 0);
    return first;
  };
  EXPECT_EQ(std::memcmp(compute(SchedulingType::Manual).data(),
                        compute(SchedulingType::None).data(), rows * columns * 4),
            0);
}

} // namespace wave::test
