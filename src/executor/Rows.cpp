//===- Rows.cpp - Moving numbers between rows -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These know nothing of types but their sizes.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "executor/LaneFunctions.h"

namespace wave::executor {
namespace {

template <typename T> void copy(const Registers &registers, const Instruction &at, LaneContext &) {
  std::memcpy(registers.at<T>(at.destination), registers.at<T>(at.sources[0]),
              at.count * sizeof(T));
}

template <typename T>
void move(const Registers &registers, const Instruction &at, LaneContext &context) {
  T *out = registers.at<T>(at.destination);
  const T *in = registers.at<T>(at.sources[0]);
  if (context.active == allLanes) {
    std::memcpy(out, in, at.count * sizeof(T));
    return;
  }
  for (uint32_t i = 0; i < at.count; ++i)
    if ((context.active >> i % lanesPerWave & 1) != 0)
      out[i] = in[i];
}

template <typename T, bool oneCondition>
void select(const Registers &registers, const Instruction &at, LaneContext &) {
  const auto *condition = registers.at<const uint8_t>(at.sources[0]);
  const T *a = registers.at<const T>(at.sources[1]), *b = registers.at<const T>(at.sources[2]);
  T *__restrict out = registers.at<T>(at.destination);
  for (uint32_t row = 0; row < at.count; row += lanesPerWave)
    for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
      out[row + lane] =
          condition[oneCondition ? lane : row + lane] != 0 ? a[row + lane] : b[row + lane];
}

template <typename T>
void extract(const Registers &registers, const Instruction &at, LaneContext &) {
  const T *in = registers.at<const T>(at.sources[0]);
  const auto *index = registers.at<const uint32_t>(at.sources[1]);
  T *__restrict out = registers.at<T>(at.destination);
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
    out[lane] = in[std::min(index[lane], at.auxiliary - 1) * lanesPerWave + lane];
}

template <typename T>
void insert(const Registers &registers, const Instruction &at, LaneContext &) {
  const T *in = registers.at<const T>(at.sources[0]), *value = registers.at<const T>(at.sources[1]);
  const auto *index = registers.at<const uint32_t>(at.sources[2]);
  T *__restrict out = registers.at<T>(at.destination);
  std::memcpy(out, in, at.count * sizeof(T));
  for (uint32_t lane = 0; lane < lanesPerWave; ++lane)
    out[std::min(index[lane], at.count / lanesPerWave - 1) * lanesPerWave + lane] = value[lane];
}

template <unsigned from, unsigned to>
void regroup(const Registers &registers, const Instruction &at, LaneContext &) {
  constexpr unsigned part = std::min(from, to);
  const auto *in = registers.at<const std::byte>(at.sources[0]);
  auto *__restrict out = registers.at<std::byte>(at.destination);
  const unsigned bytes = at.count / lanesPerWave * to;
  for (unsigned offset = 0; offset < bytes; offset += part) {
    const std::byte *source = in + offset / from * from * lanesPerWave + offset % from;
    std::byte *target = out + offset / to * to * lanesPerWave + offset % to;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      std::memcpy(target + lane * to, source + lane * from, part);
  }
}

template <typename T>
void increment(const Registers &registers, const Instruction &at, LaneContext &) {
  T *value = registers.at<T>(at.destination);
  const T *step = registers.at<const T>(at.sources[1]);
  for (uint32_t i = 0; i < at.count; ++i)
    value[i] = static_cast<T>(value[i] + step[i]);
}

template <typename T> void less(const Registers &registers, const Instruction &at, LaneContext &) {
  const T *a = registers.at<const T>(at.sources[0]), *b = registers.at<const T>(at.sources[1]);
  auto *__restrict out = registers.at<uint8_t>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = a[i] < b[i] ? 1 : 0;
}

template <typename T, typename Index>
void address(const Registers &registers, const Instruction &at, LaneContext &) {
  const T *base = registers.at<const T>(at.sources[0]);
  const Index *index = registers.at<const Index>(at.sources[1]);
  T *__restrict out = registers.at<T>(at.destination);
  const auto scale = static_cast<T>(at.immediate);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = base[i] + static_cast<T>(static_cast<int64_t>(index[i])) * scale;
}

/// Calls `choose` with a number of that many bytes, to say which function is meant.
template <typename Choose> LaneFunction bySize(unsigned bytes, Choose choose) {
  switch (bytes) {
  case 1:
    return choose(uint8_t{});
  case 2:
    return choose(uint16_t{});
  case 4:
    return choose(uint32_t{});
  case 8:
    return choose(uint64_t{});
  default:
    return nullptr;
  }
}

template <unsigned from> LaneFunction regroupTo(unsigned to) {
  switch (to) {
  case 1:
    return regroup<from, 1>;
  case 2:
    return regroup<from, 2>;
  case 4:
    return regroup<from, 4>;
  case 8:
    return regroup<from, 8>;
  default:
    return nullptr;
  }
}

template <typename T> LaneFunction addressOf(unsigned indexBytes) {
  switch (indexBytes) {
  case 2:
    return address<T, int16_t>;
  case 4:
    return address<T, int32_t>;
  case 8:
    return address<T, int64_t>;
  default:
    return nullptr;
  }
}

} // namespace

LaneFunction selectFunction(unsigned bytes, bool oneCondition) {
  return bySize(bytes, [&](auto number) -> LaneFunction {
    return oneCondition ? select<decltype(number), true> : select<decltype(number), false>;
  });
}

LaneFunction copyFunction(unsigned bytes) {
  return bySize(bytes, [](auto number) -> LaneFunction { return copy<decltype(number)>; });
}

LaneFunction moveFunction(unsigned bytes) {
  return bySize(bytes, [](auto number) -> LaneFunction { return move<decltype(number)>; });
}

LaneFunction extractFunction(unsigned bytes) {
  return bySize(bytes, [](auto number) -> LaneFunction { return extract<decltype(number)>; });
}

LaneFunction insertFunction(unsigned bytes) {
  return bySize(bytes, [](auto number) -> LaneFunction { return insert<decltype(number)>; });
}

LaneFunction incrementFunction(unsigned bytes) {
  return bySize(bytes, [](auto number) -> LaneFunction { return increment<decltype(number)>; });
}

LaneFunction lessFunction(unsigned bytes, bool isUnsigned) {
  return bySize(bytes, [&](auto number) -> LaneFunction {
    using T = decltype(number);
    return isUnsigned ? less<T> : less<std::make_signed_t<T>>;
  });
}

LaneFunction regroupFunction(unsigned from, unsigned to) {
  switch (from) {
  case 1:
    return regroupTo<1>(to);
  case 2:
    return regroupTo<2>(to);
  case 4:
    return regroupTo<4>(to);
  case 8:
    return regroupTo<8>(to);
  default:
    return nullptr;
  }
}

LaneFunction addressFunction(unsigned bytes, unsigned indexBytes) {
  return bytes == 8 ? addressOf<uint64_t>(indexBytes) : addressOf<uint32_t>(indexBytes);
}

} // namespace wave::executor
