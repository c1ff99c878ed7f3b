//===- Program.h - What a launch starts -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>

#include "wave/compile.h"
#include "wave/expr.h"
#include "wave/tensor.h"

namespace wave {

class DebugLog;

/// A compiled kernel of some target.  Any number of threads may run it.
class Program {
public:
  virtual ~Program() = default;

  /// Runs every workgroup; the arguments have been checked, and `sizes` are the values that
  /// they give to the sizes that the compile left open.  `log` takes what debug_log sends;
  /// null for nothing.
  virtual void run(std::span<const Tensor> arguments, const Bindings &sizes, DebugLog *log,
                   const LaunchOptions &options) const = 0;

  /// How many workgroups the device can run at a time, one on each compute unit: the GPU of the
  /// tensors, or the first one.
  virtual int64_t computeUnits(std::span<const Tensor> arguments) const = 0;

  /// A tensor of the program's GPU, copied to the host in the order of the launch's stream.
  virtual Tensor onHost(const Tensor &tensor, const LaunchOptions &) const { return tensor; }
};

} // namespace wave
