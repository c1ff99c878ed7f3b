//===- FakeCuda.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WAVE_TEST_FAKE_CUDA=SYMBOL=RESULT,... makes calls fail in a program that knows nothing
// of this; its kernels do nothing.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

using namespace wave::cuda;

#pragma GCC visibility push(default)

namespace {
struct Fake : FakeCuda {
  /// What a test did not get to free: a failed call is one of those that free.
  ~Fake() {
    for (auto [address, bytes] : allocations)
      std::free(reinterpret_cast<void *>(address));
  }

  bool takesAnyKernel = false;
  std::map<Address, size_t> allocations;
  std::vector<std::string> names; ///< of functions; a handle is a position, from 1
  std::string lastFailure;

  Fake() {
    const char *text = std::getenv("WAVE_TEST_FAKE_CUDA");
    if (!text)
      return;
    takesAnyKernel = true;
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view item = rest.substr(0, rest.find(','));
      rest.remove_prefix(item.size() + (item.size() < rest.size()));
      const size_t equals = item.find('=');
      if (equals == std::string_view::npos)
        continue;
      failures[std::string(item.substr(0, equals))] = {
          std::atoi(std::string(item.substr(equals + 1)).c_str())};
    }
  }

  /// 0, or what the call is to answer.
  Result call(const char *symbol) {
    const int number = calls[symbol]++;
    const auto failure = failures.find(symbol);
    return failure == failures.end() || number < failure->second.after ? 0 : failure->second.result;
  }
};

Fake &fake() {
  static Fake instance;
  return instance;
}

// Handles that are never looked at.
template <typename Handle> Handle handle(size_t number) {
  return reinterpret_cast<Handle>(0x1000 + number);
}
} // namespace

