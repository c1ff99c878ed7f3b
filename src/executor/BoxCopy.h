//===- BoxCopy.h - Boxes of a tensor, in memory and in shared memory ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 5.5 "Tensors": bounds, swizzling modes; CUDA driver API,
// cuTensorMapEncodeTiled: what a tensor map may say.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/BoxMap.h"

namespace wave::executor {

inline constexpr size_t mostBoxDims = 5;
using BoxPosition = std::array<int64_t, mostBoxDims>; ///< the innermost dimension first

/// Why the engine takes no such map of a tensor that begins at `offset` in a region of `bytes`;
/// empty if it does.
std::string problemOf(const BoxMap &map, uint64_t offset, uint64_t bytes);

/// Why the engine faults at a box that begins there; empty if it does not.  Seen on an H100 and an
/// H200 (script/compare-gpu), which end the launch with an illegal instruction; no document says
/// it.
std::string problemOf(const BoxMap &map, const BoxPosition &begin, bool isStore);

uint64_t bytesOfBox(const BoxMap &map);

/// Bytes behind the end of a row of the tensor that a store of the box overwrites; 0: none.
/// The engine stores 16 bytes at a time where a row of the box goes over the end of the
/// tensor's.  Seen on an H200; no document says it.
uint64_t bytesBehindStoredRow(const BoxMap &map, const BoxPosition &begin);

/// Whether two boxes of tensors in the same memory have an element in common, as far as their
/// coordinates tell: of tensors that are laid out differently no two are held to be the same.
bool haveCommonElement(const BoxMap &map, const BoxPosition &begin, const BoxMap &other,
                       const BoxPosition &otherBegin);

/// Where the engine, or a product, puts the 16 bytes of this address.
inline uint32_t swizzled(uint32_t address, uint32_t swizzleBytes) {
  const uint32_t chunks = swizzleBytes / 16; // that change places
  return chunks == 0 ? address : address ^ ((address >> 7 & (chunks - 1)) << 4);
}

/// Calls action(offset of the row's first number within the tensor, first number within bounds,
/// how many, offset of the row in the box), offsets in bytes.  A row that is outside has none.
template <typename Action>
void forEachRow(const BoxMap &map, const BoxPosition &begin, Action action) {
  const auto elementBytes = static_cast<int64_t>(size_in_bytes(map.type));
  const size_t rank = map.sizes.size();
  const int64_t first = std::max<int64_t>(0, -begin[0]);
  const int64_t last = std::min<int64_t>(map.box[0], static_cast<int64_t>(map.sizes[0]) - begin[0]);
  BoxPosition at{};
  for (uint32_t inBox = 0;; inBox += static_cast<uint32_t>(map.box[0] * elementBytes)) {
    int64_t offset = begin[0] * elementBytes;
    bool isInside = first < last;
    for (size_t dim = 1; dim < rank; ++dim) {
      const int64_t place = begin[dim] + at[dim];
      isInside &= place >= 0 && place < static_cast<int64_t>(map.sizes[dim]);
      if (isInside)
        offset += place * static_cast<int64_t>(map.strides[dim - 1]);
    }
    action(offset, first, isInside ? last - first : 0, inBox);
    size_t dim = 1;
    for (; dim < rank && ++at[dim] == map.box[dim]; ++dim)
      at[dim] = 0;
    if (dim >= rank)
      return;
  }
}

} // namespace wave::executor
