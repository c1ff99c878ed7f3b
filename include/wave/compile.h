//===- compile.h - Compile and launch kernels -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <source_location>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "wave/argument.h"
#include "wave/constraints.h"
#include "wave/debug_log.h"
#include "wave/diagnostic.h"
#include "wave/kernel.h"
#include "wave/schedule.h"
#include "wave/simulation.h"
#include "wave/target.h"
#include "wave/tensor.h"
#include "wave/text.h"

#pragma GCC visibility push(default)
namespace wave {

/// How iterations of loops overlap on a GPU.  The CPU target never overlaps them.
enum class SchedulingType {
  /// The target's default: roles if MMAs read by descriptor; on NVIDIA's GPUs loads an iteration
  /// ahead in loops of kernels without MMAs, where registers hold them; else no overlap.
  None,
  Prefetch, ///< loads of an iteration overlap the computation of the one before
  Manual    ///< as the Schedule says that wave_compile takes
};

/// Why a claim is not checked.
struct Unchecked {
  detail::Text reason;
};
inline Unchecked unchecked(detail::Text reason) { return {std::move(reason)}; }

struct WaveCompileOptions {
  Target target = Target::cpu();
  /// Values of the kernel's symbols: numbers, or expressions over other symbols.  A symbol that is
  /// a whole dimension of a Memory may stay unbound; each launch takes this open size from its
  /// tensors, and evaluates expressions over open sizes.
  Bindings subs = {};
  /// Replaces the kernel's HardwareConstraint for this compile.
  std::optional<HardwareConstraint> hardware = std::nullopt;
  /// Replaces all of the kernel's constraints for this compile.
  std::optional<Constraints> constraints = std::nullopt;
  /// Replaces matrix instructions and wave sizes that the target does not have by its own, and
  /// drops clusters that it does not have, with a remark for each.  If false, they are Errors.
  bool retarget = false;
  SchedulingType schedule = SchedulingType::None;
  /// Lets the code generator move no instructions between the tuples of pipelined loops.  AMD's
  /// GPUs have it; elsewhere the remark "hint-unused" says that it has no effect.
  bool use_scheduling_barriers = false;
  /// Generates no machine code.  A Schedule is verified all the same.  The result has `mlir()`,
  /// `emit` and all queries; launching it throws Error "no-machine-code".
  bool compile_to_mlir = false;
  /// Called with every remark, in order, before wave_compile returns, or with the diagnostic of
  /// the exception before it throws.  Runs on the thread that called wave_compile, without locks
  /// held: it may compile, and it may throw, which ends wave_compile with that exception and undoes
  /// nothing.  A cached result causes the same calls.  The caller synchronises state shared between
  /// compiles.
  DiagnosticCallback on_diagnostic = {};
  /// Prints the IR to standard error after the pass of this name, or after every pass for "all".
  /// This option and time_passes bypass the cache.
  detail::Text print_ir_after = {};
  /// Prints the time of each pass to standard error.
  bool time_passes = false;
  /// Optimisations that must not decline: the remark that one did becomes an Error.
  ///   "pipelined"       the schedule overlaps the steps of every loop
  ///   "asynchronous"    reads bypass the registers if the chip supports it
  ///   "tma"             TMA loads every tile to shared memory and stores every result from there
  ///   "asynchronous:a", "tma:c"   the same of one memory
  ///   "no-conversions"  no tile changes its layout through shared memory
  ///   "by-descriptor"   MMAs read operands from shared memory by descriptor
  ///   "multicast"       clusters multicast the tiles that several of their workgroups read
  ///   "pairs"           clusters issue MMAs in CTA pairs
  ///   "as-written"      nothing is retargeted
  ///   "no-spills"       registers hold the live values of all lanes
  ///   "all"             all of these
  detail::Texts require = {};
  /// By default, a kernel whose workgroups are not known to compute each tile of its results once
  /// is refused [not-covered].  `.coverage = unchecked("reason")` launches it all the same; the
  /// remark "coverage-unchecked" says so.
  std::optional<Unchecked> coverage = std::nullopt;
};

/// `options` with the best target of this machine, an NVIDIA GPU or else the CPU, and with
/// `retarget` set.
WaveCompileOptions set_default_run_config(WaveCompileOptions options);

/// The forms that `CompiledKernel::emit` writes, in compilation order.  Staged to Target exist for
/// GPUs; Schedule is the schedule of the form staged, as text.  Package, for NVIDIA GPUs, is a file
/// with the object and all that a launch needs.
enum class Stage {
  Traced,
  Bound,
  Staged,
  Schedule,
  Scheduled,
  Distributed,
  Target,
  Llvm,
  Assembly,
  Object,
  Package
};

/// Format of CompiledKernel::explain.
enum class ReportFormat {
  Text, ///< for people
  Json  ///< one object
};

/// Time of a launch on a GPU, in milliseconds of the GPU's clock.
struct LaunchTimes {
  double kernel_ms; ///< from the start of the first workgroup to the end of the last one
  double copy_ms;   ///< copies of host tensors to and from the GPU; 0 without host tensors
};
using TimesHandler = std::function<void(const LaunchTimes &)>;

struct LaunchOptions {
  /// Threads of the CPU target and of simulators; 0 means one per processor.
  unsigned threads = 0;
  /// Receives the tiles of debug_log after the last workgroup has ended.  An empty handler disables
  /// logging.
  LogHandler on_log = print_log;
  /// Receives the findings and counters of a simulated launch.  Without a handler, a finding is
  /// thrown as Error "simulation".
  SimulationHandler on_simulated = {};
  /// Options of a simulated launch.
  SimulationOptions simulation = {};
  /// Receives the remark "not-tma" before a launch that cannot use TMA.
  DiagnosticCallback on_diagnostic = {};
  /// GPU only: receives the time of the launch, which becomes synchronous.
  TimesHandler on_timed = {};
  /// GPU only: the CUstream or cudaStream_t of the launch.  With a stream and all tensors on the
  /// GPU, the launch is asynchronous and may be captured in a graph.  Null is the default stream;
  /// the launch is then synchronous.
  void *stream = nullptr;
};

#define WAVE_TAKES_TENSORS                                                                         \
  "wave: a kernel takes tensors, and numbers for its Scalars: Tensor::view(pointer, {rows, "       \
  "columns}) is a tensor over memory of your own"

/// The first tensor of a call, with the source location of the call for error messages.
class FirstTensor {
public:
  template <typename T>
  FirstTensor(const T &first, std::source_location here = std::source_location::current())
      : tensor(checked(first)), where(here) {}

