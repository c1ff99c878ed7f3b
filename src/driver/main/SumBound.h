//===- SumBound.h - What the rounding of a sum may come to ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum of n products, each rounded to nearest, in any order, is off by at most gamma(n)
// times the sum of their magnitudes.  With u the unit roundoff:
//
//   worst case  gamma(n) = n*u / (1 - n*u)
//               (Higham, "Accuracy and Stability of Numerical Algorithms", 3.1 and 4.2)
//   probable    gamma(n) = exp(l*sqrt(n)*u + n*u^2 / (1 - u)) - 1, but for a probability
//               of 2*n*exp(-l^2 * (1 - u)^2 / 2), where roundings are independent and of
//               mean 0 (Higham and Mary, "A New Approach to Probabilistic Rounding Error
//               Analysis", 2019, theorems 2.4 and 3.1)
//
// An MMA in tf32 loses less than 2^-10 of each operand, always towards zero: its products are off
// by less than 2^-9 of their magnitude.  In 3xtf32 each operand keeps all but 2^-20, and the
// product of what both lose in tf32, 2^-20 again, is left out: 3 * 2^-20 in all, of three times as
// many terms.
//
// The worst case needs no assumption, but of sums of either sign it says nothing once n is
// large: they grow as sqrt(n), their magnitudes as n.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

#include "wave/constraints.h"
#include "wave/types.h"

namespace wave::commandline {

enum class BoundKind { WorstCase, Probable };

/// In which a kernel may add up floats for an output of that type.  Those narrower than f64 are
/// added up in f32, also where the sum is stored as f64.
inline DType sumsOf(DType output, bool readsNarrowFloats) {
  return output == DType::f64 && !readsNarrowFloats ? DType::f64 : DType::f32;
}
inline bool isNarrowFloat(DType dtype) { return is_float(dtype) && dtype != DType::f64; }

/// What a sum that is computed in `sums` may be off by before it is converted; `scale` is
/// the sum of the magnitudes of its terms.  Terms of either sign that overflow in some order
/// may come to anything: infinity.
double errorOfSum(BoundKind kind, DType sums, double exact, double scale, int64_t terms,
                  Precision precision = Precision::Full);

/// The formula for sums of up to that many terms.
std::string boundText(BoundKind kind, DType sums, int64_t terms,
                      Precision precision = Precision::Full);

} // namespace wave::commandline
