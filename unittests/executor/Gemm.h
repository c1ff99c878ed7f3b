//===- Gemm.h - A matrix product, written as a kernel of the target form --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "TestKernel.h"

namespace wave::executor {

/// c[m, n] = sum over k of a[m, k] * b[n, k], f16 with f32.  A workgroup of 256 threads
/// computes 128 x 128 in steps of 32; each of its 2 x 2 waves has 4 x 4 tiles of
/// mfma.f32.16x16x16f16.  Rows of tiles in shared memory have `padding` halves more than 32.
struct Gemm {
  bool release = true, barrier = true, acquire = true; ///< between writing and reading tiles
  bool firstBarrier = true;                            ///< between reading and writing them
  int padding = 8;

  KernelText text() const;
  static Launch launch(Region a, Region b, Region c, int64_t m, int64_t n, int64_t k);
};

} // namespace wave::executor
