//===- RolesTest.cpp - Who runs what, and what they hand over -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two products of one left operand, c = a * b^T and e = a * d^T, in the roles that a schedule
// names: two roles may fill a channel, and two may read it.  Whatever the roles, the results are
// those of the default schedule, to the bit.
//
//===----------------------------------------------------------------------===//

#include <cstring>
#include <sstream>

#include "ExpectError.h"
#include "ScheduleKernels.h"

namespace wave::test {
namespace {

constexpr int64_t rows = 200, columns = 136;

Kernel twoProducts() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      c("c", {M, N}, f32), d("d", {N, K}, f16, ADDRESS_SPACE), e("e", {M, N}, f32);
  return Kernel("two_products", {a, b, d, c, e},
                {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                 TilingConstraint{K, BLOCK_K}},
                [&] {
                  Register zero({M, N}, f32, 0.0);
                  auto [first, second] = iterate(
                      {.axis = K, .tag = "k_loop"}, {zero, zero}, [&](Register x, Register y) {
                        Register left = read(a, {.tag = "read_a"});
                        Register p = mma(left, read(b, {.tag = "read_b"}), x, {.tag = "mma_b"});
                        Register q = mma(left, read(d, {.tag = "read_d"}), y, {.tag = "mma_d"});
                        return std::array{p, q};
                      });
                  write(first, c, {.tag = "write_c"});
                  write(second, e, {.tag = "write_e"});
                });
}

WaveCompileOptions options(const std::string &target, SchedulingType type, const Bindings &sizes) {
  WaveCompileOptions made = optionsFor(target, type, sizes);
  made.subs.set("BLOCK_K", 64);
  return made;
}

struct Results {
  Tensor c, e;
};

Results run(const CompiledKernel &compiled, int64_t k) {
  const Tensor a = Tensor::randint({rows, k}, f16, -5, 5, 1);
  const Tensor b = Tensor::randint({columns, k}, f16, -6, 6, 2);
  const Tensor d = Tensor::randint({columns, k}, f16, -4, 4, 3);
  const auto poisoned = [] {
    return Tensor::full({rows, columns}, f32, std::numeric_limits<double>::quiet_NaN());
  };
  Results results{poisoned(), poisoned()};
  compiled(a, b, d, results.c, results.e);
  return results;
}

bool areSame(const Tensor &x, const Tensor &y) {
  return std::memcmp(x.data(), y.data(), static_cast<size_t>(rows * columns * 4)) == 0;
}

void expectDefaultResults(const std::string &target, const Schedule &schedule) {
  for (const int64_t k : {0, 64, 200, 1000}) {
    SCOPED_TRACE(target + ", " + schedule.name() + ", K = " + std::to_string(k));
    const Results expected =
        run(wave_compile(options(target, SchedulingType::None, {M = rows, N = columns, K = k}),
                         twoProducts()),
            k);
    const Results known =
        run(wave_compile(options(target, SchedulingType::Manual, {M = rows, N = columns, K = k}),
                         twoProducts(), schedule),
            k);
    EXPECT_TRUE(areSame(known.c, expected.c) && areSame(known.e, expected.e));
    const Results open =
        run(wave_compile(options(target, SchedulingType::Manual, {}), twoProducts(), schedule), k);
    EXPECT_TRUE(areSame(open.c, expected.c) && areSame(open.e, expected.e));
  }
}

/// Where MMAs accumulate in tensor memory one warpgroup stores 128 rows.
Schedule twoConsumers(int warps = 8) {
  return Schedule("two consumers", [warps](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b", "read_d"})});
    s.role("first", {.warps = warps}, {s.get_node_by_tag({"mma_b", "write_c"})});
    s.role("second", {.warps = warps}, {s.get_node_by_tag({"mma_d", "write_e"})});
  });
}

Schedule twoProducers(int warps = 8) {
  return Schedule("two producers", [warps](ScheduleBuilder &s) {
    s.role("left", {.warps = 4}, {s.get_node_by_tag("read_a")});
    s.role("right", {.warps = 4}, {s.get_node_by_tag({"read_b", "read_d"})});
    s.role("both", {.warps = warps}, {s.get_node_by_tag({"mma_b", "mma_d", "write_c", "write_e"})});
  });
}

/// Two producers, and two consumers whose MMAs are an iteration apart.
Schedule twoOfEach(int warps = 8) {
  return Schedule("two of each", [warps](ScheduleBuilder &s) {
    auto loads = s.get_node_by_tag_and_type<Read>("read_a");
    auto others = s.cluster(
        {s.get_node_by_tag_and_type<Read>("read_b"), s.get_node_by_tag_and_type<Read>("read_d")});
    auto arrivals = s.filter_nodes<Write>(s.get_node_by_tag({"read_a", "read_b", "read_d"}));
    auto mma_b = s.get_node_by_tag("mma_b"), mma_d = s.get_node_by_tag("mma_d");
    s.role("left", {.warps = 4}, {loads});
    s.role("right", {.warps = 4}, {others});
    s.role("first", {.warps = warps}, {mma_b, s.get_node_by_tag("write_c")});
    s.role("second", {.warps = warps}, {mma_d, s.get_node_by_tag("write_e")});
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"), {.buffers = 4});
    loop.set_stage({{loads, others, arrivals}, {}});
    loop.set_stage({{}, {mma_b}});
    loop.set_stage({{}, {mma_d}});
  });
}

/// Products into tensor memory: two roles multiply, and two more store.
Schedule fiveRoles() {
  return Schedule("five roles", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b", "read_d"})});
    s.role("mma_b", {.warps = 4},
           {s.get_node_by_tag("mma_b"), s.get_node_by_path("shared_write:1")});
    s.role("mma_d", {.warps = 4},
           {s.get_node_by_tag("mma_d"), s.get_node_by_path("shared_write:0")});
    s.role("store_c", {.warps = 4},
           {s.get_node_by_path("shared_read:1"), s.get_node_by_tag("write_c")});
    s.role("store_e", {.warps = 4},
           {s.get_node_by_path("shared_read:0"), s.get_node_by_tag("write_e")});
  });
}

