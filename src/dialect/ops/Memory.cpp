//===- Memory.cpp - Reading and writing buffers: verifiers ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ExprSyntax.h"

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
  return verifyStart(*this, "read-c3", getStart(), memory);
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
      if (workgroup.getDim() && !tile.hasDim(workgroup.getDim())) {
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
  return success();
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
  return {};
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
