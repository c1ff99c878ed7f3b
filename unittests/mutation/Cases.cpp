//===- Cases.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

#include "frontend/ScheduleBuilder.h"
#include "kernels/library.h"
#include "kernels/ping_pong_schedule.h"
#include "runtime/RegularFile.h"

namespace wave::test {
namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, WAVE_N{"WAVE_N"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

Bindings with(Bindings bindings, const Bindings &more) {
  for (const Binding &binding : more)
    bindings.set(binding.symbol, binding.value);
  return bindings;
}

/// Tiles that two by two waves fill, and of which the lanes that read them fill more than one.
const Bindings productTiles = {BLOCK_M = 32, BLOCK_N = 32, BLOCK_K = 32,
                               ADDRESS_SPACE = SHARED_ADDRESS_SPACE};

void addProducts(std::vector<Case> &cases, const std::string &name, const Kernel &kernel) {
  const Bindings odd = {M = 37, N = 35, K = 115}, whole = {M = 64, N = 32, K = 128};
  cases.push_back({name + ", odd sizes", kernel, with(productTiles, odd), {{}}});
  cases.push_back({name + ", whole tiles", kernel, with(productTiles, whole), {{}}});
  // Both ways of each choice, each dimension whole where the other is not; 4, 0 and 1 steps.
  std::vector<Bindings> open = {odd,
                                {M = 5, N = 32, K = 0},
                                {M = 64, N = 1, K = 128},
                                {M = 32, N = 32, K = 32},
                                {M = 32, N = 32, K = 49},
                                {M = 32, N = 32, K = 17},
                                {M = 37, N = 35, K = 64}};
  // A lane has 8 elements of a row in a step, next to each other or 4 by 4 in 16: the row
  // ends behind each, in the first step, which a schedule may do elsewhere, and in the next.
  for (int64_t last = 1; last <= 8; ++last) {
    open.push_back({M = last, N = 32 - last, K = last});
    open.push_back({M = 16 + last, N = last, K = 48 + last});
  }
  cases.push_back({name + ", open sizes", kernel, productTiles, open});
}

/// A row's sum, which one wave writes to memory and all waves of the workgroup read there.
Kernel acrossMemory() {
  Memory a("a", {M, N}, f32), d("d", {M}, f32), c("c", {M, N}, f32);
  return Kernel("across_memory", {a, d, c},
                {WorkgroupConstraint{M, BLOCK_M, 0}, WaveConstraint{N, WAVE_N}}, [&] {
                  Register x = read(a, {.tag = "read_a"});
                  write(sum(x, N, {.tag = "sum"}), d, {.tag = "write_d"});
                  write(x - read(d, {.tag = "read_d"}), c, {.tag = "write_c"});
                });
}

const Bindings acrossMemorySizes = {M = 12, N = 128, BLOCK_M = 8, WAVE_N = 64};

/// A persistent product over K: two workgroups take nine tiles, in groups of rows of which the last
/// is smaller.
Case persistent(const std::string &name, const Bindings &tiles, int64_t k) {
  constexpr Symbol NUM_CTAS{"NUM_CTAS"}, GROUP_SIZE_M{"GROUP_SIZE_M"};
  const Kernel kernel = kernels::gemm_persistent_l2({{"in", f16}, {"out", f32}});
  const Bindings sizes = {M = 165, N = 88, K = k, NUM_CTAS = 2, GROUP_SIZE_M = 2};
  return {name, kernel, with(with(kernel.defaults(), tiles), sizes), {{}}};
}

} // namespace

std::vector<Case> casesForAmd() {
  std::vector<Case> cases;
  addProducts(cases, "gemm", kernels::gemm({{"in", f16}, {"out", f32}}));
  addProducts(cases, "gemm_exp", kernels::gemm_exp({{"in", f16}, {"out", f32}}));
  addProducts(cases, "gemm_two", kernels::gemm_two({{"in", f16}, {"d", f16}}));
  const Kernel sums = kernels::add_exp({{"in", f32}, {"out", f32}});
  const Bindings sumTiles = {BLOCK_M = 4, BLOCK_N = 64};
  cases.push_back({"add_exp, odd sizes", sums, with(sumTiles, {M = 7, N = 69}), {{}}});
  cases.push_back({"add_exp, open sizes",
                   sums,
                   sumTiles,
                   {{M = 7, N = 69},
                    {M = 4, N = 64},
                    {M = 4, N = 65},
                    {M = 1, N = 63},
                    {M = 2, N = 62},
                    {M = 3, N = 61},
                    {M = 5, N = 60}}});
  const Kernel softmax = kernels::softmax();
  cases.push_back({"softmax, odd sizes", softmax, {M = 5, N = 37, BLOCK_M = 4, WAVE_N = 64}, {{}}});
  cases.push_back({"softmax, long rows", softmax, {M = 8, N = 70, BLOCK_M = 4, WAVE_N = 32}, {{}}});
  cases.push_back({"softmax, open rows",
                   softmax,
                   {N = 37, BLOCK_M = 4, WAVE_N = 64},
                   {{M = 5}, {M = 4}, {M = 3}, {M = 2}, {M = 1}}});
  cases.push_back({"across memory", acrossMemory(), acrossMemorySizes, {{}}});
  cases.push_back(persistent("tiles by choice", productTiles, 184));
  return cases;
}

namespace {

const Bindings tilesInPlace = {BLOCK_M = 64, BLOCK_N = 32, BLOCK_K = 64,
                               ADDRESS_SPACE = SHARED_ADDRESS_SPACE};
/// Two tiles of a warpgroup, and 5 steps: of two slots each is filled twice and one three times.
const Bindings oddInPlace = {M = 70, N = 24, K = 300}, wholeInPlace = {M = 64, N = 64, K = 320};

/// A product whose sizes the launch gives: no step, one, several, and rows that end behind any
/// of the elements that a lane stores.
Case openInPlace(const std::string &name, const Kernel &kernel) {
  std::vector<Bindings> launches = {oddInPlace,
                                    wholeInPlace,
                                    {M = 64, N = 32, K = 0},
                                    {M = 9, N = 40, K = 64},
                                    {M = 17, N = 8, K = 65}};
  for (int64_t group = 0; group < 4; ++group)
    for (int64_t last = 1; last <= 2; ++last)
      launches.push_back({M = 8 * last + group, N = 8 * group + last, K = 1});
  return {name + ", open sizes", kernel, tilesInPlace, launches};
}

/// Two workgroups that bring the right operand for each other or, where Blackwell can, multiply
/// together; the left one is computed where `change` says so.
Kernel inClusters(Register (*change)(const Register &) = nullptr) {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE);
  Memory c("c", {M, N}, f32);
  const Constraints constraints = {WorkgroupConstraint{M, BLOCK_M, 0},
                                   WorkgroupConstraint{N, BLOCK_N, 1}, TilingConstraint{K, BLOCK_K},
                                   HardwareConstraint{.workgroups_per_cluster = {2}}};
  return Kernel("clusters", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0.0);
    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      Register left = read(a, {.tag = "read_a"});
      return mma(change ? change(left) : left, read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
    });
    write(sum, c, {.tag = "write_c"});
  });
}