/// The same by tags: the hand-over of an accumulator follows its MMAs and its user.
Schedule taggedRoles() {
  return Schedule("tagged roles", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b", "read_d"})});
    s.role("mma_b", {.warps = 4}, {s.get_node_by_tag("mma_b")});
    s.role("mma_d", {.warps = 4}, {s.get_node_by_tag("mma_d")});
    s.role("store_c", {.warps = 4}, {s.get_node_by_tag("write_c")});
    s.role("store_e", {.warps = 4}, {s.get_node_by_tag("write_e")});
  });
}

/// How the roles of a scheduled kernel hand their rings over: the lines of channels.
std::string channelsOf(const CompiledKernel &compiled) {
  std::istringstream text(compiled.emit(Stage::Scheduled));
  std::string line, found;
  while (std::getline(text, line))
    if (const size_t begin = line.find(" from ["); begin != std::string::npos)
      found += line.substr(begin + 1, line.find(" : ") - begin - 1) + "\n";
  return found;
}

TEST(ScheduleRoles, TwoConsumers) {
  EXPECT_EQ(channelsOf(wave_compile(options("sim:h200", SchedulingType::Manual, {}), twoProducts(),
                                    twoConsumers())),
            "from [\"load\"] commits 1 to [\"first\", \"second\"] releases 2\n");
  expectDefaultResults("sim:h200", twoConsumers());
}

TEST(ScheduleRoles, TwoProducers) {
  EXPECT_EQ(channelsOf(wave_compile(options("sim:h200", SchedulingType::Manual, {}), twoProducts(),
                                    twoProducers())),
            "from [\"left\", \"right\"] commits 2 to [\"both\"] releases 1\n");
  expectDefaultResults("sim:h200", twoProducers());
}

TEST(ScheduleRoles, TwoOfEach) {
  EXPECT_EQ(channelsOf(wave_compile(options("sim:h200", SchedulingType::Manual, {}), twoProducts(),
                                    twoOfEach())),
            "from [\"left\", \"right\"] commits 2 to [\"first\", \"second\"] releases 2\n");
  expectDefaultResults("sim:h200", twoOfEach());
}

TEST(ScheduleRoles, FiveRolesWithTensorMemory) {
  EXPECT_EQ(channelsOf(wave_compile(options("sim:b200", SchedulingType::Manual, {}), twoProducts(),
                                    fiveRoles())),
            "from [\"load\"] commits 1 to [\"mma_b\", \"mma_d\"] releases 2\n"
            "from [\"mma_b\", \"mma_d\"] commits 2 to [\"store_c\", \"store_e\"] releases 2\n");
  expectDefaultResults("sim:b200", fiveRoles());
}

TEST(ScheduleRoles, TheHandOverOfAnAccumulatorFollows) {
  EXPECT_EQ(channelsOf(wave_compile(options("sim:b200", SchedulingType::Manual, {}), twoProducts(),
                                    taggedRoles())),
            channelsOf(wave_compile(options("sim:b200", SchedulingType::Manual, {}), twoProducts(),
                                    fiveRoles())));
  expectDefaultResults("sim:b200", taggedRoles());
}

/// One lane begins the MMAs, and all lanes load what has been accumulated.
TEST(ScheduleRoles, OneRoleForMmasAndTheirEpilogue) {
  EXPECT_EQ(channelsOf(wave_compile(options("sim:b200", SchedulingType::Manual, {}), twoProducts(),
                                    twoConsumers(4))),
            "from [\"load\"] commits 1 to [\"first\", \"second\"] releases 2\n"
            "from [\"first\", \"second\"] commits 2 to [\"first\", \"second\"] releases 2\n");
  for (const Schedule &schedule : {twoConsumers(4), twoProducers(4), twoOfEach(4)})
    expectDefaultResults("sim:b200", schedule);
}

TEST(ScheduleRoles, AResultOfAnotherRole) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b", "read_d"})});
    s.role("mma", {.warps = 8}, {s.get_node_by_tag({"mma_b", "mma_d"})});
    s.role("store", {.warps = 8}, {s.get_node_by_tag({"write_c", "write_e"})});
  });
  expectError(
      "schedule-role",
      [&] { wave_compile(options("sim:h200", SchedulingType::Manual, {}), twoProducts(), wrong); },
      R"(FILE:above:52: error: shared_write 'write_c' of role 'store' uses mma 'mma_b' of role 'mma', and no channel hands that over [schedule-role]
above |                   write(first, c, {.tag = "write_c"});
      |                                                    ^
FILE:above:94: note: the other operation is here
help: put both into one role)");
}

TEST(ScheduleRoles, PrintedAndReadBack) {
  for (const Schedule &schedule : {twoConsumers(), twoProducers(), twoOfEach()})
    expectRoundTrip(options("sim:h200", SchedulingType::Manual, {}), twoProducts(), schedule);
  for (const Schedule &schedule : {fiveRoles(), taggedRoles(), twoConsumers(4)})
    expectRoundTrip(options("sim:b200", SchedulingType::Manual, {}), twoProducts(), schedule);
}

} // namespace
} // namespace wave::test
