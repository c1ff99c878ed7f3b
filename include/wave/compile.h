//===- compile.h - From a kernel to something that runs -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wave/argument.h"
#include "wave/constraints.h"
#include "wave/debug_log.h"
#include "wave/diagnostic.h"
#include "wave/kernel.h"
#include "wave/target.h"
#include "wave/tensor.h"

namespace wave {

struct WaveCompileOptions {
  Target target = Target::cpu();
  /// Values of the kernel's symbols: numbers, or expressions of other symbols.  A
  /// symbol that is a whole dimension of a Memory may be left out: its value is then
  /// an open size, which each launch takes from its tensors.  A symbol bound to an
  /// expression over open sizes is evaluated at each launch.
  Bindings subs = {};
  /// Replaces the kernel's HardwareConstraint for this compile.
  std::optional<HardwareConstraint> hardware = std::nullopt;
  /// Replaces all of the kernel's constraints for this compile.
  std::optional<Constraints> constraints = std::nullopt;
  /// Stop before machine code: `mlir()` is all that the result offers.
  bool compile_to_mlir = false;
};

/// Options for the machine at hand: the best target that it has.
WaveCompileOptions set_default_run_config(WaveCompileOptions options);

/// The forms that `CompiledKernel::emit` writes, in the order of the compiler.
enum class Stage { Traced, Bound, Llvm, Assembly, Object };

struct LaunchOptions {
  /// Threads of the CPU target; 0 takes one for each processor.
  unsigned threads = 0;
  /// Takes what the kernel's debug_log calls sent, after the last workgroup has ended; an
  /// empty handler sends nothing.
  LogHandler on_log = print_log;
};

/// A kernel compiled for one target, for one set of sizes or, where sizes were left
/// open, for all.  Copies share the code; calls from several threads are independent
/// of each other.
class CompiledKernel {
public:
  /// Runs on one tensor per argument of the kernel, in order, and returns when
  /// the result is there.  Throws Error for a tensor of the wrong rank, shape,
  /// element type or stride, a null pointer, or an output that overlaps another
  /// argument.
  template <std::same_as<Tensor>... T> void operator()(const T &...tensors) const {
    launch({tensors...});
  }
  void launch(std::span<const Tensor> tensors, const LaunchOptions &options = {}) const;
  void launch(std::initializer_list<Tensor> tensors, const LaunchOptions &options = {}) const {
    launch(std::span<const Tensor>(tensors.begin(), tensors.size()), options);
  }

  /// What the compiler did that the kernel did not say, one sentence each.
  const std::vector<Diagnostic> &remarks() const;

  /// The kernel in the bound form, as MLIR text.
  const std::string &mlir() const;
  /// The kernel in any form; Object gives the bytes of an ELF file.
  std::string emit(Stage stage) const;

  /// What the kernel takes, in order.
  const std::vector<Argument> &arguments() const;
  /// The symbols whose values each launch takes from its tensors.
  std::vector<std::string> open_sizes() const;
  /// Workgroups along dimensions 0, 1, 2, for the given values of the open sizes.
  /// Throws Error "unbound-symbol" where one is missing.
  std::array<int64_t, 3> grid(const Bindings &sizes = {}) const;
  /// Elements of a workgroup's tile (or of a loop's step) for each dimension that
  /// has one, in the order of the constraints: {"M", 64}, {"K", 32}.
  std::vector<std::pair<std::string, int64_t>> tiles() const;
  /// Milliseconds from the traced form to runnable code.
  double compile_ms() const;

  struct Impl; // src/driver/CompiledKernel.h
  explicit CompiledKernel(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl &impl() const { return *impl_; }

private:
  std::shared_ptr<const Impl> impl_;
};

/// Compiles `kernel` for `options.target`.  Throws Error for anything that is
/// wrong with the kernel, its constraints or its sizes.
CompiledKernel wave_compile(const WaveCompileOptions &options, const Kernel &kernel);

} // namespace wave
