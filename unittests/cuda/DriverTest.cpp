//===- DriverTest.cpp - Finding the driver, and its GPUs ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scene.h"

#include <sys/wait.h>
#include <unistd.h>

#if __has_include(<cuda.h>)
#include <cuda.h>
#define WAVE_HAS_CUDA_HEADER 1
#endif

namespace wave::cuda {

class CudaDriver : public Scene {};

TEST_F(CudaDriver, SaysWhatItIs) {
  const auto cuda = driver();
  EXPECT_EQ(cuda->version(), 13000);
  fakeState().devices = 2;
  const std::vector<DeviceInfo> list = devices(*cuda);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[1].name, "Fake GPU");
  EXPECT_EQ(list[1].number, 1);
  EXPECT_EQ(list[0].architecture(), "sm_90");
  EXPECT_EQ(list[0].multiprocessors, 132);
  EXPECT_EQ(list[0].sharedBytes, 227 * 1024);
  EXPECT_EQ(list[0].maxGrid[0], 2147483647);
  EXPECT_EQ(list[0].maxGrid[2], 65535);
}

TEST_F(CudaDriver, IsOpenedOnceForAPath) {
  EXPECT_EQ(Driver::load(WAVE_FAKE_CUDA), Driver::load(WAVE_FAKE_CUDA));
  EXPECT_EQ(fakeState().calls["cuInit"], 1);
}

TEST_F(CudaDriver, MissesALibrary) {
  const Diagnostic failure = failureOf([] { Driver("libno-such-driver.so.1"); });
  EXPECT_EQ(failure.id, "cuda-driver");
  EXPECT_TRUE(failure.message.starts_with("cannot open the CUDA driver: libno-such-driver.so.1"))
      << failure.message;
  EXPECT_NE(failure.help.find("install NVIDIA's driver 525"), std::string::npos);
}

TEST_F(CudaDriver, MissesAFunction) {
  // A library that is there, and is none of a driver.
  const Diagnostic failure = failureOf([] { Driver("libm.so.6"); });
  EXPECT_EQ(failure.id, "cuda-driver");
  EXPECT_EQ(failure.message, "the CUDA driver libm.so.6 has no function cuInit: it is older than "
                             "525, or no driver at all");
}

TEST_F(CudaDriver, MissesAGpu) {
  fakeState().devices = 0;
  const Diagnostic failure = failureOf([&] { driver(); });
  EXPECT_EQ(failure.id, "cuda-device");
  EXPECT_EQ(failure.message, "starting the CUDA driver failed: CUDA_ERROR_100, something is wrong");
  EXPECT_NE(failure.help.find("CUDA_VISIBLE_DEVICES"), std::string::npos);
}

TEST_F(CudaDriver, MissesThatGpu) {
  for (const int device : {1, -1}) {
    const Diagnostic failure = failureOf([&] { Context(driver(), device); });
    EXPECT_EQ(failure.id, "cuda-device");
    EXPECT_EQ(failure.message, "there is no GPU " + std::to_string(device) + ": the driver has 1");
  }
}

TEST_F(CudaDriver, TellsResultsThatNobodyKnows) {
  fakeState().failures["cuDevicePrimaryCtxRetain"] = {12345};
  const Diagnostic failure = failureOf([&] { context(); });
  EXPECT_EQ(failure.id, "cuda-error");
  EXPECT_EQ(failure.message, "making a context on GPU 0 failed: result 12345");
  EXPECT_FALSE(failure.help.empty());
}

