//===- TensorTest.cpp - Shapes, strides, views and their errors ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <array>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "TestSupport.h"
#include "wave/tensor.h"

namespace {

using namespace wave;

constexpr int64_t huge = int64_t{1} << 62;

Tensor counting(Shape shape) {
  Tensor result = Tensor::empty(std::move(shape), i32);
  for (int32_t i = 0; i < result.num_elements(); ++i)
    result.data_as<int32_t>()[i] = i;
  return result;
}

TEST(Tensor, EmptyIsRowMajorAndAligned) {
  const Tensor tensor = Tensor::empty({2, 3, 4}, f16);
  EXPECT_EQ(tensor.shape(), (Shape{2, 3, 4}));
  EXPECT_EQ(tensor.strides(), (std::vector<int64_t>{12, 4, 1}));
  EXPECT_EQ(tensor.num_elements(), 24);
  EXPECT_EQ(tensor.rank(), 3);
  EXPECT_TRUE(tensor.is_contiguous());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.data()) % 64, 0u);
}

TEST(Tensor, ZeroSizesAndRankZero) {
  const Tensor none = Tensor::zeros({3, 0, 5}, f32);
  EXPECT_EQ(none.num_elements(), 0);
  EXPECT_NE(none.data(), nullptr);
  EXPECT_EQ(none.t().clone().shape(), (Shape{3, 5, 0}));
  Tensor scalar = Tensor::full({}, f32, 2.5);
  EXPECT_EQ(scalar.num_elements(), 1);
  EXPECT_EQ(scalar.at({}), 2.5);
  scalar.set({}, -1);
  EXPECT_EQ(scalar.clone().at({}), -1);
}

TEST(Tensor, FillsStridedMemoryOnly) {
  Tensor tensor = counting({4, 6});
  tensor.slice(0, 1, 2).slice(1, 2, 3).t().fill(-1);
  for (int64_t row = 0; row < 4; ++row)
    for (int64_t column = 0; column < 6; ++column) {
      const bool inside = row >= 1 && row < 3 && column >= 2 && column < 5;
      EXPECT_EQ(tensor.at({row, column}), inside ? -1.0 : static_cast<double>(row * 6 + column));
    }
}

TEST(Tensor, SlicesAndTransposesShareMemory) {
  Tensor tensor = counting({2, 3, 4});
  Tensor part = tensor.t().slice(1, 1, 2);
  EXPECT_EQ(part.shape(), (Shape{2, 2, 3}));
  EXPECT_EQ(part.strides(), (std::vector<int64_t>{12, 1, 4}));
  EXPECT_FALSE(part.is_contiguous());
  part.set({1, 0, 2}, 99);
  EXPECT_EQ(tensor.at({1, 2, 1}), 99);
  const Tensor copy = part.clone();
  EXPECT_TRUE(copy.is_contiguous());
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < 2; ++j)
      for (int64_t k = 0; k < 3; ++k)
        EXPECT_EQ(copy.at({i, j, k}), part.at({i, j, k}));
}

TEST(Tensor, SliceOutlivesItsTensor) {
  Tensor part = counting({8}).slice(0, 5, 3);
  EXPECT_EQ(part.at({2}), 7);
  EXPECT_EQ(part.slice(0, 3, 0).num_elements(), 0);
}

TEST(Tensor, ViewsUseTheCallersMemory) {
  float memory[6] = {0, 1, 2, 3, 4, 5};
  Tensor view = Tensor::view(memory, {2, 3});
  view.set({1, 1}, 40);
  EXPECT_EQ(memory[4], 40);
  EXPECT_EQ(view.data_as<float>(), memory);
  // Negative strides run backward, stride 0 repeats.
  EXPECT_EQ(Tensor::view(memory + 5, {6}, {-1}).at({5}), 0);
  EXPECT_EQ(Tensor::view(memory, {3, 2}, {0, 1}).clone().at({2, 1}), 1);
  const float *constant = memory;
  EXPECT_EQ(Tensor::view(constant, {6}).at({5}), 5);
}

TEST(Tensor, ContiguityIgnoresStridesThatAreNeverTaken) {
  float memory[4] = {};
  EXPECT_TRUE(Tensor::view(memory, {1, 4}, {77, 1}).is_contiguous());
  EXPECT_TRUE(Tensor::view(memory, {0, 4}, {77, 99}).is_contiguous());
  EXPECT_FALSE(Tensor::view(memory, {2, 2}, {1, 2}).is_contiguous());
  EXPECT_FALSE(Tensor::view(memory, {2, 2}, {0, 1}).is_contiguous());
}

TEST(Tensor, NullViewsExistButHoldNothing) {
  float *nothing = nullptr;
  Tensor view = Tensor::view(nothing, {2});
  EXPECT_EQ(view.slice(0, 1, 1).data(), nullptr);
  const std::string text = "error: tensor: no memory behind the view of shape [2] [tensor-null]\n"
                           "help: give Tensor::view the address of the elements";
  EXPECT_EQ(failureText<Error>([&] { view.at({0}); }), text);
  EXPECT_EQ(failureText<Error>([&] { view.set({0}, 1); }), text);
  EXPECT_EQ(failureText<Error>([&] { view.fill(1); }), text);
  EXPECT_EQ(failureText<Error>([&] { view.clone(); }), text);
  EXPECT_EQ(Tensor::view(nothing, {0}).clone().num_elements(), 0);
}

