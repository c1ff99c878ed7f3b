//===- Ops.cpp - What the .td files generate for the operations -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Dialect.h"
#include "dialect/ExprSyntax.h"

using namespace mlir;

namespace wave::ir {

/// The result of an mma is written only where it differs from the accumulator,
/// which no valid one does.
static ParseResult parseAccumulatorAndResult(OpAsmParser &parser, Type &accumulator, Type &result) {
  TileType tile;
  if (parser.parseCustomTypeWithFallback(tile))
    return failure();
  accumulator = result = tile;
  return succeeded(parser.parseOptionalArrow()) ? parser.parseType(result) : success();
}

static void printAccumulatorAndResult(OpAsmPrinter &printer, Operation *, Type accumulator,
                                      Type result) {
  printer.printStrippedAttrOrType(cast<TileType>(accumulator));
  if (result != accumulator)
    printer << " -> " << result;
}

/// A tile's type is written without its name.
static ParseResult parseTileOrBuffer(OpAsmParser &parser, Type &type) {
  return parser.parseCustomTypeWithFallback(type, [&](Type &tile) -> ParseResult {
    tile = TileType::parse(parser);
    return success(tile != Type());
  });
}

static void printTileOrBuffer(OpAsmPrinter &printer, Operation *, Type type) {
  if (auto tile = dyn_cast<TileType>(type))
    printer.printStrippedAttrOrType(tile);
  else
    printer << type;
}

/// The result has the type of an operand, which is written once.
static ParseResult parseSameType(OpAsmParser &, Type type, Type &same) {
  same = type;
  return success();
}

static void printSameType(OpAsmPrinter &, Operation *, Type, Type) {}

void WaveDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "dialect/WaveOps.cpp.inc"
      >();
}

} // namespace wave::ir

using namespace wave::ir;
#include "dialect/WaveInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "dialect/WaveOps.cpp.inc"
