//===- Mfma.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the registers of B, C and D the numbers of one row of the matrix lie in consecutive
// lanes, so a product needs no rearrangement: row i of D is row i of C plus, for each k, a
// number of A times row k of B.
//
//===----------------------------------------------------------------------===//

#include "executor/Mfma.h"

#include <array>
#include <cstring>
#include <type_traits>

#include "executor/Floats.h"
#include "executor/Program.h"

namespace wave::executor {
namespace {

constexpr auto mfmaTable = std::to_array<Mfma>({
#define WAVE_MFMA(NAME, PROCESSORS, M, N, K, A, B, C)                                              \
  {NAME, PROCESSORS, M, N, K, MatrixType::A, MatrixType::B, MatrixType::C},
#include "executor/Mfma.def"
});

/// The row of D that a group of N lanes holds as its element.  Numbers of 64 bits go to the
/// groups in turn, smaller ones in runs of four.
constexpr int rowOfResult(int n, bool wide, int group, int element) {
  const int groups = 64 / n;
  return wide ? group + groups * element : element % 4 + 4 * group + 4 * groups * (element / 4);
}

/// `a` and `b` have a row of 64 for each element of an operand.
template <typename T, int M, int N, int K>
[[gnu::always_inline]] inline void product(const T *__restrict a, const T *__restrict b,
                                           const T *__restrict c, T *__restrict d) {
  constexpr int elements = M * K / 64;
  constexpr int rows = 4; // at once, so that additions of different rows overlap
  for (int first = 0; first < M * N / 64; first += rows)
    for (int group = 0; group < 64 / N; ++group) {
      T sum[rows][N];
      for (int r = 0; r < rows; ++r)
        for (int j = 0; j < N; ++j)
          sum[r][j] = c[(first + r) * 64 + group * N + j];
      for (int k = 0; k < K; ++k) {
        const T *rowOfA = a + k % elements * 64 + M * (k / elements);
        const T *rowOfB = b + k % elements * 64 + N * (k / elements);
        for (int r = 0; r < rows; ++r) {
          const T left = rowOfA[rowOfResult(N, sizeof(T) == 8, group, first + r)];
          for (int j = 0; j < N; ++j)
            sum[r][j] = multiplyAdd(left, rowOfB[j], sum[r][j]);
        }
      }
      for (int r = 0; r < rows; ++r)
        for (int j = 0; j < N; ++j)
          d[(first + r) * 64 + group * N + j] = sum[r][j];
    }
}

template <typename T> using Product = void (*)(const T *, const T *, const T *, T *);

template <typename T, int M, int N, int K>
void anyProduct(const T *a, const T *b, const T *c, T *d) {
  product<T, M, N, K>(a, b, c, d);
}

#if defined(__x86_64__)
template <typename T, int M, int N, int K>
[[gnu::target("avx2,fma")]] void avx2Product(const T *a, const T *b, const T *c, T *d) {
  product<T, M, N, K>(a, b, c, d);
}
template <typename T, int M, int N, int K>
[[gnu::target("avx2,fma,avx512f,avx512vl")]] void avx512Product(const T *a, const T *b, const T *c,
                                                                T *d) {
  product<T, M, N, K>(a, b, c, d);
}
#endif

/// The fastest one that this processor runs; all give the same numbers.
template <typename T, int M, int N, int K> Product<T> choose() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
    return avx512Product<T, M, N, K>;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return avx2Product<T, M, N, K>;
#endif
  return anyProduct<T, M, N, K>;
}

template <typename T> struct Shape {
  int m, n, k;
  Product<T> run;
};

template <typename T> Product<T> productOf(int m, int k) {
  static const std::array<Shape<T>, 9> shapes = {{
      {16, 16, 4, choose<T, 16, 16, 4>()},
      {16, 16, 16, choose<T, 16, 16, 16>()},
      {16, 16, 32, choose<T, 16, 16, 32>()},
      {16, 16, 64, choose<T, 16, 16, 64>()},
      {32, 32, 2, choose<T, 32, 32, 2>()},
      {32, 32, 8, choose<T, 32, 32, 8>()},
      {32, 32, 16, choose<T, 32, 32, 16>()},
      {32, 32, 32, choose<T, 32, 32, 32>()},
      {},
  }};
  for (const Shape<T> &shape : shapes)
    if (shape.m == m && shape.k == k)
      return shape.run;
  return nullptr;
}

const std::array<float, 256> &float8Values(MatrixType type, bool fnuz) {
  static const std::array<std::array<float, 256>, 4> values = {
      decodedAll({4, false}), decodedAll({4, true}), decodedAll({5, false}), decodedAll({5, true})};
  return values[(type == MatrixType::BF8 ? 2 : 0) + (fnuz ? 1 : 0)];
}

/// The operand's elements are consecutive bytes of a lane, in rows of `rowBytes`.
template <typename Element, typename T, typename Convert>
void widen(const std::byte *rows, unsigned rowBytes, int elements, T *out, Convert convert) {
  for (int element = 0; element < elements; ++element) {
    const size_t offset = static_cast<size_t>(element) * sizeof(Element);
    const std::byte *row = rows + offset / rowBytes * rowBytes * 64 + offset % rowBytes;
    T *to = out + element * 64;
    if (rowBytes == sizeof(Element)) {
      const auto *from = reinterpret_cast<const Element *>(row);
      for (int lane = 0; lane < 64; ++lane)
        to[lane] = convert(from[lane]);
      continue;
    }
    for (int lane = 0; lane < 64; ++lane) {
      Element value;
      std::memcpy(&value, row + lane * rowBytes, sizeof(Element));
      to[lane] = convert(value);
    }
  }
}

template <typename T>
void widenOperand(MatrixType type, bool fnuz, const std::byte *rows, unsigned rowBytes,
                  int elements, T *out) {
  if constexpr (std::is_same_v<T, uint32_t>) {
    widen<int8_t>(rows, rowBytes, elements, out,
                  [](int8_t value) { return static_cast<uint32_t>(int32_t{value}); });
  } else if constexpr (std::is_same_v<T, double>) {
    widen<double>(rows, rowBytes, elements, out, [](double value) { return value; });
  } else if (type == MatrixType::F16) {
    widen<uint16_t>(rows, rowBytes, elements, out, floatOfHalf);
  } else if (type == MatrixType::BF16) {
    widen<uint16_t>(rows, rowBytes, elements, out, floatOfBrain);
  } else if (type == MatrixType::F32) {
    widen<float>(rows, rowBytes, elements, out, [](float value) { return value; });
  } else {
    const float *values = float8Values(type, fnuz).data();
    widen<uint8_t>(rows, rowBytes, elements, out, [&](uint8_t code) { return values[code]; });
  }
}

template <typename T>
void run(const Mfma &mfma, bool fnuz, const Registers &registers, const Instruction &at) {
  // At most 16 elements of each operand in a lane.
  alignas(64) T a[16 * 64], b[16 * 64];
  const int elements = mfma.operandElements();
  widenOperand(mfma.a, fnuz, registers.at<std::byte>(at.sources[0]), at.auxiliary & 0xFF, elements,
               a);
  widenOperand(mfma.b, fnuz, registers.at<std::byte>(at.sources[1]), at.auxiliary >> 8, elements,
               b);
  productOf<T>(mfma.m, mfma.k)(a, b, registers.at<T>(at.sources[2]),
                               registers.at<T>(at.destination));
}

} // namespace

