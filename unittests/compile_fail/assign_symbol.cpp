//===- assign_symbol.cpp - Symbols are not assigned to each other by accident
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

void assign() {
  Symbol a{"a"};
  Symbol b{"b"};
  a = b;
}
