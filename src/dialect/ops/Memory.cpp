//===- Memory.cpp - Reading and writing buffers: verifiers ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ExprSyntax.h"
#include "dialect/Paths.h"
#include "dialect/Slices.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::ir {

void ReadOp::continueFrom(Operation *before) { getIntoMutable().assign(before->getResult(0)); }

static bool sameNames(ArrayRef<DimAttr> a, ArrayRef<DimAttr> b) {
  return llvm::equal(a, b, [](DimAttr x, DimAttr y) { return x.getName() == y.getName(); });
}

/// The dimensions of the memory of which the tile of an access has more than one element.
static SmallVector<DimAttr> keptDims(Operation *access, MemoryType memory) {
  SmallVector<DimAttr> dims(memory.getDims());
  llvm::erase_if(dims, [&](DimAttr dim) { return isDropped(access, dim.getName()); });
  return dims;
}

static LogicalResult verifyStart(Operation *op, ErrorId id, OperandRange start) {
  const size_t rank = accessedDims(op).size();
  if (start.empty() || start.size() == rank)
    return success();
  return BrokenConstraint(op, id,
                          op->getName().stripDialect() + ": " + Twine(start.size()) +
                              " starts for " + Twine(rank) + " dimensions")
      .help("give one start for each dimension");
}

Expr iteratorOf(size_t dim) { return Expr::symbol("$i" + std::to_string(dim)); }

