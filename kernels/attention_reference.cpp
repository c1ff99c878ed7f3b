//===- attention_reference.cpp --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attention_reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

using Tensors = std::vector<std::vector<double>>;
using Shapes = std::vector<std::vector<int64_t>>;

/// The row of a tensor with four dimensions at the first three coordinates.
static const double *rowOf(const Tensors &tensors, const Shapes &shapes, std::size_t argument,
                           int64_t b, int64_t h, int64_t s) {
  const std::vector<int64_t> &shape = shapes[argument];
  return tensors[argument].data() +
         static_cast<std::ptrdiff_t>(((b * shape[1] + h) * shape[2] + s) * shape[3]);
}

namespace {
/// What attentions differ in.
struct Meaning {
  bool isCausal = false;
  int64_t window = 0; ///< 0: all keys
  double softCap = 0; ///< 0: none
  bool hasBias = false;
};
} // namespace

static double expected(const Meaning &meaning, const Tensors &tensors, const Shapes &shapes,
                       int argument, int64_t index, double *scale, int64_t *terms) {
  constexpr std::size_t q = 0, k = 1, v = 2, bias = 3;
  const int64_t heads = shapes[q][1], queries = shapes[q][2], depth = shapes[q][3];
  const int64_t keys = shapes[k][2], shared = heads / shapes[k][1];
  const bool isOutput = argument == (meaning.hasBias ? 4 : 3);
  int64_t row = isOutput ? index / depth : index;
  const int64_t d = index % depth, m = row % queries, h = row / queries % heads,
                b = row / queries / heads;
  // Which keys the query sees.
  const int64_t last = m + keys - queries;
  const bool isBounded = meaning.isCausal || meaning.window != 0;
  const int64_t end = isBounded ? std::clamp<int64_t>(last + 1, 0, keys) : keys;
  const int64_t begin = meaning.window != 0 ? std::max<int64_t>(last + 1 - meaning.window, 0) : 0;
  std::vector<double> scores;
  double highest = -std::numeric_limits<double>::infinity(), magnitude = 0;
  const double *query = rowOf(tensors, shapes, q, b, h, m);
  for (int64_t n = begin; n < end; ++n) {
    const double *key = rowOf(tensors, shapes, k, b, h / shared, n);
    double score = 0, sum = 0;
    for (int64_t e = 0; e < depth; ++e) {
      score += query[e] * key[e];
      sum += std::fabs(query[e] * key[e]);
    }
    score /= std::sqrt(static_cast<double>(depth));
    magnitude = std::max(magnitude, sum / std::sqrt(static_cast<double>(depth)));
    if (meaning.softCap != 0)
      score = meaning.softCap * std::tanh(score / meaning.softCap);
    if (meaning.hasBias)
      score += tensors[bias][static_cast<std::size_t>((h * queries + m) * keys + n)];
    scores.push_back(score);
    highest = std::max(highest, score);
  }
  *scale = 0;
  *terms = 0;
  if (scores.empty())
    return isOutput ? 0 : -std::numeric_limits<double>::infinity();
  double total = 0, product = 0, size = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double weight = std::exp(scores[i] - highest);
    const double value =
        rowOf(tensors, shapes, v, b, h / shared, begin + static_cast<int64_t>(i))[d];
    total += weight;
    product += weight * value;
    size += weight * std::fabs(value);
  }
  // Roundings of an exponent: those of the sum of products, relative to their magnitudes, and of a
  // few operations on scores.  A bare tanh is off by 2^-11 of its result, 2^13 roundings.
  const double reach = magnitude + std::fabs(highest) + meaning.softCap;
  const auto ofExponent =
      static_cast<int64_t>(std::ceil((static_cast<double>(depth) + 16) * magnitude + 16 * reach +
                                     (meaning.softCap != 0 ? 0x1p14 * meaning.softCap : 0)));
  // More roundings than so many are as many larger ones: bounds are of the worst case up to there.
  constexpr double most = 1 << 17;
  const double magnitudeOfResult = isOutput ? size / total : 1 + std::fabs(highest);
  const double roundings = (isOutput ? 2 : 1) * (static_cast<double>(ofExponent) +
                                                 static_cast<double>(scores.size()) + 64) +
                           (isOutput ? most : 0); // weights are rounded to bf16, of 8 bits
  *scale = magnitudeOfResult * std::max(roundings / most, 1.0);
  *terms = static_cast<int64_t>(std::min(roundings, most));
  return isOutput ? product / total : highest + std::log(total);
}

double attention_reference(const Tensors &tensors, const Shapes &shapes, int argument,
                           int64_t index, double *scale, int64_t *terms) {
  return expected(Meaning{}, tensors, shapes, argument, index, scale, terms);
}
double attention_causal_reference(const Tensors &tensors, const Shapes &shapes, int argument,
                                  int64_t index, double *scale, int64_t *terms) {
  return expected(Meaning{.isCausal = true}, tensors, shapes, argument, index, scale, terms);
}
double attention_window_reference(const Tensors &tensors, const Shapes &shapes, int argument,
                                  int64_t index, double *scale, int64_t *terms) {
  return expected(Meaning{.window = 128}, tensors, shapes, argument, index, scale, terms);
}
double attention_soft_cap_reference(const Tensors &tensors, const Shapes &shapes, int argument,
                                    int64_t index, double *scale, int64_t *terms) {
  return expected(Meaning{.softCap = 20}, tensors, shapes, argument, index, scale, terms);
}
double attention_bias_reference(const Tensors &tensors, const Shapes &shapes, int argument,
                                int64_t index, double *scale, int64_t *terms) {
  return expected(Meaning{.hasBias = true}, tensors, shapes, argument, index, scale, terms);
}
