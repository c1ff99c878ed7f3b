//===- fraction.cpp - A symbol has no fractional value
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

Bindings bindings() { return {M = 1.5}; }
