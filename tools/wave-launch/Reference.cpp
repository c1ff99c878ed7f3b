//===- Reference.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <cmath>
#include <map>
#include <mutex>

#include "driver/main/SumBound.h"
#include "kernels/add_exp_reference.h"
#include "kernels/attention_reference.h"
#include "kernels/conv2d_im2col_reference.h"
#include "kernels/gemm_batched_reference.h"
#include "kernels/gemm_exp_reference.h"
#include "kernels/gemm_nn_reference.h"
#include "kernels/gemm_reference.h"
#include "kernels/gemm_split_k_reference.h"
#include "kernels/gemm_triangular_reference.h"
#include "kernels/gemm_two_reference.h"
#include "kernels/softmax_reference.h"
#include "kernels/transpose_reference.h"
#include "machine/ElementFormat.h"
#include "machine/HostCpu.h"
#include "runtime/Arguments.h"
#include "runtime/Random.h"
#include "runtime/Rounding.h"
#include "runtime/TensorElements.h"
#include "runtime/ThreadPool.h"

namespace wave::launch {

using commandline::Comparison;
using commandline::Element;

static constexpr const char *ofGemm = "a[M, K] b[N, K] c[M, N]";
static constexpr const char *ofAttention =
    "q[B, H, S_Q, D] k[B, H_KV, S_KV, D] v[B, H_KV, S_KV, D] o[B, H, S_Q, D] lse[B, H, S_Q]";
static constexpr Reference references[] = {
    {"gemm", gemm_reference, true, ofGemm},
    {"gemm_exp", gemm_exp_reference, false, ofGemm},
    {"gemm_two", gemm_two_reference, true, "a[M, K] b[N, K] c[M, N] d[M, N]"},
    {"gemm_nn", gemm_nn_reference, true, "a[M, K] b[K, N] c[M, N]"},
    {"add_exp", add_exp_reference, false, "a[M, N] b[M, N] c[M, N]"},
    {"softmax", softmax_reference, false, "a[M, N] c[M, N]"},
    {"gemm_reordered", gemm_reference, true, ofGemm},
    {"gemm_persistent", gemm_reference, true, ofGemm},
    {"gemm_persistent_l2", gemm_reference, true, ofGemm},
    {"gemm_persistent_xcd", gemm_reference, true, ofGemm},
    {"gemm_persistent_2d", gemm_reference, true, ofGemm},
    {"gemm_persistent_xcd_seed", gemm_reference, true, ofGemm},
    {"gemm_triangular", gemm_triangular_reference, true, ofGemm},
    {"gemm_split_k", gemm_split_k_reference, true, "a[M, K] b[N, K] partial[SPLITS, M, N]",
     "PART_K"},
    {"gemm_split_k_sum", gemm_split_k_sum_reference, true, "partial[SPLITS, M, N] c[M, N]"},
    {"transpose", transpose_reference, true, "a[M, N] b[N, M]"},
    {"conv2d_im2col", conv2d_im2col_reference, true, "x[NB, H, W, C] weights[F, K] y[M, F]"},
    {"gemm_batched", gemm_batched_reference, true, "a[B, M, K] b[B, N, K] c[B, M, N]"},
    {"linear", linear_reference, true, "x[B, M, K] w[N, K] y[B, M, N]"},
    {"attention", attention_reference, false, ofAttention},
    {"attention_causal", attention_causal_reference, false, ofAttention},
    {"attention_window", attention_window_reference, false, ofAttention},
    {"attention_soft_cap", attention_soft_cap_reference, false, ofAttention},
    {"attention_bias", attention_bias_reference, false,
     "q[B, H, S_Q, D] k[B, H_KV, S_KV, D] v[B, H_KV, S_KV, D] bias[H, S_Q, S_KV] o[B, H, S_Q, D] "
     "lse[B, H, S_Q]"},
};

/// "a[M, K] b[N, K] c[M, N]", or nothing where a dimension has two sizes.
static std::string textOf(const std::vector<Argument> &arguments) {
  std::string text;
  std::map<std::string, int64_t> sizes;
  for (const Argument &argument : arguments) {
    text += (text.empty() ? "" : " ") + argument.name + dimNames(argument);
    const Shape shape = shapeOf(argument);
    for (size_t i = 0; i < shape.size(); ++i)
      if (sizes.try_emplace(argument.dims[i].name, shape[i]).first->second != shape[i])
        return {};
  }
  return text;
}

const Reference *referenceOf(const std::string &kernel, const std::vector<Argument> &arguments) {
  for (const Reference &reference : references)
    if (kernel == reference.kernel && textOf(arguments) == reference.arguments)
      return &reference;
  return nullptr;
}

/// Above this many operations of the reference, elements are sampled.
static constexpr double maxOperations = 2e10;
static constexpr int64_t sampledElements = 100000;

static Element expectedOf(const Reference &reference,
                          const std::vector<std::vector<double>> &values,
                          const std::vector<Shape> &shapes, bool readsNarrowFloats, Element element,
                          bool isExact, Precision precision) {
  double scale = 0;
  int64_t terms = 0;
  const double exact = reference.element(values, shapes, static_cast<int>(element.argument),
                                         element.index, &scale, &terms);
  element.expected = isExact ? roundedTo(element.dtype, exact) : exact;
  if (isExact || !std::isfinite(exact))
    return element; // nothing is rounded but the result, once
  const DType sums = commandline::sumsOf(element.dtype, readsNarrowFloats);
  element.tolerance = commandline::errorOfSum(commandline::BoundKind::WorstCase, sums, exact, scale,
                                              terms, precision);
  if (is_float(element.dtype)) {
    const machine::ElementFormat stored = machine::formatOf(element.dtype);
    element.tolerance += 2 * stored.unitRoundoff() * std::fabs(exact) + stored.smallestDistance();
  }
  return element;
}

Comparison compare(const Reference &reference, const std::vector<Argument> &arguments,
                   std::span<const Tensor> tensors, bool isExact,
                   const std::vector<int64_t> &symbols, Precision precision) {
  std::vector<std::vector<double>> values(tensors.size());
  std::vector<Shape> shapes;
  int64_t longest = 1;
  bool readsNarrowFloats = false;
  for (size_t i = 0; i < tensors.size(); ++i) {
    shapes.push_back(tensors[i].shape());
    for (const int64_t size : shapes.back())
      longest = std::max(longest, size);
    if (!arguments[i].is_read)
      continue;
    readsNarrowFloats |= commandline::isNarrowFloat(tensors[i].dtype());
    values[i].resize(static_cast<size_t>(tensors[i].num_elements()));
    copyElements(values[i].data(), DType::f64, tensors[i].data(), tensors[i].dtype(),
                 tensors[i].shape(), tensors[i].strides());
  }
  if (!symbols.empty())
    shapes.push_back(symbols);
  Comparison all;
  for (size_t output = 0; output < tensors.size(); ++output) {
    if (!arguments[output].is_written)
      continue;
    const Tensor &tensor = tensors[output];
    const int64_t elements = tensor.num_elements(), size = size_in_bytes(tensor.dtype());
    const bool isSampled =
        static_cast<double>(elements) * static_cast<double>(longest) > maxOperations;
    std::mutex mutex;
    ThreadPool::shared().run(
        isSampled ? sampledElements : elements, machine::hostThreads(),
        [&](int64_t begin, int64_t end, unsigned) {
          Comparison part;
          for (int64_t i = begin; i < end; ++i) {
            const int64_t index =
                isSampled ? uniformInt(1, static_cast<uint64_t>(i), 0, elements - 1) : i;
            const auto *at = static_cast<const std::byte *>(tensor.data()) + index * size;
            part.add(expectedOf(reference, values, shapes, readsNarrowFloats,
                                {.argument = output,
                                 .index = index,
                                 .actual = loadDouble(at, tensor.dtype()),
                                 .expected = 0,
                                 .tolerance = 0,
                                 .dtype = tensor.dtype()},
                                isExact, precision));
          }
          const std::lock_guard lock(mutex);
          all.merge(part);
        });
  }
  return all;
}

} // namespace wave::launch
