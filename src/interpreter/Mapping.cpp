//===- Mapping.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Mapping.h"

using namespace mlir;

namespace wave::interpreter {

Mapping::Mapping(ArrayAttr exprs, size_t rank, ArrayRef<int64_t> operands,
                 const Bindings &symbols) {
  std::vector<std::string> iterators;
  for (size_t dim = 0; dim < rank; ++dim)
    iterators.push_back(ir::iteratorOf(dim).str());
  Bindings constants = symbols;
  for (auto [i, value] : llvm::enumerate(operands))
    constants.set(ir::rootPlaceholder(i), Expr::constant(value));
  for (auto expr : exprs.getAsRange<ir::ExprAttr>())
    coordinates.emplace_back(expr.getValue(), iterators, constants);
}

symbolic::Evaluation Mapping::at(size_t dim, const Coordinate &element) const {
  if (const std::optional<int64_t> value = coordinates[dim](element))
    return *value;
  return coordinates[dim].evaluation(element);
}

Number numberOf(TypedAttr attribute) {
  Number number;
  if (auto real = dyn_cast<FloatAttr>(attribute))
    number = exactly(real.getValueAsDouble());
  else
    number.integer =
        attribute.getType().isInteger(1)
            ? static_cast<int64_t>(cast<IntegerAttr>(attribute).getValue().getZExtValue())
            : cast<IntegerAttr>(attribute).getValue().getSExtValue();
  return number;
}

} // namespace wave::interpreter
