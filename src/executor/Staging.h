//===- Staging.h - Between rows and the bytes of each lane ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access moves the consecutive bytes of a lane; registers hold a row for each element.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <cstring>

#include "executor/Program.h"

namespace wave::executor {

/// Bytes of all lanes, one lane after another.
struct Staging {
  alignas(64) std::byte bytes[lanesPerWave * maxAccessBytes];
};

namespace staging {

template <typename T, uint32_t elements> void toRows(const std::byte *from, T *rows) {
  const T *numbers = reinterpret_cast<const T *>(from);
  for (uint32_t element = 0; element < elements; ++element)
    for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
      rows[element * lanesPerWave + lane] = numbers[lane * elements + element];
}

template <typename T, uint32_t elements> void fromRows(const T *rows, std::byte *to) {
  T *numbers = reinterpret_cast<T *>(to);
  for (uint32_t element = 0; element < elements; ++element)
    for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
      numbers[lane * elements + element] = rows[element * lanesPerWave + lane];
}

/// Calls `action` with the element's type and their number, of which the usual ones are known
/// to the compiler.
template <typename T, typename Action> void withCount(uint32_t elements, Action action) {
  switch (elements) {
  case 1:
    return action.template operator()<T, 1>(0);
  case 2:
    return action.template operator()<T, 2>(0);
  case 4:
    return action.template operator()<T, 4>(0);
  case 8:
    return action.template operator()<T, 8>(0);
  case 16:
    return action.template operator()<T, 16>(0);
  default:
    return action.template operator()<T, 0>(elements);
  }
}

template <typename Action> void withType(uint32_t elementBytes, uint32_t elements, Action action) {
  switch (elementBytes) {
  case 1:
    return withCount<uint8_t>(elements, action);
  case 2:
    return withCount<uint16_t>(elements, action);
  case 4:
    return withCount<uint32_t>(elements, action);
  default:
    return withCount<uint64_t>(elements, action);
  }
}

} // namespace staging

/// Rows of the destination from the bytes of lanes in the mask.
inline void stageToRows(const Access &access, const Staging &staged, const Registers &registers,
                        Slot destination) {
  const uint32_t elements = access.bytes / access.elementBytes;
  staging::withType(access.elementBytes, elements, [&]<typename T, uint32_t known>(uint32_t count) {
    T *rows = registers.at<T>(destination);
    if constexpr (known != 0)
      return staging::toRows<T, known>(staged.bytes, rows);
    const T *numbers = reinterpret_cast<const T *>(staged.bytes);
    for (uint32_t element = 0; element < count; ++element)
      for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
        rows[element * lanesPerWave + lane] = numbers[lane * count + element];
  });
}

inline void stageFromRows(const Access &access, const Registers &registers, Slot source,
                          Staging &staged) {
  const uint32_t elements = access.bytes / access.elementBytes;
  staging::withType(access.elementBytes, elements, [&]<typename T, uint32_t known>(uint32_t count) {
    const T *rows = registers.at<const T>(source);
    if constexpr (known != 0)
      return staging::fromRows<T, known>(rows, staged.bytes);
    T *numbers = reinterpret_cast<T *>(staged.bytes);
    for (uint32_t element = 0; element < count; ++element)
      for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
        numbers[lane * count + element] = rows[element * lanesPerWave + lane];
  });
}

/// memcpy of the sizes that accesses have.  Workgroups may race on the caller's memories as they
/// do on a GPU: a lane that takes no part reads an element that another workgroup writes, and
/// forgets it.  That is the program's affair, and none of ThreadSanitizer's.
__attribute__((no_sanitize("thread"))) inline void copyLane(std::byte *to, const std::byte *from,
                                                            uint32_t bytes) {
  switch (bytes) {
  case 1:
    *to = *from;
    return;
  case 2:
    std::memcpy(to, from, 2);
    return;
  case 4:
    std::memcpy(to, from, 4);
    return;
  case 8:
    std::memcpy(to, from, 8);
    return;
  case 16:
    std::memcpy(to, from, 16);
    return;
  default:
    std::memcpy(to, from, bytes);
  }
}

/// The same of any number of bytes.
__attribute__((no_sanitize("thread"))) inline void copyBytes(std::byte *to, const std::byte *from,
                                                             uint64_t bytes) {
  std::memcpy(to, from, bytes);
}

} // namespace wave::executor