TEST_F(CudaDriver, KeepsTheFirstFault) {
  const auto gpu = context();
  fakeState().failures["cuStreamSynchronize"] = {700};
  const Diagnostic fault =
      failureOf([&] { gpu->wait(nullptr, "running kernel 'double' on GPU 0"); });
  EXPECT_EQ(fault.id, "cuda-fault");
  EXPECT_EQ(fault.message, "running kernel 'double' on GPU 0 failed: CUDA_ERROR_ILLEGAL_ADDRESS, "
                           "something is wrong");
  // What comes later hears of it, and asks the driver nothing.
  const Diagnostic later = failureOf([&] { DeviceMemory(gpu, 64); });
  EXPECT_EQ(later.id, "cuda-context");
  ASSERT_EQ(later.notes.size(), 1U);
  EXPECT_EQ(later.notes[0].message, "the fault: " + fault.message);
  EXPECT_EQ(fakeState().calls["cuMemAlloc_v2"], 0);
}

TEST_F(CudaDriver, KeepsNoOtherFailure) {
  const auto gpu = context();
  EXPECT_EQ(failureOf([&] { DeviceMemory(gpu, size_t{2} << 30); }).id, "out-of-memory");
  EXPECT_NO_THROW(DeviceMemory(gpu, 64));
}

TEST_F(CudaDriver, SaysHowMuchMemoryIsFree) {
  const auto gpu = context();
  const DeviceMemory most(gpu, size_t{1000} << 20);
  const Diagnostic failure = failureOf([&] { DeviceMemory(gpu, size_t{100} << 20); });
  EXPECT_EQ(failure.id, "out-of-memory");
  EXPECT_EQ(failure.message,
            "allocating 104857600 bytes on GPU 0 (25165824 of its 1073741824 are free) failed: "
            "CUDA_ERROR_OUT_OF_MEMORY, out of memory");
}

TEST_F(CudaDriver, WaitsNoLongerThanAllowed) {
  const auto gpu = context();
  fakeState().busyQueries = 3;
  EXPECT_NO_THROW(gpu->wait(nullptr, "running", 100));
  EXPECT_EQ(fakeState().calls["cuStreamQuery"], 4);
  fakeState().busyQueries = 1 << 30;
  const Diagnostic failure = failureOf([&] { gpu->wait(nullptr, "running 'double'", 0.01); });
  EXPECT_EQ(failure.id, "cuda-timeout");
  EXPECT_TRUE(failure.message.starts_with("running 'double' has not ended after 0.01"))
      << failure.message;
  EXPECT_EQ(failureOf([&] { gpu->checkUsable(); }).id, "cuda-context");
}