unsigned bytesOf(MatrixType type) {
  switch (type) {
  case MatrixType::FP8:
  case MatrixType::BF8:
  case MatrixType::I8:
    return 1;
  case MatrixType::F16:
  case MatrixType::BF16:
    return 2;
  case MatrixType::F32:
  case MatrixType::I32:
    return 4;
  case MatrixType::F64:
    return 8;
  }
  return 0;
}

bool Mfma::runsOn(std::string_view processor) const {
  return processors.find(processor) != std::string_view::npos;
}

std::span<const Mfma> mfmas() { return mfmaTable; }

const Mfma *mfmaNamed(std::string_view name) {
  for (const Mfma &mfma : mfmaTable)
    if (mfma.name == name)
      return &mfma;
  return nullptr;
}

MatrixPlace placeOf(const Mfma &mfma, MatrixOperand operand, int lane, int element) {
  const int elements = mfma.operandElements();
  switch (operand) {
  case MatrixOperand::A:
    return {lane % mfma.m, lane / mfma.m * elements + element};
  case MatrixOperand::B:
    return {lane / mfma.n * elements + element, lane % mfma.n};
  case MatrixOperand::C:
    break;
  }
  return {rowOfResult(mfma.n, mfma.c == MatrixType::F64, lane / mfma.n, element), lane % mfma.n};
}

void multiply(const Mfma &mfma, bool fnuz, const Registers &registers, const Instruction &at) {
  if (mfma.c == MatrixType::F64)
    run<double>(mfma, fnuz, registers, at);
  else if (mfma.c == MatrixType::I32)
    run<uint32_t>(mfma, fnuz, registers, at);
  else
    run<float>(mfma, fnuz, registers, at);
}

} // namespace wave::executor
