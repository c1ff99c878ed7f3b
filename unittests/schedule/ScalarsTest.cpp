//===- ScalarsTest.cpp - Indices that one role reads for others -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A persistent product takes its tiles from a list in memory: each tile says how far the next one
// is away, and how many steps it has itself.  A role of its own, the scheduler, walks the list, and
// hands what it reads to the roles that load, multiply and store.  The results are those of the
// default schedule, in which each role reads the list for itself, to the bit.
//
//===----------------------------------------------------------------------===//

#include <sstream>

#include "ExpectError.h"
#include "ScheduleKernels.h"

namespace wave::test {
namespace {

constexpr Symbol TILE{"TILE"}, TILES{"TILES"}, NUM_CTAS{"NUM_CTAS"}, ROW{"ROW"};
constexpr int64_t columns = 64;

/// How many tiles on the next one of a workgroup is, and the steps of a tile.
Kernel listed() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      next("next", {TILES}, i32), steps("steps", {TILES}, i32), c("c", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const IndexMapping from{.inputs = {M = i + ROW, K = j}, .outputs = {M = i, K = j}};
  const IndexMapping to{.inputs = {M = i, N = j}, .outputs = {M = i + ROW, N = j}};
  const IndexMapping of_tile{.inputs = {TILES = TILE}};
  return Kernel(
      "listed", {a, b, next, steps, c},
      {GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, BLOCK_M, 0},
       WorkgroupConstraint{N, BLOCK_N, 1}, TilingConstraint{K, BLOCK_K}, TilingConstraint{TILE}},
      [&] {
        iterate({.axis = TILE, .start = WORKGROUP_0, .condition = TILE < TILES, .tag = "tile_loop"},
                [&] {
                  Register tile = self_index(TILE, i64);
                  Register count = read(steps, {.mapping = of_tile, .tag = "count"});
                  Register after = read(next, {.mapping = of_tile, .tag = "next"});
                  set_symbol(ROW, tile * BLOCK_M);
                  Register zero({M, N}, f32, 0.0);
                  Register sum = iterate({.axis = K, .end = count * BLOCK_K, .tag = "k_loop"},
                                         {zero}, [&](Register acc) {
                                           Register x = read(a, {.mapping = from, .tag = "read_a"});
                                           Register y = read(b, {.tag = "read_b"});
                                           return mma(x, y, acc, {.tag = "mma"});
                                         });
                  write(sum, c, {.mapping = to, .tag = "write_c"});
                  set_symbol(TILE, tile + maximum(after, 1)); // which ends
                });
      });
}

WaveCompileOptions listOptions(const std::string &target, SchedulingType type,
                               const Bindings &sizes) {
  WaveCompileOptions made = optionsFor(target, type, sizes);
  made.coverage = unchecked("the lists of the test reach each tile once");
  return made;
}

/// Workgroup w of two has the tiles w, w + 2, ...; the last one ends its list.
Tensor run(const CompiledKernel &compiled, int64_t rows, int64_t k) {
  const int64_t tiles = (rows + 127) / 128;
  std::vector<int32_t> next, steps;
  for (int32_t tile = 0; tile < tiles; ++tile) {
    next.push_back(2);
    steps.push_back(tile == 1 ? 0 : tile + 1);
  }
  const Tensor a = Tensor::randint({rows, k}, f16, -5, 5, 1);
  const Tensor b = Tensor::randint({columns, k}, f16, -6, 6, 2);
  const Tensor c = Tensor::full({rows, columns}, f32, std::numeric_limits<double>::quiet_NaN());
  compiled(a, b, Tensor::view(next.data(), {tiles}), Tensor::view(steps.data(), {tiles}), c);
  return c;
}

void expectDefaultResults(const std::string &target, const Schedule &schedule) {
  for (const auto &[rows, k] : {std::array<int64_t, 2>{700, 200}, {100, 64}, {300, 8}, {300, 77}}) {
    SCOPED_TRACE(target + ", " + schedule.name() + ", " + std::to_string(rows) + " x " +
                 std::to_string(k));
    const Bindings sizes = {M = rows, N = columns, K = k, TILES = (rows + 127) / 128, NUM_CTAS = 2};
    const Tensor expected =
        run(wave_compile(listOptions(target, SchedulingType::None, sizes), listed()), rows, k);
    for (const Bindings &known : {sizes, Bindings{NUM_CTAS = 2}}) {
      const Tensor actual =
          run(wave_compile(listOptions(target, SchedulingType::Manual, known), listed(), schedule),
              rows, k);
      EXPECT_EQ(
          std::memcmp(actual.data(), expected.data(), static_cast<size_t>(rows * columns * 4)), 0);
    }
  }
}

/// The scheduler beside the roles of Hopper.
Schedule threeRoles() {
  return Schedule("scheduler, load, consumer", [](ScheduleBuilder &s) {
    s.role("scheduler", {.warps = 4}, {s.get_node_by_tag({"next", "count"})});
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b"})});
    s.role("consumer", {.warps = 8}, {s.get_node_by_tag({"mma", "write_c"})});
  });
}

/// The scheduler beside those of Blackwell.
Schedule fourRoles() {
  return Schedule("scheduler, load, mma, epilogue", [](ScheduleBuilder &s) {
    s.role("scheduler", {.warps = 4}, {s.get_node_by_tag({"next", "count"})});
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b"})});
    s.role("mma", {.warps = 4},
           {s.get_node_by_tag("mma"), s.get_node_by_path("tile_loop/shared_write:0")});
    s.role("epilogue", {.warps = 4},
           {s.get_node_by_path("tile_loop/shared_read:0"), s.get_node_by_tag("write_c")});
    s.buffers("next", 3);
  });
}

/// The role that loads reads the list, too.
Schedule loadingScheduler() {
  return Schedule("load, consumer", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b", "next"})});
    s.role("consumer", {.warps = 8}, {s.get_node_by_tag({"mma", "write_c"})});
  });
}

