//===- IndexValues.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/IndexValues.h"

#include "llvm/ADT/TypeSwitch.h"

#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::ir {

MutableOperandRange mutableStartsOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, MutableOperandRange>(op)
      .Case<ReadOp, WriteOp, CopyOp, CopyOutOp, DebugLogOp, MaskOp, SelfIndexOp>(
          [](auto access) { return access.getStartMutable(); })
      .Default([](Operation *other) { return MutableOperandRange(other, 0, 0); });
}

OperandRange startsOf(Operation *op) { return mutableStartsOf(op); }

Value slotOf(Operation *op) {
  if (auto view = dyn_cast<ViewOp>(op))
    return view.getSlot();
  auto access = dyn_cast<AccessOpInterface>(op);
  return access ? access.getSlot() : Value();
}

void setSlot(Operation *op, Value slot) {
  auto view = dyn_cast<ViewOp>(op);
  (view ? view.getSlotMutable() : cast<AccessOpInterface>(op).getSlotMutable())
      .assign(slot ? ValueRange(slot) : ValueRange());
}

Expr IndexValues::nameRoot(Value root) {
  // The same for the whole workgroup, wherever it is asked for.
  if (auto id = root.getDefiningOp<WorkgroupIdOp>())
    return symbolic::workgroupIds[static_cast<size_t>(id.getDim())];
  std::string name = "$";
  if (auto argument = dyn_cast<BlockArgument>(root))
    if (auto loop = dyn_cast<IterateOp>(argument.getOwner()->getParentOp()))
      name += loop.getAxis().getValue().str();
  if (auto read = root.getDefiningOp<ReadIndexOp>())
    name += read->getParentOfType<KernelOp>().getArgName(read.getMemoryNumber());
  const std::string base = name;
  for (int other = 1; roots.count(name) != 0; ++other)
    name = base + "." + std::to_string(other);
  roots.insert({name, root});
  return Expr::symbol(name);
}

Expr IndexValues::of(Value index) {
  if (!index)
    return Expr::constant(0);
  if (auto found = known.find(index); found != known.end())
    return found->second;
  auto compute = [&] {
    auto op = index.getDefiningOp<IndexOp>();
    if (!op)
      return nameRoot(index);
    Bindings bindings;
    for (auto [i, root] : llvm::enumerate(op.getRoots()))
      bindings.set(rootPlaceholder(i), of(root));
    return symbolic::substitute(op.getExpr().getValue(), bindings);
  };
  Expr expr = compute();
  known.insert({index, expr});
  return expr;
}

SmallVector<Expr> IndexValues::of(ValueRange indices) {
  return llvm::map_to_vector(indices, [&](Value index) { return of(index); });
}

Expr IndexValues::conditionOf(IterateOp loop) {
  Bindings placeholders;
  placeholders.set(rootPlaceholder(0), of(loop.getCounter()));
  for (auto [i, operand] : llvm::enumerate(loop.getConditionOperands()))
    placeholders.set(rootPlaceholder(i + 1), of(operand));
  return symbolic::substitute(loop.getConditionAttr().getValue(), placeholders);
}

Value IndexValues::root(const std::string &symbol) const {
  auto found = roots.find(symbol);
  return found == roots.end() ? Value() : found->second;
}

bool IndexValues::dependsOnWorkgroup(Value index, int64_t dim) {
  const std::string id(symbolic::workgroupIds[static_cast<size_t>(dim)].name());
  return llvm::any_of(symbolic::symbolsOf(of(index)), [&](const std::string &symbol) {
    Value from = root(symbol);
    auto read = from ? from.getDefiningOp<ReadIndexOp>() : ReadIndexOp();
    return symbol == id || (read && llvm::any_of(read.getAt(), [&](Value at) {
                              return dependsOnWorkgroup(at, dim);
                            }));
  });
}

Value workgroupId(OpBuilder &builder, int64_t dim) {
  Operation *program = builder.getInsertionBlock()->getParentOp();
  while (!isa<RoleOp, KernelOp>(program))
    program = program->getParentOp();
  Block &block = program->getRegion(0).front();
  auto first = llvm::find_if(
      block, [](Operation &op) { return !isDeclaration(&op) && !isa<WorkgroupIdOp>(op); });
  for (auto id : block.getOps<WorkgroupIdOp>())
    if (static_cast<int64_t>(id.getDim()) == dim) {
      // A kernel may have it where it was first named, behind what asks for it now.
      Operation *user = builder.getInsertionPoint() == builder.getInsertionBlock()->end()
                            ? builder.getInsertionBlock()->getParentOp()
                            : &*builder.getInsertionPoint();
      user = block.findAncestorOpInBlock(*user);
      if (user && user->isBeforeInBlock(id))
        id->moveBefore(&block, first);
      return id;
    }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(&block, first);
  return WorkgroupIdOp::create(builder, program->getLoc(), builder.getIndexType(),
                               static_cast<uint64_t>(dim));
}

Value IndexValues::create(OpBuilder &builder, Location loc, const Expr &expr) {
  SmallVector<Value> operands;
  Bindings placeholders;
  for (const std::string &symbol : symbolic::symbolsOf(expr)) {
    Value operand = root(symbol);
    for (auto [dim, id] : llvm::enumerate(symbolic::workgroupIds))
      if (symbol == id.name())
        operand = workgroupId(builder, static_cast<int64_t>(dim));
    if (!operand)
      continue; // an open size
    if (Expr::symbol(symbol).same_as(expr))
      return operand;
    placeholders.set(symbol, Expr::symbol(rootPlaceholder(operands.size())));
    operands.push_back(operand);
  }
  const auto attribute =
      ExprAttr::get(builder.getContext(), symbolic::substitute(expr, placeholders));
  Block &block = *builder.getInsertionBlock();
  for (Operation &before : llvm::make_range(block.begin(), builder.getInsertionPoint()))
    if (auto same = dyn_cast<IndexOp>(before);
        same && same.getExpr() == attribute && llvm::equal(same.getRoots(), operands))
      return same;
  return IndexOp::create(builder, loc, builder.getIndexType(), attribute, operands);
}

void composeIndices(Operation *op) {
  SmallVector<IndexOp> nested;
  op->walk([&](IndexOp index) {
    if (llvm::any_of(index.getRoots(), [](Value root) { return root.getDefiningOp<IndexOp>(); }))
      nested.push_back(index);
  });
  IndexValues values;
  for (IndexOp index : nested) {
    OpBuilder builder(index);
    index.replaceAllUsesWith(values.create(builder, index.getLoc(), values.of(index)));
    index.erase();
  }
}

void eraseUnusedIndices(Operation *op) {
  SmallVector<Operation *> indices;
  op->walk([&](Operation *inner) {
    if (isIndex(inner))
      indices.push_back(inner);
  });
  for (Operation *index : llvm::reverse(indices))
    if (index->use_empty())
      index->erase();
}

} // namespace wave::ir
