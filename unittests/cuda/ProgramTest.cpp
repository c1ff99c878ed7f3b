//===- ProgramTest.cpp - Launches as callers of a kernel make them --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scene.h"

#include <mutex>
#include <optional>
#include <thread>

#include "driver/CudaProgram.h"
#include "runtime/ComputeUnits.h"

namespace wave::cuda {

class CudaPrograms : public Scene {
protected:
  std::optional<CudaProgram> kept;
  CudaProgram &program = kept.emplace(doublePackage(), std::vector<LogSite>(), WAVE_FAKE_CUDA);

  void TearDown() override {
    kept.reset();
    Scene::TearDown();
  }
};

TEST_F(CudaPrograms, NeedNoGpuBeforeTheyRun) {
  const CudaProgram never(doublePackage(), {}, "libno-such-driver.so.1");
  const Tensor a = Tensor::zeros({4, 4}, f32);
  EXPECT_EQ(failureOf([&] { never.run(std::vector{a, a}, {{"M", 4}, {"N", 4}}, nullptr, {}); }).id,
            "cuda-driver");
  // Nor without work.
  const Tensor none = Tensor::zeros({0, 4}, f32);
  EXPECT_NO_THROW(never.run(std::vector{none, none}, {{"M", 0}, {"N", 4}}, nullptr, {}));
}

TEST_F(CudaPrograms, CopyTensorsOfTheHost) {
  const Tensor a = Tensor::randint({33, 70}, f32, -100, 100, 1), c = Tensor::zeros({33, 70}, f32);
  program.run(std::vector{a, c}, {{"M", 33}, {"N", 70}}, nullptr, {});
  for (int64_t i = 0; i < 33; ++i)
    for (int64_t j = 0; j < 70; ++j)
      ASSERT_EQ(c.at({i, j}), 2 * a.at({i, j}));
  EXPECT_EQ(fakeState().allocatedBytes, 0U);
  // The result is not sent there: each element is written.
  EXPECT_EQ(fakeState().calls["cuMemcpyHtoDAsync_v2"], 1);
  EXPECT_EQ(fakeState().calls["cuMemcpyDtoHAsync_v2"], 1);
}

TEST_F(CudaPrograms, CopyStridedTensorsOfTheHost) {
  Tensor whole = Tensor::full({8, 20}, f32, -1);
  const Tensor a = Tensor::randint({6, 8}, f32, -100, 100, 1).t(), c = whole.slice(1, 3, 6);
  program.run(std::vector{a, c}, {{"M", 8}, {"N", 6}}, nullptr, {});
  for (int64_t i = 0; i < 8; ++i)
    for (int64_t j = 0; j < 20; ++j)
      ASSERT_EQ(whole.at({i, j}), j >= 3 && j < 9 ? 2 * a.at({i, j - 3}) : -1) << i << ", " << j;
}

TEST_F(CudaPrograms, UseTensorsOnTheGpuInPlace) {
  const auto gpu = Context::shared(WAVE_FAKE_CUDA, 0);
  const DeviceMemory x(gpu, 1024), y(gpu, 1024);
  const Tensor input = Tensor::randint({16, 16}, f32, -100, 100, 1), output = input.clone();
  x.upload(input.data(), 0, 1024, nullptr);
  const Tensor a = Tensor::device_view(reinterpret_cast<void *>(x.address()), f32, {16, 16});
  const Tensor c = Tensor::device_view(reinterpret_cast<void *>(y.address()), f32, {16, 16});
  const int copies = fakeState().calls["cuMemcpyHtoDAsync_v2"];
  auto *stream = reinterpret_cast<void *>(0x1001);
  LaunchOptions options;
  options.stream = stream;
  program.run(std::vector{a, c}, {{"M", 16}, {"N", 16}}, nullptr, options);
  EXPECT_EQ(fakeState().calls["cuMemcpyHtoDAsync_v2"], copies);
  // Nobody waits for a stream of the caller's.
  EXPECT_EQ(fakeState().calls["cuStreamSynchronize"], 0);
  EXPECT_EQ(fakeState().launches.at(0).stream, stream);
  y.download(output.data(), 0, 1024, nullptr);
  EXPECT_EQ(output.at({3, 4}), 2 * input.at({3, 4}));
  options.stream = nullptr;
  fakeState().calls.clear();
  program.run(std::vector{a, c}, {{"M", 16}, {"N", 16}}, nullptr, options);
  EXPECT_EQ(fakeState().calls["cuStreamSynchronize"], 1);
}

/// What a launch reads on the host: tables, in the order of the caller's stream.
TEST_F(CudaPrograms, BringTablesToTheHost) {
  const auto gpu = Context::shared(WAVE_FAKE_CUDA, 0);
  const DeviceMemory memory(gpu, 1024);
  const Tensor whole = Tensor::randint({16, 16}, f32, -100, 100, 1);
  memory.upload(whole.data(), 0, 1024, nullptr);
  const Tensor columns =
      Tensor::device_view(reinterpret_cast<void *>(memory.address()), f32, {16, 5}, {16, 1});
  const Tensor here = program.onHost(columns, {});
  ASSERT_EQ(here.device(), Device::host());
  ASSERT_EQ(here.shape(), (Shape{16, 5}));
  for (int64_t i = 0; i < 16; ++i)
    for (int64_t j = 0; j < 5; ++j)
      ASSERT_EQ(here.at({i, j}), whole.at({i, j})) << i << ", " << j;
}

TEST_F(CudaPrograms, CountTheComputeUnitsOfTheGpu) {
  EXPECT_EQ(program.computeUnits({}), 132);
  Package package = doublePackage();
  package.grid[0] = Expr::symbol("NUM_CTAS");
  const CudaProgram persistent(package, {}, WAVE_FAKE_CUDA);
  const Tensor a = Tensor::full({4, 4}, f32, 1), c = Tensor::zeros({4, 4}, f32);
  Bindings values = {{"M", 4}, {"N", 4}};
  setComputeUnits(values, package.grid, package.known, persistent.computeUnits(std::vector{a, c}));
  persistent.run(std::vector{a, c}, values, nullptr, {});
  EXPECT_EQ(fakeState().launches.at(0).grid[0], 132U);
}

TEST_F(CudaPrograms, TellWhatMakesALaunchSlow) {
  Package package = doublePackage();
  package.entries[0].maps = {{.memory = 0, .box = {4, 4}, .swizzleBytes = 0}};
  const CudaProgram copying(package, {}, WAVE_FAKE_CUDA);
  std::vector<std::string> heard;
  LaunchOptions options;
  options.on_diagnostic = [&](Severity severity, const Diagnostic &diagnostic) {
    EXPECT_EQ(severity, Severity::Remark);
    heard.push_back(diagnostic.id);
  };
  const Tensor a = Tensor::zeros({4, 5}, f32), c = Tensor::zeros({4, 5}, f32);
  copying.run(std::vector{a, c}, {{"M", 4}, {"N", 5}}, nullptr, options);
  EXPECT_EQ(heard, std::vector<std::string>{"not-tma"});
  EXPECT_EQ(fakeState().launches.at(0).kernel, "double_any");
}

// Four moments that the fake driver puts 1.5 ms apart: copies there, the kernel, copies back.
TEST_F(CudaPrograms, TimeKernelAndCopiesApart) {
  const Tensor a = Tensor::full({4, 4}, f32, 1), c = Tensor::zeros({4, 4}, f32);
  const Bindings sizes = {{"M", 4}, {"N", 4}};
  std::optional<LaunchTimes> times;
  LaunchOptions options;
  options.on_timed = [&](const LaunchTimes &seen) { times = seen; };
  program.run(std::vector{a, c}, sizes, nullptr, options);
  ASSERT_TRUE(times);
  EXPECT_EQ(times->kernel_ms, 1.5);
  EXPECT_EQ(times->copy_ms, 3);

  const auto gpu = Context::shared(WAVE_FAKE_CUDA, 0);
  const DeviceMemory x(gpu, 64), y(gpu, 64);
  x.upload(a.data(), 0, 64, nullptr);
  auto view = [](const DeviceMemory &memory) {
    return Tensor::device_view(reinterpret_cast<void *>(memory.address()), f32, {4, 4});
  };
  program.run(std::vector{view(x), view(y)}, sizes, nullptr, options);
  EXPECT_EQ(times->kernel_ms, 1.5);
  EXPECT_EQ(times->copy_ms, 0);

  const int events = fakeState().calls["cuEventRecord"];
  program.run(std::vector{a, c}, sizes, nullptr, {});
  EXPECT_EQ(fakeState().calls["cuEventRecord"], events); // nobody wants to know
}

TEST_F(CudaPrograms, MixHostAndGpu) {
  const auto gpu = Context::shared(WAVE_FAKE_CUDA, 0);
  const Tensor input = Tensor::randint({16, 16}, f32, -100, 100, 1);
  const DeviceMemory x(gpu, 1024);
  x.upload(input.data(), 0, 1024, nullptr);
  const Tensor a = Tensor::device_view(reinterpret_cast<void *>(x.address()), f32, {16, 16}),
               c = Tensor::zeros({16, 16}, f32);
  program.run(std::vector{a, c}, {{"M", 16}, {"N", 16}}, nullptr, {});
  EXPECT_EQ(c.at({15, 15}), 2 * input.at({15, 15}));
}

TEST_F(CudaPrograms, RefuseTensorsOfSeveralGpus) {
  const Tensor a = Tensor::device_view(nullptr, f32, {4, 4}, Device::cuda(0)),
               c = Tensor::device_view(nullptr, f32, {4, 4}, Device::cuda(1));
  const Diagnostic failure =
      failureOf([&] { program.run(std::vector{a, c}, {{"M", 4}, {"N", 4}}, nullptr, {}); });
  EXPECT_EQ(failure.id, "tensor-device");
  EXPECT_EQ(failure.message, "kernel 'double': argument 'a' is on GPU 0, argument 'c' on GPU 1");
}

TEST_F(CudaPrograms, LoadTheirCodeOnceForManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      // The fake driver takes one call at a time.
      static std::mutex mutex;
      const std::lock_guard lock(mutex);
      const Tensor a = Tensor::full({4, 4}, f32, 3), c = Tensor::zeros({4, 4}, f32);
      program.run(std::vector{a, c}, {{"M", 4}, {"N", 4}}, nullptr, {});
      EXPECT_EQ(c.at({3, 3}), 6);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fakeState().calls["cuModuleLoadDataEx"], 1);
}

TEST_F(CudaPrograms, LeaveAStrandedTensorToTheGpu) {
  const Tensor a = Tensor::device_view(reinterpret_cast<void *>(0x1000), f32, {2, 2});
  for (const auto &touch : std::vector<std::function<void()>>{
           [&] { a.at({0, 0}); }, [&] { Tensor(a).set({0, 0}, 1); }, [&] { a.clone(); },
           [&] { Tensor(a).fill(0); }, [&] { allclose(a, a); }, [&] { matmul(a, a); }}) {
    const Diagnostic failure = failureOf(touch);
    EXPECT_EQ(failure.id, "tensor-device");
    EXPECT_EQ(failure.message,
              "tensor: the elements are on GPU 0, where the host cannot reach them");
  }
  EXPECT_EQ(a.t().device(), Device::cuda(0));
  EXPECT_EQ(a.slice(0, 1, 1).device(), Device::cuda(0));
}

} // namespace wave::cuda
