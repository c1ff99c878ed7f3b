//===- kernel.h - A traced kernel -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

#include "wave/constraints.h"
#include "wave/iterate.h"
#include "wave/memory.h"
#include "wave/ops.h"

#pragma GCC visibility push(default)
namespace wave {

/// A kernel in the traced form: its buffers, its constraints and what it
/// computes.  The body runs once, in the constructor, so that it may capture by
/// reference; an error in it is thrown from there.  Copies share one trace, which
/// never changes, so any number of threads may compile it.
class Kernel {
public:
  Kernel(const std::string &name, std::initializer_list<Memory> arguments,
         const Constraints &constraints, const std::function<void()> &body,
         std::source_location where = std::source_location::current());

  /// From text in the wave dialect; `file` names it in messages.
  static Kernel parse(const std::string &text, const std::string &file);

  /// Values for symbols that a compile leaves unbound on the command line.
  Kernel &set_defaults(const Bindings &defaults);
  const Bindings &defaults() const;

  const std::string &name() const;
  /// The symbols that sizes, tiles and address spaces are written in, in order
  /// of appearance.
  const std::vector<std::string> &symbols() const;

  /// The traced form.
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
