//===- Context.h - A GPU, and what is done on it --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device's primary context, which the CUDA runtime and other libraries share, so that
// their pointers and streams are good here.  A fault of a kernel is the end of it: the driver
// answers every later call with the same result, wherever that comes from.  So the
// first one is kept, and told to all who come after.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "runtime/cuda/Driver.h"

namespace wave::cuda {

class Context {
public:
  /// The one of that GPU, made once in a process and kept.
  static std::shared_ptr<Context> shared(const std::string &driverPath, int device);

  Context(std::shared_ptr<const Driver> driver, int device);
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  const Driver &driver() const { return *driver_; }
  const DeviceInfo &device() const { return info; }
  std::string gpu() const { return "GPU " + std::to_string(ordinal); }

  /// While it lives, calls of this thread are for this context.
  class Current {
  public:
    explicit Current(const Context &context);
    ~Current();
    Current(const Current &) = delete;
    Current &operator=(const Current &) = delete;

  private:
    const Context &context;
  };

  /// Throws LaunchError for any result but 0; a fault is kept.
  void check(Result result, const std::string &doing) const;
  /// Throws LaunchError "cuda-context" after a fault, and in a process made by fork().
  void checkUsable() const;

  /// Until what the stream holds has been done.  Throws the faults of kernels, and
  /// LaunchError "cuda-timeout" after that many seconds; 0 waits for ever.
  void wait(StreamHandle stream, const std::string &doing, double seconds = 0) const;

private:
  std::shared_ptr<const Driver> driver_;
  int ordinal;
  int process; ///< that made it
  DeviceInfo info;
  ContextHandle handle = nullptr;
  mutable std::mutex mutex;
  mutable std::optional<std::string> fault; ///< the message of the first one
};

} // namespace wave::cuda
