//===- StoreChoice.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/StoreChoice.h"

using namespace mlir;

namespace wave::ir {

static constexpr StringLiteral store = "wave.store", byLanes = "wave.by_lanes";

static bool areLaneBytes(IntegerAttr bytes) {
  return bytes && bytes.getType().isInteger(64) && (bytes.getInt() == 8 || bytes.getInt() == 16);
}

/// A dictionary, in which what the target chooses is left out.
std::optional<StoreChoice> storeChoiceOf(WriteOp write) {
  auto fields = write->getAttrOfType<DictionaryAttr>(store);
  if (!fields)
    return std::nullopt;
  StoreChoice choice{{}, {}, {}, Location(fields.getAs<LocationAttr>("where"))};
  if (auto through = fields.getAs<StringAttr>("through"))
    choice.throughShared = through.getValue() == "shared";
  if (auto tma = fields.getAs<BoolAttr>("tma"))
    choice.byTma = tma.getValue();
  if (auto bytes = fields.getAs<IntegerAttr>("bytes"))
    choice.bytes = bytes.getInt();
  return choice;
}

void setStoreChoice(WriteOp write, const StoreChoice &choice) {
  Builder builder(write.getContext());
  NamedAttrList fields;
  if (choice.throughShared)
    fields.set("through", builder.getStringAttr(*choice.throughShared ? "shared" : "registers"));
  if (choice.byTma)
    fields.set("tma", builder.getBoolAttr(*choice.byTma));
  if (choice.bytes)
    fields.set("bytes", builder.getI64IntegerAttr(*choice.bytes));
  fields.set("where", LocationAttr(choice.where));
  write->setAttr(store, fields.getDictionary(write.getContext()));
}

void eraseStoreChoice(WriteOp write) { write->removeDiscardableAttr(store); }

static bool isStoreChoice(Operation *op, Attribute value) {
  auto fields = dyn_cast<DictionaryAttr>(value);
  return isa<WriteOp>(op) && fields && fields.getAs<LocationAttr>("where") &&
         llvm::all_of(fields, [](NamedAttribute field) {
           auto text = dyn_cast<StringAttr>(field.getValue());
           auto number = dyn_cast<IntegerAttr>(field.getValue());
           return field.getName() == "where" ||
                  (field.getName() == "through" && text &&
                   (text.getValue() == "registers" || text.getValue() == "shared")) ||
                  (field.getName() == "tma" && isa<BoolAttr>(field.getValue())) ||
                  (field.getName() == "bytes" && areLaneBytes(number));
         });
}

std::optional<int64_t> laneBytesOf(CopyOutOp copy) {
  auto bytes = copy->getAttrOfType<IntegerAttr>(byLanes);
  return bytes ? std::optional(bytes.getInt()) : std::nullopt;
}

void setLaneBytes(CopyOutOp copy, int64_t bytes) {
  copy->setAttr(byLanes, Builder(copy.getContext()).getI64IntegerAttr(bytes));
}

bool isCopyOperation(Operation *op) {
  auto out = dyn_cast<CopyOutOp>(op);
  return isa<CopyOp>(op) || (out && !laneBytesOf(out));
}

std::optional<std::string> problemOfStoreChoice(Operation *op, StringRef name, Attribute value) {
  if (name == store)
    return isStoreChoice(op, value) ? ""
                                    : "it is no way of a write: through, tma, bytes, and a place";
  if (name == byLanes)
    return isa<CopyOutOp>(op) && areLaneBytes(dyn_cast<IntegerAttr>(value))
               ? ""
               : "it is not 8 or 16 bytes of a copy_out";
  return std::nullopt;
}

} // namespace wave::ir
