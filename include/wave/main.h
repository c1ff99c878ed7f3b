//===- main.h - The command line for a program's own kernels --------------===//
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
#include "wave/schedule.h"
#include "wave/text.h"
#include "wave/types.h"

#pragma GCC visibility push(default)
namespace wave {

/// The element types that parameterise a kernel, by name: `--dtype in=bf16,out=f32`.
class DTypeParameters {
public:
  DTypeParameters() = default;
  DTypeParameters(std::initializer_list<std::pair<detail::Text, DType>> list)
      : list_(list.begin(), list.end()) {}

  /// Throws Error "unknown-dtype-parameter", with the nearest name, for an unknown one.
  DType operator[](const detail::Text &name) const;
  /// Throws the same Error.
  void set(const detail::Text &name, DType dtype);

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  bool empty() const { return list_.empty(); }

private:
  std::vector<std::pair<std::string, DType>> list_;
};

/// An independent reference for `--check`: plain C++ in double, in a file without wave headers.
/// Returns the expected value of element `index` (row-major) of argument `argument`.  `tensors` are
/// row-major copies, one per argument, empty for arguments that are only written; `shapes` are
/// their sizes, followed by the values of KernelEntry::reference_symbols, if there are any.  Stores
/// in `*scale` the sum of the magnitudes of the accumulated terms and in
/// `*terms` their number; the tolerance derives from both.
using ReferenceElement = double (*)(const std::vector<std::vector<double>> &tensors,
                                    const std::vector<std::vector<int64_t>> &shapes, int argument,
                                    int64_t index, double *scale, int64_t *terms);

/// A kernel of the command line.
struct KernelEntry {
  /// A function without parameters: `{gemm}`.
  KernelEntry(Kernel (*function)(), detail::Text text = {}, ReferenceElement expected = nullptr)
      : make([function](const DTypeParameters &) { return function(); }), summary(std::move(text)),
        reference(expected) {}
  /// A function of element types, with their defaults.
  KernelEntry(Kernel (*function)(const DTypeParameters &), DTypeParameters defaults,
              detail::Text text = {}, ReferenceElement expected = nullptr)
      : make(function), dtypes(std::move(defaults)), summary(std::move(text)), reference(expected) {
  }

  std::function<Kernel(const DTypeParameters &)> make;
  DTypeParameters dtypes = {};
  std::string summary = {};
  ReferenceElement reference = nullptr; ///< null: the interpreter is the reference
  /// Symbols of the kernel that are no sizes of arguments, and on which the reference depends.
  std::vector<std::string> reference_symbols = {};
  /// Tile sizes from which the command line may choose in place of the kernel's defaults, if the
  /// kernel is a GEMM of 16-bit floats and the GPU has a cost model: the fastest by that model.  -D
  /// takes precedence.
  std::vector<Bindings> tiles = {};
  /// Schedules of the kernel, which `--schedule NAME` chooses.
  std::vector<Schedule> schedules = {};
  /// Added to WaveCompileOptions::require.
  detail::Texts require = {};
};

/// Runs the command line and returns its exit code: 0 success, 1 wrong result, 2 usage or compile
/// error, 3 environment or launch failure, 4 internal error, 5 inconclusive check.
int main(int argc, char **argv, std::span<const KernelEntry> kernels);
inline int main(int argc, char **argv, std::initializer_list<KernelEntry> kernels) {
  return main(argc, argv, std::span<const KernelEntry>(kernels.begin(), kernels.size()));
}

} // namespace wave
#pragma GCC visibility pop
