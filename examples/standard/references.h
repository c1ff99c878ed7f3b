//===- references.h - What the standard set must compute ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reference gives one element of one result, in double, from the definition of what is computed.
// Nothing of wave is included here, so that a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace standard {

/// What an element must be.  A kernel may be off by `terms` roundings to f32, each of 2^-24 of
/// `scale`, and by the rounding to the type of the result.  Without terms it is exact.
struct Expected {
  double value;
  double scale = 0;
  int64_t terms = 0;
};

/// One rounding to a narrower type on the way is worth as many to f32.
constexpr int64_t f16_rounding = 1 << 13;

/// The sum of term(begin) to term(end - 1), each a number that is exact in f32.
template <typename Term> Expected sum_of(int64_t begin, int64_t end, Term term) {
  Expected sum{0};
  for (int64_t i = begin; i < end; ++i) {
    const double each = term(i);
    sum.value += each;
    sum.scale += std::fabs(each);
    ++sum.terms;
  }
  return sum;
}

/// One element of a result, and the arguments of the launch that it comes from.
class Element {
public:
  using Tensors = std::vector<std::vector<double>>;
  using Shapes = std::vector<std::vector<int64_t>>;

  Element(const Tensors &values, const Shapes &sizes, int argument, int64_t place)
      : tensors(values), shapes(sizes), argument_(argument), index(place) {}

  /// The number of the argument that the element is in.
  int argument() const { return argument_; }

  /// Where it is there: place<2>() of a matrix.
  template <std::size_t rank> std::array<int64_t, rank> place() const {
    std::array<int64_t, rank> result;
    int64_t rest = index;
    for (std::size_t i = rank; i-- > 0; rest /= size(argument_, i))
      result[i] = rest % size(argument_, i);
    return result;
  }

  int64_t size(int argument, std::size_t dimension) const {
    return shapes[static_cast<std::size_t>(argument)][dimension];
  }

  /// An element of an argument that the kernel reads: at(0, m, n) of the first one.
  template <typename... Coordinates> double at(int argument, Coordinates... place) const {
    return tensors[static_cast<std::size_t>(argument)]
                  [static_cast<std::size_t>(offset(argument, place...))];
  }

  /// The elements of an argument along its last dimension: row(0, b, m) of three dimensions.
  template <typename... Coordinates> const double *row(int argument, Coordinates... place) const {
    return &tensors[static_cast<std::size_t>(argument)][0] + offset(argument, place..., 0);
  }

  /// The value of a scalar argument.
  double scalar(int argument) const { return tensors[static_cast<std::size_t>(argument)][0]; }

private:
  template <typename... Coordinates> int64_t offset(int argument, Coordinates... place) const {
    int64_t position = 0;
    std::size_t dimension = 0;
    ((position = position * size(argument, dimension++) + static_cast<int64_t>(place)), ...);
    return position;
  }

  const Tensors &tensors;
  const Shapes &shapes;
  int argument_;
  int64_t index;
};

/// A reference as wave::main takes it (wave::ReferenceElement).
template <Expected (*expected)(const Element &)>
double reference(const Element::Tensors &tensors, const Element::Shapes &shapes, int argument,
                 int64_t index, double *scale, int64_t *terms) {
  const Expected result = expected(Element(tensors, shapes, argument, index));
  *scale = result.scale;
  *terms = result.terms;
  return result.value;
}

/// By kernel.  Arguments have the numbers that they have in the kernel's list; the sizes behind the
/// last are those of KernelEntry::reference_symbols.
namespace expected {

using Reference = Expected(const Element &);

// elementwise_reference.cpp
Reference add_bias_gelu, swiglu, swiglu_packed, rope, inverse_2x2, transpose;

// rows_reference.cpp
Reference softmax_long, rms_norm, rms_norm_backward, layer_norm, layer_norm_backward, column_sum,
    cross_entropy, argmax, embedding, segment_sum, selective_scan;

// gemms_reference.cpp
Reference gemm_bias_gelu, gemm_bias_silu, gemm_batched, linear_3d, gemm_grouped, gemm_split_k,
    split_k_sum, gemm_int8, gemm_fp8, gemm_fp8_blocks, gemv, gemm, conv2d;

// attention_reference.cpp
Reference attention, attention_causal, attention_window, attention_head, attention_delta,
    attention_dk_dv, attention_dq, attention_paged, attention_flat;

// contorted_reference.cpp
Reference rope_pairs, dropout, quantize_rows, top4, cumsum, histogram, scatter_add, gemm_int4,
    stream_k, stream_k_sum;

} // namespace expected
} // namespace standard
