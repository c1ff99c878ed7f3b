//===- Memory.cpp - Reading and writing buffers: verifiers ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ExprSyntax.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::ir {

static bool sameNames(ArrayRef<DimAttr> a, ArrayRef<DimAttr> b) {
  return llvm::equal(a, b, [](DimAttr x, DimAttr y) { return x.getName() == y.getName(); });
}

static LogicalResult verifyStart(Operation *op, ErrorId id, OperandRange start, MemoryType memory) {
  if (start.empty() || start.size() == memory.getDims().size())
    return success();
  return BrokenConstraint(op, id,
                          op->getName().stripDialect() + ": " + Twine(start.size()) +
                              " starts for " + Twine(memory.getDims().size()) + " dimensions")
      .help("give one start for each dimension");
}

Expr iteratorOf(size_t dim) { return Expr::symbol("$i" + std::to_string(dim)); }

Expr offsetOf(ExprAttr mapping, size_t dim) { return mapping.getValue() - iteratorOf(dim); }

/// One expression for each dimension; so far each is that dimension's coordinate, moved.
static LogicalResult verifyMapping(Operation *op, ErrorId id, std::optional<ArrayAttr> mapping,
                                   OperandRange operands, MemoryType memory) {
  const StringRef name = op->getName().stripDialect();
  const size_t rank = memory.getDims().size();
  if (!mapping)
    return operands.empty()
               ? success()
               : LogicalResult(BrokenConstraint(op, id, name + ": operands of a mapping, but none")
                                   .help("write mapping [...] before them"));
  if (mapping->size() != rank)
    return BrokenConstraint(op, id,
                            name + ": a mapping with " + Twine(mapping->size()) +
                                " expressions for " + Twine(rank) + " dimensions")
        .help("give one expression for each dimension of the memory");
  for (auto [dim, attribute] : llvm::enumerate(*mapping)) {
    auto expr = cast<ExprAttr>(attribute);
    std::string other; // a coordinate along another dimension
    for (const std::string &symbol : symbolic::symbolsOf(offsetOf(expr, dim))) {
      unsigned number = 0;
      const StringRef text(symbol);
      if (text.starts_with("$i") && !text.drop_front(2).getAsInteger(10, number))
        other = symbol;
      else if (text.starts_with("$") &&
               (text.drop_front().getAsInteger(10, number) || number >= operands.size()))
        return BrokenConstraint(op, id,
                                name + ": the mapping has " + symbol + ", but " +
                                    Twine(operands.size()) + " operands")
            .help("$i0 is the first coordinate, $0 the first operand");
    }
    if (!other.empty())
      return BrokenConstraint(op, "mapping-unsupported",
                              name + ": the coordinate of " +
                                  memory.getDims()[dim].getName().getValue().str() +
                                  " in the memory is " + expr.getValue().str() + ", which is not " +
                                  iteratorOf(dim).str() + " plus an offset")
          .help("a mapping moves each dimension by an offset: " + iteratorOf(dim).str() +
                " is the coordinate of the tile along " +
                memory.getDims()[dim].getName().getValue().str());
  }
  return success();
}

LogicalResult ReadOp::verify() {
  MemoryType memory = getMemory().getType();
  TileType tile = getResult().getType();
  // C1
  if (!sameNames(memory.getDims(), tile.getDims()))
    return BrokenConstraint(*this, "read-c1",
                            "read: the result " + describe(tile) +
                                " has not the dimensions of the memory " + describe(memory))
        .help("write them for the result as the memory has them, in that order");
  // C2
  if (memory.getElementType() != tile.getElementType())
    return BrokenConstraint(*this, "read-c2",
                            "read: the result " + describe(tile) +
                                " has not the element type of the memory " + describe(memory))
        .help("read first, then cast");
  // C3
  if (failed(verifyStart(*this, "read-c3", getStart(), memory)))
    return failure();
  // C4
  return verifyMapping(*this, "read-c4", getMapping(), getMappingOperands(), memory);
}

