//===- FakeCuda.h - A CUDA driver without a GPU ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library with the functions of runtime/cuda/Driver.def.  Memory of its GPUs is the
// host's; kernels are what a test says.  Every call is noted, and any can be told to fail.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runtime/cuda/Types.h"

struct FakeCuda {
  /// What the function of that symbol answers from its call number `after` (from 0) on.
  struct Failure {
    wave::cuda::Result result;
    int after = 0;
  };
  std::map<std::string, Failure> failures;
  std::map<std::string, int> calls; ///< how many there were, by symbol

  struct Launch {
    std::string kernel;
    std::array<unsigned, 3> grid, workgroup, cluster;
    unsigned sharedBytes;
    wave::cuda::StreamHandle stream;
    std::vector<std::vector<std::byte>> arguments;

    template <typename T> T argument(size_t i) const {
      T value;
      __builtin_memcpy(&value, arguments.at(i).data(), sizeof value);
      return value;
    }
  };
  std::vector<Launch> launches;
  /// Bytes of each parameter, by kernel; there are no other kernels.
  std::map<std::string, std::vector<size_t>> parameters;
  std::function<void(const Launch &)> run; ///< what a launch does

  struct Map {
    int type;
    const void *base;
    std::vector<uint64_t> sizes, strides;
    std::vector<uint32_t> box;
    int swizzle;
  };
  std::vector<Map> maps; ///< that were encoded; a map's first word is its position

  int devices = 1, major = 9, minor = 0;
  size_t memoryBytes = size_t{1} << 30; ///< of a GPU
  size_t allocatedBytes = 0;            ///< now
  int sharedBytes = 48 * 1024;          ///< static, of every kernel
  int maxThreads = 1024;                ///< of every kernel
  int pushed = 0;                       ///< contexts that were made current and not yet left
  int modules = 0, streams = 0, events = 0, graphs = 0, retained = 0; ///< that exist
  std::map<int, int> functionAttributes;                              ///< that were set
  int busyQueries = 0;     ///< how often a stream says that it is not ready yet
  const char *jitLog = ""; ///< what cuModuleLoadDataEx writes to the log
};

/// The state of the library, which it shows under this name.
extern "C" FakeCuda *fakeCuda();
