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

LogicalResult ReadIndexOp::verify() {
  const MemoryType memory = getMemory().getType();
  // C4
  if (getPermutation() && memory.getDims().size() != 1)
    return BrokenConstraint(*this, "read_index-c4",
                            "table: " + describe(memory) +
                                " has not one dimension, so that it is no permutation")
        .help("give the memory one dimension, with a number for each tile");
  // C1
  if (getAt().size() != memory.getDims().size())
    return BrokenConstraint(*this, "read_index-c1",
                            "read_index: " + Twine(getAt().size()) + " coordinates for " +
                                Twine(memory.getDims().size()) + " dimensions")
        .help("give one coordinate for each dimension");
  // C2
  if (!memory.getElementType().isInteger(32) && !memory.getElementType().isInteger(64))
    return BrokenConstraint(*this, "read_index-c2",
                            "read: the elements of " + describe(memory) +
                                " cannot be scalars, which are i32 or i64")
        .help("give the memory that type, or the register a dimension");
  // C3
  for (Operation *user : getMemory().getUsers())
    if (isa<WriteOp>(user))
      return BrokenConstraint(*this, "read_index-c3",
                              "read: a scalar is read from a memory that the kernel writes to, "
                              "and what it reads would depend on which wave is first")
          .note(user->getLoc(), "the memory is written to here")
          .help("read scalars from a memory of their own");
  return success();
}

void ReadIndexOp::getAsmResultNames(OpAsmSetValueNameFn) {}

} // namespace wave::ir
