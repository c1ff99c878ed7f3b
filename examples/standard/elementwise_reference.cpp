//===- elementwise_reference.cpp ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cmath>

#include "references.h"

namespace standard::expected {

static double silu(double x) { return x / (1 + std::exp(-x)); }

Expected add_bias_gelu(const Element &element) {
  const auto [m, n] = element.place<2>();
  const double x = element.at(0, m, n), residual = element.at(1, m, n), bias = element.at(2, n);
  const double sum = x + residual + bias;
  const double inner = std::sqrt(2 / M_PI) * (sum + 0.044715 * sum * sum * sum);
  return {sum * (1 + std::tanh(inner)) / 2, std::fabs(x) + std::fabs(residual) + std::fabs(bias),
          32};
}

static Expected gated(double gate, double up) {
  const double value = silu(gate) * up;
  return {value, std::fabs(value), 16};
}

Expected swiglu(const Element &element) {
  const auto [m, n] = element.place<2>();
  return gated(element.at(0, m, n), element.at(1, m, n));
}

Expected swiglu_packed(const Element &element) {
  const auto [m, n] = element.place<2>();
  return gated(element.at(0, m, n), element.at(0, m, n + element.size(1, 1)));
}

Expected rope(const Element &element) {
  const auto [s, h, d] = element.place<3>();
  const int64_t half = element.size(1, 1), angle = d % half;
  const double own = element.at(0, s, h, d), other = element.at(0, s, h, (d + half) % (2 * half));
  const double a = own * element.at(1, s, angle), b = other * element.at(2, s, angle);
  return {d < half ? a - b : a + b, std::fabs(a) + std::fabs(b), 4};
}

Expected inverse_2x2(const Element &element) {
  const auto [t, row, column] = element.place<3>();
  const double main = element.at(0, t, 0, 0) * element.at(0, t, 1, 1),
               other = element.at(0, t, 0, 1) * element.at(0, t, 1, 0);
  const double adjugate =
      row == column ? element.at(0, t, 1 - row, 1 - row) : -element.at(0, t, row, column);
  const double value = adjugate / (main - other);
  return {value, std::fabs(value) * (std::fabs(main) + std::fabs(other)) / std::fabs(main - other),
          8};
}

Expected transpose(const Element &element) {
  const auto [n, m] = element.place<2>();
  return {element.at(0, m, n)};
}

} // namespace standard::expected
