//===- DriverFailuresTest.cpp - Every call of the driver fails once -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scene.h"

namespace wave::cuda {

namespace {
struct DriverFunction {
  const char *name, *symbol;
};
constexpr DriverFunction functions[] = {
#define WAVE_CUDA_FUNCTION(NAME, SYMBOL, ...) {#NAME, SYMBOL},
#include "runtime/cuda/Driver.def"
};

/// What is only asked for in order to say more, or given back.
bool isBestEffort(const std::string &name) {
  return name == "cuGetErrorName" || name == "cuGetErrorString" || name == "cuMemGetInfo" ||
         name == "cuCtxPopCurrent" || name == "cuDevicePrimaryCtxRelease" ||
         name == "cuModuleUnload" || name == "cuMemFree" || name == "cuEventDestroy";
}

/// What benchmarks alone call (BenchTest.cpp).
bool isOfBenchmarks(const std::string &name) {
  return name.starts_with("cuGraph") || name == "cuStreamCreate" || name == "cuStreamDestroy" ||
         name.ends_with("Capture") || name == "cuMemcpyDtoDAsync";
}

/// A program's whole life, which uses all of the rest.  `count` is how often it has called
/// `symbol` when it comes to give everything back, of which failures are not told.
void liveThrough(const std::string &symbol, int &count) {
  const auto driver = std::make_shared<const Driver>(WAVE_FAKE_CUDA);
  const auto context = std::make_shared<const Context>(driver, 0);
  Package package = doublePackage();
  for (EntryPoint &entry : package.entries) {
    entry.sharedBytes = 64 * 1024;
    entry.cluster = {16, 1, 1};
    entry.maps = {{.memory = 0, .box = {4, 4}, .swizzleBytes = 0}};
  }
  LoadedKernel kernel(context, package);
  const Tensor a = Tensor::full({16, 16}, f32, 3), c = Tensor::zeros({16, 16}, f32);
  const DeviceCopy onA(context, a, true, nullptr), onC(context, c, false, nullptr);
  const DeviceMemory spare(context, 64);
  spare.fill(0xff, nullptr);
  const Event start(context), end(context);
  start.record(nullptr);
  kernel.launch(std::vector{onA.tensor(), onC.tensor()}, {{"M", 16}, {"N", 16}}, nullptr);
  end.record(nullptr);
  end.millisecondsSince(start);
  {
    const Context::Current current(*context);
    context->wait(nullptr, "running", 10);
  }
  onC.download(nullptr);
  EXPECT_EQ(c.at({15, 15}), 6);
  count = fakeState().calls[symbol];
}
} // namespace

class CudaFailures : public Scene, public ::testing::WithParamInterface<DriverFunction> {
protected:
  void SetUp() override {
    Scene::SetUp();
    for (const char *kernel : {"double", "double_any"})
      fakeState().parameters[kernel].push_back(sizeof(TensorMap));
  }
};

TEST_P(CudaFailures, AreToldWithNameAndDoing) {
  const auto [name, symbol] = GetParam();
  if (isOfBenchmarks(name))
    return;
  // Also where it goes well at first.
  fakeState().calls.clear();
  int count = 0, ignored = 0;
  liveThrough(symbol, count);
  if (isBestEffort(name))
    count = fakeState().calls[symbol];
  if (std::string(name).starts_with("cuGetError") || std::string(name) == "cuMemGetInfo")
    return; // nothing failed
  ASSERT_GT(count, 0) << "nothing here calls " << name;
  for (int after = 0; after < count; ++after)
    for (const Result result : {1, 2, 700, 12345}) {
      Scene::SetUp();
      SetUp();
      fakeState().failures[symbol] = {result, after};
      const Diagnostic failure = failureOf([&] { liveThrough(symbol, ignored); });
      if (isBestEffort(name)) {
        EXPECT_EQ(failure.id, "") << failure.message;
        fakeState().pushed = 0;
        continue;
      }
      EXPECT_EQ(failure.id, result == 1       ? "cuda-error"
                            : result == 2     ? "out-of-memory"
                            : result == 12345 ? "cuda-error"
                                              : "cuda-fault");
      EXPECT_NE(failure.message.find(" failed: "), std::string::npos) << failure.message;
      EXPECT_NE(failure.message.find(result == 12345 ? "result 12345" : "CUDA_ERROR_"),
                std::string::npos)
          << failure.message;
      EXPECT_FALSE(failure.help.empty());
      EXPECT_EQ(fakeState().pushed, 0) << name << " left a context current";
    }
}

INSTANTIATE_TEST_SUITE_P(Functions, CudaFailures, ::testing::ValuesIn(functions),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace wave::cuda