/// One tile after another by the same workgroup, or by each of a cluster: slots of operands, and of
/// sums, go round across the tiles, and results leave while the next ones are made.
Kernel tilesInTurn(int cluster = 1) {
  constexpr Symbol T{"T"};
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE);
  Memory c("c", {M, N}, f32), t("t", {T}, f32);
  Constraints constraints = {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                             TilingConstraint{K, BLOCK_K}, TilingConstraint{T, 1}};
  if (cluster > 1)
    constraints += HardwareConstraint{.workgroups_per_cluster = {cluster}};
  return Kernel("tiles", {a, b, c, t}, constraints, [&] {
    iterate({.axis = T, .tag = "tiles"}, [&] {
      Register zero({M, N}, f32, 0.0);
      Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
        return mma(read(a, {.tag = "read_a"}), read(b, {.tag = "read_b"}), acc, {.tag = "mma"});
      });
      write(sum, c, {.tag = "write_c"});
    });
  });
}

} // namespace

std::vector<Case> casesForNvidia() {
  constexpr Symbol T{"T"};
  std::vector<Case> cases;
  auto addOdd = [&](const std::string &name, const Kernel &kernel) {
    cases.push_back({name + ", odd sizes", kernel, with(tilesInPlace, oddInPlace), {{}}});
  };
  const Kernel gemm = kernels::gemm({{"in", f16}, {"out", f32}});
  addOdd("gemm", gemm);
  cases.push_back({"gemm, whole tiles", gemm, with(tilesInPlace, wholeInPlace), {{}}});
  cases.push_back(openInPlace("gemm", gemm));
  addOdd("gemm to f16", kernels::gemm({{"in", f16}, {"out", f16}}));
  addOdd("gemm_exp", kernels::gemm_exp({{"in", f16}, {"out", f32}}));
  addOdd("gemm_nn", kernels::gemm_nn({{"in", f16}, {"out", f32}}));
  addOdd("gemm_two", kernels::gemm_two({{"in", f16}, {"d", f16}}));
  cases.push_back({"gemm, in clusters, whole tiles",
                   inClusters(),
                   with(tilesInPlace, {M = 256, N = 64, K = 320}),
                   {{}},
                   "h200"});
  // Of columns that pairs cannot take.
  cases.push_back({"gemm, in clusters, whole tiles",
                   inClusters(),
                   with(tilesInPlace, {BLOCK_N = 48, M = 256, N = 96, K = 320}),
                   {{}},
                   "b200"});
  cases.push_back({"gemm, in pairs, 64 rows, whole tiles",
                   inClusters(),
                   with(tilesInPlace, {M = 256, N = 64, K = 320}),
                   {{}},
                   "b200"});
  const Bindings ofPair = with(tilesInPlace, {BLOCK_M = 128, BLOCK_N = 32});
  cases.push_back({"gemm_exp, in pairs, odd sizes",
                   inClusters([](const Register &left) { return exp2(left); }),
                   with(ofPair, {M = 200, N = 28, K = 236}),
                   {{}},
                   "b200"});
  cases.push_back({"tiles in turn, in pairs",
                   tilesInTurn(2),
                   with(ofPair, {M = 256, N = 32, K = 192, T = 5}),
                   {{}},
                   "b200"});
  cases.push_back(
      {"tiles in turn", tilesInTurn(), with(tilesInPlace, {M = 64, N = 32, K = 192, T = 5}), {{}}});
  const Kernel softmax = kernels::softmax();
  cases.push_back({"softmax, odd sizes", softmax, {M = 5, N = 37, BLOCK_M = 4, WAVE_N = 64}, {{}}});
  cases.push_back(
      {"softmax, long rows", softmax, {M = 16, N = 70, BLOCK_M = 4, WAVE_N = 32}, {{}}});
  cases.push_back({"across memory", acrossMemory(), acrossMemorySizes, {{}}});
  // More steps than slots of a ring, and fewer.
  cases.push_back(persistent("tiles by choice", tilesInPlace, 184));
  cases.push_back(persistent("tiles by choice, one step", tilesInPlace, 56));
  return cases;
}

