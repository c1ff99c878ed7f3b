//===- address_space.cpp - The address spaces are predefined
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, GLOBAL_ADDRESS_SPACE{"GLOBAL_ADDRESS_SPACE"};

Memory c("c", {M}, f32, GLOBAL_ADDRESS_SPACE);
