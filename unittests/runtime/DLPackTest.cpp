//===- DLPackTest.cpp - Tensors from and for other libraries ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/dlpack.h"

#include <gtest/gtest.h>

#include "TestSupport.h"
#include "wave/tensor.h"

namespace {

using namespace wave;

/// A tensor as another library would hand it over.
struct Foreign {
  Foreign() {
    managed.dl_tensor = {data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, nullptr, 0};
    managed.manager_ctx = this;
    managed.deleter = [](DLManagedTensor *self) {
      ++static_cast<Foreign *>(self->manager_ctx)->deletions;
    };
  }
  Foreign(const Foreign &) = delete;
  Foreign &operator=(const Foreign &) = delete;

  /// The message of from_dlpack, which must leave the tensor with its owner.
  std::string refusal() {
    const std::string text = failureText<Error>([&] { Tensor::from_dlpack(&managed); });
    EXPECT_EQ(deletions, 0);
    return text;
  }

  float data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int64_t shape[2] = {2, 3};
  int64_t strides[2] = {1, 2};
  int deletions = 0;
  DLManagedTensor managed = {};
};

TEST(DLPack, ImportsAndDeletesOnceAtTheLastCopy) {
  Foreign foreign;
  {
    const Tensor tensor = Tensor::from_dlpack(&foreign.managed);
    EXPECT_EQ(tensor.data(), foreign.data);
    EXPECT_EQ(tensor.strides(), (std::vector<int64_t>{3, 1}));
    Tensor part = tensor.slice(0, 1, 1);
    {
      const Tensor gone = tensor;
    }
    EXPECT_EQ(part.at({0, 2}), 5);
    EXPECT_EQ(foreign.deletions, 0);
  }
  EXPECT_EQ(foreign.deletions, 1);
}

TEST(DLPack, ImportsStridesOffsetAndNoDeleter) {
  Foreign foreign;
  foreign.managed.dl_tensor.strides = foreign.strides;
  foreign.managed.dl_tensor.byte_offset = 2 * sizeof(float);
  foreign.managed.deleter = nullptr;
  const Tensor tensor = Tensor::from_dlpack(&foreign.managed);
  EXPECT_EQ(tensor.at({1, 2}), 7);
  EXPECT_EQ(tensor.at({0, 1}), 4);
}

TEST(DLPack, RoundTripOfEveryType) {
  for (DType dtype :
       {f16, bf16, f32, f64, i8, i32, i64, i1, f8e4m3fn, f8e5m2, f8e4m3fnuz, f8e5m2fnuz}) {
    const Tensor original = Tensor::randint({3, 4}, dtype, 0, 1, 7);
    DLManagedTensor *exported = original.slice(1, 1, 2).t().to_dlpack();
    EXPECT_EQ(exported->dl_tensor.dtype.bits, 8 * size_in_bytes(dtype));
    EXPECT_EQ(exported->dl_tensor.device.device_type, kDLCPU);
    const Tensor back = Tensor::from_dlpack(exported);
    EXPECT_EQ(back.dtype(), dtype);
    EXPECT_EQ(back.shape(), (Shape{2, 3}));
    EXPECT_EQ(back.strides(), (std::vector<int64_t>{1, 4}));
    for (int64_t i = 0; i < 6; ++i)
      EXPECT_EQ(back.at({i / 3, i % 3}), original.at({i % 3, 1 + i / 3}));
  }
}

TEST(DLPack, ExportKeepsTheMemory) {
  DLManagedTensor *exported = Tensor::full({2}, f32, 3).to_dlpack();
  EXPECT_EQ(static_cast<float *>(exported->dl_tensor.data)[1], 3);
  exported->deleter(exported);
}

TEST(DLPack, RefusesAndDoesNotConsume) {
  EXPECT_EQ(failureText<Error>([] { Tensor::from_dlpack(nullptr); }),
            "error: from_dlpack: the managed tensor is a null pointer [dlpack]\n"
            "help: pass what the exporter's to_dlpack has returned");
  Foreign foreign;
  DLTensor &tensor = foreign.managed.dl_tensor;
  tensor.device.device_type = kDLROCM;
  EXPECT_EQ(foreign.refusal(),
            "error: from_dlpack: device type 10 is neither the CPU nor a CUDA GPU "
            "[dlpack]\nhelp: copy the tensor to the CPU first");
  tensor.device.device_type = kDLCPU;
  tensor.dtype = {kDLFloat, 32, 4};
  EXPECT_EQ(foreign.refusal(),
            "error: from_dlpack: elements of 4 lanes are not supported [dlpack]\n"
            "help: pass the lanes as one more dimension");
  for (DLDataType dtype : {DLDataType{kDLUInt, 8, 1}, DLDataType{kDLInt, 16, 1},
                           DLDataType{kDLFloat, 128, 1}, DLDataType{kDLBool, 1, 1}}) {
    tensor.dtype = dtype;
    EXPECT_EQ(foreign.refusal(),
              "error: from_dlpack: element type code " + std::to_string(dtype.code) + " with " +
                  std::to_string(dtype.bits) +
                  " bits is not supported [dlpack]\n"
                  "help: supported are int8, int32, int64, float16, float32, float64, bfloat16, "
                  "bool, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2 and float8_e5m2fnuz");
  }
  tensor.dtype = {kDLFloat, 32, 1};
  foreign.shape[1] = -1;
  EXPECT_EQ(foreign.refusal(),
            "error: tensor: size -1 of dimension 1 of shape [2, -1] is negative [tensor-shape]\n"
            "help: sizes are at least 0");
  tensor.shape = nullptr;
  EXPECT_EQ(foreign.refusal(),
            "error: from_dlpack: a tensor of 2 dimensions without a shape [dlpack]\n"
            "help: the exporter has to set dl_tensor.shape");
  tensor.ndim = 0;
  EXPECT_EQ(Tensor::from_dlpack(&foreign.managed).at({}), 0);
  EXPECT_EQ(foreign.deletions, 1);
}

} // namespace
