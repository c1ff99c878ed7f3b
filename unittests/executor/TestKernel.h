//===- TestKernel.h - Kernels of the target form, written as text ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "executor/Executor.h"
#include "machine/Chip.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace wave::executor {

/// The parts of a module with one kernel @kernel.
struct KernelText {
  std::string arguments; ///< "%a: !llvm.ptr<1>"
  std::string body;      ///< without llvm.return
  std::string workgroup = "64, 1, 1";
  int sharedBytes = 0;    ///< of @shared; 0: none
  std::string attributes; ///< more of the function, after a comma
  std::string chip = "mi300x";
  /// Of @shared; 0: 16, or on NVIDIA's chips 1024, as swizzles need it.
  int sharedAlignment = 0;
};

/// The whole module.
std::string moduleText(const KernelText &text);

/// Throws what `decode` throws; a text that is no MLIR fails the test.
Program programOf(const KernelText &text);

template <typename T> Region regionOf(std::vector<T> &values, bool initialised = true) {
  return {values.data(), values.size() * sizeof(T), initialised};
}

/// All checks, one workgroup.
Report run(const KernelText &text, std::vector<Argument> arguments, Options options = {});

/// The rendered findings, one after another.
std::string textOf(const Report &report);

/// Text that makes %NAME the address of element `index` (a value or a number) of elements.
std::string addressText(const std::string &name, const std::string &pointer, int space,
                        const std::string &index, const std::string &type);

} // namespace wave::executor
