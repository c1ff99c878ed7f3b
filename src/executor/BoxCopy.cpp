//===- BoxCopy.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/BoxCopy.h"

#include <limits>

namespace wave::executor {

uint64_t bytesOfBox(const BoxMap &map) {
  auto bytes = static_cast<uint64_t>(size_in_bytes(map.type));
  for (uint32_t size : map.box)
    bytes *= size;
  return bytes;
}

uint64_t bytesBehindStoredRow(const BoxMap &map, const BoxPosition &begin) {
  if (begin[0] + static_cast<int64_t>(map.box[0]) <= static_cast<int64_t>(map.sizes[0]))
    return 0;
  const uint64_t row = map.sizes[0] * static_cast<uint64_t>(size_in_bytes(map.type));
  return (row + 15) / 16 * 16 - row;
}

bool haveCommonElement(const BoxMap &map, const BoxPosition &begin, const BoxMap &other,
                       const BoxPosition &otherBegin) {
  if (map.base != other.base || map.strides != other.strides)
    return false;
  for (size_t dim = 0; dim < map.sizes.size(); ++dim) {
    const auto size = static_cast<int64_t>(std::min(map.sizes[dim], other.sizes[dim]));
    const int64_t first = std::max({begin[dim], otherBegin[dim], int64_t{0}});
    const int64_t last =
        std::min({begin[dim] + map.box[dim], otherBegin[dim] + other.box[dim], size});
    if (first >= last)
      return false;
  }
  return true;
}

std::string problemOf(const BoxMap &map, uint64_t offset, uint64_t bytes) {
  const size_t rank = map.sizes.size();
  const auto elementBytes = static_cast<uint64_t>(size_in_bytes(map.type));
  auto text = [](uint64_t number) { return std::to_string(number); };
  if (rank < 1 || rank > mostBoxDims || map.strides.size() != rank - 1 || map.box.size() != rank)
    return text(rank) + " sizes, " + text(map.strides.size()) + " strides and " +
           text(map.box.size()) +
           " of the TMA box: there are 1 to 5 dimensions, a stride for each but " + "the first";
  if (offset % 16 != 0)
    return "the tensor begins at byte " + text(offset) + ", which is no multiple of 16";
  uint64_t end = elementBytes;
  for (size_t dim = 0; dim < rank; ++dim) {
    if (map.sizes[dim] < 1 || map.sizes[dim] > uint64_t{1} << 32)
      return "size " + text(map.sizes[dim]) + " of dimension " + text(dim) + " is not 1 to 2^32";
    if (map.box[dim] < 1 || map.box[dim] > 256)
      return "a TMA box has 1 to 256 elements along a dimension, not " + text(map.box[dim]);
    const uint64_t stride = dim == 0 ? elementBytes : map.strides[dim - 1];
    if (dim > 0 && (stride % 16 != 0 || stride >= uint64_t{1} << 40))
      return "stride " + text(stride) + " of dimension " + text(dim) +
             " is no multiple of 16 bytes below 2^40";
    if (stride != 0 && map.sizes[dim] - 1 > (std::numeric_limits<uint64_t>::max() >> 2) / stride)
      return "it has more bytes than there are";
    end += (map.sizes[dim] - 1) * stride;
  }
  const uint64_t row = map.box[0] * elementBytes;
  if (row % 16 != 0)
    return "a row of the TMA box has " + text(row) + " bytes, which are no multiple of 16";
  if (map.swizzleBytes != 0 && map.swizzleBytes != 32 && map.swizzleBytes != 64 &&
      map.swizzleBytes != 128)
    return "there is no swizzle of " + text(map.swizzleBytes) + " bytes";
  if (map.swizzleBytes != 0 && row > map.swizzleBytes)
    return "a row of the TMA box has " + text(row) + " bytes, more than the swizzle's " +
           text(map.swizzleBytes);
  if (offset > bytes || end > bytes - offset)
    return "the tensor ends at byte " + text(offset + end) + " of a region of " + text(bytes);
  return {};
}

std::string problemOf(const BoxMap &map, const BoxPosition &begin, bool isStore) {
  const int64_t bytes = begin[0] * size_in_bytes(map.type);
  if (bytes % 16 != 0)
    return "the TMA box begins " + std::to_string(bytes) +
           " bytes from the row's first, which is no multiple of 16";
  for (size_t dim = 0; isStore && dim < map.sizes.size(); ++dim)
    if (begin[dim] < 0)
      return "a TMA store begins at " + std::to_string(begin[dim]) + " of dimension " +
             std::to_string(dim) + ", before the tensor";
  return {};
}

} // namespace wave::executor
