//===- element_type.cpp - A tensor of a type that is no element type
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

Tensor view(uint16_t *data) { return Tensor::view(data, {4}); }
