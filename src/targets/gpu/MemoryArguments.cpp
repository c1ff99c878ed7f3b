//===- MemoryArguments.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/MemoryArguments.h"

#include "analysis/MemoryUse.h"
#include "dialect/Distribution.h"
#include "dialect/Paths.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace wave::gpu {

MemoryArguments::MemoryArguments(ir::KernelOp kernel, Block *entry, LaneCode &code) {
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
      bool isUnit = ir::hasAlignedRows(memory) && dim + 1 == type.getDims().size();
      argument.strides.push_back(
          number(isUnit ? std::optional<int64_t>(1) : std::nullopt, strides, knownStrides));
    }
    list.push_back(argument);
    auto named = [&](StringRef name, Attribute value) {
      return NamedAttribute(builder.getStringAttr(name), value);
    };
    SmallVector<NamedAttribute> fields(
        {named("name", kernel.getArgNames()[i]),
         named("dtype", TypeAttr::get(type.getElementType())),
         named("dims", builder.getArrayAttr(names)),
         named("pointer", builder.getI64IntegerAttr(pointer)),
         named("sizes", builder.getI64ArrayAttr(sizes)),
         named("strides", builder.getI64ArrayAttr(strides)),
         named("known_sizes", builder.getI64ArrayAttr(knownSizes)),
         named("known_strides", builder.getI64ArrayAttr(knownStrides)), named("access", uses[i])});
    if (ir::hasAlignedRows(kernel) && !ir::hasAlignedRows(memory))
      fields.push_back(named("any_rows", builder.getUnitAttr()));
    descriptions.push_back(builder.getDictionaryAttr(fields));
  }
  // A pipelined loop has several copies of a call.
  std::map<int64_t, ir::DebugLogOp> calls;
  kernel.walk(
      [&](ir::DebugLogOp op) { calls.try_emplace(static_cast<int64_t>(*op.getSite()), op); });
  for (auto [site, op] : calls)
    addLog(op, entry, builder, descriptions);
  attribute = builder.getArrayAttr(descriptions);
  SmallVector<ir::ExprAttr> passed;
  llvm::copy_if(ir::launchSymbols(kernel), std::back_inserter(passed),
                [&](ir::ExprAttr symbol) { return !open.contains(symbol); });
  for (ir::ScalarAttr scalar : kernel.getScalarList())
    if (!scalar.getType().isInteger())
      passed.push_back(
          ir::ExprAttr::get(builder.getContext(), Expr::symbol(scalar.getName().getValue())));
  for (ir::ExprAttr symbol : passed)
    open.insert({symbol, add(builder.getI64Type(), kernel.getLoc())});
  SmallVector<Attribute> values(passed.begin(), passed.end());
  if (!values.empty())
    passedValues = builder.getArrayAttr(values);
}

void MemoryArguments::addLog(ir::DebugLogOp op, Block *entry, Builder &builder,
                             SmallVectorImpl<Attribute> &descriptions) {
  const auto site = static_cast<int64_t>(*op.getSite());
  ir::TileType tile = op.getValue().getType();
  SmallVector<Attribute> names;
  for (size_t i = 0; i < op.getSteps().size(); ++i)
    names.push_back(builder.getStringAttr("step." + Twine(i)));
  for (ir::DimAttr dim : tile.getDims())
    names.push_back(builder.getStringAttr(dim.getName().getValue().str()));
  MemoryArgument &argument = logs[site];
  auto add = [&](Type type) { return entry->addArgument(type, op.getLoc()); };
  const int64_t pointer = entry->getNumArguments();
  argument.pointer = add(LLVM::LLVMPointerType::get(builder.getContext(), 1));
  SmallVector<int64_t> sizes, strides;
  const SmallVector<int64_t> unknown(names.size(), -1);
  for (auto [positions, values] :
       {std::pair(&sizes, &argument.sizes), std::pair(&strides, &argument.strides)})
    for (size_t i = 0; i < names.size(); ++i) {
      positions->push_back(entry->getNumArguments());
      values->push_back(add(builder.getI64Type()));
    }
  auto named = [&](StringRef name, Attribute value) {
    return NamedAttribute(builder.getStringAttr(name), value);
  };
  descriptions.push_back(
      builder.getDictionaryAttr({named("name", builder.getStringAttr("debug_log." + Twine(site))),
                                 named("log", builder.getI64IntegerAttr(site)),
                                 named("dtype", TypeAttr::get(tile.getElementType())),
                                 named("dims", builder.getArrayAttr(names)),
                                 named("pointer", builder.getI64IntegerAttr(pointer)),
                                 named("sizes", builder.getI64ArrayAttr(sizes)),
                                 named("strides", builder.getI64ArrayAttr(strides)),
                                 named("known_sizes", builder.getI64ArrayAttr(unknown)),
                                 named("known_strides", builder.getI64ArrayAttr(unknown)),
                                 named("access", builder.getStringAttr("write"))}));
}

} // namespace wave::gpu
