//===- LaunchTest.cpp - What kernels are started with ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scene.h"

#include "runtime/EntryChoice.h"
#include "runtime/LaunchArguments.h"

namespace wave::cuda {

class CudaLaunch : public Scene {
protected:
  Package package = doublePackage();
  std::shared_ptr<const Context> gpu;

  void SetUp() override {
    Scene::SetUp();
    gpu = context();
  }

  /// A matrix on the GPU with that distance between its rows.
  Tensor matrix(const DeviceMemory &memory, int64_t rows, int64_t columns, int64_t stride,
                int64_t offset = 0) {
    return Tensor::device_view(reinterpret_cast<float *>(memory.address()) + offset, f32,
                               {rows, columns}, {stride, 1});
  }
};

TEST_F(CudaLaunch, PacksPointersSizesAndStrides) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 4096), y(gpu, 4096);
  const std::vector tensors{matrix(x, 3, 5, 8), matrix(y, 3, 5, 12)};
  kernel.launch(tensors, {{"M", 3}, {"N", 5}}, reinterpret_cast<StreamHandle>(0x77));
  ASSERT_EQ(fakeState().launches.size(), 1U);
  const FakeCuda::Launch &launch = fakeState().launches[0];
  EXPECT_EQ(launch.kernel, "double");
  EXPECT_EQ(launch.grid, (std::array<unsigned, 3>{1, 1, 1}));
  EXPECT_EQ(launch.workgroup, (std::array<unsigned, 3>{128, 1, 1}));
  EXPECT_EQ(launch.cluster, (std::array<unsigned, 3>{1, 1, 1}));
  EXPECT_EQ(launch.stream, reinterpret_cast<StreamHandle>(0x77));
  std::vector<uint64_t> words;
  for (size_t i = 0; i < 8; ++i)
    words.push_back(launch.argument<uint64_t>(i));
  EXPECT_EQ(words, (std::vector<uint64_t>{x.address(), 3, 5, 8, y.address(), 3, 5, 12}));
}

TEST_F(CudaLaunch, ChoosesTheEntryPointByTheRows) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 4096), y(gpu, 4096);
  auto startedFor = [&](const Tensor &a, const Tensor &c) {
    return kernel.entryFor(std::vector{a, c}).name;
  };
  const Tensor aligned = matrix(y, 3, 5, 8);
  EXPECT_EQ(startedFor(matrix(x, 3, 5, 8), aligned), "double");
  EXPECT_EQ(startedFor(matrix(x, 3, 5, 5), aligned), "double_any");    // rows of 20 bytes
  EXPECT_EQ(startedFor(matrix(x, 3, 5, 8, 1), aligned), "double_any"); // 4 bytes off
  EXPECT_EQ(startedFor(matrix(x, 1, 5, 5), aligned), "double");        // one row
  EXPECT_EQ(startedFor(matrix(x, 3, 5, 8).t(), aligned), "double_any");
}

TEST_F(CudaLaunch, SaysWhyBoxesAreNotTaken) {
  const DeviceMemory x(gpu, 4096), y(gpu, 4096);
  const Tensor aligned = matrix(y, 3, 5, 8);
  auto saidOf = [&](const Tensor &a, const Tensor &c) {
    const auto remark = slowLaunch(package.entries, std::vector{a, c});
    return remark ? remark->message + "; " + remark->help : "nothing";
  };
  // Without boxes both entry points copy alike.
  EXPECT_EQ(saidOf(matrix(x, 3, 5, 5), aligned), "nothing");
  package.entries[0].maps = {{.memory = 0, .box = {4, 4}, .swizzleBytes = 0}};
  EXPECT_EQ(saidOf(matrix(x, 3, 5, 8), aligned), "nothing");
  const std::string head = "launches take entry point 'double_any', which loads element by element "
                           "instead of with TMA: ";
  EXPECT_EQ(saidOf(matrix(x, 3, 5, 5), aligned),
            head + "row stride 20 bytes of 'a' is not a multiple of 16; let the rows of 'a' be 8 "
                   "elements apart, which is 32 bytes, or choose sizes whose rows are a multiple "
                   "of 16 bytes");
  EXPECT_EQ(saidOf(matrix(x, 3, 5, 8, 1), aligned),
            head + "'a' begins 4 bytes after a multiple of 16; let 'a' begin at a multiple of 16 "
                   "bytes");
  EXPECT_EQ(saidOf(matrix(x, 5, 3, 8).t(), aligned).substr(head.size()),
            "the elements of a row of 'a' are 8 elements apart, not 1; let the elements of a row "
            "of 'a' follow each other");
  EXPECT_EQ(saidOf(matrix(x, 3, 5, 4), aligned).substr(head.size()),
            "row stride 16 bytes of 'a' is less than the 20 bytes from its first element to its "
            "last; let the rows of 'a' be at least 20 bytes apart");
  EXPECT_EQ(saidOf(matrix(x, 3, 5, int64_t{1} << 38), aligned).substr(head.size(), 28),
            "row stride 1099511627776 byt");
  // What is not copied in boxes counts too; each is named.
  const auto both =
      slowLaunch(package.entries, std::vector{matrix(x, 3, 5, 5), matrix(y, 3, 5, 7)});
  ASSERT_TRUE(both);
  EXPECT_EQ(both->id, "not-tma");
  ASSERT_EQ(both->notes.size(), 1U);
  EXPECT_EQ(both->notes[0].message, "and row stride 28 bytes of 'c' is not a multiple of 16");
  // Where there is nothing to copy nothing is slow.
  EXPECT_EQ(saidOf(matrix(x, 3, 0, 5), aligned), "nothing");
}

