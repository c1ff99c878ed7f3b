//===- Arguments.h - Checking what a kernel is called with ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>
#include <string>
#include <vector>

#include "wave/argument.h"
#include "wave/tensor.h"

namespace wave {

/// Throws Error for the first tensor that does not fit, or that a launch could not
/// use safely: argument-count, argument-rank, argument-shape, argument-dtype,
/// argument-null, argument-alignment, argument-stride, argument-overlap;
/// and for a size that has no value: inexact-quotient,
/// division-by-zero, overflow, negative-size.
///
/// A size that is a symbol without a value in `subs` is open: the first tensor with
/// that dimension gives its value, all others are held to it.  Returns `subs` with
/// the values of the open sizes and of the scalars: of a float, its bits (ScalarValues.h).
Bindings checkArguments(const std::string &kernel, const std::vector<Argument> &arguments,
                        const Bindings &subs, std::span<const Tensor> tensors);

/// Those of `values`, which checkArguments gave, that are integers: what claims may depend on.
Bindings integersOf(const Bindings &values, const std::vector<Argument> &arguments);

/// Throws Error "tensor-device" for a tensor on a GPU, where `runner` ("target cpu") needs all on
/// the host.
void checkOnHost(const std::string &kernel, const std::vector<Argument> &arguments,
                 std::span<const Tensor> tensors, const std::string &runner);

/// How many of the arguments are memories: scalars come behind them.
size_t memoriesIn(const std::vector<Argument> &arguments);

/// Whether launches give values to symbols: open sizes, or integer scalars.
bool hasLaunchSymbols(const std::vector<Argument> &arguments);

/// The symbols that are whole dimensions and have no value in `subs`, each once.
std::vector<std::string> openSizes(const std::vector<Argument> &arguments, const Bindings &subs);

/// `arguments` with numbers for sizes, whose symbols have their values in `sizes`.  Throws an Error
/// where a size has no value ("unbound-symbol", "division-by-zero" ...), or "negative-size".
std::vector<Argument> withSizes(std::vector<Argument> arguments, const Bindings &sizes);

/// What its dimensions are called: "[M, K]".
std::string dimNames(const Argument &argument);

/// The shape of an argument whose sizes are numbers.
Shape shapeOf(const Argument &argument);

} // namespace wave
