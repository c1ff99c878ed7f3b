//===- OrderLemmas.cpp - Permutations and orders that are known -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/OrderLemmas.h"

namespace wave::symbolic {

std::string nameOf(Permutation permutation) {
  return takesChunk(permutation) ? "xcd-chunks" : "xcd-ranges";
}

std::string nameOf(TileOrder order) {
  switch (order) {
  case TileOrder::RowMajor:
    return "row-major";
  case TileOrder::ColumnMajor:
    return "column-major";
  case TileOrder::Grouped:
  case TileOrder::GroupedGuarded:
    return "grouped";
  default:
    return "grouped-along-n";
  }
}

} // namespace wave::symbolic
