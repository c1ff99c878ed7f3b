//===- TensorMaps.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TensorMaps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::gpu {

/// NVIDIA CUDA driver API, cuTensorMapEncodeTiled: elements of a box along a dimension.
static constexpr int64_t mostElements = 256;

int64_t Box::columnsOf(ir::RingType ring) const {
  return *ring.getDims().back().getConstantSize() / extents.front();
}

Box boxOf(ir::RingType ring) {
  Box box;
  const int64_t element = size_in_bytes(*ir::dtypeOf(ring.getElementType()));
  for (ir::DimAttr dim : llvm::reverse(ring.getDims()))
    box.extents.push_back(*dim.getConstantSize());
  if (const int64_t columns = ring.getLayout().getColumns(); columns != 0)
    box.extents.front() = columns;
  if (box.extents.size() > 1) {
    int64_t parts = 1;
    const int64_t rows = box.extents[1];
    // A swizzle begins anew every 8 rows.
    while (rows % parts != 0 || rows / parts > mostElements || (parts > 1 && rows / parts % 8 != 0))
      ++parts;
    box.extents[1] = rows / parts;
  }
  const int64_t bits = ring.getLayout().getBits();
  box.swizzleBytes = bits == 0 ? 0 : int64_t{16} << bits;
  box.bytes = element;
  for (int64_t extent : box.extents)
    box.bytes *= extent;
  return box;
}

static unsigned memoryOf(ir::CopyOp copy) {
  return cast<BlockArgument>(copy.getMemory()).getArgNumber();
}

TensorMaps::TensorMaps(ir::KernelOp kernel, Block *entry, Arguments arguments) {
  if (arguments == Arguments::Any)
    return;
  auto pointer = LLVM::LLVMPointerType::get(kernel.getContext());
  kernel.walk([&](ir::CopyOp copy) {
    if (!copy->getParentOfType<ir::RoleOp>() || mapFor(copy))
      return;
    const unsigned memory = memoryOf(copy);
    maps.push_back({memory, cast<StringAttr>(kernel.getArgNames()[memory]),
                    boxOf(copy.getRing().getType()), entry->addArgument(pointer, copy.getLoc())});
  });
}

Value TensorMaps::mapFor(ir::CopyOp copy) const {
  const Box box = boxOf(copy.getRing().getType());
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
