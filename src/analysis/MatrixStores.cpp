//===- MatrixStores.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/MatrixStores.h"

#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::analysis {

using machine::Layout;

static std::string dimName(ir::DimAttr dim) { return dim.getName().getValue().str(); }

int64_t wavesAlong(const Layout &layout, StringRef dim) {
  int64_t waves = 1;
  for (const machine::Digit &digit : layout.waves())
    waves *= digit.dim == dim ? digit.size : 1;
  return waves;
}

std::optional<ir::TileType> matrixRowsOf(ir::SharedWriteOp op) {
  const ir::TileType tile = op.getValue().getType();
  const bool isCopiedOut = llvm::any_of(op.getRing().getUsers(), llvm::IsaPred<ir::CopyOutOp>);
  if (op.getSlice() || !isCopiedOut || ir::elementBytes(tile.getElementType()) != 2 ||
      tile.getDims().size() != 2)
    return std::nullopt;
  const std::string m = dimName(tile.getDims().front()), n = dimName(tile.getDims().back());
  const Layout &layout = tile.getLayout().getValue();
  const int64_t columns = *tile.getDims().back().getConstantSize() / wavesAlong(layout, n) / 8;
  const int64_t blocks = columns > 0 ? machine::countOf(layout.registers()) / (4 * columns) : 0;
  // As the instructions of a warpgroup leave them: of 8 columns after the other, pairs of rows 8
  // apart, the rows of 64 lanes further on behind all columns.
  if (columns % 2 != 0 || blocks == 0 ||
      layout != Layout({{n, 2}, {m, 2, 8}, {n, columns, 8}, {m, blocks, 64}},
                       {{n, 4, 2}, {m, 8}, {m, 4, 16}}, layout.waves()))
    return std::nullopt;
  // Of the matrices that follow each other in registers, two are below and two beside each other.
  constexpr int64_t ofRow = 8;
  const Layout rows({{n, ofRow, 1}, {n, columns / 2, 16}, {m, blocks, 64}},
                    {{m, 8}, {m, 2, 8}, {n, 2, 8}, {m, 4, 16}}, layout.waves());
  return ir::TileType::get(tile.getContext(), tile.getDims(), tile.getElementType(),
                           ir::LayoutAttr::get(tile.getContext(), rows));
}

} // namespace wave::analysis