std::optional<size_t> iteratorNumber(const std::string &symbol) {
  size_t number = 0;
  StringRef text(symbol);
  if (!text.consume_front("$i") || text.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

std::optional<MovedIterator> movedIterator(const Expr &coordinate) {
  MovedIterator moved;
  for (const std::string &symbol : symbolic::symbolsOf(coordinate))
    if (std::optional<size_t> number = iteratorNumber(symbol)) {
      if (moved.iterator)
        return std::nullopt;
      moved.iterator = number;
    }
  moved.offset = moved.iterator ? coordinate - iteratorOf(*moved.iterator) : coordinate;
  const auto isIterator = [](const std::string &symbol) { return iteratorNumber(symbol); };
  if (llvm::any_of(symbolic::symbolsOf(moved.offset), isIterator))
    return std::nullopt;
  return moved;
}

static LogicalResult verifyMapping(Operation *op, ErrorId id, std::optional<ArrayAttr> mapping,
                                   OperandRange operands, MemoryType memory, TileType tile) {
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
  for (auto expr : mapping->getAsRange<ExprAttr>())
    for (const std::string &symbol : symbolic::symbolsOf(expr.getValue())) {
      unsigned number = 0;
      const StringRef text(symbol);
      const std::optional<size_t> coordinate = iteratorNumber(symbol);
      if (coordinate ? *coordinate >= tile.getDims().size()
                     : text.starts_with("$") && (text.drop_front().getAsInteger(10, number) ||
                                                 number >= operands.size()))
        return BrokenConstraint(op, id,
                                name + ": the mapping has " + symbol + ", but " +
                                    Twine(tile.getDims().size()) + " coordinates and " +
                                    Twine(operands.size()) + " operands")
            .help("$i0 is the first coordinate, $0 the first operand");
    }
  return success();
}

/// A write of distinct elements to distinct places.
static LogicalResult verifyMoves(WriteOp write) {
  const TileType tile = write.getValue().getType();
  auto nameOf = [](DimAttr dim) { return dim.getName().getValue().str(); };
  SmallVector<bool> isUsed(tile.getDims().size(), false);
  auto error = [&](const Twine &what) {
    return BrokenConstraint(write, "write-c5", "write: " + what)
        .note(write.getValue().getLoc(),
              "the value is " + describe(tile) + ", " + describeOrigin(write.getValue()))
        .note(write.getMemory().getLoc(), "the memory is " + describe(write.getMemory().getType()))
        .help("a write moves its elements, and may swap dimensions: M = i + OFFSET; for other "
              "orders read by a mapping: read(memory, {.mapping = ...})");
  };
  for (auto [dim, attribute] :
       llvm::zip(write.getMemory().getType().getDims(), *write.getMapping())) {
    const Expr coordinate = cast<ExprAttr>(attribute).getValue();
    Bindings names; // as kernels write them
    for (size_t i = 0; i < tile.getDims().size(); ++i)
      names.set(iteratorOf(i).str(), Expr::symbol("iterator(" + std::to_string(i) + ")"));
    const std::string text = symbolic::substitute(coordinate, names).str();
    const std::optional<MovedIterator> moved = movedIterator(coordinate);
    if (!moved)
      return error("the coordinate of " + nameOf(dim) + " in the memory is " + text +
                   ", which is no iterator plus an offset");
    if (!moved->iterator)
      continue;
    if (isUsed[*moved->iterator])
      return error("two coordinates in the memory follow " +
                   nameOf(tile.getDims()[*moved->iterator]) + " of the value");
    isUsed[*moved->iterator] = true;
  }
  for (auto [dim, isThere] : llvm::zip(tile.getDims(), isUsed))
    if (!isThere)
      return error("no coordinate in the memory follows " + nameOf(dim) +
                   " of the value, so that its elements would be written over each other");
  return success();
}

static constexpr AccessPath pathsOfLanes[] = {AccessPath::Lanes, AccessPath::Elements};

ArrayRef<AccessPath> ReadOp::getPaths() { return pathsOfLanes; }
ArrayRef<AccessPath> WriteOp::getPaths() { return pathsOfLanes; }

LogicalResult ReadOp::verify() {
  MemoryType memory = getMemory().getType();
  TileType tile = getResult().getType();
  // C1
  if (!getMapping() && !sameNames(keptDims(*this, memory), tile.getDims()))
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
  if (failed(verifyStart(*this, "read-c3", getStart())))
    return failure();
  // C4
  if (failed(verifyMapping(*this, "read-c4", getMapping(), getMappingOperands(), memory, tile)))
    return failure();
  // C6
  if (failed(verifySliceDim(*this, {"C6", "read-c6"}, tile.getDims(), "the result")))
    return failure();
  // C7
  if (failed(verifyInto(*this, {"C7", "read-c7"}, getResult())))
    return failure();
  // C8
  if (failed(verifyPath(*this, "read-c8")))
    return failure();
  // C5
  if (!getFillAttr())
    return success();
  if (getFillAttr().getType() != tile.getElementType())
    return BrokenConstraint(*this, "read-c5",
                            "read: the fill value has not the element type of " + describe(tile))
        .help("write it with that type");
  if (getMapping() || getMapped())
    return success();
  return BrokenConstraint(
             *this, "read-c5",
             "read: it has a fill value and no mapping, without which elements outside "
             "the memory take no part")
      .note(getMemory().getLoc(), "the memory is " + describe(memory))
      .help("leave the fill value out, or say by a mapping where the elements are");
}

/// C3
static LogicalResult verifyDistributed(WriteOp write) {
  auto kernel = write->getParentOfType<KernelOp>();
  if (!kernel)
    return success();
  for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>()) {
    if (!workgroup.getDim() || write.getValue().getType().hasDim(workgroup.getDim()) ||
        isDropped(write, workgroup.getDim()) || tilingConstraint(kernel, workgroup.getDim()))
      continue;
    const std::string dim = workgroup.getDim().getValue().str();
    if (write.getMapping()) { // says where in the memory the value is
      SmallVector<DimAttr> dims{DimAttr::get(write.getContext(), workgroup.getDim(), {})};
      llvm::append_range(dims, write.getValue().getType().getDims());
      return BrokenConstraint(write, "write-c3",
                              "write: the value lacks the dimension " + dim +
                                  ", which is distributed over workgroups")
          .note(write.getValue().getLoc(), "the value is " + describe(write.getValue().getType()) +
                                               ", " + describeOrigin(write.getValue()))
          .note(workgroup.getLoc(), "the workgroup constraint of " + dim + " is here")
          .help("every workgroup along " + dim +
                " would write what the mapping makes of the same elements: write " +
                broadcastText(dims, write.getValue().getType(), "value") +
                ", with an iterator for " + dim + " in the mapping");
    }
    return BrokenConstraint(write, "write-c3",
                            "write: the memory lacks the dimension " + dim +
                                ", which is distributed over workgroups")
        .note(write.getMemory().getLoc(), "the memory is " + describe(write.getMemory().getType()))
        .note(workgroup.getLoc(), "the workgroup constraint of " + dim + " is here")
        .help("every workgroup along " + dim +
              " would write the same elements: give the memory that dimension, or take "
              "the workgroup constraint away");
  }
  return success();
}

LogicalResult WriteOp::verify() {
  MemoryType memory = getMemory().getType();
  TileType tile = getValue().getType();
  // C1
  if (getMapping()) {
    if (failed(verifyStart(*this, "write-c2", getStart())) ||
        failed(verifyMapping(*this, "write-c4", getMapping(), getMappingOperands(),
                             getMemory().getType(), tile)) ||
        failed(verifyMoves(*this)))
      return failure();
    return verifyDistributed(*this);
  }
  const SmallVector<DimAttr> kept = keptDims(*this, memory);
  const std::string lacking = lackingDims(kept, tile.getDims()),
                    beyond = lackingDims(tile.getDims(), kept);
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
  if (failed(verifyStart(*this, "write-c2", getStart())))
    return failure();
  // C6
  if (failed(verifyPath(*this, "write-c6")))
    return failure();
  if (!getMappingOperands().empty())
    return verifyMapping(*this, "write-c4", getMapping(), getMappingOperands(),
                         getMemory().getType(), tile);
  return verifyDistributed(*this);
}

bool isShared(MemoryType memory) {
  return memory.getAddressSpace().getSymbol() == StringRef(SHARED_ADDRESS_SPACE.name());
}

ArrayRef<DimAttr> accessedDims(Operation *op) {
  if (auto read = dyn_cast<ReadOp>(op))
    return read.getMapping() ? read.getResult().getType().getDims()
                             : read.getMemory().getType().getDims();
  if (auto copy = dyn_cast<CopyOp>(op))
    return copy.getMemory().getType().getDims();
  if (auto copy = dyn_cast<CopyOutOp>(op))
    return copy.getMemory().getType().getDims();
  if (auto write = dyn_cast<WriteOp>(op))
    return write.getMapping() ? write.getValue().getType().getDims()
                              : write.getMemory().getType().getDims();
  if (auto log = dyn_cast<DebugLogOp>(op))
    return log.getValue().getType().getDims();
  if (auto self = dyn_cast<SelfIndexOp>(op))
    return self.getResult().getType().getDims();
  return {};
}

static bool isListed(Operation *op, StringRef list, ExprAttr dim) {
  auto dims = op->getAttrOfType<ArrayAttr>(list);
  return dims && llvm::is_contained(dims, Attribute(dim));
}

bool isMapped(Operation *op, ExprAttr dim) { return isListed(op, "mapped", dim); }

bool isDropped(Operation *op, ExprAttr dim) { return isListed(op, "dropped", dim); }

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
  if (isa<SplatOp>(op))
    return "a scalar";
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
