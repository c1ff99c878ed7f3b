//===- lone_binding.cpp - A binding that nothing takes
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

void bind() { M = 4; }
