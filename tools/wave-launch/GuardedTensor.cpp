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
      host(bytes, outside), memory(std::move(context), bytes),
      view(Tensor::device_view(
          reinterpret_cast<void *>(memory.address() + static_cast<uint64_t>(first)), dtype, shape,
          strides)) {}

template <typename Body> void GuardedTensor::forEachRowOf(Body &&body) const {
  forEachRow(shape, strides, [&](int64_t offset) { body(first + offset * size_in_bytes(dtype)); });
}

int64_t GuardedTensor::rowBytes() const {
  return rowOf(shape, strides).size * size_in_bytes(dtype);
}

void GuardedTensor::fill(const Tensor *contents) {
  std::ranges::fill(host, outside);
  if (contents) {
    const auto *from = static_cast<const std::byte *>(contents->data());
    forEachRowOf([&](int64_t at) {
      std::memcpy(host.data() + at, from, static_cast<size_t>(rowBytes()));
      from += rowBytes();
    });
  }
  memory.upload(host.data(), 0, bytes, nullptr);
}

/// Between the rows, which come in the order of their addresses.
void GuardedTensor::lookForDamage() {
  found.reset();
  const auto size = static_cast<int64_t>(bytes), end = size - zoneBytes - first;
  auto look = [&](int64_t from, int64_t to) {
    for (int64_t i = from; i < to && !found; ++i) {
      if (host[static_cast<size_t>(i)] == outside)
        continue;
      const int64_t offset = i - first;
      found = offset < 0     ? std::to_string(-offset) + " bytes before the first element"
              : offset < end ? "in a gap between rows, at byte " + std::to_string(offset)
                             : std::to_string(offset - end) + " bytes behind the last element";
    }
  };
  int64_t looked = 0;
  forEachRowOf([&](int64_t at) {
    look(looked, at);
    looked = at + rowBytes();
  });
  look(looked, size);
}

Tensor GuardedTensor::download() {
  memory.download(host.data(), 0, bytes, nullptr);
  lookForDamage();
  Tensor dense = Tensor::empty(shape, dtype);
  auto *to = static_cast<std::byte *>(dense.data());
  forEachRowOf([&](int64_t at) {
    std::memcpy(to, host.data() + at, static_cast<size_t>(rowBytes()));
    to += rowBytes();
  });
  seen = host;
  return dense;
}

bool GuardedTensor::isUnchanged() const {
  std::vector<std::byte> now(bytes);
  memory.download(now.data(), 0, bytes, nullptr);
  return now == seen;
}

} // namespace wave::launch