std::vector<Case> casesOfStores() {
  std::vector<Case> cases;
  for (const auto &[name, out] : {std::pair("gemm", f32), std::pair("gemm to f16", f16)})
    cases.push_back({name,
                     kernels::gemm({{"in", f16}, {"out", out}}),
                     with(tilesInPlace, {M = 127, N = 60, K = 300}),
                     {{}}});
  return cases;
}

std::vector<Case> casesOfLevels() {
  constexpr Symbol NUM_CTAS{"NUM_CTAS"};
  const Kernel kernel = kernels::gemm_persistent_2d({{"in", f16}, {"out", f32}});
  // Of fewer columns than the schedules say.  A tile of more steps than there are slots, whole in
  // one workgroup and cut in the other; or four by one cluster, which have more together and use
  // accumulators again.
  const Bindings each = {M = 127, N = 64, K = 520, BLOCK_N = 64};
  const Bindings inTurn = {M = 255, N = 124, K = 200, NUM_CTAS = 2, BLOCK_N = 64};
  // Each tile begins its slots anew, and goes round in them.
  const Bindings anew = {M = 255, N = 124, K = 712, NUM_CTAS = 2, BLOCK_N = 64};
  const std::vector<std::pair<std::string, Bindings>> levels = {
      {"3", each}, {"4", each}, {"5", inTurn}, {"5_reinitialise", anew}, {"6", inTurn}};
  std::vector<Case> cases;
  for (const auto &[level, sizes] : levels) {
    const std::string file = WAVE_LEVELS "/level_" + level + ".schedule";
    const Schedule schedule = Schedule::parse(textOfFile(file), file);
    const Bindings all = with(kernel.defaults(), schedule.impl().program.subs());
    cases.push_back({"level " + level, kernel, with(all, sizes), {{}}, "b200", schedule});
  }
  return cases;
}

