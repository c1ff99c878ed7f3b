//===- Module.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/Module.h"

#include <cstring>
#include <utility>

#include "diagnostic/Fail.h"

namespace wave::cuda {

Module::Module(std::shared_ptr<const Context> context, std::string_view image,
               const std::string &description)
    : owner(std::move(context)), name(description) {
  const Context::Current current(*owner);
  // PTX is text that ends with a 0.
  const std::string bytes(image);
  char log[4096] = {};
  int options[] = {JitErrorLog, JitErrorLogBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log - 1)};
  const Result result =
      owner->driver().cuModuleLoadDataEx(&module, bytes.data(), 2, options, values);
  if (result == 0)
    return;
  std::string doing = "loading " + name + " on " + owner->gpu() + " (" + owner->device().name +
                      ", " + owner->device().architecture() + ", driver for CUDA " +
                      std::to_string(owner->driver().version() / 1000) + "." +
                      std::to_string(owner->driver().version() % 1000 / 10) + ")";
  try {
    owner->check(result, doing);
  } catch (const LaunchError &failure) {
    Diagnostic diagnostic = failure.diagnostic();
    if (log[0])
      diagnostic.notes.push_back({"the driver's log: " + std::string(log), {}});
    throw LaunchError(std::move(diagnostic));
  }
}

Module::~Module() {
  try {
    const Context::Current current(*owner);
    owner->driver().cuModuleUnload(module);
  } catch (const LaunchError &) { // NOLINT(bugprone-empty-catch): it went with the context
  }
}

Function::Function(const Module &module, const std::string &wanted, uint32_t sharedBytes,
                   uint32_t workgroupsPerCluster)
    : context(module.context()), name(wanted) {
  const Context::Current current(*context);
  const Driver &driver = context->driver();
  context->check(driver.cuModuleGetFunction(&function, module.handle(), name.c_str()),
                 "looking for entry point '" + name + "' in " + module.description());
  auto read = [&](int attribute, int &value) {
    context->check(driver.cuFuncGetAttribute(&value, attribute, function),
                   "asking for attribute " + std::to_string(attribute) + " of '" + name + "'");
  };
  read(Registers, registers_);
  read(LocalBytes, localBytes_);
  read(SharedBytes, sharedBytes_);
  read(MaxThreads, maxThreads_);
  const int64_t shared = int64_t{sharedBytes} + sharedBytes_;
  if (shared > context->device().sharedBytes)
    fail<LaunchError>("cuda-launch",
                      "'" + name + "' needs " + std::to_string(shared) +
                          " bytes of shared memory, " + context->gpu() + " (" +
                          context->device().name + ") gives a workgroup at most " +
                          std::to_string(context->device().sharedBytes),
                      "choose smaller tiles, or fewer buffers");
  if (sharedBytes > 0)
    context->check(
        driver.cuFuncSetAttribute(function, MaxDynamicSharedBytes, static_cast<int>(sharedBytes)),
        "asking for " + std::to_string(sharedBytes) + " bytes of shared memory for '" + name + "'");
  // Clusters of up to 8 are good on every GPU that has clusters.
  if (workgroupsPerCluster > 8)
    context->check(driver.cuFuncSetAttribute(function, NonPortableClusterAllowed, 1),
                   "asking for clusters of " + std::to_string(workgroupsPerCluster) + " for '" +
                       name + "'");
}

void Function::checkShape(const LaunchShape &shape) const {
  for (size_t i = 0; i < 3; ++i)
    if (shape.grid[i] > context->device().maxGrid[i])
      fail<Error>("grid-too-large",
                  "the launch of '" + name + "' has " + std::to_string(shape.grid[i]) +
                      " workgroups along dimension " + std::to_string(i) + ", " + context->gpu() +
                      " takes " + std::to_string(context->device().maxGrid[i]),
                  "choose larger tiles, or give the longest dimension workgroup dimension 0");
  const uint64_t lanes = uint64_t{shape.workgroup[0]} * shape.workgroup[1] * shape.workgroup[2];
  if (lanes > static_cast<uint64_t>(maxThreads_))
    fail<LaunchError>("cuda-launch",
                      "'" + name + "' is to run with " + std::to_string(lanes) +
                          " threads in a workgroup, its machine code takes " +
                          std::to_string(maxThreads_),
                      "choose fewer waves in a workgroup");
}

void Function::launch(const LaunchShape &shape, std::span<void *> arguments,
                      StreamHandle stream) const {
  const Context::Current current(*context);
  checkShape(shape);
  LaunchConfig config = {};
  for (size_t i = 0; i < 3; ++i) {
    config.grid[i] = static_cast<unsigned>(shape.grid[i]);
    config.workgroup[i] = shape.workgroup[i];
  }
  config.sharedBytes = shape.sharedBytes;
  config.stream = stream;
  LaunchAttribute cluster = {};
  if (shape.cluster != std::array<uint32_t, 3>{1, 1, 1}) {
    cluster.id = clusterDimension;
    for (size_t i = 0; i < 3; ++i)
      cluster.cluster[i] = shape.cluster[i];
    config.attributes = &cluster;
    config.attributeCount = 1;
  }
  context->check(context->driver().cuLaunchKernelEx(&config, function, arguments.data(), nullptr),
                 "launching '" + name + "' with " + std::to_string(shape.grid[0]) + " x " +
                     std::to_string(shape.grid[1]) + " x " + std::to_string(shape.grid[2]) +
                     " workgroups");
}

} // namespace wave::cuda
