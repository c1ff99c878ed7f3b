//===- WarpMma.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/WarpMma.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "executor/Floats.h"
#include "executor/Program.h"

namespace wave::executor {
namespace {

constexpr auto warpMmaTable = std::to_array<WarpMma>({
#define WAVE_WARP_MMA(M, N, K, A, B, C) {M, N, K, WarpType::A, WarpType::B, WarpType::C},
#include "executor/WarpMma.def"
});

constexpr int lanes = 32;

template <typename T> T load(const std::byte *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename T> T numberOf(WarpType type, const std::byte *from) {
  if constexpr (std::is_same_v<T, double>)
    return load<double>(from);
  else if constexpr (std::is_same_v<T, uint32_t>)
    return static_cast<uint32_t>(integerOf(type, from));
  else
    return floatOf(type, from);
}

/// Where the element of a lane's operand lies, whose numbers fill rows of `rowBytes`.
const std::byte *find(const std::byte *rows, unsigned rowBytes, unsigned bytes, int lane,
                      int element) {
  const size_t offset = static_cast<size_t>(element) * bytes;
  return rows + offset / rowBytes * rowBytes * lanesPerWave + static_cast<size_t>(lane) * rowBytes +
         offset % rowBytes;
}

template <typename T>
void run(const WarpMma &mma, const Registers &registers, const Instruction &at) {
  T a[16][32], b[32][8], c[16][8];
  auto gather = [&](auto &matrix, MatrixOperand operand, WarpType type, int elements, Slot slot,
                    unsigned rowBytes) {
    for (int lane = 0; lane < lanes; ++lane)
      for (int element = 0; element < elements; ++element) {
        const MatrixPlace place = placeOf(mma, operand, lane, element);
        matrix[place.row][place.column] = numberOf<T>(
            type, find(registers.at<std::byte>(slot), rowBytes, bytesOf(type), lane, element));
      }
  };
  gather(a, MatrixOperand::A, mma.a, mma.elementsOfA(), at.sources[0], at.auxiliary & 0xFF);
  gather(b, MatrixOperand::B, mma.b, mma.elementsOfB(), at.sources[1], at.auxiliary >> 8);
  gather(c, MatrixOperand::C, mma.c, mma.elementsOfC(), at.sources[2], sizeof(T));
  for (int row = 0; row < mma.m; ++row)
    for (int k = 0; k < mma.k; ++k)
      for (int column = 0; column < mma.n; ++column)
        c[row][column] = multiplyAdd(a[row][k], b[k][column], c[row][column]);
  T *out = registers.at<T>(at.destination);
  for (int lane = 0; lane < lanes; ++lane)
    for (int element = 0; element < mma.elementsOfC(); ++element) {
      const MatrixPlace place = placeOf(mma, MatrixOperand::C, lane, element);
      out[element * static_cast<int>(lanesPerWave) + lane] = c[place.row][place.column];
    }
}

} // namespace

unsigned bytesOf(WarpType type) {
  switch (type) {
  case WarpType::I8:
  case WarpType::U8:
  case WarpType::E4M3:
  case WarpType::E5M2:
    return 1;
  case WarpType::F16:
  case WarpType::BF16:
    return 2;
  case WarpType::TF32:
  case WarpType::F32:
  case WarpType::I32:
    return 4;
  case WarpType::F64:
    return 8;
  }
  return 0;
}

std::string_view nameOf(WarpType type) {
  constexpr std::string_view names[] = {"f16", "bf16", "tf32", "f64", "s8",
                                        "u8",  "e4m3", "e5m2", "f32", "s32"};
  return names[static_cast<unsigned>(type)];
}

float floatOf(WarpType type, const std::byte *number) {
  static const std::array<float, 256> e4m3 = decodedAll({4, false}), e5m2 = decodedAll({5, false});
  switch (type) {
  case WarpType::F16:
    return floatOfHalf(load<uint16_t>(number));
  case WarpType::BF16:
    return floatOfBrain(load<uint16_t>(number));
  case WarpType::TF32:
    return std::bit_cast<float>(load<uint32_t>(number) & ~uint32_t{0x1FFF});
  case WarpType::E4M3:
    return e4m3[load<uint8_t>(number)];
  case WarpType::E5M2:
    return e5m2[load<uint8_t>(number)];
  default:
    return load<float>(number);
  }
}

void floatsOf(WarpType type, const std::byte *chunk, float *numbers) {
  if (type == WarpType::F16) { // as one vector
    uint16_t halves[8];
    std::memcpy(halves, chunk, sizeof halves);
    for (int i = 0; i < 8; ++i)
      numbers[i] = floatOfHalf(halves[i]);
    return;
  }
  const auto bytes = static_cast<int>(bytesOf(type));
  for (int i = 0; i * bytes < 16; ++i)
    numbers[i] = floatOf(type, chunk + i * bytes);
}

int32_t integerOf(WarpType type, const std::byte *number) {
  switch (type) {
  case WarpType::I8:
    return load<int8_t>(number);
  case WarpType::U8:
    return load<uint8_t>(number);
  default:
    return load<int32_t>(number);
  }
}

std::string WarpMma::name() const {
  return "mma.m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k) + "." +
         std::string(nameOf(c)) + "." + std::string(nameOf(a)) + "." + std::string(nameOf(b)) +
         "." + std::string(nameOf(c));
}

std::span<const WarpMma> warpMmas() { return warpMmaTable; }

const WarpMma *warpMmaOf(int m, int n, int k, std::string_view a, std::string_view b) {
  for (const WarpMma &mma : warpMmaTable)
    if (mma.m == m && mma.n == n && mma.k == k && nameOf(mma.a) == a && nameOf(mma.b) == b)
      return &mma;
  return nullptr;
}

MatrixPlace placeOf(const WarpMma &mma, MatrixOperand operand, int lane, int element) {
  const int g = lane / 4, t = lane % 4;
  auto inRegister = [&](WarpType type) { return std::max(1, 4 / static_cast<int>(bytesOf(type))); };
  switch (operand) {
  case MatrixOperand::A: {
    const int p = inRegister(mma.a), r = element / p, blocks = mma.m / 8;
    return {g + 8 * (r % blocks), p * (t + 4 * (r / blocks)) + element % p};
  }
  case MatrixOperand::B: {
    const int p = inRegister(mma.b), r = element / p;
    return {p * (t + 4 * r) + element % p, g};
  }
  case MatrixOperand::C:
    break;
  }
  return {g + 8 * (element / 2), 2 * t + element % 2};
}

void multiply(const WarpMma &mma, const Registers &registers, const Instruction &at) {
  if (mma.c == WarpType::F64)
    run<double>(mma, registers, at);
  else if (mma.c == WarpType::I32)
    run<uint32_t>(mma, registers, at);
  else
    run<float>(mma, registers, at);
}

} // namespace wave::executor
