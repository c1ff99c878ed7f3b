//===- IterateTest.cpp - Loops, with any number of carried values ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// K is 10, in steps of 4: three steps.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

Memory x("x", {M}, f32), y("y", {M}, f32), z("z", {M}, f32), steps("steps", {K}, f32),
    more("more", {J}, f32);

/// x, y, z after a run that starts from 1, 10, 100.
std::vector<double> run(const std::function<void()> &body, int64_t k = 10) {
  Kernel kernel("loop", {x, y, z, steps, more}, {TilingConstraint{K, 4}, TilingConstraint{J, 3}},
                body);
  Tensor one = Tensor::full({5}, f32, 1), ten = Tensor::full({5}, f32, 10),
         hundred = Tensor::full({5}, f32, 100);
  compile(kernel, {M = 5, K = k, J = 6})(one, ten, hundred, Tensor::zeros({k}, f32),
                                         Tensor::zeros({6}, f32));
  return {one.at({4}), ten.at({4}), hundred.at({4})};
}
using Values = std::vector<double>;

TEST(Iterate, CarriesNothing) {
  EXPECT_EQ(run([] { iterate({.axis = K}, [] { write(read(x) * 2, x); }); }), (Values{8, 10, 100}));
}

TEST(Iterate, CarriesOne) {
  EXPECT_EQ(
      run([] { write(iterate({.axis = K}, {read(x)}, [](Register v) { return v + 3; }), y); }),
      (Values{1, 10, 100}));
}

TEST(Iterate, CarriesTwo) {
  EXPECT_EQ(run([] {
              auto [p, q] = iterate({.axis = K}, {read(x), read(y)},
                                    [](Register u, Register v) { return yield(v, u + v); });
              write(p, x); // 1 10, 10 11, 11 21, 21 32
              write(q, y);
            }),
            (Values{21, 32, 100}));
}

TEST(Iterate, CarriesThree) {
  EXPECT_EQ(run([] {
              auto [p, q, r] =
                  iterate({.axis = K}, {read(x), read(y), read(z)},
                          [](Register u, Register v, Register w) { return yield(w, u, v + 1); });
              write(p, x); // 1 10 100, 100 1 11, 11 100 2, 2 11 101
              write(q, y);
              write(r, z);
            }),
            (Values{2, 11, 101}));
}

TEST(Iterate, NoStepGivesTheInitialValues) {
  EXPECT_EQ(run(
                [] {
                  auto [p, q] = iterate({.axis = K}, {read(x), read(y)},
                                        [](Register u, Register v) { return yield(v, u); });
                  write(p + 1, x);
                  write(q + 1, y);
                },
                /*k=*/0),
            (Values{2, 11, 100}));
}

TEST(Iterate, NestsOverDifferentAxes) {
  EXPECT_EQ(run([] { // 3 steps of K with 2 steps of J in each
              write(iterate({.axis = K}, {read(x)},
                            [](Register outer) {
                              return 10 * iterate({.axis = J}, {outer},
                                                  [](Register inner) { return inner + 1; });
                            }),
                    x);
            }),
            (Values{3220, 10, 100}));
}

TEST(Iterate, WritesInTheBodyInOrder) {
  EXPECT_EQ(run([] {
              iterate({.axis = K}, [] {
                write(read(x) + read(y), z);
                write(read(z), x);
              });
            }),
            (Values{31, 10, 31}));
}

TEST(Iterate, ThrowsOutOfItsBody) {
  EXPECT_THROW(Kernel("loop", {x, steps}, {TilingConstraint{K, 4}},
                      [] { iterate({.axis = K}, [] { throw std::runtime_error("mine"); }); }),
               std::runtime_error);
}

} // namespace
