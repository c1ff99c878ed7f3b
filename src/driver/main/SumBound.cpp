//===- SumBound.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/SumBound.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

#include "machine/ElementFormat.h"
#include "runtime/Rounding.h"

namespace wave::commandline {

/// The l of the probable bound: with 2*exp(-50) = 4e-22 for a term, some 1e9 elements of
/// 1e9 terms are all within it but for a probability of 4e-4.
constexpr double lambda = 10;

static double gamma(BoundKind kind, double unitRoundoff, double terms) {
  if (kind == BoundKind::Probable)
    return std::expm1(lambda * std::sqrt(terms) * unitRoundoff +
                      terms * unitRoundoff * unitRoundoff / (1 - unitRoundoff));
  const double roundings = terms * unitRoundoff;
  return roundings < 1 ? roundings / (1 - roundings) : std::numeric_limits<double>::infinity();
}

namespace {
/// What the products of an MMA lose of their magnitudes, and how many it makes of each.
struct Loss {
  Precision precision;
  double share;
  int64_t products;
  std::string_view text;
};
} // namespace

static const Loss &lossOf(Precision precision) {
  static constexpr Loss losses[] = {{Precision::Full, 0, 1, ""},
                                    {Precision::TF32, 0x1p-9, 1, "2^-9, of operands in tf32"},
                                    {Precision::TF32x3, 0x3p-20, 3, "3 * 2^-20, of 3xtf32"}};
  return *std::ranges::find(losses, precision, &Loss::precision);
}

double errorOfSum(BoundKind kind, DType sums, double exact, double scale, int64_t terms,
                  Precision precision) {
  const Loss &loss = lossOf(precision);
  const machine::ElementFormat format = machine::formatOf(sums);
  const auto count = static_cast<double>(terms * loss.products);
  const double underflow = count * format.smallestDistance();
  if (scale == 0)
    return underflow;
  const double error = (gamma(kind, format.unitRoundoff(), count) + loss.share) * scale + underflow;
  const bool hasOneSign = std::fabs(exact) >= scale * (1 - count * 0x1p-52);
  const bool overflows = std::isinf(roundedTo(sums, scale + error));
  return overflows && !hasOneSign ? std::numeric_limits<double>::infinity() : error;
}

std::string boundText(BoundKind kind, DType sums, int64_t terms, Precision precision) {
  const Loss &loss = lossOf(precision);
  const std::string more =
      loss.text.empty() ? "" : "; and " + std::string(loss.text) + ", times that sum";
  terms *= loss.products;
  const double unitRoundoff = machine::formatOf(sums).unitRoundoff();
  const std::string sizes =
      ", n = " + std::to_string(terms) + ", u = 2^" + std::to_string(std::ilogb(unitRoundoff));
  if (kind == BoundKind::WorstCase)
    return "n*u / (1 - n*u) * the sum of the magnitudes of n terms" + sizes + ": the worst case" +
           more;
  char probability[32];
  std::snprintf(probability, sizeof probability, "%.0e",
                2 * static_cast<double>(terms) * std::exp(-lambda * lambda / 2));
  return "(exp(10*sqrt(n)*u + n*u^2 / (1 - u)) - 1) * the sum of the magnitudes of n terms" +
         sizes + ": independent roundings exceed it with a probability of at most " + probability +
         more;
}

} // namespace wave::commandline
