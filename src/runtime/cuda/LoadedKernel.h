//===- LoadedKernel.h - A package on a GPU --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>
#include <vector>

#include "runtime/cuda/Module.h"
#include "runtime/cuda/TensorMaps.h"
#include "runtime/package/Package.h"
#include "wave/tensor.h"

namespace wave::cuda {

/// Whether code for that processor ("sm_90a", "sm_90") runs on the GPU.
bool runsOn(const CodeImage &image, const DeviceInfo &device);

/// Any number of threads may launch it.
class LoadedKernel {
public:
  /// Loads the first image that the GPU takes.  Throws LaunchError "cuda-code" where none is.
  LoadedKernel(std::shared_ptr<const Context> context, const Package &package);

  /// `tensors` are on the GPU, one for each memory of an entry point: the kernel's arguments,
  /// then what debug_log sends.  They have been checked, and `sizes` are the open sizes.
  /// Returns when the launch is in the stream.
  void launch(std::span<const Tensor> tensors, const Bindings &sizes, StreamHandle stream);

  const std::vector<EntryPoint> &entries() const { return entryPoints; }
  /// Which of them `launch` starts.
  const EntryPoint &entryFor(std::span<const Tensor> tensors) const;
  const Function &functionOf(const EntryPoint &entry) const;
  const CodeImage::Kind imageKind;

private:
  LoadedKernel(std::shared_ptr<const Context> context, const Package &package,
               const CodeImage &image);

  std::string name;
  std::array<Expr, 3> grid;
  std::vector<EntryPoint> entryPoints;
  Module module;
  std::vector<Function> functions; ///< one for each entry point
  TensorMaps maps;
};

} // namespace wave::cuda
