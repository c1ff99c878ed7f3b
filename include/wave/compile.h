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
#include "wave/simulation.h"
#include "wave/target.h"
#include "wave/tensor.h"

#pragma GCC visibility push(default)
namespace wave {

/// How the steps of loops overlap.  The CPU computes one after the other in any case.
enum class SchedulingType {
  None,    ///< each ends before the next begins
  Prefetch ///< a step's loads run while the step before is computed
};

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
  /// Replace what the kernel says of another chip: a matrix instruction that the target lacks,
  /// and a wave of a size that it has not.  Each replacement is a remark; without this, an Error.
  bool retarget = false;
  SchedulingType schedule = SchedulingType::None;
  /// Make no machine code: the result cannot be launched, but has `mlir()`, `emit` and all
  /// that describes it.
  bool compile_to_mlir = false;
  /// Called with every remark, in order, before wave_compile returns, or with the
  /// diagnostic of the exception before it throws.  The calls come from the
  /// thread that called wave_compile, while the compiler holds nothing: the callback
  /// may throw, which ends wave_compile with that exception and takes nothing back,
  /// and may compile.  An object that several compiles share locks for itself.  A
  /// request that finds the kernel compiled hears the same.
  DiagnosticCallback on_diagnostic = {};
  /// Print the IR on standard error after the pass of that name, or after each for "all".
  /// With this or the next one nothing is taken from an earlier compile.
  std::string print_ir_after = {};
  /// Print on standard error how long each pass took.
  bool time_passes = false;
  /// Optimisations that must not decline: a remark that one did becomes an Error with the same
  /// text.  "pipelined": every loop that the schedule could overlap is; "asynchronous": what the
  /// chip can copy past the registers is; "fast-entry": launches copy in boxes, by the engine of
  /// the chip; "no-conversions": no tile goes through shared memory to change lanes; "in-place":
  /// products read shared memory; "shared-copies": workgroups of a cluster bring what they share
  /// once, and multiply together; "as-written": nothing is retargeted; "all".
  std::vector<std::string> require = {};
};

/// Options for the machine at hand: the best target that it has, which kernels that were written
/// for another one are retargeted to.
WaveCompileOptions set_default_run_config(WaveCompileOptions options);

/// The forms that `CompiledKernel::emit` writes, in the order of the compiler.
/// Package, for NVIDIA's GPUs: the object and all that it takes to launch it, as one file.
enum class Stage {
  Traced,
  Bound,
  Staged,
  Scheduled,
  Distributed,
  Target,
  Llvm,
  Assembly,
  Object,
  Package
};

/// How a report is written.
enum class ReportFormat {
  Text, ///< for people
  Json  ///< one object
};

struct LaunchOptions {
  /// Threads of the CPU target; 0 takes one for each processor.
  unsigned threads = 0;
  /// Takes what the kernel's debug_log calls sent, after the last workgroup has ended; an
  /// empty handler sends nothing.
  LogHandler on_log = print_log;
  /// Takes what a simulated launch has seen.  Without it a finding is thrown, as Error
  /// "simulation".
  SimulationHandler on_simulated = {};
  /// Of a simulated launch.
  SimulationOptions simulation = {};
  /// Hears, before the launch, of what makes it slow: the remark "slow-entry".
  DiagnosticCallback on_diagnostic = {};
  /// For a GPU: the stream, a CUstream or cudaStream_t, that takes the launch.  With one, a
  /// launch whose tensors are all on the GPU returns before its result is there, and may be
  /// captured in a graph.  Null takes the default stream and waits.
  void *stream = nullptr;
};

/// A kernel compiled for one target, for one set of sizes or, where sizes were left
/// open, for all.  Copies share the code; calls from several threads are independent
/// of each other.
class CompiledKernel {
public:
  /// Runs on one tensor per argument of the kernel, in order, and returns when
  /// the result is there.  Throws Error for a tensor of the wrong rank, shape,
  /// element type or stride, a null pointer, or an output that overlaps another
  /// argument.  A kernel for a GPU takes tensors on that GPU where they are, and copies those
  /// of the host there and back.
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
  /// The kernel in any form; Object gives the bytes of an ELF file, Package those of a file that
  /// wave-launch runs without the compiler (docs/packages.md).  `on_diagnostic` hears the
  /// remarks of the passes that lead there from the bound form.
  std::string emit(Stage stage, const DiagnosticCallback &on_diagnostic = {}) const;

  /// What became of the kernel: grid and tiles; on a GPU shared memory, pipelines, registers,
  /// occupancy, and what a step of each loop asks of a compute unit; on the CPU vectors and
  /// workspace.
  std::string explain(ReportFormat format = ReportFormat::Text) const;
  /// For a GPU: how the entry points of the object are launched, as a JSON object
  /// (docs/manifest.md).
  std::string manifest() const;

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
  /// Milliseconds from the traced form to runnable code, in the compile that made it.
  double compile_ms() const;

  struct Impl; // src/driver/CompiledKernel.h
  explicit CompiledKernel(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl &impl() const { return *impl_; }

private:
  std::shared_ptr<const Impl> impl_;
};

/// Compiles `kernel` for `options.target`.  Throws Error for anything that is
/// wrong with the kernel, its constraints or its sizes, LaunchError where the
/// machine has no memory for it, and InternalError for a defect of the compiler.
///
/// Any number of threads may compile.  Equal requests (the same kernel, written on
/// the same lines, with equal options) share one result: those that come while it is
/// compiled wait for it, later ones get it at once while anybody holds it or it is
/// among the last 256 that were asked for (140 kB each, if small).  A failure is told to all who
/// wait and forgotten.  A fork() waits for the compiles under way; its child compiles and launches
/// like its parent.
CompiledKernel wave_compile(const WaveCompileOptions &options, const Kernel &kernel);

/// What became of this process's calls of wave_compile so far.
struct CompileStatistics {
  uint64_t requests = 0; ///< calls
  uint64_t compiles = 0; ///< calls that compiled, failures included; the others shared
};
CompileStatistics compile_statistics();

} // namespace wave
#pragma GCC visibility pop
