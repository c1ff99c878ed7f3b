//===- WgmmaComparisons.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"
#include "executor/WgmmaKernel.h"

namespace wave::gpu {

using executor::bytesOf;
using executor::isInteger;
using executor::nameOf;
using executor::Placed;
using executor::WarpType;
using executor::WgmmaCase;

/// Bytes of shared memory for each operand.
static constexpr uint32_t room = executor::wgmmaSharedBytes / 2;

/// `outer` rows, or columns of B, with numbers along K side by side.
static Placed alongK(uint32_t start, uint32_t swizzleBytes, uint32_t outer) {
  // Without a swizzle, 8 rows of 16 bytes are a block, and the next ones along K lie behind all.
  return swizzleBytes ? Placed{start, 16, 8 * swizzleBytes, swizzleBytes}
                      : Placed{start, outer * 16, 128, 0};
}

/// The same with numbers along M, or N, side by side: 16 along K are two groups of 8.
static Placed alongOuter(uint32_t start, uint32_t swizzleBytes, uint32_t outer) {
  if (swizzleBytes == 0)
    return {start, outer * 16, 128, 0, true};
  const uint32_t group = 8 * swizzleBytes;
  return {start, 2 * group, group, swizzleBytes, true};
}

static Comparison comparisonOf(WgmmaCase test, const std::string &scale = "one") {
  const executor::PreparedWgmma prepared = executor::prepare(test, scale == "one");
  const DType sum = isInteger(test.type) ? i32 : f32;
  return {.name = "wgmma-" + test.name + (scale == "one" ? "" : "-zero"),
          .text = executor::wgmmaKernel(test, {.scale = scale, .isImmediate = true}),
          .buffers = {{"m", tensorOf(prepared.memory, i32)},
                      {"c", tensorOf(prepared.sum, sum), true},
                      {"ra", tensorOf(prepared.registersOfA, i32)}},
          .numbers = {},
          .map = {}};
}

std::vector<Comparison> wgmmaComparisons() {
  std::vector<Comparison> list;
  auto swizzleName = [](uint32_t bytes) { return bytes ? std::to_string(bytes) : "none"; };
  // Every number of columns, in the widest rows that there is room for.
  for (int n = 8; n <= 256; n += 8) {
    const uint32_t columns = static_cast<uint32_t>(n), row = n <= 128 ? 128 : 64;
    list.push_back(comparisonOf({.name = "n" + std::to_string(n),
                                 .n = n,
                                 .a = alongK(0, 128, 64),
                                 .b = alongK(room, row, columns)}));
  }
  // Every swizzle of either operand, along K and across.
  for (const bool isAcrossA : {false, true})
    for (const bool isAcrossB : {false, true})
      for (const uint32_t a : {0U, 32U, 64U, 128U})
        for (const uint32_t b : {0U, 32U, 64U, 128U}) {
          WgmmaCase test{.name = std::string(isAcrossA ? "m" : "k") + swizzleName(a) +
                                 (isAcrossB ? "-n" : "-k") + swizzleName(b),
                         .n = 64};
          test.a = isAcrossA ? alongOuter(0, a, 64) : alongK(0, a, 64);
          test.b = isAcrossB ? alongOuter(room, b, 64) : alongK(room, b, 64);
          list.push_back(comparisonOf(test));
        }
  // The further steps of a row, as the compiler reads them: 32 bytes on.
  for (const uint32_t swizzle : {64U, 128U})
    for (uint32_t step = 1; step < swizzle / 32; ++step)
      list.push_back(
          comparisonOf({.name = "step" + std::to_string(step) + "of" + std::to_string(swizzle / 32),
                        .n = 64,
                        .a = {32 * step, 16, 8 * swizzle, swizzle},
                        .b = {room + 32 * step, 16, 8 * swizzle, swizzle}}));
  for (const WarpType type :
       {WarpType::BF16, WarpType::TF32, WarpType::E4M3, WarpType::E5M2, WarpType::I8, WarpType::U8})
    for (const uint32_t swizzle : {0U, 32U, 64U, 128U})
      list.push_back(comparisonOf({.name = std::string(nameOf(type)) + "-k" + swizzleName(swizzle),
                                   .type = type,
                                   .n = 64,
                                   .k = static_cast<int>(32 / bytesOf(type)),
                                   .a = alongK(0, swizzle, 64),
                                   .b = alongK(room, swizzle, 64)}));
  // What lanes hold.
  for (const WarpType type : {WarpType::F16, WarpType::BF16})
    for (const int n : {8, 64, 128, 200, 256}) {
      const WgmmaCase test{.name =
                               "registers-" + std::string(nameOf(type)) + "-n" + std::to_string(n),
                           .type = type,
                           .n = n,
                           .b = alongK(room, n <= 128 ? 128 : 64, static_cast<uint32_t>(n)),
                           .hasRegistersOfA = true};
      list.push_back(comparisonOf(test));
      list.push_back(comparisonOf(test, "zero"));
    }
  list.push_back(comparisonOf(
      {.name = "n200", .n = 200, .a = alongK(0, 128, 64), .b = alongK(room, 64, 200)}, "zero"));
  return list;
}

} // namespace wave::gpu