/// The role that stores reads the list: all of its lanes run.
Schedule storingScheduler() {
  return Schedule("load, mma, epilogue", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b"})});
    s.role("mma", {.warps = 4},
           {s.get_node_by_tag("mma"), s.get_node_by_path("tile_loop/shared_write:0"),
            s.get_node_by_tag("count")});
    s.role("epilogue", {.warps = 4},
           {s.get_node_by_path("tile_loop/shared_read:0"), s.get_node_by_tag({"write_c", "next"})});
  });
}

/// How the roles of a scheduled kernel hand scalars over: the lines of their channels.
std::string scalarChannelsOf(const CompiledKernel &compiled) {
  std::istringstream text(compiled.emit(Stage::Scheduled));
  std::string line, found;
  while (std::getline(text, line))
    if (const size_t begin = line.find(" from ["); begin != std::string::npos)
      if (line.find("SCALAR") != std::string::npos)
        found += line.substr(begin + 1) + "\n";
  return found;
}

CompiledKernel compiledFor(const std::string &target, const Schedule &schedule) {
  return wave_compile(listOptions(target, SchedulingType::Manual, {NUM_CTAS = 2}), listed(),
                      schedule);
}

TEST(ScheduleScalars, Hopper) {
  EXPECT_EQ(scalarChannelsOf(compiledFor("sim:h200", threeRoles())),
            "from [\"scheduler\"] commits 1 to [\"load\", \"consumer\"] releases 2 : "
            "!wave.buffer<2, [SCALAR = 1], i64>, !wave.buffer<2, [SCALAR = 1], i64>\n");
  expectDefaultResults("sim:h200", threeRoles());
}

TEST(ScheduleScalars, Blackwell) {
  EXPECT_EQ(scalarChannelsOf(compiledFor("sim:b200", fourRoles())),
            "from [\"scheduler\"] commits 1 to [\"load\", \"mma\", \"epilogue\"] releases 3 : "
            "!wave.buffer<3, [SCALAR = 1], i64>, !wave.buffer<3, [SCALAR = 1], i64>\n");
  expectDefaultResults("sim:b200", fourRoles());
}

TEST(ScheduleScalars, TheRoleThatLoads) {
  EXPECT_EQ(scalarChannelsOf(compiledFor("sim:h200", loadingScheduler())),
            "from [\"load\"] commits 1 to [\"consumer\"] releases 1 : "
            "!wave.buffer<2, [SCALAR = 1], i64>\n");
  expectDefaultResults("sim:h200", loadingScheduler());
}

TEST(ScheduleScalars, EachFromAnotherRole) {
  EXPECT_EQ(scalarChannelsOf(compiledFor("sim:b200", storingScheduler())),
            "from [\"mma\"] commits 1 to [\"load\", \"epilogue\"] releases 2 : "
            "!wave.buffer<2, [SCALAR = 1], i64>\n"
            "from [\"epilogue\"] commits 1 to [\"load\", \"mma\"] releases 2 : "
            "!wave.buffer<2, [SCALAR = 1], i64>\n");
  expectDefaultResults("sim:b200", storingScheduler());
}

TEST(ScheduleScalars, PrintedAndReadBack) {
  const auto options = [](const char *target) {
    return listOptions(target, SchedulingType::Manual, {NUM_CTAS = 2});
  };
  for (const Schedule &schedule : {threeRoles(), loadingScheduler()})
    expectRoundTrip(options("sim:h200"), listed(), schedule);
  for (const Schedule &schedule : {fourRoles(), storingScheduler()})
    expectRoundTrip(options("sim:b200"), listed(), schedule);
}