TEST_F(CudaLaunch, SaysOfDenseTensorsWhatSizesAreKnown) {
  package.entries[0].maps = {{.memory = 0, .box = {4, 4}, .swizzleBytes = 0}};
  auto saidOf = [&](const Expr &rows, const Expr &columns) {
    std::vector<Argument> arguments = package.arguments;
    arguments[0].dims = {{"M", rows}, {"N", columns}};
    const auto remark = slowWhereDense(package.entries, arguments);
    return remark ? remark->message.substr(remark->message.find(": ") + 2) : "nothing";
  };
  const Expr m = Expr::symbol("M"), n = Expr::symbol("N");
  EXPECT_EQ(saidOf(m, n), "nothing");
  EXPECT_EQ(saidOf(m, 8), "nothing");
  EXPECT_EQ(saidOf(m, 5), "row stride 20 bytes of 'a' is not a multiple of 16");
  EXPECT_EQ(saidOf(1, 5), "nothing"); // one row
  EXPECT_EQ(saidOf(0, 5), "nothing");
  EXPECT_EQ(saidOf(int64_t{1} << 33, 8),
            "size 8589934592 of dimension 0 of 'a' is more than 4294967296");
}

TEST_F(CudaLaunch, PassesTheLastStrideWhereItIsOpen) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 4096), y(gpu, 4096);
  kernel.launch(std::vector{matrix(x, 5, 3, 8).t(), matrix(y, 3, 5, 8)}, {{"M", 3}, {"N", 5}},
                nullptr);
  const FakeCuda::Launch &launch = fakeState().launches.at(0);
  EXPECT_EQ(launch.kernel, "double_any");
  EXPECT_EQ(launch.argument<int64_t>(3), 1);
  EXPECT_EQ(launch.argument<int64_t>(4), 8);
}

TEST_F(CudaLaunch, GivesTheGridForTheSizes) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 1 << 20), y(gpu, 1 << 20);
  kernel.launch(std::vector{matrix(x, 100, 1000, 1000), matrix(y, 100, 1000, 1000)},
                {{"M", 100}, {"N", 1000}}, nullptr);
  EXPECT_EQ(fakeState().launches.at(0).grid, (std::array<unsigned, 3>{7, 16, 1}));
}

TEST_F(CudaLaunch, StartsNothingWithoutWorkgroups) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 64);
  kernel.launch(std::vector{matrix(x, 0, 5, 8), matrix(x, 0, 5, 8)}, {{"M", 0}, {"N", 5}}, nullptr);
  EXPECT_TRUE(fakeState().launches.empty());
}

TEST_F(CudaLaunch, RefusesGridsThatNoGpuHas) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 64);
  const Diagnostic failure = failureOf([&] {
    kernel.launch(std::vector{matrix(x, 1, 1, 1), matrix(x, 1, 1, 1)},
                  {{"M", 1}, {"N", int64_t{64} * 70000}}, nullptr);
  });
  EXPECT_EQ(failure.id, "grid-too-large");
  EXPECT_EQ(failure.message, "the launch of 'double' has 70000 workgroups along dimension 1, GPU "
                             "0 takes 65535");
}

TEST_F(CudaLaunch, AsksForSharedMemoryAndClusters) {
  for (EntryPoint &entry : package.entries) {
    entry.sharedBytes = 100 * 1024;
    entry.cluster = {2, 1, 1};
  }
  LoadedKernel kernel(gpu, package);
  EXPECT_EQ(fakeState().functionAttributes[MaxDynamicSharedBytes], 100 * 1024);
  const DeviceMemory x(gpu, 4096), y(gpu, 4096);
  kernel.launch(std::vector{matrix(x, 32, 4, 4), matrix(y, 32, 4, 4)}, {{"M", 32}, {"N", 4}},
                nullptr);
  EXPECT_EQ(fakeState().launches.at(0).sharedBytes, 100U * 1024);
  EXPECT_EQ(fakeState().launches.at(0).cluster, (std::array<unsigned, 3>{2, 1, 1}));
}

