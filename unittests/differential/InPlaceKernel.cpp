//===- InPlaceKernel.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InPlaceKernel.h"

namespace wave::test {

Kernel inPlace(Setting &s) { return inPlaceFrom(s, 1); }

Kernel inPlaceFrom(Setting &s, double first) {
  s.distributeByWarpgroups(M, 200);
  const int64_t columns = s.random.between(1, 4);
  s.distributeWhole(N, 40, 8 * columns);
  s.stepBySize(K, 70, s.random.of(std::vector<int64_t>{16, 32, 64}));
  const bool isNested = s.random.oneIn(3), isComputed = s.random.oneIn(3),
             isUsed = s.random.oneIn(4);
  if (isNested)
    s.stepBy(J, 3, 1);
  const DType in = s.random.oneIn(2) ? f16 : bf16, out = s.random.oneIn(2) ? f32 : f16;
  Memory a = s.input("a", {M, K}, in, SHARED_ADDRESS_SPACE);
  Memory b = s.input("b", {N, K}, in, SHARED_ADDRESS_SPACE);
  Memory c = s.output("c", {M, N}, out);
  auto product = [&](const Register &start) {
    return iterate({.axis = K}, {start}, [&](Register acc) {
      Register lhs = read(a), sum = mma(isComputed ? lhs + lhs : lhs, read(b), acc);
      return isUsed ? sum - 1 : sum;
    });
  };
  if (!isNested)
    return Kernel("in_place", {a, b, c}, s.constraints,
                  [&] { write(product(Register({M, N}, f32, first)), c); });
  Memory d = s.input("d", {J}, f32);
  return Kernel("in_place", {a, b, c, d}, s.constraints, [&] {
    Register start({M, N}, f32, first);
    write(iterate({.axis = J}, {start}, [&](Register outer) { return product(outer); }), c);
  });
}

} // namespace wave::test
