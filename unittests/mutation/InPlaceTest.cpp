//===- InPlaceTest.cpp - Kernels whose workgroups write what others read --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compile refuses them (docs/errors/not-independent.md), so that they are lowered here without
// asking: the executor has to find each race by itself, and none where there is none.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "Subject.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"};

/// Reads `z` by a mapping of the coordinates, and writes it.
Case inPlace(const std::string &name, const Expr &m, const Expr &n, const Bindings &sizes) {
  Memory z("z", {M, N}, f32);
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const IndexMapping from{.inputs = {M = m, N = n}, .outputs = {M = i, N = j}};
  const Kernel kernel("in_place", {z},
                      {WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{N, 32, 1}},
                      [&] { write(read(z, {.mapping = from, .tag = "read"}) + 1.0, z); });
  return {name, kernel, sizes, {{}}};
}

class InPlace : public testing::TestWithParam<const char *> {};

TEST_P(InPlace, RacesAreFound) {
  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const Bindings whole = {M = 64, N = 64}, odd = {M = 70, N = 70};
  const auto defectOf = [&](const Case &kernelCase) {
    const Subject subject(kernelCase, GetParam(), {"none", 0}, Version::Any);
    return subject.defectOf(subject.module(), 3);
  };
  for (const Bindings &sizes : {whole, odd}) {
    EXPECT_EQ(defectOf(inPlace("transpose", j, i, sizes)), "workgroup-race");
    EXPECT_EQ(defectOf(inPlace("next row", i + 1, j, sizes)), "workgroup-race");
    EXPECT_EQ(defectOf(inPlace("column before", i, j - 1, sizes)), "workgroup-race");
    EXPECT_EQ(defectOf(inPlace("own tile", i, j, sizes)), "");
  }
}

INSTANTIATE_TEST_SUITE_P(On, InPlace, testing::Values("mi300x", "mi355x", "h200", "b200"));

} // namespace
