//===- dot_product.h - Sums of products in double, for references ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing of wave is included here, so that a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cmath>
#include <cstdint>

/// The sum of left[k] * right[k] for k < size.  `scale` and `terms` say how far off a sum in f32
/// may be (wave::ReferenceElement).
inline double dot_product(const double *left, const double *right, int64_t size, double *scale,
                          int64_t *terms) {
  double sum = 0, magnitude = 0;
  for (int64_t k = 0; k < size; ++k) {
    sum += left[k] * right[k];
    magnitude += std::fabs(left[k] * right[k]);
  }
  *scale = magnitude;
  *terms = size;
  return sum;
}