LogicalResult WriteOp::verify() {
  MemoryType memory = getMemory().getType();
  TileType tile = getValue().getType();
  // C1
  const std::string lacking = lackingDims(memory.getDims(), tile.getDims()),
                    beyond = lackingDims(tile.getDims(), memory.getDims());
  if (!lacking.empty() || !beyond.empty())
    return BrokenConstraint(*this, "write-c1",
                            "write: " + (lacking.empty() ? "" : "the value lacks " + lacking) +
                                (lacking.empty() || beyond.empty() ? "" : ", and ") +
                                (beyond.empty() ? "" : "the memory lacks " + beyond))
        .note(getValue().getLoc(),
              "the value is " + describe(tile) + ", " + describeOrigin(getValue()))
        .note(getMemory().getLoc(), "the memory is " + describe(memory))
        .help(beyond.empty() ? broadcastText(memory.getDims(), tile, "value") +
                                   " has the dimensions of the memory"
              : lacking.empty()
                  ? "reduce the value along " + beyond + ", or give the memory " + beyond
                  : "write to a memory with the dimensions of the value; one dimension has one "
                    "symbol everywhere");
  // C2
  if (failed(verifyStart(*this, "write-c2", getStart(), memory)))
    return failure();
  // C3
  if (auto kernel = (*this)->getParentOfType<KernelOp>())
    for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
      if (workgroup.getDim() && !tile.hasDim(workgroup.getDim()) &&
          !tilingConstraint(kernel, workgroup.getDim())) {
        std::string dim = workgroup.getDim().getValue().str();
        return BrokenConstraint(*this, "write-c3",
                                "write: the memory lacks the dimension " + dim +
                                    ", which is distributed over workgroups")
            .note(getMemory().getLoc(), "the memory is " + describe(memory))
            .note(workgroup.getLoc(), "the workgroup constraint of " + dim + " is here")
            .help("every workgroup along " + dim +
                  " would write the same elements: give the memory that dimension, or take "
                  "the workgroup constraint away");
      }
  // C4
  return verifyMapping(*this, "write-c4", getMapping(), getMappingOperands(), memory);
}

bool isShared(MemoryType memory) {
  return memory.getAddressSpace().getSymbol() == StringRef(SHARED_ADDRESS_SPACE.name());
}

ArrayRef<DimAttr> accessedDims(Operation *op) {
  if (auto read = dyn_cast<ReadOp>(op))
    return read.getMemory().getType().getDims();
  if (auto copy = dyn_cast<CopyOp>(op))
    return copy.getMemory().getType().getDims();
  if (auto copy = dyn_cast<CopyOutOp>(op))
    return copy.getMemory().getType().getDims();
  if (auto write = dyn_cast<WriteOp>(op))
    return write.getMemory().getType().getDims();
  if (auto log = dyn_cast<DebugLogOp>(op))
    return log.getValue().getType().getDims();
  if (auto self = dyn_cast<SelfIndexOp>(op))
    return self.getResult().getType().getDims();
  return {};
}

bool isMapped(Operation *op, ExprAttr dim) {
  auto mapped = op->getAttrOfType<ArrayAttr>("mapped");
  return mapped && llvm::is_contained(mapped, Attribute(dim));
}

std::string describeOrigin(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return "carried by a loop";
  if (auto read = dyn_cast<ReadOp>(op)) {
    // Called by verifiers: the kernel's constraints may not have been checked yet.
    auto memory = dyn_cast<BlockArgument>(read.getMemory());
    auto kernel = op->getParentOfType<KernelOp>();
    if (memory && kernel && memory.getOwner() == kernel.getBlock())
      return "read from '" + kernel.getArgName(memory.getArgNumber()).str() + "'";
  }
  if (isa<RegisterOp>(op))
    return "a constant";
  if (isa<SelfIndexOp>(op))
    return "the coordinates along its dimension";
  if (auto unary = dyn_cast<UnaryOp>(op))
    return ("the result of " + stringifyUnaryKind(unary.getKind())).str();
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return ("the result of " + stringifyReductionKind(reduce.getKind())).str();
  return "the result of " + op->getName().stripDialect().str();
}

std::string describeOperand(StringRef part, Value tile) {
  return (part + " is " + describe(cast<TileType>(tile.getType())) + ", " + describeOrigin(tile))
      .str();
}

} // namespace wave::ir
