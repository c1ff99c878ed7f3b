//===- TrafficTest.cpp - Is what explain predicts what is executed? -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>
#include <wave/wave.h>

#include "analysis/LoopCost.h"
#include "driver/CompiledKernel.h"
#include "driver/Session.h"
#include "driver/Targets.h"
#include "frontend/KernelTrace.h"
#include "kernels/library.h"
#include "runtime/Arguments.h"
#include "symbolic/Evaluate.h"
#include "symbolic/WorkgroupIds.h"

namespace wave {
namespace {

/// Whole tiles, each workgroup one of them: at an edge less is moved than explain says.
Bindings sizesFor(const Kernel &kernel) {
  Bindings sizes = kernel.defaults();
  const auto give = [&](const char *symbol, int64_t value) {
    if (sizes.find(symbol))
      sizes.set(symbol, value);
  };
  if (kernel.name() == "conv2d_im2col") {
    give("NB", 1), give("H", 8), give("W", 16);
    return sizes;
  }
  for (const char *symbol : {"M", "N", "K"})
    give(symbol, 256);
  if (kernel.name().starts_with("gemm_persistent"))
    sizes.set("NUM_CTAS", 16);
  return sizes;
}

/// Of all workgroups.
int64_t total(const Expr &ofWorkgroup, const std::array<int64_t, 3> &grid) {
  int64_t sum = 0;
  for (int64_t z = 0; z < grid[2]; ++z)
    for (int64_t y = 0; y < grid[1]; ++y)
      for (int64_t x = 0; x < grid[0]; ++x) {
        Bindings ids;
        for (const auto &[id, value] : {std::pair(0, x), {1, y}, {2, z}})
          ids.set(std::string(symbolic::workgroupIds[static_cast<size_t>(id)].name()), value);
        sum += symbolic::evaluate(ofWorkgroup, ids).value();
      }
  return sum;
}

class PredictedTraffic : public testing::TestWithParam<const char *> {};

TEST_P(PredictedTraffic, IsWhatTheExecutorCounts) {
  for (const KernelEntry &entry : kernels::library()) {
    const Kernel kernel = entry.make(entry.dtypes);
    SCOPED_TRACE(kernel.name());
    const Target target = Target::named(GetParam());
    const CompiledKernel compiled =
        wave_compile({.target = target, .subs = sizesFor(kernel), .retarget = true}, kernel);
    analysis::Traffic traffic;
    {
      const Session session(compiled.impl());
      session.lowering.run(*session.module, Stage::Bound, Stage::Distributed, "the test", [&] {
        traffic = analysis::trafficOf(frontend::onlyKernel(*session.module), *chipOf(target));
      });
    }
    std::vector<Tensor> tensors;
    for (const Argument &argument : withSizes(compiled.arguments(), {}))
      tensors.push_back(Tensor::randn(shapeOf(argument), argument.dtype, tensors.size()));
    SimulationReport report;
    LaunchOptions launch;
    launch.on_simulated = [&](const SimulationReport &seen) { report = seen; };
    compiled.launch(tensors, launch);
    EXPECT_TRUE(report.findings.empty());
    const std::array<int64_t, 3> grid = compiled.grid({});
    EXPECT_EQ(total(traffic.bytes, grid), static_cast<int64_t>(report.counters["global_bytes"]));
    EXPECT_EQ(total(traffic.passes, grid), static_cast<int64_t>(report.counters["shared_cycles"]));
  }
}

INSTANTIATE_TEST_SUITE_P(Chips, PredictedTraffic, testing::Values("sim:h200", "sim:b200"));

} // namespace
} // namespace wave
