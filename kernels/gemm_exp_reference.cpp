//===- gemm_exp_reference.cpp ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gemm_exp_reference.h"

#include <cmath>
#include <cstddef>

namespace {
struct element_type {
  double unit_roundoff; ///< the greatest relative error of a power
  double greatest;      ///< a power that is certain not to overflow
};
} // namespace

/// That of `a`, as far as its values tell: the coarsest floating-point type that has them all.
static element_type type_of(const double *values, int64_t count) {
  auto fit = [&](int bits, int lowest) {
    for (int64_t i = 0; i < count; ++i) {
      if (values[i] == 0)
        continue;
      int exponent = std::ilogb(values[i]);
      double last = std::ldexp(1.0, (exponent < lowest ? lowest : exponent) - bits + 1);
      if (std::fmod(values[i], last) != 0)
        return false;
    }
    return true;
  };
  if (fit(8, -126))
    return {0x1p-8, 65504}; // bf16, or f16 whose last digits are 0
  if (fit(11, -14))
    return {0x1p-11, 65504};
  return {0x1p-22, 0x1.fffffep127}; // f32: of the function
}

double gemm_exp_reference(const std::vector<std::vector<double>> &tensors,
                          const std::vector<std::vector<int64_t>> &shapes, int argument,
                          int64_t index, double *scale, int64_t *terms) {
  (void)argument; // c is the only output
  const int64_t n_size = shapes[2][1], k_size = shapes[0][1];
  const double *a = tensors[0].data() + static_cast<std::ptrdiff_t>(index / n_size * k_size);
  const double *b = tensors[1].data() + static_cast<std::ptrdiff_t>(index % n_size * k_size);
  const element_type type = type_of(a, k_size);
  double sum = 0, magnitude = 0, rounded = 0;
  bool may_overflow = false;
  for (int64_t k = 0; k < k_size; ++k) {
    const double power = std::exp2(a[k]);
    may_overflow |= std::isfinite(a[k]) && power > type.greatest;
    sum += power * b[k];
    magnitude += std::fabs(power * b[k]);
    rounded += std::fabs(std::fmax(power, 0x1p-14) * b[k]); // less is no normal f16
  }
  // Each power is rounded to the element type before it is multiplied, which counts as
  // that many roundings of f32 spread over the terms.
  const double roundings = type.unit_roundoff / 0x1p-24;
  *scale = k_size == 0    ? 0
           : may_overflow ? HUGE_VAL // to infinity, and anything may come of it
                          : magnitude + rounded * roundings / static_cast<double>(k_size);
  *terms = k_size;
  return sum;
}