/// What nobody else needs goes through no channel.
TEST(ScheduleScalars, AnIndexOfOneRole) {
  constexpr Symbol PAGE{"PAGE"};
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      pages("pages", {TILES}, i32), c("c", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const IndexMapping moved{.inputs = {M = i, N = j}, .outputs = {M = i + PAGE * BLOCK_M, N = j}};
  const Kernel kernel("moved", {a, b, pages, c},
                      {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                       TilingConstraint{K, BLOCK_K}},
                      [&] {
                        Register zero({M, N}, f32, 0.0);
                        Register sum = iterate({.axis = K}, {zero}, [&](Register acc) {
                          return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc,
                                     {.tag = "mma"});
                        });
                        const IndexMapping place{.inputs = {TILES = WORKGROUP_0}};
                        set_symbol(PAGE, read(pages, {.mapping = place, .tag = "page"}));
                        write(sum, c, {.mapping = moved, .tag = "write_c"});
                      });
  const Schedule schedule("own", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b"})});
    s.role("consumer", {.warps = 8}, {s.get_node_by_tag({"mma", "write_c", "page"})});
  });
  WaveCompileOptions options = listOptions("sim:h200", SchedulingType::Manual, {});
  EXPECT_EQ(scalarChannelsOf(wave_compile(options, kernel, schedule)), "");
  expectRoundTrip(options, kernel, schedule);
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

TEST(ScheduleScalars, TwoRolesThatReadOneIndex) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("scheduler", {.warps = 4}, {s.get_node_by_tag("next")});
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b", "next"})});
    s.role("consumer", {.warps = 8}, {s.get_node_by_tag({"mma", "write_c"})});
  });
  expectError(
      "schedule-role", [&] { compiledFor("sim:h200", wrong); },
      R"(FILE:+3:7: error: role 'load': tile_loop/read_index:1 is in role 'scheduler' already [schedule-role]
+3 |     s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b", "next"})});
      |       ^
FILE:above:81: note: the operation is here
help: an operation has one role)");
}

/// A role that loads and reads indices does nothing else.
TEST(ScheduleScalars, ASchedulerThatLoadsAndStores) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.role("scheduler", {.warps = 4},
           {s.get_node_by_tag({"next", "count", "read_a", "read_b", "write_c"})});
    s.role("consumer", {.warps = 8}, {s.get_node_by_tag("mma")});
  });
  expectError(
      "schedule-role", [&] { compiledFor("sim:h200", wrong); },
      R"(FILE:above:65: error: shared_write 'write_c' of role 'scheduler' uses mma 'mma' of role 'consumer', and no channel hands that over [schedule-role]
above |                   write(sum, c, {.mapping = to, .tag = "write_c"});
      |                                                                 ^
FILE:above:79: note: the other operation is here
help: put both into one role)");
}

/// A sum of products of pages of a, which are read; by clusters of so many workgroups.
Kernel paged(int together = 1) {
  constexpr Symbol PAGE{"PAGE"};
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      pages("pages", {TILES}, i32), c("c", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const IndexMapping moved{.inputs = {M = i + PAGE * BLOCK_M, K = j}, .outputs = {M = i, K = j}};
  return Kernel("paged", {a, b, pages, c},
                {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                 TilingConstraint{K, BLOCK_K}, TilingConstraint{J, 1},
                 HardwareConstraint{.workgroups_per_cluster = {together}}},
                [&] {
                  Register zero({M, N}, f32, 0.0);
                  const auto product = [&](Register outer) {
                    set_symbol(TILE, self_index(J, i64));
                    const IndexMapping place{.inputs = {TILES = TILE}};
                    set_symbol(PAGE, read(pages, {.mapping = place, .tag = "page"}));
                    return iterate({.axis = K, .tag = "k_loop"}, {outer}, [&](Register acc) {
                      Register x = read(a, {.mapping = moved, .tag = "read_a"});
                      Register y = read(b, {.tag = "read_b"});
                      return mma(x, y, acc, {.tag = "mma"});
                    });
                  };
                  Register sum =
                      iterate({.axis = J, .end = TILES, .tag = "j_loop"}, {zero}, product);
                  write(sum, c, {.tag = "write_c"});
                });
}

void rolesOfPages(ScheduleBuilder &s) {
  s.role("scheduler", {.warps = 4}, {s.get_node_by_tag("page")});
  s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b"})});
  s.role("consumer", {.warps = 8}, {s.get_node_by_tag({"mma", "write_c"})});
}

TEST(ScheduleScalars, AnIndexInAStage) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    s.pipeline(s.get_node_by_tag("j_loop")).set_stage({{s.get_node_by_tag({"page", "k_loop"})}});
  });
  expectError(
      "schedule-loop",
      [&] { wave_compile(optionsFor("sim:h200", SchedulingType::Manual, {}), paged(), wrong); },
      R"(FILE:+2:45: error: set_stage: j_loop/read_index:0 is an index, which is computed where it is used [schedule-loop]
+2 |     s.pipeline(s.get_node_by_tag("j_loop")).set_stage({{s.get_node_by_tag({"page", "k_loop"})}});
      |                                             ^
FILE:above:82: note: the operation is here
help: leave it out; a role may have it)");
}

