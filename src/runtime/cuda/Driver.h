//===- Driver.h - The CUDA driver, found when wave runs -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver is opened, never linked: one program runs on machines with and without a GPU.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/cuda/Types.h"
#include "wave/diagnostic.h"

namespace wave::cuda {

inline constexpr const char *driverName = "libcuda.so.1";

class Driver {
public:
  /// The library of that name, opened and started once in a process and kept.  Throws
  /// LaunchError: "cuda-driver" where there is none that could be used, "cuda-device" where it
  /// has no GPU.
  static std::shared_ptr<const Driver> load(const std::string &path = driverName);

#define WAVE_CUDA_FUNCTION(NAME, SYMBOL, PARAMETERS) Result(*NAME) PARAMETERS = nullptr;
#include "runtime/cuda/Driver.def"

  const std::string &path() const { return path_; }
  /// The newest CUDA that it knows: 13000 for 13.0.
  int version() const { return version_; }

  /// What `result` says of the attempt at `doing`: "allocating 64 bytes on GPU 0".
  Diagnostic diagnose(Result result, const std::string &doing) const;
  /// Throws LaunchError for any result but 0.
  void check(Result result, const std::string &doing) const;

  explicit Driver(const std::string &path);

private:
  void find(void *library);

  std::string path_;
  int version_ = 0;
};

/// Whether nothing on the GPU can work any more in this process.
bool losesContext(Result result);

struct DeviceInfo {
  DeviceNumber number = 0;
  std::string name;
  int major = 0, minor = 0; ///< compute capability
  int multiprocessors = 0;
  size_t memoryBytes = 0;
  int sharedBytes = 0; ///< at most, of a workgroup
  int maxGrid[3] = {0, 0, 0};

  /// "sm_90", as code for it is called.
  std::string architecture() const { return "sm_" + std::to_string(major) + std::to_string(minor); }
};

DeviceInfo deviceInfo(const Driver &driver, int ordinal);
std::vector<DeviceInfo> devices(const Driver &driver);

} // namespace wave::cuda
