//===- program.cpp - A program that compiles and runs a kernel by itself --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

#include <cstdint>
#include <cstdio>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, K{"K"}, BLOCK{"BLOCK"};

static Kernel product() {
  Memory a("a", {M, K}, f32), b("b", {N, K}, f32), c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{M, BLOCK, 0}, WorkgroupConstraint{N, BLOCK, 1},
                          TilingConstraint{K, 8}};
  return Kernel("product", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0.0);
    write(iterate({.axis = K}, {zero}, [&](Register sum) { return mma(read(a), read(b), sum); }),
          c);
  });
}

/// Whether the compiled kernel computes what plain loops do; small whole numbers
/// make every sum exact.
static bool computes() {
  const int64_t m = 37, n = 29, k = 21;
  Tensor a = Tensor::randint({m, k}, f32, -8, 8, 0), b = Tensor::randint({n, k}, f32, -8, 8, 1);
  Tensor c = Tensor::zeros({m, n}, f32);
  wave_compile({.subs = {M = m, N = n, K = k, BLOCK = 16}}, product())(a, b, c);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t l = 0; l < k; ++l)
        sum += a.at({i, l}) * b.at({j, l});
      if (c.at({i, j}) != sum)
        return false;
    }
  return true;
}

/// Whether an error of the library is caught by its type, with what it says.
static bool catches() {
#ifdef __cpp_exceptions
  try {
    wave_compile({.subs = {M = 1, N = 1, K = 1}}, product());
    return false;
  } catch (const Error &error) {
    return error.diagnostic().id == "unbound-symbol";
  }
#else
  return true;
#endif
}

int main() {
  if (!computes() || !catches())
    return 1;
  std::puts("as expected");
  return 0;
}
