//===- MatrixDescriptor.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/MatrixDescriptor.h"

#include "executor/BoxCopy.h"

namespace wave::executor {

/// What both kinds of descriptor have in the same bits.
static MatrixDescriptor placedBy(uint64_t bits, uint32_t swizzleBytes) {
  auto field = [&](unsigned begin) { return static_cast<uint32_t>(bits >> begin & 0x3FFF) << 4; };
  return {field(0), field(16), field(32), static_cast<uint32_t>(bits >> 49 & 7), swizzleBytes};
}

MatrixDescriptor MatrixDescriptor::of(uint64_t bits) {
  constexpr uint32_t swizzles[] = {0, 128, 64, 32};
  return placedBy(bits, swizzles[bits >> 62]);
}

MatrixDescriptor MatrixDescriptor::ofTensor(uint64_t bits) {
  constexpr uint32_t swizzles[] = {0, 0, 128, 0, 64, 0, 32, 0};
  return placedBy(bits, swizzles[bits >> 61]);
}

namespace {
/// Bits that no field has, which are 0.
struct Reserved {
  unsigned begin, end;
};

template <size_t count> std::string problemIn(uint64_t bits, const Reserved (&rows)[count]) {
  for (const Reserved &row : rows)
    if (const uint64_t some = bits >> row.begin & ((uint64_t{1} << (row.end - row.begin)) - 1);
        some != 0)
      return "bits " + std::to_string(row.begin) + "-" + std::to_string(row.end - 1) + " are " +
             std::to_string(some) + ", not 0";
  return {};
}
} // namespace

std::string MatrixDescriptor::problemOf(uint64_t bits) {
  return problemIn(bits, {{14, 16}, {30, 32}, {46, 49}, {52, 62}});
}

std::string MatrixDescriptor::problemOfTensor(uint64_t bits) {
  const uint64_t version = bits >> 46 & 7, mode = bits >> 61;
  if (version != 1)
    return "bits 46-48 are " + std::to_string(version) + ", not 1";
  if ((bits >> 52 & 1) != 0)
    return "bit 52 asks for an absolute address, which sm_103a has";
  if (const std::string problem = problemIn(bits, {{14, 16}, {30, 32}, {53, 61}}); !problem.empty())
    return problem;
  if (mode == 1)
    return "a swizzle of 128 bytes in atoms of 32 is not executed";
  if (mode % 2 != 0)
    return "bits 61-63 are " + std::to_string(mode) + ", which is no swizzle";
  return {};
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

} // namespace wave::executor
