//===- CudaProgram.h - A kernel on NVIDIA's GPUs --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "driver/Program.h"
#include "runtime/DebugLog.h"
#include "runtime/cuda/LoadedKernel.h"
#include "runtime/package/Package.h"

namespace wave {

/// A GPU is first needed when it is run; each one that it is run on gets the code once.
class CudaProgram : public Program {
public:
  /// `driver` is the library of the CUDA driver.
  CudaProgram(Package package, std::vector<LogSite> logSites, std::string driver);

  void run(std::span<const Tensor> arguments, const Bindings &sizes, DebugLog *log,
           const LaunchOptions &options) const override;
  int64_t computeUnits(std::span<const Tensor> arguments) const override;
  Tensor onHost(const Tensor &tensor, const LaunchOptions &options) const override;

private:
  struct Loaded {
    std::shared_ptr<const cuda::Context> context;
    std::unique_ptr<cuda::LoadedKernel> kernel;
  };
  const Loaded &on(int device) const;
  int deviceOf(std::span<const Tensor> arguments) const;

  Package package;
  std::vector<LogSite> logSites;
  std::string driver;
  mutable std::mutex mutex;
  mutable std::map<int, Loaded> loaded; ///< by the number of the GPU
};

} // namespace wave
