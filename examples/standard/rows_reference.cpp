//===- rows_reference.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>

#include "references.h"

namespace standard::expected {

constexpr double epsilon = 1e-5;

namespace {

/// Of the exponentials of a row.
struct Exponentials {
  double highest = -INFINITY, total = 0;
  int64_t terms; ///< roundings relative to the total: an exponential has those of its argument
};

} // namespace

static Exponentials exponentials(const Element &element, int64_t row) {
  const int64_t length = element.size(0, 1);
  Exponentials result;
  double least = INFINITY;
  for (int64_t n = 0; n < length; ++n) {
    result.highest = std::max(result.highest, element.at(0, row, n));
    least = std::min(least, element.at(0, row, n));
  }
  for (int64_t n = 0; n < length; ++n)
    result.total += std::exp(element.at(0, row, n) - result.highest);
  result.terms = length + 16 * static_cast<int64_t>(1 + result.highest - least);
  return result;
}

Expected softmax_long(const Element &element) {
  const auto [m, n] = element.place<2>();
  const Exponentials row = exponentials(element, m);
  const double value = std::exp(element.at(0, m, n) - row.highest) / row.total;
  return {value, value, row.terms};
}

Expected rms_norm(const Element &element) {
  const int64_t m = element.place<1>()[0], length = element.size(0, 1);
  const bool isScale = element.argument() == 3;
  const int64_t row = isScale ? m : element.place<2>()[0];
  double squares = 0;
  for (int64_t n = 0; n < length; ++n)
    squares += element.at(0, row, n) * element.at(0, row, n);
  const double scale = 1 / std::sqrt(squares / static_cast<double>(length) + epsilon);
  if (isScale)
    return {scale, scale, length + 16};
  const int64_t n = element.place<2>()[1];
  const double value = element.at(0, row, n) * scale * element.at(1, n);
  return {value, std::fabs(value), length + 16};
}

Expected layer_norm(const Element &element) {
  const bool isOfRow = element.argument() >= 4;
  const int64_t row = isOfRow ? element.place<1>()[0] : element.place<2>()[0];
  const int64_t length = element.size(0, 1), terms = 2 * length + 32;
  const auto count = static_cast<double>(length);
  double sum = 0, magnitude = 0, squares = 0;
  for (int64_t n = 0; n < length; ++n) {
    sum += element.at(0, row, n);
    magnitude += std::fabs(element.at(0, row, n));
  }
  const double mean = sum / count;
  for (int64_t n = 0; n < length; ++n)
    squares += (element.at(0, row, n) - mean) * (element.at(0, row, n) - mean);
  const double scale = 1 / std::sqrt(squares / count + epsilon);
  if (isOfRow)
    return element.argument() == 4 ? Expected{mean, magnitude / count, terms}
                                   : Expected{scale, scale, terms};
  const int64_t n = element.place<2>()[1];
  const double factor = scale * element.at(1, n), centred = element.at(0, row, n) - mean;
  return {centred * factor + element.at(2, n),
          (magnitude / count + std::fabs(centred)) * std::fabs(factor) +
              std::fabs(element.at(2, n)),
          terms};
}

/// How many rows a part of the backward passes has.
static int64_t rowsOfPart(int64_t rows, int64_t parts) {
  const int64_t share = (rows + parts - 1) / parts;
  return (share + 3) / 4 * 4;
}

namespace {

/// What the backward passes of both norms have in common; the RMS norm has no mean.
struct Backward {
  const Element &element;
  int mean, scale; ///< their arguments; no mean is -1

  double scaleOf(int64_t m) const { return element.at(scale, m); }
  double meanOf(int64_t m) const { return mean < 0 ? 0 : element.at(mean, m); }
  double normal(int64_t m, int64_t n) const {
    return (element.at(0, m, n) - meanOf(m)) * scaleOf(m);
  }
  double normalMagnitude(int64_t m, int64_t n) const {
    return (std::fabs(element.at(0, m, n)) + std::fabs(meanOf(m))) * std::fabs(scaleOf(m));
  }