extern "C" {

FakeCuda *fakeCuda() { return &fake(); }

#define FAKE(SYMBOL)                                                                               \
  if (const Result failed = fake().call(SYMBOL))                                                   \
  return failed

Result cuInit(unsigned) {
  FAKE("cuInit");
  return fake().devices ? 0 : 100;
}
Result cuDriverGetVersion(int *version) {
  FAKE("cuDriverGetVersion");
  *version = 13000;
  return 0;
}
Result cuGetErrorName(Result result, const char **name) {
  FAKE("cuGetErrorName");
  static thread_local char text[64];
  switch (result) {
  case 2:
    *name = "CUDA_ERROR_OUT_OF_MEMORY";
    return 0;
  case 700:
    *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
    return 0;
  case 12345: // of a driver that does not know it
    return 1;
  default:
    std::snprintf(text, sizeof text, "CUDA_ERROR_%d", result);
    *name = text;
    return 0;
  }
}
Result cuGetErrorString(Result result, const char **text) {
  FAKE("cuGetErrorString");
  if (result == 12345)
    return 1;
  *text = result == 2 ? "out of memory" : "something is wrong";
  return 0;
}

Result cuDeviceGetCount(int *count) {
  FAKE("cuDeviceGetCount");
  *count = fake().devices;
  return 0;
}
Result cuDeviceGet(DeviceNumber *device, int ordinal) {
  FAKE("cuDeviceGet");
  if (ordinal < 0 || ordinal >= fake().devices)
    return 101;
  *device = ordinal;
  return 0;
}
Result cuDeviceGetName(char *name, int bytes, DeviceNumber) {
  FAKE("cuDeviceGetName");
  std::snprintf(name, static_cast<size_t>(bytes), "Fake GPU");
  return 0;
}
Result cuDeviceGetAttribute(int *value, int attribute, DeviceNumber) {
  FAKE("cuDeviceGetAttribute");
  switch (attribute) {
  case ComputeCapabilityMajor:
    *value = fake().major;
    return 0;
  case ComputeCapabilityMinor:
    *value = fake().minor;
    return 0;
  case MultiprocessorCount:
    *value = 132;
    return 0;
  case MaxSharedBytesOptIn:
    *value = 227 * 1024;
    return 0;
  case MaxGridX:
    *value = 2147483647;
    return 0;
  case MaxGridY:
  case MaxGridZ:
    *value = 65535;
    return 0;
  default:
    return 1;
  }
}
Result cuDeviceTotalMem_v2(size_t *bytes, DeviceNumber) {
  FAKE("cuDeviceTotalMem_v2");
  *bytes = fake().memoryBytes;
  return 0;
}

Result cuDevicePrimaryCtxRetain(ContextHandle *context, DeviceNumber device) {
  FAKE("cuDevicePrimaryCtxRetain");
  ++fake().retained;
  *context = handle<ContextHandle>(static_cast<size_t>(device));
  return 0;
}
Result cuDevicePrimaryCtxRelease_v2(DeviceNumber) {
  FAKE("cuDevicePrimaryCtxRelease_v2");
  --fake().retained;
  return 0;
}
Result cuCtxPushCurrent_v2(ContextHandle) {
  FAKE("cuCtxPushCurrent_v2");
  ++fake().pushed;
  return 0;
}
Result cuCtxPopCurrent_v2(ContextHandle *) {
  FAKE("cuCtxPopCurrent_v2");
  --fake().pushed;
  return 0;
}

Result cuModuleLoadDataEx(ModuleHandle *module, const void *, unsigned count, int *options,
                          void **values) {
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == JitErrorLog)
      std::strcpy(static_cast<char *>(values[i]), fake().jitLog);
  FAKE("cuModuleLoadDataEx");
  *module = handle<ModuleHandle>(static_cast<size_t>(fake().modules++));
  return 0;
}
Result cuModuleUnload(ModuleHandle) {
  FAKE("cuModuleUnload");
  --fake().modules;
  return 0;
}
Result cuModuleGetFunction(FunctionHandle *function, ModuleHandle, const char *name) {
  FAKE("cuModuleGetFunction");
  if (!fake().parameters.contains(name) && !fake().takesAnyKernel)
    return 500;
  fake().names.emplace_back(name);
  *function = reinterpret_cast<FunctionHandle>(fake().names.size());
  return 0;
}
Result cuFuncGetAttribute(int *value, int attribute, FunctionHandle) {
  FAKE("cuFuncGetAttribute");
  *value = attribute == SharedBytes  ? fake().sharedBytes
           : attribute == MaxThreads ? fake().maxThreads
           : attribute == Registers  ? 128
                                     : 0;
  return 0;
}
Result cuFuncSetAttribute(FunctionHandle, int attribute, int value) {
  FAKE("cuFuncSetAttribute");
  fake().functionAttributes[attribute] = value;
  return 0;
}
Result cuLaunchKernelEx(const LaunchConfig *config, FunctionHandle function, void **arguments,
                        void **) {
  FAKE("cuLaunchKernelEx");
  FakeCuda::Launch launch{
      .kernel = fake().names.at(reinterpret_cast<size_t>(function) - 1),
      .grid = {config->grid[0], config->grid[1], config->grid[2]},
      .workgroup = {config->workgroup[0], config->workgroup[1], config->workgroup[2]},
      .cluster = {1, 1, 1},
      .sharedBytes = config->sharedBytes,
      .stream = config->stream,
      .arguments = {}};
  for (unsigned i = 0; i < config->attributeCount; ++i)
    if (config->attributes[i].id == clusterDimension)
      std::copy_n(config->attributes[i].cluster, 3, launch.cluster.begin());
  for (size_t i = 0; const size_t bytes : fake().parameters[launch.kernel]) {
    const auto *value = static_cast<const std::byte *>(arguments[i++]);
    launch.arguments.emplace_back(value, value + bytes);
  }
  if (fake().run)
    fake().run(launch);
  fake().launches.push_back(std::move(launch));
  return 0;
}

