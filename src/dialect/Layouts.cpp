//===- Layouts.cpp - Layouts in IR ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

namespace wave {

static llvm::hash_code hashOf(const machine::Digits &digits) {
  return llvm::hash_combine_range(llvm::map_range(digits, [](const machine::Digit &digit) {
    return llvm::hash_combine(digit.dim, digit.size, digit.stride);
  }));
}

llvm::hash_code machine::hash_value(const machine::Layout &layout) {
  return llvm::hash_combine(hashOf(layout.registers()), hashOf(layout.lanes()),
                            hashOf(layout.waves()));
}

namespace ir {

//===----------------------------------------------------------------------===//
// Registers of lanes of waves
//===----------------------------------------------------------------------===//

static ParseResult parseDigit(AsmParser &parser, machine::Digit &digit) {
  digit.stride = 1;
  if (parser.parseKeywordOrString(&digit.dim) || parser.parseColon() ||
      parser.parseInteger(digit.size))
    return failure();
  if (digit.dim == "_")
    digit.dim.clear(), digit.stride = 0;
  return succeeded(parser.parseOptionalColon()) ? parser.parseInteger(digit.stride) : success();
}

static ParseResult parseDigits(AsmParser &parser, StringRef what, machine::Digits &digits) {
  return failure(parser.parseKeyword(what) ||
                 parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
                   return parseDigit(parser, digits.emplace_back());
                 }));
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  machine::Digits registers, lanes, waves;
  if (parser.parseLess() || parseDigits(parser, "registers", registers) ||
      parseDigits(parser, "lanes", lanes) || parseDigits(parser, "waves", waves) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<LayoutAttr>(parser.getContext(),
                                       machine::Layout(registers, lanes, waves));
}

void LayoutAttr::print(AsmPrinter &printer) const { printer << '<' << getValue().str() << '>'; }

constexpr const char *layoutsAreMade =
    "compare with what wave emit --stage distributed writes for a GPU target";

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 machine::Layout layout) {
  // C1
  if (std::string problem = layout.problem(); !problem.empty())
    return withHelp(emitError() << "layout: " << problem << " [layout-c1]", layoutsAreMade);
  return success();
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

Attribute SharedLayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> strides;
  int64_t bits = 0, base = 0, shift = 0, columns = 0;
  auto stride = [&] { return parser.parseInteger(strides.emplace_back()); };
  if (parser.parseLess() || parser.parseKeyword("strides") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, stride))
    return {};
  if (succeeded(parser.parseOptionalKeyword("columns")) && parser.parseInteger(columns))
    return {};
  if (succeeded(parser.parseOptionalKeyword("swizzle")) &&
      (parser.parseInteger(bits) || parser.parseComma() || parser.parseInteger(base) ||
       parser.parseComma() || parser.parseInteger(shift)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<SharedLayoutAttr>(parser.getContext(), ArrayRef<int64_t>(strides), bits,
                                             base, shift, columns);
}

void SharedLayoutAttr::print(AsmPrinter &printer) const {
  printer << "<strides [";
  llvm::interleaveComma(getStrides(), printer);
  printer << ']';
  if (getColumns() != 0)
    printer << " columns " << getColumns();
  if (getBits() != 0)
    printer << " swizzle " << getBits() << ", " << getBase() << ", " << getShift();
  printer << '>';
}

LogicalResult SharedLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                       ArrayRef<int64_t> strides, int64_t bits, int64_t base,
                                       int64_t shift, int64_t columns) {
  // C1
  bool isSwizzle =
      bits == 0 || (bits > 0 && base >= 0 && shift >= bits && base + shift + bits < 32);
  if (!llvm::all_of(strides, [](int64_t stride) { return stride >= 1; }) || !isSwizzle)
    return withHelp(
        emitError() << "shared_layout: a stride or the swizzle is none [shared_layout-c1]",
        layoutsAreMade);
  const bool areColumns = columns > 0 && llvm::isPowerOf2_64(static_cast<uint64_t>(columns)) &&
                          !strides.empty() && strides.back() == 1;
  if (columns == 0 || areColumns)
    return success();
  return withHelp(emitError() << "shared_layout: there are no columns of " << columns
                              << " elements [shared_layout-c1]",
                  layoutsAreMade);
}

} // namespace ir
} // namespace wave