TEST_F(CudaDriver, DoesNotWorkInAForkedChild) {
  const auto gpu = context();
  const pid_t child = ::fork();
  if (child == 0) {
    const Diagnostic failure = failureOf([&] { DeviceMemory(gpu, 64); });
    ::_exit(failure.id == "cuda-context" &&
                    failure.message.find("made by fork()") != std::string::npos
                ? 0
                : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(CudaDriver, CopiesTensorsThereAndBack) {
  const auto gpu = context();
  // A matrix's middle columns: what lies beside them stays as it is.
  Tensor whole = Tensor::randint({5, 9}, i32, -100, 100, 1);
  const Tensor before = whole.clone(), part = whole.slice(1, 2, 4);
  const DeviceCopy copy(gpu, part, true, nullptr);
  EXPECT_EQ(copy.tensor().device(), Device::cuda(0));
  EXPECT_EQ(copy.tensor().shape(), (Shape{5, 4}));
  EXPECT_TRUE(copy.tensor().is_contiguous());
  whole.fill(7);
  copy.download(nullptr);
  for (int64_t i = 0; i < 5; ++i)
    for (int64_t j = 0; j < 9; ++j)
      EXPECT_EQ(whole.at({i, j}), j >= 2 && j < 6 ? before.at({i, j}) : 7) << i << ", " << j;
}

TEST_F(CudaDriver, TimesWhatIsBetweenEvents) {
  const auto gpu = context();
  const Event start(gpu), end(gpu);
  start.record(nullptr);
  end.record(nullptr);
  EXPECT_EQ(end.millisecondsSince(start), 1.5);
}

#ifdef WAVE_HAS_CUDA_HEADER
// Where NVIDIA's header is, the tables are compared with it.
TEST_F(CudaDriver, TablesAreThoseOfTheHeader) {
#define WAVE_CUDA_RESULT(NUMBER, NAME, ...) EXPECT_EQ(NUMBER, ::NAME);
#include "runtime/cuda/Results.def"
  EXPECT_EQ(int{MaxGridX}, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
  EXPECT_EQ(int{MaxGridZ}, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
  EXPECT_EQ(int{MultiprocessorCount}, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  EXPECT_EQ(int{ComputeCapabilityMajor}, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  EXPECT_EQ(int{ComputeCapabilityMinor}, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  EXPECT_EQ(int{MaxSharedBytesOptIn}, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  EXPECT_EQ(int{MaxThreads}, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  EXPECT_EQ(int{SharedBytes}, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  EXPECT_EQ(int{LocalBytes}, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  EXPECT_EQ(int{Registers}, CU_FUNC_ATTRIBUTE_NUM_REGS);
  EXPECT_EQ(int{MaxDynamicSharedBytes}, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  EXPECT_EQ(int{NonPortableClusterAllowed}, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
  EXPECT_EQ(int{JitErrorLog}, CU_JIT_ERROR_LOG_BUFFER);
  EXPECT_EQ(int{JitErrorLogBytes}, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
  EXPECT_EQ(clusterDimension, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
  EXPECT_EQ(sizeof(LaunchAttribute), sizeof(CUlaunchAttribute));
  EXPECT_EQ(offsetof(LaunchAttribute, cluster), offsetof(CUlaunchAttribute, value));
  EXPECT_EQ(sizeof(LaunchConfig), sizeof(CUlaunchConfig));
  EXPECT_EQ(offsetof(LaunchConfig, sharedBytes), offsetof(CUlaunchConfig, sharedMemBytes));
  EXPECT_EQ(offsetof(LaunchConfig, stream), offsetof(CUlaunchConfig, hStream));
  EXPECT_EQ(offsetof(LaunchConfig, attributes), offsetof(CUlaunchConfig, attrs));
  EXPECT_EQ(offsetof(LaunchConfig, attributeCount), offsetof(CUlaunchConfig, numAttrs));
  EXPECT_EQ(sizeof(TensorMap), sizeof(CUtensorMap));
  EXPECT_EQ(alignof(TensorMap), alignof(CUtensorMap));
  EXPECT_EQ(int{Bits8}, CU_TENSOR_MAP_DATA_TYPE_UINT8);
  EXPECT_EQ(int{Bits32}, CU_TENSOR_MAP_DATA_TYPE_INT32);
  EXPECT_EQ(int{Bits64}, CU_TENSOR_MAP_DATA_TYPE_INT64);
  EXPECT_EQ(int{Float16}, CU_TENSOR_MAP_DATA_TYPE_FLOAT16);
  EXPECT_EQ(int{Float32}, CU_TENSOR_MAP_DATA_TYPE_FLOAT32);
  EXPECT_EQ(int{Float64}, CU_TENSOR_MAP_DATA_TYPE_FLOAT64);
  EXPECT_EQ(int{BFloat16}, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16);
  EXPECT_EQ(int{Swizzle32}, CU_TENSOR_MAP_SWIZZLE_32B);
  EXPECT_EQ(int{Swizzle64}, CU_TENSOR_MAP_SWIZZLE_64B);
  EXPECT_EQ(int{Swizzle128}, CU_TENSOR_MAP_SWIZZLE_128B);
  EXPECT_EQ(tensorMapPromote128, CU_TENSOR_MAP_L2_PROMOTION_L2_128B);
  EXPECT_EQ(streamNonBlocking, CU_STREAM_NON_BLOCKING);
  EXPECT_EQ(captureRelaxed, CU_STREAM_CAPTURE_MODE_RELAXED);
}
#endif

} // namespace wave::cuda