  Expected dx() const {
    const auto [m, n] = element.place<2>();
    const int64_t length = element.size(0, 1);
    double along = 0, shift = 0, alongMagnitude = 0, shiftMagnitude = 0;
    for (int64_t k = 0; k < length; ++k) {
      const double weighted = element.at(2, m, k) * element.at(1, k);
      along += normal(m, k) * weighted / static_cast<double>(length);
      alongMagnitude += normalMagnitude(m, k) * std::fabs(weighted) / static_cast<double>(length);
      if (mean < 0)
        continue;
      shift += weighted / static_cast<double>(length);
      shiftMagnitude += std::fabs(weighted) / static_cast<double>(length);
    }
    const double weighted = element.at(2, m, n) * element.at(1, n);
    return {(weighted - normal(m, n) * along - shift) * scaleOf(m),
            (std::fabs(weighted) + normalMagnitude(m, n) * alongMagnitude + shiftMagnitude) *
                std::fabs(scaleOf(m)),
            length + 32};
  }

  /// Sums over the rows of one part; that of the bias has no factor.
  Expected ofColumn(bool isBias) const {
    const auto [part, n] = element.place<2>();
    const int64_t rows = element.size(0, 0);
    const int64_t share = rowsOfPart(rows, element.size(element.argument(), 0));
    Expected sum{0};
    for (int64_t m = part * share; m < std::min(rows, (part + 1) * share); ++m) {
      sum.value += element.at(2, m, n) * (isBias ? 1 : normal(m, n));
      sum.scale += std::fabs(element.at(2, m, n)) * (isBias ? 1 : normalMagnitude(m, n));
    }
    sum.terms = share + 8;
    return sum;
  }
};

} // namespace

Expected rms_norm_backward(const Element &element) {
  const Backward pass{element, -1, 3};
  return element.argument() == 4 ? pass.dx() : pass.ofColumn(false);
}

Expected layer_norm_backward(const Element &element) {
  const Backward pass{element, 3, 4};
  return element.argument() == 5 ? pass.dx() : pass.ofColumn(element.argument() == 7);
}

Expected column_sum(const Element &element) {
  const auto [n] = element.place<1>();
  return sum_of(0, element.size(0, 0), [&](int64_t m) { return element.at(0, m, n); });
}

Expected cross_entropy(const Element &element) {
  const auto [m] = element.place<1>();
  const bool isLoss = element.argument() == 2;
  const int64_t row = isLoss ? m : element.place<2>()[0];
  const Exponentials powers = exponentials(element, row);
  const auto label = static_cast<int64_t>(element.at(1, row));
  if (isLoss) {
    const bool isThere = label >= 0 && label < element.size(0, 1);
    const double target = isThere ? element.at(0, row, label) : 0;
    return {powers.highest + std::log(powers.total) - target,
            1 + std::fabs(powers.highest) + std::fabs(target), powers.terms};
  }
  const int64_t v = element.place<2>()[1];
  const double probability = std::exp(element.at(0, row, v) - powers.highest) / powers.total;
  const double own = v == label;
  return {probability - own, probability + own, powers.terms};
}

Expected argmax(const Element &element) {
  const auto [m] = element.place<1>();
  int64_t best = 0;
  for (int64_t n = 1; n < element.size(0, 1); ++n)
    if (element.at(0, m, n) > element.at(0, m, best))
      best = n;
  return {static_cast<double>(best)};
}

Expected embedding(const Element &element) {
  const auto [t, d] = element.place<2>();
  const auto id = static_cast<int64_t>(element.at(1, t));
  return {id >= 0 && id < element.size(0, 0) ? element.at(0, id, d) : 0};
}

Expected segment_sum(const Element &element) {
  const auto [s, d] = element.place<2>();
  const auto begin = std::max<int64_t>(static_cast<int64_t>(element.at(1, s)), 0),
             end = std::min(static_cast<int64_t>(element.at(1, s + 1)), element.size(0, 0));
  return sum_of(begin, end, [&](int64_t t) { return element.at(0, t, d); });
}

Expected selective_scan(const Element &element) {
  const auto [token, d] = element.place<2>();
  const int64_t states = element.size(2, 1);
  Expected sum{0, 0, 16 * (token + 1) + states};
  for (int64_t n = 0; n < states; ++n) {
    double state = 0, magnitude = 0;
    for (int64_t t = 0; t <= token; ++t) {
      const double dt = element.at(1, t, d), exponent = dt * element.at(2, d, n);
      const double input = dt * element.at(3, t, n) * element.at(0, t, d);
      state = std::exp(exponent) * state + input;
      magnitude = std::exp(exponent) * (1 + std::fabs(exponent)) * magnitude + std::fabs(input);
    }
    sum.value += element.at(4, token, n) * state;
    sum.scale += std::fabs(element.at(4, token, n)) * magnitude;
  }
  return sum;
}

} // namespace standard::expected
