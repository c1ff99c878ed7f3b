//===- EntryPoints.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/EntryPoints.h"

#include <algorithm>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/Dialect.h"
#include "driver/Requirements.h"
#include "runtime/EntryChoice.h"
#include "targets/llvm/KernelForm.h"

using namespace mlir;

namespace wave {

static std::vector<bool> areArguments(Attribute positions) {
  std::vector<bool> result;
  for (Attribute position : cast<ArrayAttr>(positions))
    result.push_back(cast<IntegerAttr>(position).getInt() >= 0);
  return result;
}

static EntryMemory memoryOf(DictionaryAttr fields) {
  const StringRef access = fields.getAs<StringAttr>("access").getValue();
  EntryMemory memory{.name = fields.getAs<StringAttr>("name").str(),
                     .sizes = areArguments(fields.get("sizes")),
                     .strides = areArguments(fields.get("strides")),
                     .use = access == "read"    ? MemoryUse::Read
                            : access == "write" ? MemoryUse::Write
                                                : MemoryUse::ReadWrite,
                     .hasAnyRows = fields.contains("any_rows"),
                     .logSite = {}};
  if (auto site = fields.getAs<IntegerAttr>("log"))
    memory.logSite = static_cast<size_t>(site.getInt());
  return memory;
}

static void readThree(LLVM::LLVMFuncOp function, StringRef name, std::array<uint32_t, 3> &values) {
  if (auto attribute = function->getAttrOfType<DenseI32ArrayAttr>(name))
    for (size_t i = 0; i < 3 && i < static_cast<size_t>(attribute.size()); ++i)
      values[i] = static_cast<uint32_t>(attribute.asArrayRef()[i]);
}

/// Of shared memory that the code only declares, so that the launch has to bring it.
static uint32_t sharedBytesOf(LLVM::LLVMFuncOp function) {
  auto bytes = function->getAttrOfType<IntegerAttr>("wave.shared_bytes");
  return bytes ? static_cast<uint32_t>(bytes.getInt()) : 0;
}

static EntryMap mapOf(DictionaryAttr fields, const std::vector<EntryMemory> &memories) {
  const std::string name = fields.getAs<StringAttr>("memory").str();
  const auto memory = std::ranges::find(memories, name, &EntryMemory::name);
  EntryMap map{.memory = static_cast<size_t>(memory - memories.begin()),
               .box = {},
               .swizzleBytes =
                   static_cast<uint32_t>(fields.getAs<IntegerAttr>("swizzle").getInt())};
  for (Attribute size : fields.getAs<ArrayAttr>("box"))
    map.box.push_back(static_cast<uint32_t>(cast<IntegerAttr>(size).getInt()));
  return map;
}

static EntryPoint entryPointOf(ModuleOp module, LLVM::LLVMFuncOp function) {
  EntryPoint entry;
  entry.name = function.getSymName().str();
  readThree(function, "wave.workgroup", entry.workgroup);
  readThree(function, "wave.cluster", entry.cluster);
  entry.sharedBytes = sharedBytesOf(function);
  for (auto fields :
       function->getAttrOfType<ArrayAttr>("wave.memories").getAsRange<DictionaryAttr>())
    entry.memories.push_back(memoryOf(fields));
  if (auto values = function->getAttrOfType<ArrayAttr>(codegen::launchValuesAttr))
    for (auto value : values.getAsRange<ir::ExprAttr>())
      entry.launchValues.push_back(value.getValue());
  if (auto maps = function->getAttrOfType<ArrayAttr>("wave.tensor_maps"))
    for (auto map : maps.getAsRange<DictionaryAttr>())
      entry.maps.push_back(mapOf(map, entry.memories));
  return entry;
}

std::vector<EntryPoint> entryPointsOf(ModuleOp module, const std::string &kernel) {
  std::vector<EntryPoint> entries;
  for (const bool isAligned : {true, false})
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (function->hasAttr("wave.memories") && (function.getSymName() == kernel) == isAligned)
        entries.emplace_back(entryPointOf(module, function)).needsAlignedRows = isAligned;
  for (EntryPoint &entry : entries)
    entry.needsAlignedRows |= std::ranges::any_of(entry.memories, &EntryMemory::hasAnyRows);
  return entries;
}

void remarkSlowEntry(ModuleOp module, const CompiledKernel::Impl &impl) {
  const std::vector<EntryPoint> entries = entryPointsOf(module, impl.name);
  for (const auto &[memory, missing] : missingWhereDense(entries, impl.arguments))
    for (const std::string &required : impl.require)
      if (isOfMemory(required) && llvm::StringRef(required).split(':').second == memory)
        throw Error(missing);
  if (const std::optional<Diagnostic> remark = slowWhereDense(entries, impl.arguments))
    ir::emitRemark(module.getLoc(), *remark);
}

} // namespace wave
