//===- MemoryArguments.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/MemoryArguments.h"

#include "analysis/MemoryUse.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace wave::gpu {

MemoryArguments::MemoryArguments(ir::KernelOp kernel, Block *entry, LaneCode &code,
                                 Arguments arguments) {
  Builder &builder = code.builder;
  SmallVector<Attribute> descriptions;
  auto kept = kernel->getAttrOfType<ArrayAttr>(analysis::memoryUseAttr);
  ArrayAttr uses = kept ? kept : analysis::memoryUses(kernel);
  auto add = [&](Type type, Location where) { return entry->addArgument(type, where); };
  for (auto [i, memory] : llvm::enumerate(kernel.getBlock()->getArguments())) {
    auto type = cast<ir::MemoryType>(memory.getType());
    Location where = memory.getLoc();
    MemoryArgument argument;
    SmallVector<int64_t> sizes, strides, knownSizes, knownStrides;
    SmallVector<Attribute> names;
    int64_t pointer = entry->getNumArguments();
    argument.pointer = add(LLVM::LLVMPointerType::get(builder.getContext(), 1), where);
    auto number = [&](std::optional<int64_t> known, SmallVector<int64_t> &positions,
                      SmallVector<int64_t> &values) -> Value {
      positions.push_back(known ? -1 : static_cast<int64_t>(entry->getNumArguments()));
      values.push_back(known.value_or(-1));
      return known ? code.i64(*known) : add(builder.getI64Type(), where);
    };
    for (ir::DimAttr dim : type.getDims()) {
      names.push_back(builder.getStringAttr(dim.getName().getValue().str()));
      argument.sizes.push_back(number(dim.getConstantSize(), sizes, knownSizes));
      if (dim.getSize() == dim.getName())
        open.insert({dim.getName(), argument.sizes.back()});
    }
    for (size_t dim = 0; dim < type.getDims().size(); ++dim) {
      bool isUnit = arguments == Arguments::Aligned && dim + 1 == type.getDims().size();
      argument.strides.push_back(
          number(isUnit ? std::optional<int64_t>(1) : std::nullopt, strides, knownStrides));
    }
    list.push_back(argument);
    auto named = [&](StringRef name, Attribute value) {
      return NamedAttribute(builder.getStringAttr(name), value);
    };
    descriptions.push_back(builder.getDictionaryAttr(
        {named("name", kernel.getArgNames()[i]),
         named("dtype", TypeAttr::get(type.getElementType())),
         named("dims", builder.getArrayAttr(names)),
         named("pointer", builder.getI64IntegerAttr(pointer)),
         named("sizes", builder.getI64ArrayAttr(sizes)),
         named("strides", builder.getI64ArrayAttr(strides)),
         named("known_sizes", builder.getI64ArrayAttr(knownSizes)),
         named("known_strides", builder.getI64ArrayAttr(knownStrides)), named("access", uses[i])}));
  }
  attribute = builder.getArrayAttr(descriptions);
}

} // namespace wave::gpu
