//===- attention.h - Scaled dot-product attention -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>

#include <wave/wave.h>

namespace wave::kernels {

/// What attentions differ in.
struct AttentionOptions {
  /// A query sees the keys up to its own position, the last query those up to the last key.
  bool is_causal = false;
  /// It sees so many keys up to that one, and no others.
  std::optional<int64_t> window = std::nullopt;
  /// Scores are soft_cap * tanh(score / soft_cap).
  std::optional<double> soft_cap = std::nullopt;
  /// What bias[H, S_Q, S_KV] has is added to them.
  bool has_bias = false;
};

/// o[B, H, S_Q, D] = softmax(q[B, H, S_Q, D] * k[B, H_KV, S_KV, D]^T / sqrt(D)) * v[B, H_KV, S_KV,
/// D], where H / H_KV heads share keys and values, and lse[B, H, S_Q], the logarithm of the sum of
/// the exponentials.  A query that sees no key has 0 and -infinity.  Element types: "in" of q, k
/// and v, f16 or bf16, and "out" of o; bias and lse are f32.
Kernel attention(const char *name, const AttentionOptions &options, const DTypeParameters &dtypes);

} // namespace wave::kernels
