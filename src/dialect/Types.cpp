//===- Types.cpp - Tiles and memories -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ElementTypes.h"
#include "dialect/ExprSyntax.h"
#include "dialect/Schedule.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace wave::ir {

static LogicalResult verifyShape(function_ref<InFlightDiagnostic()> emitError, StringRef kind,
                                 ArrayRef<DimAttr> dims, Type elementType) {
  // C1
  if (dims.empty())
    return withHelp(emitError() << kind << ": there are no dimensions [" << kind << "-c1]",
                    "name one at least: a single number has a dimension of size 1");
  for (auto [i, dim] : llvm::enumerate(dims))
    for (DimAttr earlier : dims.take_front(i))
      if (earlier.getName() == dim.getName())
        return withHelp(emitError() << kind << ": two dimensions are called "
                                    << dim.getName().getValue().str() << " [" << kind << "-c1]",
                        "dimensions are known by their names: take another symbol for one of them, "
                        "and bind both to the same size");
  // C2
  if (!dtypeOf(elementType))
    return withHelp(emitError() << kind << ": " << elementType
                                << " is none of f16, bf16, f32, f64, i8, i32, i64, i1, f8E4M3FN, "
                                   "f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ ["
                                << kind << "-c2]",
                    "choose one of them");
  // C3
  for (DimAttr dim : dims)
    if (std::optional<int64_t> size = dim.getConstantSize(); size && *size < 0)
      return withHelp(emitError() << kind << ": the size of " << dim.getName().getValue().str()
                                  << " is " << *size << " [" << kind << "-c3]",
                      "sizes are at least 0");
  return success();
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<DimAttr> dims,
                               Type elementType, LayoutAttr) {
  return verifyShape(emitError, "tile", dims, elementType);
}

LogicalResult MemoryType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<DimAttr> dims, Type elementType, ExprAttr) {
  return verifyShape(emitError, "memory", dims, elementType);
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t slots,
                                 ArrayRef<DimAttr> dims, Type elementType, MemorySpace space,
                                 SharedLayoutAttr layout) {
  // C1
  if (slots < 1 || slots > mostBuffers)
    return withHelp(emitError() << "buffer: there are " << slots << " slots [buffer-c1]",
                    "a buffer has 1 to " + std::to_string(mostBuffers) + " slots");
  // C2
  if (failed(verifyShape(emitError, "buffer", dims, elementType)))
    return failure();
  for (DimAttr dim : dims)
    if (!dim.getConstantSize())
      return withHelp(emitError() << "buffer: the size of " << dim.getName().getValue().str()
                                  << " is no number [buffer-c2]",
                      "write it as " + dim.getName().getValue().str() + " = 64");
  // C3
  if (layout && layout.getStrides().size() != dims.size())
    return withHelp(emitError() << "buffer: " << layout.getStrides().size() << " strides for "
                                << dims.size() << " dimensions [buffer-c3]",
                    "give one stride for each dimension");
  if (layout && space != MemorySpace::Shared)
    return withHelp(emitError() << "buffer: a layout in " << stringifyMemorySpace(space)
                                << " [buffer-c3]",
                    "leave the layout out: instructions access tensor memory at columns");
  return success();
}

TileType BufferType::getTile() const {
  return TileType::get(getContext(), getDims(), getElementType());
}

BufferType BufferType::of(TileType tile, int64_t slots, MemorySpace space) {
  return get(tile.getContext(), slots, tile.getDims(), tile.getElementType(), space, {});
}

BufferType BufferType::withSlots(int64_t slots) const {
  return get(getContext(), slots, getDims(), getElementType(), getSpace(), getLayout());
}

BufferType BufferType::withLayout(SharedLayoutAttr layout) const {
  return get(getContext(), getSlots(), getDims(), getElementType(), getSpace(), layout);
}

TileType tileTypeOf(Value value) {
  if (auto buffer = dyn_cast<BufferType>(value.getType()))
    return buffer.getTile();
  return cast<TileType>(value.getType());
}

void setType(TypedValue<BufferType> ring, BufferType type) {
  ring.setType(type);
  for (Operation *user : ring.getUsers())
    if (auto view = dyn_cast<ViewOp>(user))
      view.getView().setType(type.withSlots(1));
}

int64_t TileType::indexOf(ExprAttr name) const {
  for (auto [i, dim] : llvm::enumerate(getDims()))
    if (dim.getName() == name)
      return static_cast<int64_t>(i);
  return -1;
}

ExprAttr TileType::getSizeAlong(ExprAttr name) const {
  const int64_t number = indexOf(name);
  return number < 0 ? ExprAttr::get(getContext(), Expr::constant(1))
                    : getDims()[static_cast<size_t>(number)].getSize();
}

bool covers(TileType a, TileType b) {
  return llvm::all_of(b.getDims(), [&](DimAttr dim) { return a.hasDim(dim.getName()); });
}

std::string lackingDims(ArrayRef<DimAttr> dims, ArrayRef<DimAttr> others) {
  SmallVector<std::string> lacking;
  for (DimAttr dim : dims)
    if (llvm::none_of(others, [&](DimAttr other) { return other.getName() == dim.getName(); }))
      lacking.push_back(dim.getName().getValue().str());
  return llvm::join(lacking, " and ");
}

std::string broadcastText(ArrayRef<DimAttr> dims, TileType tile, StringRef name) {
  if (lackingDims(dims, tile.getDims()).empty())
    return name.str();
  std::string shape;
  for (DimAttr dim : dims)
    shape += (shape.empty() ? "" : ", ") + dim.getName().getValue().str();
  return "broadcast(" + name.str() + ", {" + shape + "})";
}

ParseResult parseElementsIn(AsmParser &parser, Type &element, ExprAttr &space) {
  if (parser.parseType(element))
    return failure();
  if (succeeded(parser.parseOptionalComma()))
    return parseExpr(parser, space);
  space = ExprAttr::get(parser.getContext(), Expr(GLOBAL_ADDRESS_SPACE));
  return success();
}

void printElementsIn(AsmPrinter &printer, Type element, ExprAttr space) {
  printer << element;
  if (space.getSymbol() == StringRef(GLOBAL_ADDRESS_SPACE.name()))
    return;
  printer << ", ";
  printExpr(printer, space);
}

static std::string describeShape(ArrayRef<DimAttr> dims, Type elementType) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << '[';
  llvm::interleaveComma(dims, out, [&](DimAttr dim) { out << dim.getName().getValue().str(); });
  // As the language spells it; MLIR has capitals in floats of 8 bits.
  out << "] " << dtype_name(*dtypeOf(elementType));
  return text;
}

std::string describe(TileType type) { return describeShape(type.getDims(), type.getElementType()); }
std::string describe(MemoryType type) {
  return describeShape(type.getDims(), type.getElementType());
}

void WaveDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialect/WaveTypes.cpp.inc"
      >();
}

} // namespace wave::ir

using namespace wave::ir;
#define GET_TYPEDEF_CLASSES
#include "dialect/WaveTypes.cpp.inc"
