//===- BenchTest.cpp - Timing, without a GPU to time ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scene.h"

#include <algorithm>
#include <cstdlib>

#include "nlohmann/json.hpp"
#include "runtime/cuda/bench/Baseline.h"
#include "runtime/cuda/bench/GemmBench.h"

namespace wave::cuda {

TEST(Bench, TakesMediansAndSpreads) {
  EXPECT_EQ(medianOf({3, 1, 2}), 2);
  EXPECT_EQ(medianOf({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(medianOf({}), 0);
  EXPECT_EQ(spreadOf({9, 10, 12}), 0.3);
}

class CudaBench : public Scene {
protected:
  Protocol quick() const {
    Protocol protocol;
    protocol.idleMs = 0.1;
    protocol.rounds = 3;
    return protocol;
  }
};

TEST_F(CudaBench, RunsEachCandidateInEachRound) {
  const auto gpu = context();
  std::vector<std::string> order;
  auto candidate = [&](const std::string &name) {
    return Candidate{name, [&order, name](size_t set, StreamHandle) {
                       order.push_back(name + std::to_string(set));
                     }};
  };
  const std::vector<Times> times =
      timeCandidates(gpu, {candidate("a"), candidate("b")}, 3, quick());
  ASSERT_EQ(times.size(), 2U);
  for (const Times &time : times) {
    EXPECT_EQ(time.burst.size(), 3U);
    EXPECT_EQ(time.sustained.size(), 3U);
    EXPECT_GT(time.launchesPerGraph, 0);
  }
  // Sets take turns.
  EXPECT_EQ(order[0], "a0");
  EXPECT_EQ(order[1], "a1");
  EXPECT_EQ(order[2], "a2");
  EXPECT_EQ(order[3], "a0");
  EXPECT_EQ(fakeState().graphs, 0);
  EXPECT_EQ(fakeState().streams, 0);
}

TEST_F(CudaBench, TimesAKernelOnRotatingBuffers) {
  fakeState().run = nullptr;
  const auto gpu = context();
  BenchRequest request;
  request.sizes = {{"M", 1024}, {"N", 1024}};
  request.protocol = quick();
  const BenchResult result = bench(gpu, doublePackage(), request);
  // Two matrices of 4 MiB: 26 sets are more than 200 MiB.
  EXPECT_EQ(result.sets, 26U);
  EXPECT_EQ(result.times.size(), 1U);
  std::vector<Address> outputs;
  for (const FakeCuda::Launch &launch : fakeState().launches)
    outputs.push_back(launch.argument<Address>(4));
  std::ranges::sort(outputs);
  const auto repeated = std::ranges::unique(outputs);
  EXPECT_EQ(outputs.size() - repeated.size(), 26U);
  const nlohmann::json json = nlohmann::json::parse(jsonOf(result));
  EXPECT_EQ(json["sizes"]["M"], 1024);
  EXPECT_EQ(json["candidates"][0]["burst_rounds_ms"].size(), 3U);
  EXPECT_NE(textOf(result).find("double M=1024 N=1024 on Fake GPU, 26 sets of buffers"),
            std::string::npos)
      << textOf(result);
  // Nobody has counted its operations: its speed is that of the two matrices.
  EXPECT_EQ(json["bytes"], 2.0 * 4 * 1024 * 1024);
  EXPECT_TRUE(json["flops"].is_null());
  EXPECT_TRUE(json["candidates"][0]["burst_tflops"].is_null());
  EXPECT_GT(json["candidates"][0]["burst_gbps"], 0);
  EXPECT_NE(textOf(result).find(" GB/s "), std::string::npos) << textOf(result);
  EXPECT_EQ(textOf(result).find("TFLOP/s"), std::string::npos) << textOf(result);
}

TEST_F(CudaBench, AsksForTheValuesOfScalars) {
  fakeState().run = nullptr;
  Package package = doublePackage();
  Argument scale;
  scale.name = "scale";
  scale.is_scalar = scale.is_read = true;
  package.arguments.push_back(scale);
  BenchRequest request;
  request.sizes = {{"M", 64}, {"N", 64}};
  request.protocol = quick();
  const Diagnostic refusal = failureOf([&] { bench(context(), package, request); });
  EXPECT_EQ(refusal.id, "scalar-argument");
  EXPECT_EQ(refusal.message,
            "kernel 'double' takes the Scalar 'scale', which has no value to time it with");
  request.scalars.emplace("scale", Tensor::full({}, f32, 0.5));
  EXPECT_EQ(bench(context(), package, request).bytes, 2.0 * 4 * 64 * 64);
}

TEST_F(CudaBench, LaunchesAsManyWorkgroupsAsItIsTold) {
  fakeState().run = nullptr;
  Package package = doublePackage();
  package.grid[0] = Expr::symbol("NUM_CTAS");
  BenchRequest request;
  request.sizes = {{"M", 64}, {"N", 64}};
  request.protocol = quick();
  bench(context(), package, request);
  EXPECT_EQ(fakeState().launches.back().grid[0], 132U); // SMs
  request.sizes.set("NUM_CTAS", 7);
  bench(context(), package, request);
  EXPECT_EQ(fakeState().launches.back().grid[0], 7U);
}

TEST_F(CudaBench, HasABaselineForProductsAlone) {
  const auto gpu = context();
  BenchRequest request;
  request.sizes = {{"M", 16}, {"N", 16}};
  request.baselines = {"cublas"};
  const Diagnostic failure = failureOf([&] { bench(gpu, doublePackage(), request); });
  EXPECT_EQ(failure.id, "usage");
  EXPECT_EQ(failure.message,
            "--baseline cublas: kernel 'double' is not gemm, c[M, N] = a[M, K] * b[N, K]^T");
}

TEST(Baselines, AreKnownByName) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(baselinesOf(""), Names{});
  EXPECT_EQ(baselinesOf("torch"), Names{"torch"});
  EXPECT_EQ(baselinesOf("cublas,torch,cublas"), (Names{"cublas", "torch"}));
  const Diagnostic failure = failureOf([&] { baselinesOf("cublas,mkl"); });
  EXPECT_EQ(failure.id, "usage");
  EXPECT_EQ(failure.message, "there is no baseline 'mkl'");
}

TEST_F(CudaBench, SaysWhatOfTorchIsMissing) {
  // A torch that is none: whatever Python there is takes this one.
  const Product product{16, 16, 16, DType::f16, DType::f16};
  const auto gpu = context();
  ASSERT_EQ(::setenv("PYTHONPATH", WAVE_TEST_FAKE_TORCH, 1), 0);
  const Diagnostic failure = failureOf([&] { makeBaseline("torch", gpu, product); });
  EXPECT_EQ(failure.id, "baseline-missing");
  EXPECT_TRUE(failure.message == "torch: ImportError: a test's" ||
              failure.message == "cannot open libpython3.10.so.1.0 to 3.14")
      << failure.message;
  const Diagnostic ofType =
      failureOf([&] { makeBaseline("torch", gpu, {16, 16, 16, DType::i8, DType::i32}); });
  EXPECT_EQ(ofType.message, "the baseline torch has no GEMM of i8 here");
}

TEST_F(CudaBench, TellsWhatTheDriverRefuses) {
  for (const char *symbol :
       {"cuStreamCreate", "cuStreamBeginCapture_v2", "cuStreamEndCapture",
        "cuGraphInstantiateWithFlags", "cuGraphLaunch", "cuEventCreate", "cuEventRecord"}) {
    Scene::SetUp();
    fakeState().run = nullptr;
    const auto gpu = context();
    BenchRequest request;
    request.sizes = {{"M", 64}, {"N", 64}};
    request.protocol = quick();
    fakeState().failures[symbol] = {1};
    EXPECT_EQ(failureOf([&] { bench(gpu, doublePackage(), request); }).id, "cuda-error") << symbol;
    EXPECT_EQ(fakeState().pushed, 0) << symbol;
  }
}

} // namespace wave::cuda