TEST_F(CudaLaunch, RefusesMoreThanTheGpuHas) {
  package.entries[0].sharedBytes = 200 * 1024;
  Diagnostic failure = failureOf([&] { LoadedKernel(gpu, package); });
  EXPECT_EQ(failure.id, "cuda-launch");
  EXPECT_EQ(failure.message,
            "'double' needs 253952 bytes of shared memory, GPU 0 (Fake GPU) gives a workgroup at "
            "most 232448");
  package = doublePackage();
  fakeState().maxThreads = 96;
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 64);
  failure = failureOf([&] {
    kernel.launch(std::vector{matrix(x, 1, 1, 1), matrix(x, 1, 1, 1)}, {{"M", 1}, {"N", 1}},
                  nullptr);
  });
  EXPECT_EQ(failure.id, "cuda-launch");
  EXPECT_EQ(failure.message,
            "'double' is to run with 128 threads in a workgroup, its machine code takes 96");
}

TEST_F(CudaLaunch, RefusesCodeForOtherGpus) {
  fakeState().major = 8;
  const auto other = context();
  const Diagnostic failure = failureOf([&] { LoadedKernel(other, package); });
  EXPECT_EQ(failure.id, "cuda-code");
  EXPECT_EQ(failure.message, "kernel 'double' was compiled for sm_90a, GPU 0 (Fake GPU) is sm_80");
}

TEST_F(CudaLaunch, ShowsTheLogOfTheDriversCompiler) {
  package.images[0].kind = CodeImage::Kind::Ptx;
  fakeState().jitLog = "ptxas application ptx input, line 3; error: Unknown symbol";
  fakeState().failures["cuModuleLoadDataEx"] = {218};
  const Diagnostic failure = failureOf([&] { LoadedKernel(gpu, package); });
  EXPECT_EQ(failure.id, "cuda-code");
  EXPECT_TRUE(failure.message.starts_with(
      "loading PTX for sm_90a of kernel 'double' on GPU 0 (Fake GPU, sm_90, driver for CUDA 13.0) "
      "failed: "))
      << failure.message;
  ASSERT_EQ(failure.notes.size(), 1U);
  EXPECT_NE(failure.notes[0].message.find("Unknown symbol"), std::string::npos);
}

TEST_F(CudaLaunch, MissesAnEntryPoint) {
  fakeState().parameters.erase("double_any");
  const Diagnostic failure = failureOf([&] { LoadedKernel(gpu, package); });
  EXPECT_EQ(failure.id, "cuda-code");
  EXPECT_TRUE(failure.message.starts_with("looking for entry point 'double_any' in machine code "
                                          "for sm_90a of kernel 'double' failed: "))
      << failure.message;
}

TEST_F(CudaLaunch, KnowsWhatRunsWhere) {
  auto runs = [](const char *processor, int major, int minor,
                 CodeImage::Kind kind = CodeImage::Kind::Cubin) {
    DeviceInfo device;
    device.major = major, device.minor = minor;
    return runsOn({kind, processor, {}}, device);
  };
  EXPECT_TRUE(runs("sm_90a", 9, 0));
  EXPECT_FALSE(runs("sm_90a", 10, 0));
  EXPECT_FALSE(runs("sm_90a", 9, 1));
  EXPECT_TRUE(runs("sm_80", 8, 9));
  EXPECT_FALSE(runs("sm_89", 8, 0));
  EXPECT_FALSE(runs("sm_80", 9, 0));
  EXPECT_TRUE(runs("sm_80", 9, 0, CodeImage::Kind::Ptx));
  EXPECT_FALSE(runs("sm_90a", 10, 0, CodeImage::Kind::Ptx));
  EXPECT_TRUE(runs("sm_100f", 10, 3));
  for (const char *odd : {"", "sm_", "gfx942", "sm_90x", "90a", "sm_99999999999999"})
    EXPECT_FALSE(runs(odd, 9, 0)) << odd;
}

TEST_F(CudaLaunch, PassesLaunchValuesBehindTheMemories) {
  const Expr m = Expr::symbol("M");
  for (EntryPoint &entry : package.entries)
    entry.launchValues = {ceildiv(m, 7), m * 2};
  fakeState().parameters = {{"double", std::vector<size_t>(10, 8)},
                            {"double_any", std::vector<size_t>(12, 8)}};
  fakeState().run = nullptr;
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 4096), y(gpu, 4096);
  kernel.launch(std::vector{matrix(x, 32, 4, 4), matrix(y, 32, 4, 4)}, {{"M", 32}, {"N", 4}},
                nullptr);
  EXPECT_EQ(fakeState().launches.at(0).argument<int64_t>(8), 5);
  EXPECT_EQ(fakeState().launches.at(0).argument<int64_t>(9), 64);
}

