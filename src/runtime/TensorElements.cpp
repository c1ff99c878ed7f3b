//===- TensorElements.cpp - Single elements and converting copies ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/TensorElements.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "runtime/ParallelFor.h"
#include "runtime/Strides.h"

namespace wave {

double roundToOdd(int64_t value) {
  const uint64_t magnitude =
      value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  if (magnitude < (uint64_t{1} << 53))
    return static_cast<double>(value);
  const uint64_t kept = (magnitude >> 11) | ((magnitude & 0x7FFu) != 0 ? 1u : 0u);
  const double result = static_cast<double>(kept) * 2048.0;
  return value < 0 ? -result : result;
}

double loadDouble(const void *element, DType dtype) {
  return withElementType(dtype, [&]<typename T>(ElementTag<T>) {
    return convertElement<double>(loadElement<T>(static_cast<const std::byte *>(element)));
  });
}

int64_t loadInt(const void *element, DType dtype) {
  return withElementType(dtype, [&]<typename T>(ElementTag<T>) {
    return convertElement<int64_t>(loadElement<T>(static_cast<const std::byte *>(element)));
  });
}

void storeDouble(void *element, DType dtype, double value) {
  withElementType(dtype, [&]<typename T>(ElementTag<T>) {
    storeElement(static_cast<std::byte *>(element), convertElement<T>(value));
  });
}

namespace {

/// Of a checked shape.
int64_t countOf(const Shape &shape) {
  if (std::ranges::count(shape, 0))
    return 0;
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

template <typename To, typename From>
std::byte *copyRow(std::byte *to, const std::byte *from, Row row) {
  const int64_t step = row.stride * static_cast<int64_t>(sizeof(From));
  for (int64_t i = 0; i < row.size; ++i) {
    storeElement(to, convertElement<To>(loadElement<From>(from + i * step)));
    to += sizeof(To);
  }
  return to;
}

} // namespace

void copyElements(void *to, DType toType, const void *from, DType fromType, const Shape &shape,
                  const std::vector<int64_t> &fromStrides) {
  const bool isDense = isRowMajor(shape, fromStrides);
  const Row row = rowOf(shape, fromStrides);
  withElementType(toType, [&]<typename To>(ElementTag<To>) {
    withElementType(fromType, [&]<typename From>(ElementTag<From>) {
      auto *target = static_cast<std::byte *>(to);
      const auto *source = static_cast<const std::byte *>(from);
      if (isDense)
        return parallelFor(countOf(shape), [&](int64_t begin, int64_t end) {
          copyRow<To, From>(target + begin * static_cast<int64_t>(sizeof(To)),
                            source + begin * static_cast<int64_t>(sizeof(From)), {end - begin, 1});
        });
      forEachRow(shape, fromStrides, [&](int64_t offset) {
        target =
            copyRow<To, From>(target, source + offset * static_cast<int64_t>(sizeof(From)), row);
      });
    });
  });
}

} // namespace wave
