//===- Index.cpp - Index values: names and verifiers ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::ir {

std::string rootPlaceholder(size_t number) { return "$" + std::to_string(number); }

std::optional<int64_t> constantOf(Value index) {
  auto op = index.getDefiningOp<IndexOp>();
  return op ? op.getExpr().getConstant() : std::nullopt;
}

LogicalResult IndexOp::verify() {
  // C1
  std::vector<std::string> expected, found;
  for (size_t i = 0; i < getRoots().size(); ++i)
    expected.push_back(rootPlaceholder(i));
  for (const std::string &symbol : symbolic::symbolsOf(getExpr().getValue()))
    if (symbol.front() == '$')
      found.push_back(symbol);
  llvm::sort(found);
  llvm::sort(expected);
  if (found != expected)
    return BrokenConstraint(
               *this, "index-c1",
               "index: the expression " + getExpr().getValue().str() + " names " +
                   (found.empty() ? "no operand" : llvm::join(found, " and ")) + ", and there " +
                   (expected.size() == 1 ? "is 1 operand"
                                         : "are " + std::to_string(expected.size()) + " operands"))
        .help("name each operand once or more: $0 is the first");
  // C2
  for (Value root : getRoots())
    if (auto inner = root.getDefiningOp<IndexOp>())
      return BrokenConstraint(*this, "index-c2", "index: an operand is an expression itself")
          .note(inner.getLoc(), "it is " + inner.getExpr().getValue().str())
          .help("write one expression over the operands of both");
  return success();
}

void IndexOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (std::optional<int64_t> value = getExpr().getConstant())
    setName(getResult(), "c" + std::to_string(*value));
}

LogicalResult WorkgroupIdOp::verify() {
  // C1
  if (int64_t dim = getDimAttr().getInt(); dim < 0 || dim > 2)
    return BrokenConstraint(*this, "workgroup_id-c1",
                            "workgroup_id: dimension " + Twine(dim) + " is none of 0, 1, 2")
        .help("a grid has the dimensions 0, 1 and 2");
  return success();
}

void WorkgroupIdOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "WORKGROUP_" + std::to_string(getDim()));
}

} // namespace wave::ir
