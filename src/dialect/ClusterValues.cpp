//===- ClusterValues.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/ClusterValues.h"

#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::ir {

ClusterValues::ClusterValues(ArrayRef<IterateOp> loops, int64_t dim, int64_t count)
    : dim(dim), count(count) {
  for (IterateOp loop : loops) {
    even.insert(loop);
    same.insert(loop.getCounter());
    for (ValueRange values : {ValueRange(loop.getCarried()), ValueRange(loop.getResults())})
      same.insert(values.begin(), values.end());
  }
  // All are the same until one is found that is not; what depends on it is found next.
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (IterateOp loop : loops)
      isNew |= findDifferent(loop);
  }
}

bool ClusterValues::findDifferent(IterateOp loop) {
  bool isNew = false;
  const bool isCountedAlike =
      !loop.isWhile() || (isSame(loop.getStart()) && isSame(loop.getYield().getNext()));
  if (!isCountedAlike)
    isNew |= same.erase(loop.getCounter());
  const bool isEven =
      isCountedAlike && (loop.isWhile() ? isSame(indices.conditionOf(loop))
                                        : isSame(loop.getCount()) && isSame(loop.getBegin()) &&
                                              isSame(loop.getEnd()));
  if (!isEven)
    isNew |= even.erase(loop);
  for (auto [init, argument, next, result] : llvm::zip(
           loop.getInit(), loop.getCarried(), loop.getYield().getValues(), loop.getResults())) {
    if (!init.getType().isIndex())
      continue;
    const bool isKept = isSame(init) && isSame(next);
    if (!isKept)
      isNew |= same.erase(argument);
    if (!isKept || !isEven)
      isNew |= same.erase(result);
  }
  return isNew;
}

bool ClusterValues::isSame(const Expr &expr) {
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    if (Value root = indices.root(symbol)) {
      if (auto scalar = root.getDefiningOp<ScalarReadOp>()) {
        ScalarWriteOp write = scalarWriteOf(scalar.getRing());
        if (!write || !isSame(write.getValue()))
          return false;
        continue;
      }
      auto read = root.getDefiningOp<ReadIndexOp>();
      if (read ? !llvm::all_of(read.getAt(), [&](Value at) { return isSame(at); })
               : !same.contains(root))
        return false;
    }
  const std::string id(symbolic::workgroupIds[static_cast<size_t>(dim)].name());
  if (!symbolic::mentions(expr, id))
    return true;
  auto inWorkgroup = [&](int64_t place) {
    Bindings bindings;
    bindings.set(id, Expr::symbol("$cluster") * count + place);
    return symbolic::substitute(expr, bindings);
  };
  const Expr first = inWorkgroup(0);
  for (int64_t place = 1; place < count; ++place)
    if (!inWorkgroup(place).same_as(first))
      return false;
  return true;
}

bool ClusterValues::runsAlike(Block *block) {
  for (Operation *parent = block->getParentOp(); !isa<KernelOp, RoleOp>(parent);
       parent = parent->getParentOp()) {
    auto choice = dyn_cast<IfOp>(parent);
    if (choice ? !isSame(choice.getCondition()) : !even.contains(parent))
      return false;
  }
  return true;
}

} // namespace wave::ir
