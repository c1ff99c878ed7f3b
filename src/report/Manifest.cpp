//===- Manifest.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Manifest.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "nlohmann/json.hpp"

#include "dialect/Dialect.h"
#include "dialect/ElementTypes.h"
#include "machine/Chip.h"
#include "targets/llvm/KernelForm.h"

using namespace mlir;

namespace wave::report {

using Json = nlohmann::ordered_json;

static SmallVector<int64_t> numbers(DictionaryAttr memory, StringRef key) {
  SmallVector<int64_t> values;
  for (Attribute value : memory.getAs<ArrayAttr>(key))
    values.push_back(cast<IntegerAttr>(value).getInt());
  return values;
}

static SmallVector<std::string> names(DictionaryAttr memory, StringRef key) {
  SmallVector<std::string> values;
  for (Attribute value : memory.getAs<ArrayAttr>(key))
    values.push_back(cast<StringAttr>(value).str());
  return values;
}

/// What each argument of an entry point is, by its position.
static std::map<int64_t, Json> meanings(LLVM::LLVMFuncOp function) {
  std::map<int64_t, Json> result;
  for (auto memory :
       function->getAttrOfType<ArrayAttr>(codegen::memoriesAttr).getAsRange<DictionaryAttr>()) {
    const std::string name = memory.getAs<StringAttr>("name").str();
    result[memory.getAs<IntegerAttr>("pointer").getInt()] = {{"kind", "pointer"}, {"memory", name}};
    for (const char *kind : {"size", "stride"})
      for (auto [dim, position] :
           llvm::zip(names(memory, "dims"), numbers(memory, std::string(kind) + "s")))
        if (position >= 0)
          result[position] = {{"kind", kind}, {"memory", name}, {"dim", dim}};
  }
  // Behind the memories; there are no tensor maps.
  if (auto values = function->getAttrOfType<ArrayAttr>(codegen::launchValuesAttr))
    for (auto [number, value] : llvm::enumerate(values.getAsRange<ir::ExprAttr>()))
      result[static_cast<int64_t>(function.getNumArguments() - values.size() + number)] = {
          {"kind", "scalar"}, {"name", value.getValue().str()}};
  return result;
}

static Json memoriesOf(LLVM::LLVMFuncOp function) {
  Json list = Json::array();
  for (auto memory :
       function->getAttrOfType<ArrayAttr>(codegen::memoriesAttr).getAsRange<DictionaryAttr>()) {
    Json json = {{"name", memory.getAs<StringAttr>("name").str()}};
    json["dtype"] = dtype_name(*ir::dtypeOf(memory.getAs<TypeAttr>("dtype").getValue()));
    json["access"] = memory.getAs<StringAttr>("access").str();
    json["dims"] = Json::array();
    for (auto [dim, size, stride] : llvm::zip(names(memory, "dims"), numbers(memory, "known_sizes"),
                                              numbers(memory, "known_strides")))
      json["dims"].push_back({{"name", dim},
                              {"size", size < 0 ? Json() : Json(size)},
                              {"stride", stride < 0 ? Json() : Json(stride)}});
    list.push_back(std::move(json));
  }
  return list;
}

static Json entryPoint(LLVM::LLVMFuncOp function, const amd::Resources &kernel, bool isAligned) {
  Json json = {{"name", kernel.kernel}};
  // What TileAccess takes for granted there.
  json["alignment"] = isAligned ? Json(machine::widestAccess) : Json();
  json["memories"] = memoriesOf(function);
  const std::map<int64_t, Json> kinds = meanings(function);
  json["arguments"] = Json::array();
  for (auto [position, argument] : llvm::enumerate(kernel.arguments)) {
    Json &next = json["arguments"].emplace_back(
        Json{{"name", argument.name}, {"offset", argument.offset}, {"bytes", argument.size}});
    next.update(kinds.at(static_cast<int64_t>(position)));
  }
  json["argument_bytes"] = kernel.argumentBytes;
  json["workgroup"] = kernel.workgroup;
  json["lanes_per_wave"] = kernel.lanesPerWave;
  json["shared_bytes"] = kernel.sharedBytes;
  json["scratch_bytes"] = kernel.scratchBytes;
  json["vgprs"] = kernel.vgprs;
  json["agprs"] = kernel.agprs;
  json["sgprs"] = kernel.sgprs;
  return json;
}

std::string manifestOf(ModuleOp module, const amd::CodeObject &object, const std::string &kernel,
                       const std::array<Expr, 3> &grid) {
  Json json = {{"schema_version", 1}, {"kernel", kernel}, {"code_object", object.target}};
  json["grid"] = Json::array();
  for (const Expr &count : grid)
    json["grid"].push_back(count.str());
  json["entry_points"] = Json::array();
  for (const amd::Resources &entry : object.kernels)
    json["entry_points"].push_back(entryPoint(module.lookupSymbol<LLVM::LLVMFuncOp>(entry.kernel),
                                              entry, entry.kernel == kernel));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace wave::report
