//===- Setting.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Setting.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "Failures.h"
#include "Interleaved.h"

namespace wave::test {

/// Waves of 64 lanes in a workgroup of 1024.
static constexpr int64_t mostWaves = 16;

Setting::Setting(Random &random, Histogram &histogram)
    : random(random), histogram(histogram), aligned(drawAligned(random)) {
  histogram.count("launch", test::name(aligned));
}

void Setting::setSize(const Symbol &dim, int64_t size) {
  histogram.count("size", size == 0 ? "0" : size == 1 ? "1" : size % 2 ? "odd" : "even");
  subs.set(std::string(dim.name()), size);
}

void Setting::whole(const Symbol &dim, int64_t most) { setSize(dim, random.size(most)); }

void Setting::drawSize(const Symbol &dim, int64_t most, int64_t tile) {
  const bool isWhole = random.oneIn(3);
  histogram.count("tiles", isWhole ? "divide" : "cut");
  setSize(dim, isWhole ? tile * random.between(1, 2) : random.size(most));
}

void Setting::distribute(const Symbol &dim, int64_t most, int64_t mostTile) {
  whole(dim, most);
  if (distributed.size() == 3 || random.oneIn(5)) {
    histogram.count("dimension", "whole");
    return;
  }
  int64_t size = sizeOf(dim), tile = mostTile ? random.between(1, mostTile) : random.tile(size);
  histogram.count("dimension", "distributed");
  histogram.count("tile", tile > size ? "greater" : size % tile == 0 ? "divides" : "cuts");
  constraints += WorkgroupConstraint{dim, tile, static_cast<int>(distributed.size())};
  if (tile % 2 == 0 && random.oneIn(3))
    constraints += WaveConstraint{dim, tile / 2};
  distributed.emplace_back(dim.name());
}

void Setting::distributeBatches(const Symbol &dim, int64_t most) {
  whole(dim, most);
  constraints +=
      WorkgroupConstraint{dim, random.between(1, 2), static_cast<int>(distributed.size())};
  distributed.emplace_back(dim.name());
}

void Setting::distributeInParts(const Symbol &dim, int64_t most, int64_t unit) {
  const int64_t step = unit * random.between(1, 3);
  drawSize(dim, most, step);
  const int64_t count = random.between(1, 3);
  const bool isOpen = random.oneIn(3);
  histogram.count("part", isOpen ? "of so many" : "of steps");
  const Expr part = isOpen ? ceildiv(Max(dim, 1), step * count) * step : Expr(step * count);
  constraints += WorkgroupConstraint{dim, part, static_cast<int>(distributed.size())};
  constraints += TilingConstraint{dim, step};
  distributed.emplace_back(dim.name());
}

void Setting::likewise(const Symbol &dim, const Symbol &other) {
  setSize(dim, sizeOf(other));
  stepped.emplace_back(dim.name());
}

void Setting::step(const Symbol &dim, int64_t most) {
  whole(dim, most);
  int64_t size = sizeOf(dim), tile = random.tile(size);
  histogram.count("step", tile > size ? "greater" : size % tile == 0 ? "divides" : "cuts");
  constraints += TilingConstraint{dim, tile};
}

void Setting::distributeBy(const Symbol &dim, int64_t most, int64_t unit, int64_t units) {
  static const std::vector<int64_t> counts = {1, 1, 1, 2, 2, 2, 2, 3, 4, 4, 5, 6, 7, 8};
  const int64_t count = std::min(random.of(counts), mostWaves / waves);
  const int64_t tile = unit * random.between(1, std::max<int64_t>(1, units / count));
  histogram.count("waves along a dimension", std::to_string(count));
  drawSize(dim, most, tile * count);
  constraints += WorkgroupConstraint{dim, tile * count, static_cast<int>(distributed.size())};
  if (count > 1 || random.oneIn(3))
    constraints += WaveConstraint{dim, tile};
  waves *= count;
  distributed.emplace_back(dim.name());
}

void Setting::distributeByWarpgroups(const Symbol &dim, int64_t most) {
  distributeWhole(dim, most, 64 * random.between(1, 3));
}

void Setting::distributeWhole(const Symbol &dim, int64_t most, int64_t tile) {
  drawSize(dim, most, tile);
  constraints += WorkgroupConstraint{dim, tile, static_cast<int>(distributed.size())};
  distributed.emplace_back(dim.name());
}

void Setting::stepBySize(const Symbol &dim, int64_t most, int64_t tile) {
  drawSize(dim, most, tile);
  constraints += TilingConstraint{dim, tile};
  stepped.emplace_back(dim.name());
}

void Setting::needsSize(const Symbol &dim) { std::erase(stepped, std::string(dim.name())); }

void Setting::stepBy(const Symbol &dim, int64_t most, int64_t unit) {
  const int64_t tile = unit * random.between(1, 2);
  drawSize(dim, most, tile);
  constraints += TilingConstraint{dim, tile};
  stepped.emplace_back(dim.name());
}

int64_t Setting::sizeOf(const Symbol &dim) const {
  return std::stoll(subs.find(dim.name())->str());
}

bool Setting::isDistributed(const Symbol &dim) const {
  return std::ranges::count(distributed, dim.name()) != 0;
}

/// The tile of the dimension's constraint of a kind, or 1.
template <typename Kind> static Expr tileIn(const Constraints &constraints, const Symbol &dim) {
  for (const Constraint &constraint : constraints)
    if (const auto *found = std::get_if<Kind>(&constraint))
      if (found->dim.same_as(dim))
        return found->tile;
  return 1;
}

int64_t Setting::tileOf(const Symbol &dim) const {
  return std::stoll(tileIn<WorkgroupConstraint>(constraints, dim).str());
}

int64_t Setting::stepOf(const Symbol &dim) const {
  return std::stoll(tileIn<TilingConstraint>(constraints, dim).str());
}

Expr Setting::tilesOf(const Symbol &dim) const {
  return ceildiv(dim, tileIn<WorkgroupConstraint>(constraints, dim));
}

Memory Setting::argument(const char *name, std::initializer_list<Expr> shape, DType dtype,
                         bool isInput, bool hasValues, const Expr &space) {
  Shape sizes;
  for (const Expr &dim : shape) {
    sizes.push_back(std::stoll(subs.find(dim.str())->str()));
    if (!std::ranges::count(dims, dim.str()))
      dims.push_back(dim.str());
  }
  Layout layout = drawLayout(random, isInput, aligned);
  histogram.count("layout", test::name(layout));
  histogram.count(isInput ? "input" : "output", std::string(dtype_name(dtype)));
  layouts[name] = layout;
  tensors.emplace_back(sizes, dtype, layout, random);
  if (hasValues)
    tensors.back().fillWithIntegers(3, random);
  inputs.push_back(isInput);
  return Memory(name, shape, dtype, space);
}

Memory Setting::input(const char *name, std::initializer_list<Expr> shape, DType dtype,
                      const Expr &space) {
  return argument(name, shape, dtype, true, true, space);
}
Memory Setting::output(const char *name, std::initializer_list<Expr> shape, DType dtype) {
  return argument(name, shape, dtype, false, false);
}
Memory Setting::inOut(const char *name, std::initializer_list<Expr> shape, DType dtype) {
  return argument(name, shape, dtype, false, true);
}

void Setting::run(const Kernel &kernel, const std::vector<unsigned> &threads) {
  const std::vector<std::string> open = drawOpen();
  keep(kernel, open);
  const bool hasFailed = ::testing::Test::HasFailure();
  expectAgreement(kernel, subs, open, tensors, inputs, threads, coverage);
  if (!hasFailed && ::testing::Test::HasFailure())
    ADD_FAILURE() << keepFailure(trial(kernel, open, {.coverage = coverage}, {}));
}

Trial Setting::trial(Kernel kernel, const std::vector<std::string> &open,
                     const WaveCompileOptions &options, const SimulationOptions &simulation) const {
  return {.kernel = kernel.set_defaults(subs),
          .options = options,
          .open = open,
          .layouts = layouts,
          .simulation = simulation,
          .seed = testSeed()};
}

SchedulingType Setting::drawSchedule() {
  const auto schedule = random.oneIn(2) ? SchedulingType::Prefetch : SchedulingType::None;
  histogram.count("schedule", schedule == SchedulingType::None ? "none" : "prefetch");
  return schedule;
}

void Setting::simulate(const Kernel &kernel, const std::vector<std::string> &refusals,
                       const std::vector<std::string> &targets) {
  const std::vector<std::string> open = drawOpenOnGpu();
  const SchedulingType schedule = drawSchedule();
  const auto order = static_cast<uint64_t>(random.oneIn(2)   ? 0
                                           : random.oneIn(2) ? 1
                                                             : random.between(2, 1000));
  histogram.count("order of waves", order == 0 ? "first" : order == 1 ? "last" : "random");
  for (const std::string &target : targets) {
    const std::string refused = expectSimulated(trial(kernel, open,
                                                      {.target = Target::named(target),
                                                       .retarget = true,
                                                       .schedule = schedule,
                                                       .coverage = coverage},
                                                      {order}),
                                                refusals);
    histogram.count("simulated", refused.empty() ? "yes" : refused);
  }
}

void Setting::assemble(const Kernel &kernel, const std::string &target,
                       const std::string &simulated, const std::vector<std::string> &require) {
  const std::vector<std::string> open = drawOpenOnGpu();
  const Bindings bound = boundBut(open);
  const SchedulingType schedule = drawSchedule();
  std::string text; // of the last refusal
  /// The id of what `make` of the kernel for a target is refused with; empty if it is not.
  auto refusalOf = [&](const std::string &name, auto make) -> std::string {
    try {
      make(wave_compile({.target = Target::named(name),
                         .subs = bound,
                         .retarget = true,
                         .schedule = schedule,
                         .compile_to_mlir = true,
                         .require = require,
                         .coverage = coverage},
                        kernel));
      return {};
    } catch (const Error &refusal) {
      text = refusal.what();
      return refusal.diagnostic().id;
    } catch (const Failure &failure) {
      text = failure.what();
      return "not the user's: " + failure.diagnostic().id;
    }
  };
  const std::string expected = refusalOf(
      simulated, [](const CompiledKernel &compiled) { (void)compiled.emit(Stage::Target); });
  const std::string refused = refusalOf(target, [&](const CompiledKernel &compiled) {
    // Of the first entry point; what ptxas complains of is an error.
    const std::string explained = compiled.explain(ReportFormat::Json);
    const bool spills = explained.find("\"spills\":0") == std::string::npos,
               isInPlace = explained.find("\"products_pending\"") != std::string::npos;
    histogram.count("spills", spills ? "some" : "none");
    histogram.count("products", isInPlace ? "in place" : "of lanes, or none");
  });
  // Operands of lanes that are loaded an iteration ahead may leave wgmma too few registers.
  const bool isTooMuchAhead = schedule == SchedulingType::Prefetch && refused == "ptxas-loss";
  EXPECT_TRUE(refused == expected || isTooMuchAhead)
      << refused << ", expected " << expected << "\n"
      << target << "\n"
      << text << "\n"
      << describe(kernel, subs, open, tensors) << "WAVE_TEST_SEED=" << testSeed();
  histogram.count("assembled", refused.empty() ? "yes" : refused);
}

void Setting::interleave(const Kernel &kernel, const std::vector<std::string> &refusals) {
  const Bindings bound = boundBut(drawOpenOnGpu());
  const Lowering scheduled{random.oneIn(3) ? SchedulingType::None : SchedulingType::Prefetch,
                           random.between(0, 3), false, random.oneIn(2)};
  const std::vector<Tensor> expected = traced(kernel, subs, tensors);
  Lowering distributed = scheduled;
  distributed.isDistributed = true;
  const Lowering roles{SchedulingType::None, random.between(2, 4), false, true, true};
  for (const Lowering &lowering : {scheduled, distributed, roles}) {
    std::string refused;
    try {
      Lowered lowered(kernel, bound, lowering);
      const uint64_t seed = random.seed();
      EXPECT_EQ(interleavedDifference(lowered, tensors, expected, seed), "")
          << lowering.str() << ", seed " << seed << "\nWAVE_TEST_SEED=" << testSeed() << "\n"
          << kernel.str() << lowered.str();
    } catch (const Error &refusal) {
      refused = refusal.diagnostic().id;
      EXPECT_TRUE(std::ranges::count(refusals, refused)) << refusal.what() << kernel.str();
    }
    histogram.count("interleaved", refused.empty() ? lowering.str() : refused);
  }
}

void Setting::interleaveInPlace(const Kernel &kernel) {
  const Bindings bound = boundBut(drawOpenOnGpu());
  const std::vector<Tensor> expected = traced(kernel, subs, tensors);
  const int64_t buffers = random.of(std::vector<int64_t>{0, 2, 3});
  for (bool isDistributed : {false, true}) {
    const Lowering lowering{.buffers = buffers, .isDistributed = isDistributed, .isInPlace = true};
    Lowered lowered(kernel, bound, lowering);
    EXPECT_NE(lowered.str().find("wave.view"), std::string::npos) << lowered.str();
    const uint64_t seed = random.seed();
    EXPECT_EQ(interleavedDifference(lowered, tensors, expected, seed), "")
        << lowering.str() << ", seed " << seed << "\nWAVE_TEST_SEED=" << testSeed() << "\n"
        << kernel.str() << lowered.str();
    histogram.count("interleaved", lowering.str());
  }
}

std::string Setting::expectSimulated(const Trial &trial, const std::vector<std::string> &refusals) {
  const CrashReport report(trial);
  WaveCompileOptions options = trial.options;
  for (const Binding &binding : subs)
    if (!std::ranges::count(trial.open, binding.symbol))
      options.subs.set(binding.symbol, binding.value);
  const Outcome outcome = outcomeOf([&] {
    const CompiledKernel compiled = wave_compile(options, trial.kernel);
    const bool converts =
        std::ranges::count(compiled.remarks(), "layout-conversion", &Diagnostic::id) != 0;
    histogram.count("layouts", converts ? "converted" : "agree");
    return compare(compiled, expectedOf(trial.kernel, subs, tensors), tensors, inputs,
                   trial.simulation);
  });
  if (outcome.id.empty() || (outcome.isError && std::ranges::count(refusals, outcome.id)))
    return outcome.id;
  ADD_FAILURE() << outcome.text << "\n"
                << options.target.name() << "\n"
                << describe(trial.kernel, subs, trial.open, tensors) << "\n"
                << keepFailure(trial);
  return outcome.id;
}

/// For test/determinism/same_bytes.py, where it asks for programs.
void Setting::keep(Kernel kernel, const std::vector<std::string> &open) const {
  static int count = 0;
  const char *folder = std::getenv("WAVE_TEST_KEEP");
  if (!folder)
    return;
  std::ofstream file(std::string(folder) + "/" + std::to_string(count++) + ".mlir");
  file << kernel.set_defaults(boundBut(open)).str();
}

Bindings Setting::boundBut(const std::vector<std::string> &open) const {
  Bindings bound;
  for (const Binding &binding : subs)
    if (!std::ranges::count(open, binding.symbol))
      bound.set(binding.symbol, binding.value);
  return bound;
}

std::vector<std::string> Setting::drawOpenOnGpu() {
  std::vector<std::string> open = drawOpen();
  std::erase_if(open, [&](const std::string &dim) {
    return !isDistributed(Symbol(dim.c_str())) && !std::ranges::count(stepped, dim);
  });
  return open;
}

std::vector<std::string> Setting::drawOpen() {
  const int64_t kind = random.between(0, 2);
  std::vector<std::string> open;
  for (const std::string &dim : dims)
    if (kind == 1 || (kind == 2 && random.oneIn(2)))
      open.push_back(dim);
  histogram.count("open sizes", open.empty()                 ? "none"
                                : open.size() == dims.size() ? "all"
                                                             : "some");
  return open;
}

std::pair<DType, DType> drawProduct(Setting &setting) {
  static const std::vector<std::pair<DType, DType>> products = {
      {f16, f32}, {bf16, f32}, {f32, f32}, {f64, f64}, {i8, i32}};
  auto product = setting.random.of(products);
  setting.histogram.count("product", std::string(dtype_name(product.first)));
  return product;
}

Product drawStoredProduct(Setting &setting) {
  if (setting.random.oneIn(2)) {
    auto [in, sum] = drawProduct(setting);
    return {in, in, sum};
  }
  static const std::vector<std::vector<DType>> families = {{f8e4m3fn, f8e5m2},
                                                           {f8e4m3fnuz, f8e5m2fnuz}};
  const std::vector<DType> &family = setting.random.of(families);
  const DType lhs = setting.random.of(family), rhs = setting.random.of(family);
  setting.histogram.count("product",
                          std::string(dtype_name(lhs)) + " " + std::string(dtype_name(rhs)));
  return {lhs, rhs, f32};
}

DType drawDType(Setting &setting) {
  static const std::vector<DType> dtypes = {f16, bf16, f32, f64, i8, i32, i64, i1};
  return setting.random.of(dtypes);
}

void runMany(const char *what, Kernel (*make)(Setting &), int most) {
  const int count = atMostCount(most);
  Histogram histogram;
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 1000003);
    Setting setting(random, histogram);
    Kernel kernel = make(setting);
    setting.run(kernel, {1, 2, 3, 8});
  }
  std::printf("%s, %d cases\n", what, count);
  histogram.print();
}

} // namespace wave::test
