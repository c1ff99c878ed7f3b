//===- Baseline.h - Libraries of others, to compare with ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opened when they are asked for, as the driver is; wave computes nothing with them.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/cuda/Memory.h"

namespace wave::cuda {

/// c[M, N] = a[M, K] * b[N, K]^T, all dense, summed in f32.
struct Product {
  int64_t m, n, k;
  DType in, out;
};

class Baseline {
public:
  virtual ~Baseline() = default;
  /// Ways to compute the product, one at least.
  virtual size_t algorithms() const = 0;
  virtual std::string nameOf(size_t algorithm) const = 0;
  /// Puts the product into the stream.
  virtual void multiply(size_t algorithm, Address a, Address b, Address c,
                        StreamHandle stream) const = 0;
  /// Of the library, with its name.
  virtual std::string version() const = 0;
};

/// The names in a list such as "cublas,torch".  Throws Error "usage" at another one.
std::vector<std::string> baselinesOf(const std::string &list);

/// Throws LaunchError "baseline-missing" where there is no such library, or it has no such product.
std::unique_ptr<Baseline> makeBaseline(const std::string &name,
                                       const std::shared_ptr<const Context> &context,
                                       const Product &product);

} // namespace wave::cuda
