//===- SharedMemory.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/SharedMemory.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#include "targets/nvidia/AddressSpaces.h"

using namespace mlir;

namespace wave::nvidia {

/// What TMA with a swizzle of 128 bytes, and matrix descriptors, count from (PTX ISA 9.0,
/// "Strides", "Matrix Descriptor Format").
static constexpr uint64_t alignmentOfShared = 1024;

static bool isShared(LLVM::GlobalOp global) { return global.getAddrSpace() == sharedSpace; }

/// The largest number for what is larger.
static uint64_t sizeOf(Type type, const DataLayout &layout) {
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return llvm::SaturatingMultiply<uint64_t>(array.getNumElements(),
                                              sizeOf(array.getElementType(), layout));
  return layout.getTypeSize(type).getFixedValue();
}

int64_t bytesOfShared(LLVM::LLVMFuncOp kernel) {
  auto module = kernel->getParentOfType<ModuleOp>();
  const DataLayout layout(module);
  llvm::SetVector<StringRef> used;
  kernel.walk([&](LLVM::AddressOfOp address) { used.insert(address.getGlobalName()); });
  uint64_t bytes = 0;
  if (auto written = kernel->getAttrOfType<IntegerAttr>(sharedBytesAttr))
    bytes = written.getValue().getLimitedValue();
  for (StringRef name : used)
    if (auto global = module.lookupSymbol<LLVM::GlobalOp>(name); global && isShared(global))
      bytes = std::max(bytes, sizeOf(global.getType(), layout));
  return static_cast<int64_t>(std::min<uint64_t>(bytes, INT64_MAX));
}

void makeSharedDynamic(ModuleOp module) {
  SmallVector<LLVM::GlobalOp> blocks(
      llvm::make_filter_range(module.getOps<LLVM::GlobalOp>(), isShared));
  OpBuilder builder(module.getContext());
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>())
    kernel->setAttr(sharedBytesAttr, builder.getI64IntegerAttr(bytesOfShared(kernel)));
  if (blocks.empty())
    return;
  builder.setInsertionPoint(blocks.front());
  auto none = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  auto all = LLVM::GlobalOp::create(builder, blocks.front().getLoc(), none, /*isConstant=*/false,
                                    LLVM::Linkage::External, "wave_shared", Attribute(),
                                    alignmentOfShared, sharedSpace);
  module.walk([&](LLVM::AddressOfOp address) {
    if (llvm::any_of(blocks, [&](LLVM::GlobalOp block) {
          return block.getSymName() == address.getGlobalName();
        }))
      address.setGlobalName(all.getSymName());
  });
  for (LLVM::GlobalOp block : blocks)
    block.erase();
}

} // namespace wave::nvidia