Result cuMemGetInfo_v2(size_t *free, size_t *total) {
  FAKE("cuMemGetInfo_v2");
  *free = fake().memoryBytes - fake().allocatedBytes;
  *total = fake().memoryBytes;
  return 0;
}
Result cuMemAlloc_v2(Address *address, size_t bytes) {
  FAKE("cuMemAlloc_v2");
  if (bytes == 0)
    return 1;
  if (bytes > fake().memoryBytes - fake().allocatedBytes)
    return 2;
  *address = reinterpret_cast<Address>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  fake().allocations[*address] = bytes;
  fake().allocatedBytes += bytes;
  return 0;
}
Result cuMemFree_v2(Address address) {
  FAKE("cuMemFree_v2");
  const auto found = fake().allocations.find(address);
  if (found == fake().allocations.end())
    return 1;
  fake().allocatedBytes -= found->second;
  fake().allocations.erase(found);
  std::free(reinterpret_cast<void *>(address));
  return 0;
}
Result cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes, StreamHandle) {
  FAKE("cuMemcpyHtoDAsync_v2");
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return 0;
}
Result cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, StreamHandle) {
  FAKE("cuMemcpyDtoHAsync_v2");
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  return 0;
}
Result cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes, StreamHandle) {
  FAKE("cuMemcpyDtoDAsync_v2");
  std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from), bytes);
  return 0;
}
Result cuMemsetD8Async(Address address, unsigned char value, size_t bytes, StreamHandle) {
  FAKE("cuMemsetD8Async");
  std::memset(reinterpret_cast<void *>(address), value, bytes);
  return 0;
}

Result cuStreamCreate(StreamHandle *stream, unsigned) {
  FAKE("cuStreamCreate");
  *stream = handle<StreamHandle>(static_cast<size_t>(++fake().streams));
  return 0;
}
Result cuStreamDestroy_v2(StreamHandle) {
  FAKE("cuStreamDestroy_v2");
  --fake().streams;
  return 0;
}
Result cuStreamSynchronize(StreamHandle) {
  FAKE("cuStreamSynchronize");
  return 0;
}
Result cuStreamQuery(StreamHandle) {
  FAKE("cuStreamQuery");
  return fake().busyQueries-- > 0 ? 600 : 0;
}
Result cuStreamBeginCapture_v2(StreamHandle, int) {
  FAKE("cuStreamBeginCapture_v2");
  return 0;
}
Result cuStreamEndCapture(StreamHandle, GraphHandle *graph) {
  FAKE("cuStreamEndCapture");
  *graph = handle<GraphHandle>(static_cast<size_t>(++fake().graphs));
  return 0;
}
Result cuGraphInstantiateWithFlags(GraphExecHandle *exec, GraphHandle, unsigned long long) {
  FAKE("cuGraphInstantiateWithFlags");
  *exec = handle<GraphExecHandle>(static_cast<size_t>(++fake().graphs));
  return 0;
}
Result cuGraphLaunch(GraphExecHandle, StreamHandle) {
  FAKE("cuGraphLaunch");
  return 0;
}
Result cuGraphExecDestroy(GraphExecHandle) {
  FAKE("cuGraphExecDestroy");
  --fake().graphs;
  return 0;
}
Result cuGraphDestroy(GraphHandle) {
  FAKE("cuGraphDestroy");
  --fake().graphs;
  return 0;
}
Result cuEventCreate(EventHandle *event, unsigned) {
  FAKE("cuEventCreate");
  *event = handle<EventHandle>(static_cast<size_t>(++fake().events));
  return 0;
}
Result cuEventDestroy_v2(EventHandle) {
  FAKE("cuEventDestroy_v2");
  --fake().events;
  return 0;
}
Result cuEventRecord(EventHandle, StreamHandle) {
  FAKE("cuEventRecord");
  return 0;
}
Result cuEventSynchronize(EventHandle) {
  FAKE("cuEventSynchronize");
  return 0;
}
Result cuEventElapsedTime(float *milliseconds, EventHandle, EventHandle) {
  FAKE("cuEventElapsedTime");
  *milliseconds = 1.5F;
  return 0;
}

Result cuTensorMapEncodeTiled(TensorMap *map, int type, uint32_t rank, void *address,
                              const uint64_t *sizes, const uint64_t *strides, const uint32_t *box,
                              const uint32_t *, int, int swizzle, int, int) {
  FAKE("cuTensorMapEncodeTiled");
  if (!sizes || !strides || !box) // as the driver does, whatever the rank
    return 1;
  for (uint32_t i = 0; i < rank; ++i)
    if (sizes[i] == 0 || box[i] == 0 || box[i] > 256 || (i > 0 && strides[i - 1] % 16 != 0))
      return 1;
  map->words[0] = fake().maps.size();
  fake().maps.push_back({type,
                         address,
                         {sizes, sizes + rank},
                         {strides, strides + (rank - 1)},
                         {box, box + rank},
                         swizzle});
  return 0;
}

} // extern "C"

#pragma GCC visibility pop