class CudaTensorMaps : public CudaLaunch {
protected:
  void SetUp() override {
    CudaLaunch::SetUp();
    package.entries[0].maps = {{.memory = 0, .box = {32, 64}, .swizzleBytes = 128},
                               {.memory = 1, .box = {16, 8}, .swizzleBytes = 0}};
    fakeState().parameters["double"] = std::vector<size_t>(8, 8);
    fakeState().parameters["double"].insert(fakeState().parameters["double"].end(), 2,
                                            sizeof(TensorMap));
  }
};

TEST_F(CudaTensorMaps, AreEncodedInnermostFirst) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 1 << 16), y(gpu, 1 << 16);
  kernel.launch(std::vector{matrix(x, 32, 40, 64), matrix(y, 32, 40, 40)}, {{"M", 32}, {"N", 40}},
                nullptr);
  ASSERT_EQ(fakeState().maps.size(), 2U);
  const FakeCuda::Map &map = fakeState().maps[0];
  EXPECT_EQ(map.type, Float32);
  EXPECT_EQ(map.base, reinterpret_cast<void *>(x.address()));
  EXPECT_EQ(map.sizes, (std::vector<uint64_t>{40, 32}));
  EXPECT_EQ(map.strides, (std::vector<uint64_t>{256}));
  EXPECT_EQ(map.box, (std::vector<uint32_t>{32, 64}));
  EXPECT_EQ(map.swizzle, Swizzle128);
  EXPECT_EQ(fakeState().maps[1].swizzle, NoSwizzle);
  // Behind all other arguments, in order.
  EXPECT_EQ(fakeState().launches.at(0).argument<TensorMap>(8).words[0], 0U);
  EXPECT_EQ(fakeState().launches.at(0).argument<TensorMap>(9).words[0], 1U);
}

TEST_F(CudaTensorMaps, AreEncodedOnce) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 1 << 16), y(gpu, 1 << 16);
  auto launch = [&](int64_t rows) {
    kernel.launch(std::vector{matrix(x, rows, 40, 64), matrix(y, rows, 40, 40)},
                  {{"M", rows}, {"N", 40}}, nullptr);
  };
  launch(32);
  launch(32);
  EXPECT_EQ(fakeState().maps.size(), 2U);
  launch(33); // other sizes are other maps
  EXPECT_EQ(fakeState().maps.size(), 4U);
}

TEST_F(CudaTensorMaps, AreNotKeptWithoutEnd) {
  TensorMaps maps(gpu);
  for (uint64_t i = 1; i <= TensorMaps::limit + 10; ++i)
    maps.encoded({.type = f32, .base = nullptr, .sizes = {i}, .strides = {}, .box = {1}});
  EXPECT_LE(maps.size(), TensorMaps::limit);
}

TEST_F(CudaTensorMaps, LeaveWhatTheyCannotSayToTheOtherEntryPoint) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 1 << 16), y(gpu, 1 << 16);
  auto startedFor = [&](const Tensor &a) {
    return kernel.entryFor(std::vector{a, matrix(y, a.shape()[0], a.shape()[1], 40)}).name;
  };
  EXPECT_EQ(startedFor(matrix(x, 32, 40, 64)), "double");
  EXPECT_EQ(startedFor(matrix(x, 1, 40, 3)), "double");                     // one row takes no step
  EXPECT_EQ(startedFor(matrix(x, 32, 0, 64)), "double_any");                // no map has 0 elements
  EXPECT_EQ(startedFor(matrix(x, 32, 40, 0)), "double_any");                // all rows are one
  EXPECT_EQ(startedFor(matrix(x, 32, 40, 36)), "double_any");               // rows that meet
  EXPECT_EQ(startedFor(matrix(x, 32, 40, int64_t{1} << 38)), "double_any"); // 2^40 bytes
}

TEST_F(CudaTensorMaps, TellWhatTheDriverRefuses) {
  LoadedKernel kernel(gpu, package);
  const DeviceMemory x(gpu, 1 << 16), y(gpu, 1 << 16);
  fakeState().failures["cuTensorMapEncodeTiled"] = {1};
  const Diagnostic failure = failureOf([&] {
    kernel.launch(std::vector{matrix(x, 32, 40, 64), matrix(y, 32, 40, 40)}, {{"M", 32}, {"N", 40}},
                  nullptr);
  });
  EXPECT_TRUE(failure.message.starts_with(
      "encoding a tensor map (f32, sizes [40, 32], strides in bytes [256], box [32, 64], swizzle "
      "128) failed: "))
      << failure.message;
}

} // namespace wave::cuda
