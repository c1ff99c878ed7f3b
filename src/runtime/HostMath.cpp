//===- HostMath.cpp - What a test of a kernel compares with ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "diagnostic/Fail.h"
#include "runtime/Strides.h"
#include "runtime/TensorElements.h"
#include "wave/tensor.h"

namespace wave {
namespace {

/// The elements as doubles, in row-major order; a copy only where needed.
Tensor asDoubles(const Tensor &tensor) {
  checkOnHost(tensor);
  return tensor.dtype() == DType::f64 && tensor.is_contiguous() && tensor.data() != nullptr
             ? tensor
             : tensor.to(DType::f64);
}

void checkSameShape(const char *function, const Tensor &actual, const Tensor &expected) {
  if (actual.shape() != expected.shape())
    fail<Error>("tensor-shape",
                std::string(function) + ": the shapes differ: actual is " +
                    shapeText(actual.shape()) + ", expected is " + shapeText(expected.shape()),
                "compare tensors of one shape; slice takes a part of one");
}

/// sum += a * b of row-major matrices.  Blocks of b stay in the first-level cache
/// while all rows of a pass by; every sum still runs over k in ascending order.
void multiplyAdd(double *sum, const double *a, const double *b, int64_t m, int64_t n, int64_t k) {
  constexpr int64_t blockK = 16;
  constexpr int64_t blockN = 256;
  for (int64_t n0 = 0; n0 < n; n0 += blockN) {
    const int64_t width = std::min(blockN, n - n0);
    for (int64_t k0 = 0; k0 < k; k0 += blockK) {
      const int64_t k1 = k0 + std::min(blockK, k - k0);
      for (int64_t row = 0; row < m; ++row) {
        double *out = sum + row * n + n0;
        for (int64_t inner = k0; inner < k1; ++inner) {
          const double factor = a[row * k + inner];
          const double *in = b + inner * n + n0;
          for (int64_t column = 0; column < width; ++column)
            out[column] += factor * in[column];
        }
      }
    }
  }
}

} // namespace

Tensor matmul(const Tensor &a, const Tensor &b, bool transpose_b) {
  const std::string shapes =
      shapeText(a.shape()) + " by " + shapeText(b.shape()) + (transpose_b ? " transposed" : "");
  if (a.rank() != 2 || b.rank() != 2)
    fail<Error>("matmul-shape", "matmul: cannot multiply " + shapes + ": both need rank 2",
                "take a matrix out of a larger tensor with slice");
  const Tensor right = transpose_b ? b.t() : b;
  if (a.shape()[1] != right.shape()[0])
    fail<Error>("matmul-shape",
                "matmul: cannot multiply " + shapes + ": the summed sizes " +
                    std::to_string(a.shape()[1]) + " and " + std::to_string(right.shape()[0]) +
                    " differ",
                std::string("a is [M, K], and b is ") +
                    (transpose_b ? "[N, K], as it is to be transposed"
                                 : "[K, N]; with transpose_b it is [N, K]"));
  const int64_t m = a.shape()[0];
  const int64_t k = a.shape()[1];
  const int64_t n = right.shape()[1];
  const Tensor left64 = asDoubles(a);
  const Tensor right64 = asDoubles(right);
  Tensor sum = Tensor::zeros({m, n}, DType::f64);
  multiplyAdd(sum.data_as<double>(), left64.data_as<double>(), right64.data_as<double>(), m, n, k);
  return a.dtype() == DType::f64 ? sum : sum.to(a.dtype());
}

bool allclose(const Tensor &actual, const Tensor &expected, double rtol, double atol) {
  checkSameShape("allclose", actual, expected);
  for (const auto &[name, tolerance] : {std::pair("rtol", rtol), std::pair("atol", atol)})
    if (!(tolerance >= 0))
      fail<Error>("tolerance",
                  std::string("allclose: ") + name + " is " + std::to_string(tolerance) +
                      ", expected a number of at least 0",
                  "leave it out for the usual one");
  const Tensor left = asDoubles(actual);
  const Tensor right = asDoubles(expected);
  const double *x = left.data_as<double>();
  const double *y = right.data_as<double>();
  const int64_t count = left.num_elements();
  for (int64_t i = 0; i < count; ++i) {
    if (x[i] == y[i]) // equal infinities too, whose difference is NaN
      continue;
    // Anything is within rtol * infinity, and NaN compares false with all bounds.
    if (!std::isfinite(x[i]) || !std::isfinite(y[i]) ||
        !(std::fabs(x[i] - y[i]) <= atol + rtol * std::fabs(y[i])))
      return false;
  }
  return true;
}

double max_abs_difference(const Tensor &actual, const Tensor &expected) {
  checkSameShape("max_abs_difference", actual, expected);
  const Tensor left = asDoubles(actual);
  const Tensor right = asDoubles(expected);
  const double *x = left.data_as<double>();
  const double *y = right.data_as<double>();
  const int64_t count = left.num_elements();
  double greatest = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (x[i] == y[i])
      continue;
    const double difference = std::fabs(x[i] - y[i]);
    if (std::isnan(difference)) // infinities that differ do not give NaN
      return std::numeric_limits<double>::quiet_NaN();
    greatest = std::max(greatest, difference);
  }
  return greatest;
}

} // namespace wave
