//===- attention_reference.cpp --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>

#include "references.h"

namespace standard::expected {

namespace {

/// The weights of one query's keys, of which all others are masked.
class Weights {
public:
  /// `score(n)` is that of key n.
  template <typename Score> Weights(int64_t begin, int64_t end, Score score) : first(begin) {
    for (int64_t n = begin; n < end; ++n) {
      values.push_back(score(n));
      highest = std::max(highest, values.back());
    }
    for (double &value : values)
      total += value = std::exp(value - highest);
  }

  /// The mean of value(n), which the kernel takes with weights of 16 bits.
  template <typename Value> Expected mean(Value value) const {
    Expected result = sum_of(first, first + count(), [&](int64_t n) {
      return values[static_cast<std::size_t>(n - first)] / total * value(n);
    });
    result.terms += 2 * f16_rounding;
    return result;
  }

  int64_t count() const { return static_cast<int64_t>(values.size()); }
  /// The binary logarithm of the sum of the exponentials.
  Expected logarithm() const {
    const double value = (highest + std::log(total)) / std::log(2);
    return {value, 16 + std::fabs(value), count() + 256};
  }

private:
  int64_t first;
  std::vector<double> values;
  double highest = -INFINITY, total = 0;
};

} // namespace

static double dot(const double *left, const double *right, int64_t size) {
  double sum = 0;
  for (int64_t d = 0; d < size; ++d)
    sum += left[d] * right[d];
  return sum;
}

/// q, k, v, o, lse: a query sees the last `window` keys up to its own position, or all there are.
static Expected forward(const Element &element, bool isCausal, int64_t window) {
  const bool isOutput = element.argument() == 3;
  const int64_t h = isOutput ? element.place<3>()[0] : element.place<2>()[0];
  const int64_t m = isOutput ? element.place<3>()[1] : element.place<2>()[1];
  const int64_t size = element.size(0, 2), keys = element.size(1, 1);
  const int64_t head = h / (element.size(0, 0) / element.size(1, 0));
  const int64_t begin = isCausal ? std::max<int64_t>(0, m + 1 - window) : 0;
  const int64_t end = isCausal ? std::min(m + 1, keys) : keys;
  const Weights weights(begin, end, [&](int64_t n) {
    return dot(element.row(0, h, m), element.row(1, head, n), size) /
           std::sqrt(static_cast<double>(size));
  });
  if (!isOutput)
    return weights.logarithm();
  const int64_t d = element.place<3>()[2];
  return weights.mean([&](int64_t n) { return element.at(2, head, n, d); });
}

Expected attention(const Element &element) { return forward(element, false, 0); }
Expected attention_causal(const Element &element) {
  return forward(element, true, element.size(0, 1));
}
Expected attention_window(const Element &element) { return forward(element, true, 40); }

Expected attention_head(const Element &element) {
  const auto [m, d] = element.place<2>();
  const int64_t size = element.size(0, 1);
  const Weights weights(0, element.size(1, 0), [&](int64_t n) {
    return dot(element.row(0, m), element.row(1, n), size) / 8;
  });
  return weights.mean([&](int64_t n) { return element.at(2, n, d); });
}

Expected attention_flat(const Element &element) {
  const auto [row, d] = element.place<2>();
  const int64_t queries = element.size(4, 0), heads = element.size(0, 0) / queries;
  const int64_t keys = element.size(1, 0) / heads, begin = row / queries * keys;
  const Weights weights(begin, begin + keys, [&](int64_t n) {
    return dot(element.row(0, row), element.row(1, n), element.size(0, 1)) / 8;
  });
  return weights.mean([&](int64_t n) { return element.at(2, n, d); });
}

Expected attention_delta(const Element &element) {
  const auto [h, m] = element.place<2>();
  return sum_of(0, element.size(0, 2),
                [&](int64_t d) { return element.at(0, h, m, d) * element.at(1, h, m, d); });
}

namespace {

/// q, k, v, do, lse, delta: what a query and a key have to do with each other.
struct Pair {
  double weight = 0;
  double change = 0, magnitude = 0; ///< the gradient of the score, and of its terms

  Pair(const Element &element, int64_t h, int64_t m, int64_t n) {
    const int64_t size = element.size(0, 2);
    const double score = dot(element.row(0, h, m), element.row(1, h, n), size) / 8;
    const double delta = element.at(5, h, m);
    const double along = dot(element.row(3, h, m), element.row(2, h, n), size);
    weight = std::exp(score - element.at(4, h, m) * std::log(2));
    change = weight * (along - delta);
    magnitude = weight * (std::fabs(along) + std::fabs(delta));
  }
};

} // namespace

/// A sum of what is rounded to f16 before, the weight or its change.
static void add(Expected &sum, double value, double magnitude, double factor) {
  sum.value += value * factor;
  sum.scale += magnitude * std::fabs(factor);
}

Expected attention_dk_dv(const Element &element) {
  const auto [h, n, d] = element.place<3>();
  Expected sum{0, 0, element.size(0, 1) + 2 * f16_rounding};
  for (int64_t m = n; m < element.size(0, 1); ++m) {
    const Pair pair(element, h, m, n);
    if (element.argument() == 6)
      add(sum, pair.change, pair.magnitude, element.at(0, h, m, d) / 8);
    else
      add(sum, pair.weight, pair.weight, element.at(3, h, m, d));
  }
  return sum;
}

Expected attention_dq(const Element &element) {
  const auto [h, m, d] = element.place<3>();
  Expected sum{0, 0, element.size(1, 1) + 2 * f16_rounding};
  for (int64_t n = 0; n <= std::min(m, element.size(1, 1) - 1); ++n) {
    const Pair pair(element, h, m, n);
    add(sum, pair.change, pair.magnitude, element.at(1, h, n, d) / 8);
  }
  return sum;
}

Expected attention_paged(const Element &element) {
  const auto [b, kv, g, d] = element.place<4>();
  const int64_t page = element.size(1, 1), pages = element.size(1, 0), size = element.size(0, 3);
  const auto tokens = static_cast<int64_t>(element.at(4, b));
  if (tokens <= 0)
    return {NAN};
  // Beyond the table are zeros, and outside of the cache pages of zeros.
  const auto pageOf = [&](int64_t t) {
    return t / page < element.size(3, 1) ? static_cast<int64_t>(element.at(3, b, t / page)) : 0;
  };
  const auto isThere = [&](int64_t t) { return pageOf(t) >= 0 && pageOf(t) < pages; };
  const Weights weights(0, tokens, [&](int64_t t) {
    return isThere(t)
               ? dot(element.row(0, b, kv, g), element.row(1, pageOf(t), t % page, kv), size) / 8
               : 0;
  });
  return weights.mean(
      [&](int64_t t) { return isThere(t) ? element.at(2, pageOf(t), t % page, kv, d) : 0; });
}

} // namespace standard::expected
