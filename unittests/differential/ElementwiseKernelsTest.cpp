//===- ElementwiseKernelsTest.cpp - No products: interpreter = CPU --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "Setting.h"

using namespace wave;
using namespace wave::test;

namespace {

/// Every element type to every other, the dimensions in every order.
Kernel transposingCopy(Setting &s) {
  s.distribute(M, 130);
  s.distribute(N, 130);
  s.distribute(P, 6);
  Memory a = s.input("a", {M, N, P}, drawDType(s));
  Memory c = s.random.oneIn(3)   ? s.output("c", {P, N, M}, drawDType(s))
             : s.random.oneIn(2) ? s.output("c", {N, M, P}, drawDType(s))
                                 : s.output("c", {M, N, P}, drawDType(s));
  return Kernel("transposing_copy", {a, c}, s.constraints, [&] { write(read(a), c); });
}

/// Mixed element types, broadcasts of both operands, a quotient.
Kernel chain(Setting &s) {
  s.distribute(M, 90);
  s.distribute(N, 90);
  DType mid = s.random.of<DType>({f16, bf16, f32, f64});
  Memory a = s.input("a", {M, N}, drawDType(s)), row = s.input("row", {N}, drawDType(s)),
         column = s.input("column", {M}, mid), c = s.output("c", {N, M}, drawDType(s));
  return Kernel("chain", {a, row, column, c}, s.constraints, [&] {
    Register x = cast(read(a), mid), y = cast(read(row), mid);
    Register z = (x * 3 - y) / (2 - read(column));
    write(1.5 + read(column) * z - x, c);
  });
}

/// c = c + a, and twice in a row.
Kernel inOut(Setting &s) {
  s.distribute(M, 90);
  s.distribute(N, 90);
  DType dtype = s.random.of<DType>({f16, bf16, f32, f64, i8, i32, i64});
  Memory a = s.input("a", {N, M}, dtype), c = s.inOut("c", {M, N}, dtype);
  bool twice = s.random.oneIn(2);
  return Kernel("in_out", {a, c}, s.constraints, [&] {
    Register before = read(c);
    write(before + read(a), c);
    if (twice)
      write(read(c) * before, c);
  });
}

/// Carried values change places, at times three in a ring.
Kernel swapping(Setting &s) {
  s.distribute(M, 40);
  s.distribute(N, 40);
  s.step(K, 40);
  Memory a = s.input("a", {M, N}, i32), k = s.input("k", {N}, i32), x = s.output("x", {M, N}, i32),
         y = s.output("y", {N, M}, i32), z = s.inOut("z", {M, N}, i32),
         steps = s.input("steps", {K}, i32); // never read
  bool ring = s.random.oneIn(2);
  return Kernel("swapping", {a, k, x, y, z, steps}, s.constraints, [&] {
    Register start = read(a), one({M, N}, i32, 1), two({M, N}, i32, 2);
    auto [p, q, r] =
        iterate({.axis = K}, {start, one, two}, [&](Register u, Register v, Register t) {
          write(v - u, z); // the last step's stays where there is a step
          return ring ? yield(v, t, u + 1) : yield(v + read(k), u, v);
        });
    write(p, x);
    write(q + start, y);
    write(read(z) + r, z);
  });
}

/// The same value yielded twice, an initial value used again, one left as it is.
Kernel repeatedYields(Setting &s) {
  s.distribute(M, 40);
  s.step(K, 20);
  Memory a = s.input("a", {M}, i32), k = s.input("k", {K}, i32), x = s.output("x", {M}, i32),
         y = s.output("y", {M}, i32), z = s.output("z", {M}, i32);
  return Kernel("repeated_yields", {a, k, x, y, z}, s.constraints, [&] {
    Register start = read(a);
    auto [p, q, r] =
        iterate({.axis = K}, {start, start, start}, [&](Register u, Register v, Register t) {
          Register next = u + v;
          return yield(next, next, t);
        });
    write(p, x);
    write(q - r, y);
    write(start, z);
  });
}

TEST(ElementwiseKernels, TransposingCopy) { runMany("transposing copy", transposingCopy, 60); }
TEST(ElementwiseKernels, Chain) { runMany("chain", chain, 40); }
TEST(ElementwiseKernels, InOut) { runMany("in-out", inOut, 25); }
TEST(ElementwiseKernels, Swapping) { runMany("swapping", swapping, 15); }
TEST(ElementwiseKernels, RepeatedYields) { runMany("repeated yields", repeatedYields, 15); }

} // namespace