TEST(ScheduleScalars, SomethingBesideAnIndex) {
  const Schedule wrong(
      "wrong", [](ScheduleBuilder &s) { s.insert_before(s.get_node_by_tag("page"), s.barrier()); });
  expectError(
      "schedule-argument",
      [&] { wave_compile(optionsFor("sim:h200", SchedulingType::Manual, {}), paged(), wrong); },
      R"(FILE:+2:43: error: insert_before: node is read_index 'page', an index, which is computed where it is used [schedule-argument]
+2 |       "wrong", [](ScheduleBuilder &s) { s.insert_before(s.get_node_by_tag("page"), s.barrier()); });
      |                                           ^
help: select an operation that uses it)");
}

void expectPages(const Kernel &kernel) {
  const Schedule schedule("pages", [](ScheduleBuilder &s) { rolesOfPages(s); });
  const auto results = [&](SchedulingType type) {
    const WaveCompileOptions options = optionsFor("sim:h200", type, {});
    const CompiledKernel compiled = type == SchedulingType::Manual
                                        ? wave_compile(options, kernel, schedule)
                                        : wave_compile(options, kernel);
    std::vector<int32_t> pages = {1, 0, 2, -1, 1};
    const Tensor a = Tensor::randint({130, 160}, f16, -5, 5, 1);
    const Tensor b = Tensor::randint({columns, 160}, f16, -6, 6, 2);
    const Tensor c = Tensor::zeros({130, columns}, f32);
    compiled(a, b, Tensor::view(pages.data(), {5}), c);
    return c;
  };
  const Tensor expected = results(SchedulingType::None), actual = results(SchedulingType::Manual);
  EXPECT_EQ(std::memcmp(actual.data(), expected.data(), static_cast<size_t>(130 * columns * 4)), 0);
}

TEST(ScheduleScalars, APageForEachStep) { expectPages(paged()); }

/// Workgroups of a cluster multicast b in the trips that all of them take.
TEST(ScheduleScalars, InACluster) { expectPages(paged(2)); }

TEST(ScheduleScalars, InAPair) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) { rolesOfPages(s); });
  expectError(
      "schedule-role",
      [&] { wave_compile(optionsFor("sim:b200", SchedulingType::Manual, {}), paged(2), wrong); },
      R"(FILE:above:5: error: role 'scheduler': read_index 'page' is read for a pair of workgroups, of which one begins the MMAs of both [schedule-role]
above |   s.role("scheduler", {.warps = 4}, {s.get_node_by_tag("page")});
      |     ^
FILE:above:82: note: the operation is here
help: leave it out of the role: each role reads it for itself)");
}

TEST(ScheduleScalars, InAPipelinedLoop) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    rolesOfPages(s);
    s.pipeline(s.get_node_by_tag("j_loop")).set_stage({{s.get_node_by_tag("k_loop")}});
  });
  expectError(
      "schedule-role",
      [&] { wave_compile(optionsFor("sim:h200", SchedulingType::Manual, {}), paged(), wrong); },
      R"(FILE:above:5: error: role 'scheduler': read_index 'page' is read in j_loop, which is pipelined [schedule-role]
above |   s.role("scheduler", {.warps = 4}, {s.get_node_by_tag("page")});
      |     ^
FILE:above:82: note: the operation is here
FILE:+3:7: note: the loop is scheduled here
help: leave it out of the role: each role reads it for itself)");
}

TEST(ScheduleScalars, UnrolledAfterwards) {
  const Schedule wrong("wrong", [](ScheduleBuilder &s) {
    rolesOfPages(s);
    s.unroll(s.get_node_by_tag("j_loop"), 2);
  });
  expectError(
      "schedule-loop",
      [&] { wave_compile(optionsFor("sim:h200", SchedulingType::Manual, {}), paged(), wrong); },
      R"(FILE:+3:7: error: unroll: a role reads 'page' in j_loop for others already [schedule-loop]
+3 |     s.unroll(s.get_node_by_tag("j_loop"), 2);
      |       ^
FILE:above:82: note: the operation is here
help: unroll a loop first, and name roles then)");
}

} // namespace
} // namespace wave::test