  const Tensor &tensor;
  std::source_location where;

private:
  template <typename T> static const Tensor &checked(const T &first) {
    constexpr bool isTensor = std::is_same_v<T, Tensor>;
    static_assert(isTensor, WAVE_TAKES_TENSORS);
    if constexpr (isTensor)
      return first;
    else
      return none();
  }
  static const Tensor &none();
};

/// What a call gives for one argument: a tensor, or the number for a Scalar.
class LaunchValue {
public:
  LaunchValue(const Tensor &tensor) : value_(tensor) {}
  template <typename T>
    requires std::is_arithmetic_v<T>
  LaunchValue(T number) : value_(exactly(number)) {}

  const std::variant<Tensor, double, int64_t, uint64_t> &value() const { return value_; }

private:
  using Value = std::variant<Tensor, double, int64_t, uint64_t>;
  template <typename T> static Value exactly(T number) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<double>(number);
    else if constexpr (std::is_signed_v<T>)
      return static_cast<int64_t>(number);
    else
      return static_cast<uint64_t>(number);
  }
  Value value_;
};

/// A kernel compiled for one target, and for one set of sizes or for all values of its open sizes.
/// Copies share the code.  Launches from several threads are independent.
class CompiledKernel {
public:
  /// Launches the kernel with one tensor per memory and one number per Scalar, in order, and
  /// returns when the result is available.  Throws Error, located at `where`, for a wrong number of
  /// arguments, a wrong rank, shape, element type, stride or alignment, a null pointer, an output
  /// that overlaps another argument, or a number that its Scalar cannot hold.  On a GPU, host
  /// tensors are copied there and back; tensors on that GPU are not.
  template <typename... T> void operator()(FirstTensor first, const T &...rest) const {
    constexpr bool areTensors = (std::is_same_v<T, Tensor> && ...);
    constexpr bool areValues = ((std::is_same_v<T, Tensor> || std::is_arithmetic_v<T>) && ...);
    static_assert(areValues, WAVE_TAKES_TENSORS);
    if constexpr (areTensors)
      launch({first.tensor, rest...}, {}, first.where);
    else if constexpr (areValues)
      launch(tensorsOf({LaunchValue(first.tensor), LaunchValue(rest)...}, first.where), {},
             first.where);
  }
  void operator()(std::source_location where = std::source_location::current()) const {
    launch(std::span<const Tensor>(), {}, where);
  }
  /// A Scalar takes its value from a tensor of the host without dimensions and with its type:
  /// Tensor::full({}, f32, 0.5).
  void launch(std::span<const Tensor> tensors, const LaunchOptions &options = {},
              std::source_location where = std::source_location::current()) const;
  void launch(std::initializer_list<Tensor> tensors, const LaunchOptions &options = {},
              std::source_location where = std::source_location::current()) const {
    launch(std::span<const Tensor>(tensors.begin(), tensors.size()), options, where);
  }

