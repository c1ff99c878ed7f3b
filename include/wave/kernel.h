//===- kernel.h - A traced kernel -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <source_location>
#include <string>
#include <type_traits>
#include <vector>

#include "wave/constraints.h"
#include "wave/iterate.h"
#include "wave/kernel_argument.h"
#include "wave/memory.h"
#include "wave/ops.h"
#include "wave/text.h"

#pragma GCC visibility push(default)
namespace wave {

/// A kernel in the traced form: arguments, constraints and operations.  The constructor calls the
/// body once, so the body may capture by reference, and throws its Errors.  Copies share one
/// immutable trace, which any number of threads may compile.
///
/// A launch gives a tensor for each Memory and a number for each Scalar, in the order of
/// `arguments`.  Scalars stand behind all memories [scalar-argument].
class Kernel {
public:
  Kernel(const detail::Text &name, std::initializer_list<KernelArgument> arguments,
         const Constraints &constraints, const std::function<void()> &body,
         std::source_location where = std::source_location::current());

  /// Rejects a body of the wrong type with one message.
  template <typename Body>
    requires(!std::convertible_to<Body, std::function<void()>>)
  Kernel(const detail::Text &, std::initializer_list<KernelArgument>, const Constraints &,
         const Body &, std::source_location = std::source_location::current())
      : Kernel(std::shared_ptr<const Trace>()) {
    static_assert(std::is_invocable_v<Body>,
                  "wave: the body of a kernel takes no parameters and uses its memories by "
                  "reference: [&] { write(read(a), c); }");
  }

  /// Parses text in the wave dialect.  `file` is its name in messages.
  static Kernel parse(const detail::Text &text, const detail::Text &file);

  /// Default values of symbols, for the command line.  wave_compile does not apply them.
  Kernel &set_defaults(const Bindings &defaults);
  const Bindings &defaults() const;
  /// How the MMAs of f32 operands multiply that do not say it themselves (MmaOptions::precision).
  /// Throws Error "mma-c10" where there is none.
  Kernel &set_precision(Precision precision);
  /// Makes every function of the kernel an approximate one, as `.approximate = true` does.
  Kernel &use_approximate_functions();

  const std::string &name() const;
  /// The symbols in sizes, tiles and address spaces, in order of appearance.
  const std::vector<std::string> &symbols() const;

  /// The traced form as text.
  std::string str() const;
  void print(std::ostream &out) const;

  struct Trace; // src/frontend/KernelTrace.h
  const Trace &trace() const { return *trace_; }

private:
  explicit Kernel(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {}
  std::shared_ptr<const Trace> trace_;
};

} // namespace wave
#pragma GCC visibility pop
