//===- TensorProduct.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/TensorProduct.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>

#include "executor/ProductBlock.h"
#include "executor/TensorMemory.h"

namespace wave::executor {

namespace {

constexpr int blockRows = ProductBlock<float>::rows;

uint32_t bitsOf(uint32_t descriptor, unsigned begin, unsigned count) {
  return descriptor >> begin & ((uint32_t{1} << count) - 1);
}

/// Of the types of kind f16 and kind tf32, which have codes of their own.
WarpType typeOf(uint32_t bits) {
  return bits == 0 ? WarpType::F16 : bits == 1 ? WarpType::BF16 : WarpType::TF32;
}

} // namespace

TensorProduct TensorProduct::of(uint32_t descriptor, bool isOfPair) {
  TensorProduct product;
  product.a = typeOf(bitsOf(descriptor, 7, 3));
  product.b = typeOf(bitsOf(descriptor, 10, 3));
  product.signOfA = bitsOf(descriptor, 13, 1) != 0 ? -1 : 1;
  product.signOfB = bitsOf(descriptor, 14, 1) != 0 ? -1 : 1;
  product.transposesA = bitsOf(descriptor, 15, 1) != 0;
  product.transposesB = bitsOf(descriptor, 16, 1) != 0;
  product.n = static_cast<int>(bitsOf(descriptor, 17, 6) << 3);
  product.m = static_cast<int>(bitsOf(descriptor, 24, 5) << 4);
  product.isOfPair = isOfPair;
  return product;
}

std::string TensorProduct::problemOf(uint32_t descriptor, TensorKind kind, bool isOfPair,
                                     bool hasTensorOfA) {
  const bool isOfHalves = kind == TensorKind::F16;
  auto bits = [&](unsigned begin, unsigned count) { return bitsOf(descriptor, begin, count); };
  if (bits(0, 3) != 0)
    return "bits 0-2 ask for a sparse MMA, which is not executed";
  if (bits(3, 1) != 0)
    return "bit 3 asks for accumulators that saturate, which kind::" +
           std::string(isOfHalves ? "f16" : "tf32") + " has not";
  if (bits(4, 2) != 1)
    return "bits 4-5, the type of D, are " + std::to_string(bits(4, 2)) + "; 1 is f32";
  auto isOfKind = [&](uint32_t type) { return isOfHalves ? type <= 1 : type == 2; };
  if (!isOfKind(bits(7, 3)) || !isOfKind(bits(10, 3)))
    return "bits 7-9 and 10-12, the types of A and B, are " + std::to_string(bits(7, 3)) + " and " +
           std::to_string(bits(10, 3)) + (isOfHalves ? "; 0 is f16, 1 is bf16" : "; 2 is tf32");
  if (bits(6, 1) != 0 || bits(23, 1) != 0 || bits(29, 1) != 0)
    return "of the bits 6, 23 and 29, which are 0, one is 1";
  if (bits(30, 2) != 0)
    return "bits 30-31 are of MMAs with .ws, and 0 for others";
  const TensorProduct product = of(descriptor, isOfPair);
  const std::string shape = std::to_string(product.m) + " x " + std::to_string(product.n);
  if (product.m != 128 && product.m != (isOfPair ? 256 : 64))
    return "D is " + shape + "; M is " + (isOfPair ? "128 or 256 of a pair" : "64 or 128");
  // Of two readings of the table of shapes the one that asks for more.
  const int step = isOfPair ? 32 : product.m == 128 ? 16 : 8;
  if (product.n < step || product.n > 256 || product.n % step != 0)
    return "D is " + shape + "; N is a multiple of " + std::to_string(step) + " up to 256";
  if (!isOfHalves && (product.transposesA || product.transposesB))
    return "numbers of 32 bits are read transposed in a swizzle in atoms of 32 bytes alone, which "
           "is "
           "not executed";
  if (hasTensorOfA && (product.rows() != 128 || product.transposesA))
    return "A in tensor memory has 128 rows of a workgroup, and is not transposed";
  return {};
}

std::string TensorProduct::name() const {
  return "tcgen05.m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k()) +
         ".f32." + std::string(nameOf(a)) + "." + std::string(nameOf(b));
}

std::span<const TensorBlock> blocksOf(const TensorProduct &product,
                                      std::array<TensorBlock, 8> &blocks) {
  const int count = product.rows() / blockRows;
  size_t made = 0;
  auto add = [&](int block, int column, int columns, int lane) {
    blocks[made++] = {block * blockRows, column, columns, static_cast<uint32_t>(lane)};
  };
  for (int block = 0; block < count; ++block) {
    if (product.splitsColumns())
      add(block, 0, product.n / 2, block * blockRows);
    else // 64 rows lie in the lower half of what each warp may load
      add(block, 0, product.n, product.rows() == 64 ? block * 2 * blockRows : block * blockRows);
  }
  if (product.splitsColumns())
    for (int block = 0; block < count; ++block)
      add(block, product.n / 2, product.n / 2, product.rows() + block * blockRows);
  return {blocks.data(), made};
}

namespace {

void gatherA(const TensorProduct &product, const TensorOperands &operands, const TensorPart &part,
             int row, ProductBlock<float> &block) {
  const auto sign = static_cast<float>(product.signOfA);
  if (!operands.hasTensorOfA)
    return gather<float>(MatrixDescriptor::ofTensor(operands.a), product.a, product.transposesA,
                         row, blockRows, product.k(), part.read,
                         [&](int i, int k, float value) { block.a[i][k] = sign * value; });
  const TensorAddress address = TensorAddress::of(static_cast<uint32_t>(operands.a));
  const auto bytes = static_cast<int>(bytesOf(product.a)), inWord = 4 / bytes;
  for (int i = 0; i < blockRows; ++i)
    for (int k = 0; k < product.k(); ++k) {
      const auto lane = address.lane + static_cast<uint32_t>(row + i);
      const uint32_t word =
          part.memory->at(lane, address.column + static_cast<uint32_t>(k / inWord));
      const uint32_t number = word >> 8 * bytes * (k % inWord);
      block.a[i][k] =
          sign * numberOf<float>(product.a, reinterpret_cast<const std::byte *>(&number));
    }
}

/// Columns of B from `first` on; of a pair each workgroup has half of all.
void gatherB(const TensorProduct &product, const TensorOperands &operands,
             std::span<const TensorPart> parts, int first, int columns,
             ProductBlock<float> &block) {
  const auto sign = static_cast<float>(product.signOfB);
  const int ofPart = product.n / product.workgroups();
  for (int column = first; column < first + columns;) {
    const int part = column / ofPart, until = std::min(first + columns, (part + 1) * ofPart);
    gather<float>(
        MatrixDescriptor::ofTensor(operands.b), product.b, product.transposesB,
        column - part * ofPart, until - column, product.k(), parts[static_cast<size_t>(part)].read,
        [&](int j, int k, float value) { block.b[k][column - first + j] = sign * value; });
    column = until;
  }
}

} // namespace

void multiply(const TensorProduct &product, const TensorOperands &operands,
              std::span<const TensorPart> parts) {
  auto numbers = std::make_unique<ProductBlock<float>>();
  const TensorAddress d = TensorAddress::of(operands.d);
  std::array<TensorBlock, 8> all;
  const TensorBlock *before = nullptr;
  for (const TensorBlock &block : blocksOf(product, all)) {
    if (!before || before->column != block.column)
      gatherB(product, operands, parts, block.column, block.columns, *numbers);
    before = &block;
    for (const TensorPart &part : parts) {
      gatherA(product, operands, part, block.row, *numbers);
      auto cell = [&](int i, int j) -> uint32_t & {
        return part.memory->at(d.lane + block.lane + static_cast<uint32_t>(i),
                               d.column + static_cast<uint32_t>(j));
      };
      for (int i = 0; i < blockRows; ++i)
        for (int j = 0; j < block.columns; ++j)
          numbers->c[i][j] = operands.keepsSum ? std::bit_cast<float>(cell(i, j)) : 0.0f;
      addProducts(*numbers, block.columns, product.k());
      for (int i = 0; i < blockRows; ++i)
        for (int j = 0; j < block.columns; ++j)
          cell(i, j) = std::bit_cast<uint32_t>(numbers->c[i][j]);
    }
  }
}

} // namespace wave::executor
