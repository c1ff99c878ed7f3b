//===- gemm_tiles.cpp - Tiles from which a GEMM's are chosen --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "library.h"

#include <algorithm>

namespace wave::kernels {

static constexpr std::pair<int64_t, int64_t> sides[] = {
    {64, 64},   {64, 128},  {64, 192},  {64, 256},  {128, 64},  {128, 96},  {128, 128},
    {128, 160}, {128, 192}, {128, 224}, {128, 256}, {192, 128}, {192, 192}, {256, 64},
    {256, 96},  {256, 128}, {256, 192}, {256, 200}, {384, 128}};

std::vector<Bindings> gemm_tiles(const std::vector<std::pair<int64_t, int64_t>> &without) {
  constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
  std::vector<Bindings> tiles;
  for (const auto &side : sides)
    if (!std::ranges::count(without, side))
      tiles.push_back({BLOCK_M = side.first, BLOCK_N = side.second, BLOCK_K = 64});
  return tiles;
}

} // namespace wave::kernels
