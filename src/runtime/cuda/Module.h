//===- Module.h - Machine code on a GPU, and starting it ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <span>
#include <string_view>

#include "runtime/cuda/Context.h"

namespace wave::cuda {

/// A cubin, or PTX that the driver compiles, in a GPU's memory.
class Module {
public:
  /// Throws LaunchError "cuda-code" for what the driver does not take; PTX with its log.
  Module(std::shared_ptr<const Context> context, std::string_view image,
         const std::string &description);
  ~Module();
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  const std::shared_ptr<const Context> &context() const { return owner; }
  ModuleHandle handle() const { return module; }
  const std::string &description() const { return name; }

private:
  std::shared_ptr<const Context> owner;
  std::string name;
  ModuleHandle module = nullptr;
};

/// How often a function is started, and with what of the chip.
struct LaunchShape {
  std::array<int64_t, 3> grid = {1, 1, 1}; ///< workgroups, none of them 0
  std::array<uint32_t, 3> workgroup = {1, 1, 1}, cluster = {1, 1, 1};
  uint32_t sharedBytes = 0; ///< beside what the code has
};

/// A function of a module; the module outlives it.
class Function {
public:
  /// Prepares for workgroups with that many bytes of shared memory beside the code's own.
  /// Throws LaunchError: "cuda-code" where there is none of that name, "cuda-launch" where the
  /// GPU has not so much.
  Function(const Module &module, const std::string &name, uint32_t sharedBytes,
           uint32_t workgroupsPerCluster);

  /// `arguments` point to the values.  Throws Error "grid-too-large" and LaunchError; returns
  /// when the launch is in the stream.
  void launch(const LaunchShape &shape, std::span<void *> arguments, StreamHandle stream) const;

  int registers() const { return registers_; }
  int localBytes() const { return localBytes_; }
  int sharedBytes() const { return sharedBytes_; } ///< of the code
  int maxThreads() const { return maxThreads_; }

private:
  void checkShape(const LaunchShape &shape) const;

  std::shared_ptr<const Context> context;
  std::string name;
  FunctionHandle function = nullptr;
  int registers_ = 0, localBytes_ = 0, sharedBytes_ = 0, maxThreads_ = 0;
};

} // namespace wave::cuda
