//===- TensorMaps.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TensorMaps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "analysis/Clusters.h"
#include "analysis/MatrixStores.h"
#include "dialect/ElementTypes.h"
#include "dialect/Paths.h"

using namespace mlir;

namespace wave::gpu {

/// NVIDIA CUDA driver API, cuTensorMapEncodeTiled: elements of a box along a dimension.
static constexpr int64_t mostElements = 256;

int64_t Box::columnsOf(ir::BufferType ring) const {
  return *ring.getDims().back().getConstantSize() / extents.front();
}

static Box boxOf(ir::MemoryType memory, ir::BufferType ring, int64_t rows) {
  Box box;
  const int64_t element = ir::elementBytes(ring.getElementType());
  for (ir::DimAttr dim : llvm::reverse(memory.getDims()))
    box.extents.push_back(*ring.getTile().getSizeAlong(dim.getName()).getConstant());
  if (const int64_t columns = ring.getLayout().getColumns(); columns != 0)
    box.extents.front() = columns;
  box.rows = 0;
  if (const size_t dims = ring.getDims().size(); dims > 1) {
    const ir::ExprAttr name = ring.getDims()[dims - 2].getName();
    while (memory.getDims()[memory.getDims().size() - 1 - box.rows].getName() != name)
      ++box.rows;
    int64_t parts = 1;
    // A swizzle begins anew every 8 rows.
    while (rows % parts != 0 || rows / parts > mostElements || (parts > 1 && rows / parts % 8 != 0))
      ++parts;
    box.extents[box.rows] = rows / parts;
  }
  const int64_t bits = ring.getLayout().getBits();
  box.swizzleBytes = bits == 0 ? 0 : int64_t{16} << bits;
  box.bytes = element;
  for (int64_t extent : box.extents)
    box.bytes *= extent;
  return box;
}

Box boxOf(ir::CopyOp copy) {
  const ir::BufferType ring = copy.getRing().getType();
  const size_t dims = ring.getDims().size();
  const int64_t rows = dims < 2 ? 1 : *ring.getDims()[dims - 2].getConstantSize();
  return boxOf(copy.getMemory().getType(), ring, rows / analysis::sharersOf(copy));
}

Box boxOf(ir::CopyOutOp copy) {
  const ir::DimAttr rows = copy.getTile().getDims().front();
  const int64_t waves =
      analysis::wavesAlong(copy.getLayoutAttr().getValue(), rows.getName().getValue().str());
  return boxOf(copy.getMemory().getType(), copy.getRing().getType(),
               *rows.getConstantSize() / waves);
}

static unsigned memoryOf(Operation *copy) {
  auto out = dyn_cast<ir::CopyOutOp>(copy);
  const Value memory = out ? out.getMemory() : cast<ir::CopyOp>(copy).getMemory();
  return cast<BlockArgument>(memory).getArgNumber();
}

static Box boxOf(Operation *copy) {
  auto out = dyn_cast<ir::CopyOutOp>(copy);
  return out ? boxOf(out) : boxOf(cast<ir::CopyOp>(copy));
}

TensorMaps::TensorMaps(ir::KernelOp kernel, Block *entry) {
  kernel.walk([&](ir::AccessOpInterface op) {
    if (op.isCopy() && ir::pathOf(op) == ir::AccessPath::Tma && !mapFor(op))
      add(op, kernel, entry);
  });
}

void TensorMaps::add(Operation *copy, ir::KernelOp kernel, Block *entry) {
  const unsigned memory = memoryOf(copy);
  auto pointer = LLVM::LLVMPointerType::get(kernel.getContext());
  maps.push_back({memory, cast<StringAttr>(kernel.getArgNames()[memory]), boxOf(copy),
                  entry->addArgument(pointer, copy->getLoc())});
}

Value TensorMaps::mapFor(Operation *copy) const {
  const Box box = boxOf(copy);
  for (const Map &map : maps)
    if (map.memory == memoryOf(copy) && map.box == box)
      return map.argument;
  return {};
}

void TensorMaps::describe(Operation *function, const RoleTarget &target) const {
  Builder builder(function->getContext());
  auto kernel = cast<LLVM::LLVMFuncOp>(function);
  SmallVector<Attribute> list;
  for (const Map &map : maps) {
    const unsigned position = cast<BlockArgument>(map.argument).getArgNumber();
    for (NamedAttribute attribute : target.mapAttributes(builder))
      kernel.setArgAttr(position, attribute.getName(), attribute.getValue());
    auto named = [&](StringRef name, Attribute value) {
      return NamedAttribute(builder.getStringAttr(name), value);
    };
    list.push_back(builder.getDictionaryAttr(
        {named("argument", builder.getI64IntegerAttr(position)), named("memory", map.name),
         named("box", builder.getI64ArrayAttr(map.box.extents)),
         named("swizzle", builder.getI64IntegerAttr(map.box.swizzleBytes))}));
  }
  kernel->setAttr("wave.tensor_maps", builder.getArrayAttr(list));
}

} // namespace wave::gpu
