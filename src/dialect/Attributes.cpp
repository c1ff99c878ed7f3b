//===- Attributes.cpp - Expressions and dimensions in IR ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ExprSyntax.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "symbolic/Node.h"
#include "symbolic/Parse.h"

using namespace mlir;

namespace wave {
llvm::hash_code hash_value(const Expr &expr) { return llvm::hash_code(expr.node().hash); }
} // namespace wave

namespace wave::ir {

std::optional<int64_t> ExprAttr::getConstant() const {
  const symbolic::Node &node = getValue().node();
  if (node.kind != symbolic::Kind::Constant)
    return std::nullopt;
  return node.value;
}

std::optional<StringRef> ExprAttr::getSymbol() const {
  const symbolic::Node &node = getValue().node();
  if (node.kind != symbolic::Kind::Symbol)
    return std::nullopt;
  return StringRef(node.name);
}

std::optional<int64_t> DimAttr::getConstantSize() const {
  return getSize() ? getSize().getConstant() : std::nullopt;
}

static bool isBare(StringRef name) {
  return llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; }) &&
         !llvm::isDigit(name.front());
}

/// Enough of a text to recognise it by, on one line.
static std::string excerpt(StringRef text) {
  std::string shown;
  llvm::raw_string_ostream out(shown);
  out.write_escaped(text.take_front(60)) << (text.size() > 60 ? "..." : "");
  return shown;
}

constexpr const char *expressionsAre =
    "expressions are numbers and symbols with + - * / %, floordiv, ceildiv, min, max: \"M / 2\"";

ParseResult parseExpr(AsmParser &parser, ExprAttr &expr) {
  llvm::SMLoc at = parser.getCurrentLocation();
  StringRef keyword;
  std::string text;
  bool isKeyword = succeeded(parser.parseOptionalKeyword(&keyword));
  if (isKeyword)
    text = keyword.str(); // MLIR's keywords may hold points, symbols may not
  if (isKeyword || succeeded(parser.parseOptionalString(&text))) {
    auto parsed = symbolic::parse(text);
    if (!parsed)
      return withHelp(
          parser.emitError(at, "expression \"" + excerpt(text) + "\": " + parsed.failure().message +
                                   " at character " + Twine(parsed.failure().offset + 1) +
                                   " [expression-syntax]"),
          expressionsAre);
    expr = ExprAttr::get(parser.getContext(), parsed.expr());
    return success();
  }
  int64_t number = 0;
  OptionalParseResult integer = parser.parseOptionalInteger(number);
  if (!integer.has_value())
    return withHelp(parser.emitError(at,
                                     "expected a symbol, a number or an expression between quotes "
                                     "[expression-syntax]"),
                    expressionsAre);
  if (failed(*integer))
    return failure();
  expr = ExprAttr::get(parser.getContext(), Expr::constant(number));
  return success();
}

void printExpr(AsmPrinter &printer, ExprAttr expr) {
  std::string text = expr.getValue().str();
  if (expr.getConstant() || (expr.getSymbol() && isBare(text)))
    printer << text;
  else
    printer << '"' << text << '"';
}

ParseResult parseExprs(AsmParser &parser, ArrayAttr &exprs) {
  SmallVector<Attribute> list;
  auto one = [&]() -> ParseResult {
    ExprAttr expr;
    if (parseExpr(parser, expr))
      return failure();
    list.push_back(expr);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return failure();
  exprs = ArrayAttr::get(parser.getContext(), list);
  return success();
}

void printExprs(AsmPrinter &printer, Operation *, ArrayAttr exprs) {
  printer << '[';
  llvm::interleaveComma(exprs, printer,
                        [&](Attribute expr) { printExpr(printer, cast<ExprAttr>(expr)); });
  printer << ']';
}

static ParseResult parseDim(AsmParser &parser, DimAttr &dim) {
  ExprAttr name, size;
  if (parseExpr(parser, name))
    return failure();
  if (succeeded(parser.parseOptionalEqual()) && parseExpr(parser, size))
    return failure();
  dim = DimAttr::get(parser.getContext(), name, size);
  return success();
}

static void printDim(AsmPrinter &printer, DimAttr dim) {
  printExpr(printer, dim.getName());
  if (dim.getSize()) {
    printer << " = ";
    printExpr(printer, dim.getSize());
  }
}

ParseResult parseDims(AsmParser &parser, SmallVector<DimAttr> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    return parseDim(parser, dims.emplace_back());
  });
}

void printDims(AsmPrinter &printer, ArrayRef<DimAttr> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer, [&](DimAttr dim) { printDim(printer, dim); });
  printer << ']';
}

Attribute ExprAttr::parse(AsmParser &parser, Type) {
  ExprAttr expr;
  if (parser.parseLess() || parseExpr(parser, expr) || parser.parseGreater())
    return {};
  return expr;
}

void ExprAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printExpr(printer, *this);
  printer << '>';
}

Attribute DimAttr::parse(AsmParser &parser, Type) {
  DimAttr dim;
  if (parser.parseLess() || parseDim(parser, dim) || parser.parseGreater())
    return {};
  return dim;
}

void DimAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printDim(printer, *this);
  printer << '>';
}

void WaveDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialect/WaveAttributes.cpp.inc"
      >();
}

} // namespace wave::ir

#include "dialect/WaveEnums.cpp.inc"

using namespace wave;
#define GET_ATTRDEF_CLASSES
#include "dialect/WaveAttributes.cpp.inc"
