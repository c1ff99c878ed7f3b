//===- GuardedTensor.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedTensor.h"

#include <algorithm>
#include <cstring>

#include "runtime/Strides.h"

namespace wave::launch {

static constexpr int64_t zoneBytes = 4096; ///< on either side
static constexpr std::byte outside{0xff};

const char *layoutName(Layout layout) {
  static constexpr const char *names[] = {"dense", "padded", "odd", "shifted"};
  return names[static_cast<size_t>(layout)];
}

static std::vector<int64_t> stridesOf(const Shape &shape, DType dtype, Layout layout) {
  std::vector<int64_t> strides(shape.size(), 1);
  const int64_t elementsOf16 = std::max<int64_t>(1, 16 / size_in_bytes(dtype));
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = step;
    step *= std::max<int64_t>(shape[i], 1);
    if (i + 1 == shape.size() && layout == Layout::Padded)
      step = (step + elementsOf16 - 1) / elementsOf16 * elementsOf16 + elementsOf16;
    if (i + 1 == shape.size() && layout == Layout::Odd)
      ++step;
  }
  return strides;
}

static int64_t bytesOf(const Shape &shape, const std::vector<int64_t> &strides, DType dtype) {
  int64_t last = 0;
  for (size_t i = 0; i < shape.size(); ++i)
    last += std::max<int64_t>(shape[i] - 1, 0) * strides[i];
  return (last + 1) * size_in_bytes(dtype);
}

GuardedTensor::GuardedTensor(std::shared_ptr<const cuda::Context> context, Shape wanted, DType type,
                             Layout layout)
    : shape(std::move(wanted)), dtype(type), strides(stridesOf(shape, dtype, layout)),
      first(zoneBytes + (layout == Layout::Shifted ? size_in_bytes(dtype) : 0)),
      bytes(static_cast<size_t>(first + bytesOf(shape, strides, dtype) + zoneBytes)),
      isElement(bytes, false), host(bytes, outside), memory(std::move(context), bytes),
      view(Tensor::device_view(
          reinterpret_cast<void *>(memory.address() + static_cast<uint64_t>(first)), dtype, shape,
          strides)) {
  const int64_t size = size_in_bytes(dtype);
  forEachElement([&](int64_t at, int64_t) {
    for (int64_t i = 0; i < size; ++i)
      isElement[static_cast<size_t>(at + i)] = true;
  });
}

template <typename Body> void GuardedTensor::forEachElement(Body &&body) const {
  const Row row = rowOf(shape, strides);
  const int64_t size = size_in_bytes(dtype);
  int64_t position = 0;
  forEachRow(shape, strides, [&](int64_t offset) {
    for (int64_t i = 0; i < row.size; ++i)
      body(first + (offset + i * row.stride) * size, position++);
  });
}

void GuardedTensor::fill(const Tensor *contents) {
  std::ranges::fill(host, outside);
  const int64_t size = size_in_bytes(dtype);
  if (contents)
    forEachElement([&](int64_t at, int64_t position) {
      std::memcpy(host.data() + at,
                  static_cast<const std::byte *>(contents->data()) + position * size,
                  static_cast<size_t>(size));
    });
  memory.upload(host.data(), 0, bytes, nullptr);
}

Tensor GuardedTensor::download() {
  memory.download(host.data(), 0, bytes, nullptr);
  found.reset();
  for (size_t i = 0; i < bytes && !found; ++i)
    if (!isElement[i] && host[i] != outside) {
      const int64_t offset = static_cast<int64_t>(i) - first;
      const int64_t end = static_cast<int64_t>(bytes) - zoneBytes - first;
      found = offset < 0     ? std::to_string(-offset) + " bytes before the first element"
              : offset < end ? "in a gap between rows, at byte " + std::to_string(offset)
                             : std::to_string(offset - end) + " bytes behind the last element";
    }
  Tensor dense = Tensor::empty(shape, dtype);
  const int64_t size = size_in_bytes(dtype);
  forEachElement([&](int64_t at, int64_t position) {
    std::memcpy(static_cast<std::byte *>(dense.data()) + position * size, host.data() + at,
                static_cast<size_t>(size));
  });
  return dense;
}

} // namespace wave::launch
