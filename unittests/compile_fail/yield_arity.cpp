//===- yield_arity.cpp - A body that yields too few values
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

Register walk(Register x, Register y) {
  return iterate({.axis = M}, {x, y}, [](Register a, Register b) { return yield(a + b); })[0];
}
