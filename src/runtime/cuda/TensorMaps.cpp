//===- TensorMaps.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/TensorMaps.h"

#include "diagnostic/Fail.h"

namespace wave::cuda {

static int typeOf(DType dtype) {
  switch (dtype) {
  case DType::f16:
    return Float16;
  case DType::bf16:
    return BFloat16;
  case DType::f32:
    return Float32;
  case DType::f64:
    return Float64;
  case DType::i32:
    return Bits32;
  case DType::i64:
    return Bits64;
  default: // of 8 bits; what they mean is the kernel's
    return Bits8;
  }
}

static int swizzleOf(uint32_t bytes) {
  switch (bytes) {
  case 0:
    return NoSwizzle;
  case 32:
    return Swizzle32;
  case 64:
    return Swizzle64;
  case 128:
    return Swizzle128;
  default:
    fail<InternalError>("internal",
                        "a tensor map has rows of " + std::to_string(bytes) + " bytes to swizzle",
                        "this is a bug in wave: please report it with the kernel");
  }
}

static std::string listOf(const auto &numbers) {
  std::string text;
  for (auto number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

static std::string describe(const BoxMap &map) {
  return std::string(dtype_name(map.type)) + ", sizes " + listOf(map.sizes) +
         ", strides in bytes " + listOf(map.strides) + ", box " + listOf(map.box) + ", swizzle " +
         std::to_string(map.swizzleBytes);
}

TensorMap TensorMaps::encode(const BoxMap &map) const {
  const Context::Current current(*context);
  const auto rank = static_cast<uint32_t>(map.sizes.size());
  const std::vector<uint32_t> steps(rank, 1);
  // The driver refuses a null pointer, also where a map of one dimension has no stride.
  constexpr uint64_t none = 0;
  TensorMap result;
  context->check(context->driver().cuTensorMapEncodeTiled(
                     &result, typeOf(map.type), rank, map.base, map.sizes.data(),
                     map.strides.empty() ? &none : map.strides.data(), map.box.data(), steps.data(),
                     tensorMapNoInterleave, swizzleOf(map.swizzleBytes), tensorMapPromote128,
                     tensorMapFillZero),
                 "encoding a tensor map (" + describe(map) + ")");
  return result;
}

TensorMap TensorMaps::encoded(const BoxMap &map) {
  if (map.box.size() != map.sizes.size() || map.strides.size() + 1 != map.sizes.size())
    fail<InternalError>("internal", "a tensor map's ranks differ: " + describe(map),
                        "this is a bug in wave: please report it with the kernel");
  const std::string key =
      std::to_string(reinterpret_cast<uintptr_t>(map.base)) + " " + describe(map);
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(key); found != known.end())
    return found->second;
  const TensorMap result = encode(map);
  if (known.size() >= limit)
    known.clear();
  known.emplace(key, result);
  return result;
}

size_t TensorMaps::size() const {
  const std::lock_guard lock(mutex);
  return known.size();
}

} // namespace wave::cuda
