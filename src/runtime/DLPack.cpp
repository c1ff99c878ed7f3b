//===- DLPack.cpp - Exchanging tensors with other libraries ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/dlpack.h"

#include <optional>

#include "diagnostic/Fail.h"
#include "machine/DTypes.h"
#include "runtime/Strides.h"
#include "wave/tensor.h"

namespace wave {
namespace {

[[noreturn]] void failExchange(const std::string &claim, std::string help = {}) {
  fail<Error>("dlpack", "from_dlpack: " + claim, std::move(help));
}

DLDataType toDLPack(DType dtype) {
  // DLPack 1.1 has a code for each; older headers do not name them.
  constexpr std::pair<DType, uint8_t> float8Codes[] = {
      {DType::f8e4m3fn, 10}, {DType::f8e4m3fnuz, 11}, {DType::f8e5m2, 12}, {DType::f8e5m2fnuz, 13}};
  for (auto [type, code] : float8Codes)
    if (type == dtype)
      return {code, 8, 1};
  DLDataTypeCode code = kDLInt;
  if (dtype == DType::i1)
    code = kDLBool;
  else if (dtype == DType::bf16)
    code = kDLBfloat;
  else if (is_float(dtype))
    code = kDLFloat;
  return {static_cast<uint8_t>(code), static_cast<uint8_t>(8 * size_in_bytes(dtype)), 1};
}

DType fromDLPack(DLDataType type) {
  if (type.lanes != 1)
    failExchange("elements of " + std::to_string(type.lanes) + " lanes are not supported",
                 "pass the lanes as one more dimension");
  for (DType dtype : machine::dtypes()) {
    const DLDataType candidate = toDLPack(dtype);
    if (candidate.code == type.code && candidate.bits == type.bits)
      return dtype;
  }
  failExchange("element type code " + std::to_string(type.code) + " with " +
                   std::to_string(type.bits) + " bits is not supported",
               "supported are int8, int32, int64, float16, float32, float64, bfloat16, bool, "
               "float8_e4m3fn, float8_e4m3fnuz, float8_e5m2 and float8_e5m2fnuz");
}

Device deviceOf(DLDevice device) {
  switch (device.device_type) {
  case kDLCPU:
  case kDLCUDAHost: // memory of the host that the driver has locked
    return Device::host();
  case kDLCUDA:
    return Device::cuda(device.device_id);
  default:
    failExchange("device type " + std::to_string(static_cast<int>(device.device_type)) +
                     " is neither the CPU nor a CUDA GPU",
                 "copy the tensor to the CPU first");
  }
}

/// What an exported tensor needs until its deleter runs.
struct Export {
  explicit Export(const Tensor &exported)
      : tensor(exported), shape(exported.shape()), strides(exported.strides()) {}

  Tensor tensor; // keeps the memory
  Shape shape;   // DLPack's arrays are not const: the consumer gets its own
  std::vector<int64_t> strides;
  DLManagedTensor managed = {};
};

} // namespace

Tensor Tensor::from_dlpack(DLManagedTensor *managed) {
  if (managed == nullptr)
    failExchange("the managed tensor is a null pointer",
                 "pass what the exporter's to_dlpack has returned");
  const DLTensor &source = managed->dl_tensor;
  const Device device = deviceOf(source.device);
  const DType dtype = fromDLPack(source.dtype);
  if (source.ndim < 0 || (source.ndim > 0 && source.shape == nullptr))
    failExchange("a tensor of " + std::to_string(source.ndim) + " dimensions without a shape",
                 "the exporter has to set dl_tensor.shape");

  Shape shape(source.shape, source.shape + source.ndim);
  auto *data = static_cast<std::byte *>(source.data);
  if (data != nullptr)
    data += source.byte_offset;
  Tensor result = source.strides == nullptr
                      ? view(data, dtype, std::move(shape))
                      : view(data, dtype, std::move(shape),
                             std::vector<int64_t>(source.strides, source.strides + source.ndim));
  result.device_ = device;
  // Last, because from here on the deleter runs: a failure above must leave the
  // tensor with the caller.
  result.owner_ = std::shared_ptr<void>(managed, [](void *owned) {
    auto *tensor = static_cast<DLManagedTensor *>(owned);
    if (tensor->deleter != nullptr)
      tensor->deleter(tensor);
  });
  return result;
}

DLManagedTensor *Tensor::to_dlpack() const {
  auto *context = new Export(*this);
  DLTensor &target = context->managed.dl_tensor;
  target.data = data_;
  target.device = {device_.kind == Device::Kind::Cuda ? kDLCUDA : kDLCPU, device_.number};
  target.ndim = static_cast<int32_t>(shape_.size());
  target.dtype = toDLPack(dtype_);
  target.shape = context->shape.data();
  target.strides = context->strides.data();
  target.byte_offset = 0;
  context->managed.manager_ctx = context;
  context->managed.deleter = [](DLManagedTensor *self) {
    delete static_cast<Export *>(self->manager_ctx);
  };
  return &context->managed;
}

} // namespace wave
