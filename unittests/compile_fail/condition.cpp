//===- condition.cpp - A comparison of symbols is no bool
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

int smaller() {
  if (M < N)
    return 1;
  return 0;
}