  /// Decisions of the compiler that the kernel did not specify.
  const std::vector<Diagnostic> &remarks() const;

  /// The kernel as MLIR text: in the bound form, or, if the options ask for a schedule on a GPU, in
  /// the staged form with that schedule as attributes.
  const std::string &mlir() const;
  /// The kernel in any form: text, the bytes of an ELF file for Object, or the bytes of a file for
  /// wave-launch for Package (docs/packages.md).  `on_diagnostic` receives the remarks of its
  /// passes that the compile has not made.  Throws Error "unknown-stage" for a form that the target
  /// does not have.
  std::string emit(Stage stage, const DiagnosticCallback &on_diagnostic = {}) const;

  /// A report of grid and tiles; on a GPU also of shared memory, pipelines, registers, occupancy
  /// and the work of each loop step; on the CPU of vectors and workspace.
  std::string explain(ReportFormat format = ReportFormat::Text) const;
  /// GPU only: how to launch the entry points of the object, as a JSON object (docs/manifest.md).
  std::string manifest() const;

  /// The arguments, in order.
  const std::vector<Argument> &arguments() const;
  /// The symbols whose values a launch takes from its tensors.
  std::vector<std::string> open_sizes() const;
  /// Workgroups along dimensions 0, 1, 2 for the given values of the open sizes.  Throws Error
  /// "unbound-symbol" if one is missing.
  std::array<int64_t, 3> grid(const Bindings &sizes = {}) const;
  /// Tile size, in elements, of each dimension with a workgroup or tiling constraint, in the order
  /// of the constraints: {"M", 64}, {"K", 32}.
  std::vector<std::pair<std::string, int64_t>> tiles() const;
  /// Milliseconds from the traced form to executable code, in the compile that generated it.
  double compile_ms() const;

  struct Impl; // src/driver/CompiledKernel.h
  explicit CompiledKernel(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl &impl() const { return *impl_; }

private:
  /// With a tensor without dimensions in the place of each number.  Throws Error
  /// "scalar-argument".
  std::vector<Tensor> tensorsOf(const std::vector<LaunchValue> &values,
                                std::source_location where) const;

  std::shared_ptr<const Impl> impl_;
};

/// Compiles `kernel` for `options.target`.  Throws Error for a mistake in the kernel, its
/// constraints or its sizes, LaunchError if the machine is out of memory, and InternalError for a
/// bug in the compiler.
///
/// Any number of threads may compile.  Equal requests (the same kernel from the same source lines,
/// with equal options) share one result.  Concurrent ones wait for it.  It stays cached while a
/// copy lives or it is among the last 256 requested (140 kB each, if small).  A failure is thrown
/// to all waiting requests and not cached.  fork() waits for running compiles; the child may
/// compile and launch.
CompiledKernel wave_compile(const WaveCompileOptions &options, const Kernel &kernel);

/// The same with a schedule, for which `options.schedule` is Manual [schedule-type].  It is
/// verified against every dependence of the kernel before anything is changed [illegal-schedule].
CompiledKernel wave_compile(const WaveCompileOptions &options, const Kernel &kernel,
                            const Schedule &schedule);

/// Counts of this process's calls of wave_compile.
struct CompileStatistics {
  uint64_t requests = 0; ///< calls
  uint64_t compiles = 0; ///< calls that compiled, including failures; the others shared a result
};
CompileStatistics compile_statistics();

} // namespace wave
#pragma GCC visibility pop
