//===- Wgmma.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Wgmma.h"

#include "executor/ProductBlock.h"
#include "executor/Program.h"

namespace wave::executor {
namespace {

constexpr int rowsOfWarp = ProductBlock<float>::rows, warpLanes = 32, rowsOfGroup = 64;

/// Calls action(place of the sum among the lane's registers, of all lanes; its row, its column in
/// the warp's part of D): register i of a lane is in row lane / 4 + 8 * (i / 2 % 2) and column
/// 8 * (i / 4) + 2 * (lane % 4) + i % 2.
template <typename Action> void forEachSum(int n, Action action) {
  for (int columns = 0; columns < n; columns += 8)
    for (int half = 0; half < 2; ++half)
      for (int odd = 0; odd < 2; ++odd) {
        const int i = columns / 2 + 2 * half + odd;
        for (int lane = 0; lane < warpLanes; ++lane)
          action(i * static_cast<int>(lanesPerWave) + lane, lane / 4 + 8 * half,
                 columns + 2 * (lane % 4) + odd);
      }
}

template <typename T>
void run(const Wgmma &wgmma, unsigned warp, uint64_t a, uint64_t b, bool keepsSum,
         const Registers &registers, const Instruction &at, const ReadChunk &read) {
  ProductBlock<T> m;
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
    // All of A is read: nothing says that a warp's part of the product reads its own rows alone.
    const MatrixDescriptor matrix = MatrixDescriptor::of(a);
    forEachChunk(matrix, wgmma.a, wgmma.transposesA, 0, rowsOfGroup, wgmma.k,
                 [&](int, int, uint32_t address) { read(address); });
    gather<T>(matrix, wgmma.a, wgmma.transposesA, rowsOfWarp * static_cast<int>(warp), rowsOfWarp,
              wgmma.k, read, [&](int row, int k, T value) { m.a[row][k] = signOfA * value; });
  }
  gather<T>(MatrixDescriptor::of(b), wgmma.b, wgmma.transposesB, 0, wgmma.n, wgmma.k, read,
            [&](int column, int k, T value) { m.b[k][column] = signOfB * value; });
  const T *before = registers.at<const T>(at.sources[0]);
  T *after = registers.at<T>(at.destination);
  forEachSum(wgmma.n, [&](int place, int row, int column) {
    m.c[row][column] = keepsSum ? before[place] : T{0};
  });
  addProducts(m, wgmma.n, wgmma.k);
  forEachSum(wgmma.n, [&](int place, int row, int column) { after[place] = m.c[row][column]; });
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
  if (n < 8 || n > ProductBlock<float>::mostColumns || n % 8 != 0)
    return "N is 8, 16, ... 256";
  if (k * static_cast<int>(bytesOf(a)) != 32)
    return "K numbers of A have 32 bytes";
  if (mixes || (!isHalf && !isByte && a != WarpType::TF32) ||
      d != (isInteger(a) ? WarpType::I32 : WarpType::F32))
    return "MMAs are of f16, bf16, tf32 and 8-bit floats with accumulators in f32, and of 8-bit "
           "integers with accumulators in i32";
  if ((transposesA || transposesB) && !isHalf)
    return "only numbers of 16 bits are read transposed";
  return {};
}

void multiply(const Wgmma &wgmma, unsigned warp, uint64_t a, uint64_t b, bool keepsSum,
              const Registers &registers, const Instruction &at, const ReadChunk &read) {
  if (isInteger(wgmma.d))
    run<uint32_t>(wgmma, warp, a, b, keepsSum, registers, at, read);
  else
    run<float>(wgmma, warp, a, b, keepsSum, registers, at, read);
}

} // namespace wave::executor
