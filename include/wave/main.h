//===- main.h - The whole command line for a program's own kernels --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   int main(int argc, char **argv) { return wave::main(argc, argv, {gemm, my_kernel}); }
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "wave/expr.h"
#include "wave/kernel.h"
#include "wave/types.h"

#pragma GCC visibility push(default)
namespace wave {

/// The element types that a kernel is made with, by the name of the parameter:
/// `--dtype in=bf16,out=f32`.
class DTypeParameters {
public:
  DTypeParameters() = default;
  DTypeParameters(std::initializer_list<std::pair<std::string, DType>> list) : list_(list) {}

  /// Throws Error "unknown-dtype-parameter" with the nearest name.
  DType operator[](const std::string &name) const;
  /// Throws the same for a name that is not in the list.
  void set(const std::string &name, DType dtype);

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  bool empty() const { return list_.empty(); }

private:
  std::vector<std::pair<std::string, DType>> list_;
};

/// An independent statement of what a kernel computes, for `--check`: plain C++ in
/// double, in a file that includes nothing of wave.  `tensors` are row-major
/// copies, one per argument, empty for those that are only written; `shapes` their
/// sizes.  It returns the value that the element `index` (row-major) of argument
/// `argument` must have, in `*scale` the sum of the magnitudes that were added up
/// and in `*terms` how many they were: the tolerance derives from the two.
using ReferenceElement = double (*)(const std::vector<std::vector<double>> &tensors,
                                    const std::vector<std::vector<int64_t>> &shapes, int argument,
                                    int64_t index, double *scale, int64_t *terms);

/// A kernel as the command line offers it.
struct KernelEntry {
  /// From a function without parameters: `{gemm}`.
  KernelEntry(Kernel (*function)(), std::string text = {}, ReferenceElement expected = nullptr)
      : make([function](const DTypeParameters &) { return function(); }), summary(std::move(text)),
        reference(expected) {}
  /// From a function of element types and their defaults.
  KernelEntry(Kernel (*function)(const DTypeParameters &), DTypeParameters defaults,
              std::string text = {}, ReferenceElement expected = nullptr)
      : make(function), dtypes(std::move(defaults)), summary(std::move(text)), reference(expected) {
  }

  std::function<Kernel(const DTypeParameters &)> make;
  DTypeParameters dtypes = {};
  std::string summary = {};
  ReferenceElement reference = nullptr; ///< none: the interpreter is the reference
};

/// Runs the command line; returns the exit code: 0 ok, 1 checked and found wrong,
/// 2 usage or compile error, 3 environment or launch failure, 4 internal error.
int main(int argc, char **argv, std::span<const KernelEntry> kernels);
inline int main(int argc, char **argv, std::initializer_list<KernelEntry> kernels) {
  return main(argc, argv, std::span<const KernelEntry>(kernels.begin(), kernels.size()));
}

} // namespace wave
#pragma GCC visibility pop