std::vector<Case> casesOfScalars() {
  constexpr Symbol NUM_CTAS{"NUM_CTAS"}, TILE{"TILE"}, TILES{"TILES"}, ROW{"ROW"};
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE);
  Memory steps("steps", {TILES}, i32), c("c", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const IndexMapping from{.inputs = {M = i + ROW, K = j}, .outputs = {M = i, K = j}};
  const IndexMapping to{.inputs = {M = i, N = j}, .outputs = {M = i + ROW, N = j}};
  const Kernel kernel(
      "ragged", {a, b, steps, c},
      {GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, BLOCK_M, 0},
       WorkgroupConstraint{N, BLOCK_N, 1}, TilingConstraint{K, BLOCK_K}, TilingConstraint{TILE}},
      [&] {
        iterate({.axis = TILE, .start = WORKGROUP_0, .condition = TILE < ceildiv(M, BLOCK_M)}, [&] {
          Register tile = self_index(TILE, i64);
          Register count =
              read(steps, {.mapping = IndexMapping{.inputs = {TILES = TILE}}, .tag = "count"});
          set_symbol(ROW, tile * BLOCK_M);
          Register zero({M, N}, f32, 0.0);
          Register sum =
              iterate({.axis = K, .end = count * BLOCK_K}, {zero}, [&](Register accumulator) {
                return mma(read(a, {.mapping = from, .tag = "load"}), read(b, {.tag = "load"}),
                           accumulator, {.tag = "mma"});
              });
          write(sum, c, {.mapping = to, .tag = "write"});
          set_symbol(TILE, tile + NUM_CTAS);
        });
      });
  const Bindings known = {M = 300,      N = 32,       K = 200,
                          TILES = 5,    NUM_CTAS = 2, BLOCK_M = 64,
                          BLOCK_N = 32, BLOCK_K = 64, ADDRESS_SPACE = SHARED_ADDRESS_SPACE};
  const Schedule schedule("count by a scheduler", [](ScheduleBuilder &s) {
    s.role("scheduler", {.warps = 4}, {s.get_node_by_tag("count")});
    s.role("load", {.warps = 4}, {s.get_node_by_tag("load")});
    s.role("consumer", {.warps = 4}, {s.get_node_by_tag({"mma", "write"})});
  });
  return {{"steps that are read", kernel, known, {{}}, "h200"},
          {"steps that a role reads for others", kernel, known, {{}}, "h200", schedule}};
}

std::vector<Case> casesOfPingPong() {
  constexpr Symbol WAVES_M{"WAVES_M"};
  const Kernel kernel = kernels::gemm_reordered({{"in", f16}, {"out", f32}});
  const Bindings tiles = with(kernel.defaults(), {BLOCK_M = 128, BLOCK_N = 256, WAVES_M = 4});
  std::vector<Case> cases;
  for (const Schedule &schedule :
       {kernels::ping_pong_schedule(), kernels::ping_pong_three_stages_schedule()})
    // Slots of three go round, and what is left is a loop of its own.
    for (const auto &[name, k] : {std::pair("whole", 320), std::pair("odd", 416)})
      cases.push_back({std::string("gemm_reordered, ") + name + " steps",
                       kernel,
                       with(tiles, {M = 128, N = 256, K = k}),
                       {{}},
                       "mi355x",
                       schedule});
  return cases;
}

} // namespace wave::test
