//===- Wgmma.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Wgmma.h"

#include <cstring>
#include <type_traits>

#include "executor/BoxCopy.h"
#include "executor/Program.h"

namespace wave::executor {
namespace {

constexpr int rowsOfWarp = 16, mostColumns = 256, mostK = 32, warpLanes = 32;

template <typename T> T numberOf(WarpType type, const std::byte *from) {
  if constexpr (std::is_same_v<T, uint32_t>)
    return static_cast<uint32_t>(integerOf(type, from));
  else
    return floatOf(type, from);
}

template <typename T> struct Matrices {
  alignas(64) T a[rowsOfWarp][mostK];
  alignas(64) T b[mostK][mostColumns];
  alignas(64) T c[rowsOfWarp][mostColumns];
};

inline float multiplyAdd(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline uint32_t multiplyAdd(uint32_t a, uint32_t b, uint32_t c) { return a * b + c; }

/// 8 columns of 4 rows at once stay in registers.
template <typename T> [[gnu::always_inline]] inline void product(Matrices<T> &m, int n, int k) {
  constexpr int rows = 4, columns = 8;
  for (int column = 0; column < n; column += columns)
    for (int row = 0; row < rowsOfWarp; row += rows) {
      T sum[rows][columns];
      for (int r = 0; r < rows; ++r)
        for (int j = 0; j < columns; ++j)
          sum[r][j] = m.c[row + r][column + j];
      for (int i = 0; i < k; ++i)
        for (int r = 0; r < rows; ++r)
          for (int j = 0; j < columns; ++j)
            sum[r][j] = multiplyAdd(m.a[row + r][i], m.b[i][column + j], sum[r][j]);
      for (int r = 0; r < rows; ++r)
        for (int j = 0; j < columns; ++j)
          m.c[row + r][column + j] = sum[r][j];
    }
}

template <typename T> void anyProduct(Matrices<T> &m, int n, int k) { product(m, n, k); }

#if defined(__x86_64__)
template <typename T> [[gnu::target("avx2,fma")]] void fusedProduct(Matrices<T> &m, int n, int k) {
  product(m, n, k);
}
#endif

/// The fastest one that this processor runs; all give the same numbers.
template <typename T> void runProduct(Matrices<T> &m, int n, int k) {
#if defined(__x86_64__)
  static const bool isFused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (isFused)
    return fusedProduct(m, n, k);
#endif
  anyProduct(m, n, k);
}

/// Calls put(outer, k, number) for `outers` numbers along M or N, from `first` on.
template <typename T, typename Put>
void gather(const MatrixDescriptor &matrix, WarpType type, bool isTransposed, int first, int outers,
            int k, const ReadChunk &read, Put put) {
  const auto bytes = static_cast<int>(bytesOf(type)), inChunk = 16 / bytes;
  if (!isTransposed) {
    for (int outer = 0; outer < outers; ++outer)
      for (int i = 0; i < k; i += inChunk) {
        const std::byte *chunk =
            read(matrix.addressOf(first + outer, i, bytesOf(type), isTransposed));
        for (int j = 0; j < inChunk; ++j)
          put(outer, i + j, numberOf<T>(type, chunk + j * bytes));
      }
    return;
  }
  for (int i = 0; i < k; ++i)
    for (int outer = 0; outer < outers; outer += inChunk) {
      const std::byte *chunk =
          read(matrix.addressOf(first + outer, i, bytesOf(type), isTransposed));
      for (int j = 0; j < inChunk; ++j)
        put(outer + j, i, numberOf<T>(type, chunk + j * bytes));
    }
}

/// Register i of a lane: row and column of the warp's part of D.
MatrixPlace placeOfSum(int lane, int i) {
  return {lane / 4 + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * (lane % 4) + i % 2};
}

template <typename T>
void run(const Wgmma &wgmma, unsigned warp, uint64_t a, uint64_t b, bool keepsSum,
         const Registers &registers, const Instruction &at, const ReadChunk &read) {
  Matrices<T> m;
  const T signOfA = static_cast<T>(wgmma.signOfA), signOfB = static_cast<T>(wgmma.signOfB);
  if (wgmma.hasRegistersOfA) {
    const WarpMma fragment = {rowsOfWarp, 8, wgmma.k, wgmma.a, wgmma.b, wgmma.d};
    const auto bytes = bytesOf(wgmma.a), rowBytes = at.auxiliary;
    for (int lane = 0; lane < warpLanes; ++lane)
      for (int element = 0; element < fragment.elementsOfA(); ++element) {
        const auto offset = static_cast<size_t>(element) * bytes;
        const MatrixPlace place = placeOf(fragment, MatrixOperand::A, lane, element);
        m.a[place.row][place.column] =
            signOfA *
            numberOf<T>(wgmma.a, registers.at<std::byte>(at.sources[3]) +
                                     offset / rowBytes * rowBytes * lanesPerWave +
                                     static_cast<size_t>(lane) * rowBytes + offset % rowBytes);
      }
  } else {
    gather<T>(MatrixDescriptor::of(a), wgmma.a, wgmma.transposesA,
              rowsOfWarp * static_cast<int>(warp), rowsOfWarp, wgmma.k, read,
              [&](int row, int k, T value) { m.a[row][k] = signOfA * value; });
  }
  gather<T>(MatrixDescriptor::of(b), wgmma.b, wgmma.transposesB, 0, wgmma.n, wgmma.k, read,
            [&](int column, int k, T value) { m.b[k][column] = signOfB * value; });
  const T *before = registers.at<const T>(at.sources[0]);
  T *after = registers.at<T>(at.destination);
  for (int lane = 0; lane < warpLanes; ++lane)
    for (int i = 0; i < wgmma.accumulators(); ++i) {
      const MatrixPlace place = placeOfSum(lane, i);
      m.c[place.row][place.column] =
          keepsSum ? before[i * static_cast<int>(lanesPerWave) + lane] : T{0};
    }
  runProduct(m, wgmma.n, wgmma.k);
  for (int lane = 0; lane < warpLanes; ++lane)
    for (int i = 0; i < wgmma.accumulators(); ++i) {
      const MatrixPlace place = placeOfSum(lane, i);
      after[i * static_cast<int>(lanesPerWave) + lane] = m.c[place.row][place.column];
    }
}

} // namespace

std::string Wgmma::name() const {
  return "wgmma.m64n" + std::to_string(n) + "k" + std::to_string(k) + "." + std::string(nameOf(d)) +
         "." + std::string(nameOf(a)) + "." + std::string(nameOf(b));
}

std::string Wgmma::problem() const {
  const bool isHalf = a == WarpType::F16 || a == WarpType::BF16;
  const bool isByte = bytesOf(a) == 1;
  const bool mixes = a != b && !(isByte && bytesOf(b) == 1 && isInteger(a) == isInteger(b));
  if (n < 8 || n > mostColumns || n % 8 != 0)
    return "N is 8, 16, ... 256";
  if (k * static_cast<int>(bytesOf(a)) != 32)
    return "K numbers of A have 32 bytes";
  if (mixes || (!isHalf && !isByte && a != WarpType::TF32) ||
      d != (isInteger(a) ? WarpType::I32 : WarpType::F32))
    return "products are of f16, bf16, tf32 and 8-bit floats with sums in f32, and of 8-bit "
           "integers with sums in i32";
  if ((transposesA || transposesB) && !isHalf)
    return "only numbers of 16 bits are read transposed";
  return {};
}

MatrixDescriptor MatrixDescriptor::of(uint64_t bits) {
  auto field = [&](unsigned begin) { return static_cast<uint32_t>(bits >> begin & 0x3FFF) << 4; };
  constexpr uint32_t swizzles[] = {0, 128, 64, 32};
  return {field(0), field(16), field(32), static_cast<uint32_t>(bits >> 49 & 7),
          swizzles[bits >> 62]};
}

uint32_t MatrixDescriptor::addressOf(int outer, int k, unsigned elementBytes,
                                     bool isTransposed) const {
  const auto x = static_cast<uint32_t>(outer), y = static_cast<uint32_t>(k);
  const uint32_t rowBytes = swizzleBytes == 0 ? 16 : swizzleBytes, perRow = rowBytes / elementBytes;
  uint32_t offset;
  if (!isTransposed) {
    // Groups of 8 rows along M or N, with numbers along K side by side.
    const uint32_t inRow = y * elementBytes;
    offset = x / 8 * stride + x % 8 * rowBytes +
             (swizzleBytes == 0 ? inRow / 16 * leading + inRow % 16 : inRow);
  } else {
    // Groups of 8 rows along K, with numbers along M or N side by side.
    const uint32_t alongK = swizzleBytes == 0 ? leading : stride;
    const uint32_t alongOuter = swizzleBytes == 0 ? stride : leading;
    offset =
        y / 8 * alongK + y % 8 * rowBytes + x / perRow * alongOuter + x % perRow * elementBytes;
  }
  // The pattern begins at a multiple of 8 rows of 128 bytes, or `baseOffset` rows behind.
  const uint32_t address = (start + offset) & 0x3FFFF;
  const uint32_t rows = baseOffset << 7;
  return swizzled(address - rows, swizzleBytes) + rows;
}

void multiply(const Wgmma &wgmma, unsigned warp, uint64_t a, uint64_t b, bool keepsSum,
              const Registers &registers, const Instruction &at, const ReadChunk &read) {
  if (isInteger(wgmma.d))
    run<uint32_t>(wgmma, warp, a, b, keepsSum, registers, at, read);
  else
    run<float>(wgmma, warp, a, b, keepsSum, registers, at, read);
}

} // namespace wave::executor
