//===- BlockReads.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/BlockReads.h"

#include <set>

#include "analysis/IndexRanges.h"
#include "analysis/TileMaps.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

/// The coordinate of the memory that the dimension is, if it is one.
static std::optional<size_t> coordinateOf(ir::MemoryType memory, ir::DimAttr dim) {
  const auto found = llvm::find_if(memory.getDims(),
                                   [&](ir::DimAttr of) { return of.getName() == dim.getName(); });
  return found == memory.getDims().end() ? std::nullopt
                                         : std::optional<size_t>(found - memory.getDims().begin());
}

static BlockRead blockReadOf(ir::ReadOp read, ir::KernelOp kernel, size_t memory) {
  const ir::Distribution distribution(kernel);
  IndexRanges indices(kernel);
  const ir::TileType tile = read.getResult().getType();
  BlockRead block{.memory = memory,
                  .name = kernel.getArgName(static_cast<unsigned>(memory)).str(),
                  .tag = read.getTag().value_or("").str(),
                  .where = ir::sourceLocation(read.getLoc()),
                  .sides = {},
                  .elementBytes = ir::elementBytes(tile.getElementType()),
                  .rowBytes = 0,
                  .elementType = std::string(dtype_name(*ir::dtypeOf(tile.getElementType()))),
                  .map = {}};
  const auto memoryType = cast<ir::MemoryType>(read.getMemory().getType());
  block.rowBytes = memoryType.getDims().back().getSize().getValue() * block.elementBytes;
  const symbolic::AccessMap access = accessMapOf(read, kernel);
  Bindings first;
  for (const symbolic::TileElement &element : access.elements)
    first.set(element.symbol, 0);
  std::set<std::string> within; // counters of the loops through the block
  for (ir::DimAttr dim : tile.getDims()) {
    BlockRead::Side side{.dim = dim.getName().getValue().str(),
                         .tile = dim.getSize().getValue(),
                         .steps = 1,
                         .whole = dim.getSize().getValue(),
                         .coordinate = coordinateOf(memoryType, dim)};
    if (const auto whole = distribution.wholeSize(dim.getName()))
      side.whole = whole->getValue();
    for (auto loop = read->getParentOfType<ir::IterateOp>(); loop;
         loop = loop->getParentOfType<ir::IterateOp>())
      if (!loop.isWhile() && loop.getAxis() == dim.getName()) {
        const std::string counter = indices.of(loop.getCounter()).str();
        side.steps = side.steps * indices.of(loop.getCount());
        within.insert(counter);
        first.set(counter, 0);
      }
    block.sides.push_back(std::move(side));
  }
  block.map = access.map;
  std::erase_if(block.map.loops,
                [&](const symbolic::MapLoop &loop) { return within.contains(loop.counter); });
  for (Expr &coordinate : block.map.tile)
    coordinate = symbolic::substitute(coordinate, first);
  return block;
}

std::vector<BlockRead> blockReadsOf(ir::KernelOp kernel) {
  DenseSet<Value> written;
  kernel.walk([&](ir::WriteOp write) { written.insert(write.getMemory()); });
  std::vector<BlockRead> blocks;
  kernel.walk([&](ir::ReadOp read) {
    auto memory = dyn_cast<BlockArgument>(read.getMemory());
    if (memory && !written.contains(memory))
      blocks.push_back(blockReadOf(read, kernel, memory.getArgNumber()));
  });
  return blocks;
}

Expr writtenBytesOf(ir::KernelOp kernel) {
  Expr bytes = 0;
  kernel.walk([&](ir::WriteOp write) {
    const auto memory = cast<ir::MemoryType>(write.getMemory().getType());
    Expr tile = ir::elementBytes(memory.getElementType());
    for (ir::DimAttr dim : cast<ir::TileType>(write.getValue().getType()).getDims())
      tile = tile * dim.getSize().getValue();
    bytes = bytes + tile;
  });
  return bytes;
}

} // namespace wave::analysis