TEST(Tensor, ShapeErrors) {
  EXPECT_EQ(failureText<Error>([] { Tensor::empty({2, -3}, f32); }),
            "error: tensor: size -3 of dimension 1 of shape [2, -3] is negative [tensor-shape]\n"
            "help: sizes are at least 0");
  for (Shape shape : {Shape{huge, 2}, Shape{huge}, Shape{0, huge, huge}, Shape{huge, huge, 0}})
    EXPECT_TRUE(
        failureText<Error>([&] { Tensor::empty(shape, f32); })
            .ends_with(
                "of f32 has more than 2^63 - 1 bytes [tensor-shape]\nhelp: choose smaller sizes"));
  float memory[1] = {};
  EXPECT_EQ(
      failureText<Error>([&] { Tensor::view(memory, {2, 3}, {1}); }),
      "error: tensor: shape [2, 3] needs 2 strides, got 1 [tensor-shape]\n"
      "help: give one for each dimension, in elements; without strides the tensor is row-major");
  for (int64_t stride : {huge, -huge, std::numeric_limits<int64_t>::min()})
    EXPECT_EQ(failureText<Error>([&] { Tensor::view(memory, {3}, {stride}); }),
              "error: tensor: shape [3] with strides [" + std::to_string(stride) +
                  "] of f32 spans more than 2^63 - 1 bytes [tensor-shape]\n"
                  "help: strides count elements, not bytes");
  EXPECT_EQ(failureText<Error>([] { Tensor::empty({3}, f32).t(); }),
            "error: tensor: t() needs two dimensions to exchange, the shape is [3] [tensor-shape]\n"
            "help: make the tensor with two dimensions, one of them of size 1");
}

TEST(Tensor, IndexErrors) {
  Tensor tensor = Tensor::zeros({2, 3}, f32);
  EXPECT_EQ(failureText<Error>([&] { tensor.at({1, 3}); }),
            "error: tensor: index [1, 3] is outside of shape [2, 3] [tensor-index]\n"
            "help: coordinates count from 0, each up to its size less one");
  EXPECT_EQ(failureText<Error>([&] { tensor.set({-1, 0}, 1); }),
            "error: tensor: index [-1, 0] is outside of shape [2, 3] [tensor-index]\n"
            "help: coordinates count from 0, each up to its size less one");
  EXPECT_EQ(failureText<Error>([&] { tensor.at({1}); }),
            "error: tensor: index [1] has 1 coordinates, shape [2, 3] has 2 dimensions "
            "[tensor-index]\n"
            "help: give one coordinate for each dimension");
  EXPECT_EQ(failureText<Error>([&] { tensor.slice(2, 0, 1); }),
            "error: tensor: slice of dimension 2, the shape is [2, 3] [tensor-index]\n"
            "help: dimensions count from 0");
  const int64_t most = std::numeric_limits<int64_t>::max();
  for (auto [start, size] : {std::pair<int64_t, int64_t>{2, 2}, {-1, 1}, {0, -1}, {3, most}})
    EXPECT_EQ(failureText<Error>([&] { tensor.slice(1, start, size); }),
              "error: tensor: slice of " + std::to_string(size) + " positions from " +
                  std::to_string(start) +
                  " on is outside of dimension 1 of shape [2, 3] "
                  "[tensor-index]\n"
                  "help: start and size together may be 3 at most, and neither is negative");
}

TEST(Tensor, DataAsChecksTheType) {
  const Tensor tensor = Tensor::zeros({2}, f16);
  EXPECT_EQ(tensor.data_as<float16>(), tensor.data());
  EXPECT_EQ(failureText<Error>([&] { tensor.data_as<float>(); }),
            "error: tensor: data_as of f32, the elements are f16 [tensor-dtype]\n"
            "help: convert them first: tensor.to(f32)");
}

TEST(Tensor, RefusedMemoryIsALaunchError) {
  EXPECT_EQ(failureText<LaunchError>([] { Tensor::empty({huge}, i8); }),
            "error: tensor: cannot allocate 4611686018427387904 bytes for shape "
            "[4611686018427387904] of i8 [out-of-memory]\n"
            "help: choose smaller sizes, or raise the limit on the process's memory (ulimit -v)");
}

/// A dimension of one position has no second one, however far.
TEST(Tensor, AStrideThatIsNeverTaken) {
  std::array<float, 3> memory = {1, 2, 3};
  for (const int64_t stride : {INT64_MAX, INT64_MIN, int64_t{-1}}) {
    Tensor row = Tensor::view(memory.data(), f32, {1, 3}, {stride, 1});
    EXPECT_EQ(row.clone().at({0, 2}), 3);
    Tensor column = Tensor::view(memory.data(), f32, {3, 1}, {1, stride});
    EXPECT_EQ(column.clone().at({2, 0}), 3);
    EXPECT_EQ(column.to(f64).at({1, 0}), 2);
    column.fill(4);
    EXPECT_EQ(memory, (std::array<float, 3>{4, 4, 4}));
    memory = {1, 2, 3};
  }
}

} // namespace
