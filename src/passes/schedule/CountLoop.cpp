//===- CountLoop.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/CountLoop.h"

#include "analysis/IndexRanges.h"
#include "dialect/IndexValues.h"
#include "symbolic/MapLoop.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {

namespace {

class Counter {
public:
  explicit Counter(ir::IterateOp loop)
      : kernel(loop->getParentOfType<ir::KernelOp>()), loop(loop), ranges(kernel),
        map(ranges.mapLoop(loop)) {}

  ir::IterateOp run() {
    const std::optional<Expr> step = symbolic::stepOf(map), bound = ranges.boundOf(map);
    if (!step || !bound || !isFixed(*step) || !isFixed(*bound) || !ranges.advances(loop))
      return {};
    for (Value carried : loop.getCarried())
      growths.push_back(growthOf(carried));
    const Expr count = max(ceildiv(*bound - map.start, *step), 0);
    ir::IterateOp counted = create(count);
    replaceArgument(loop.getCounter(), map.start, *step); // before others, whose formulas have it
    for (unsigned number = loop.getNumResults(), kept = counted.getNumResults(); number-- > 0;)
      if (growths[number])
        replaceCarried(number, count);
      else
        loop.getResult(number).replaceAllUsesWith(counted.getResult(--kept));
    loop.getYield().getNextMutable().clear();
    counted.getBody().takeBody(loop.getBody());
    loop.erase();
    ir::composeIndices(kernel);
    ir::eraseUnusedIndices(kernel);
    return counted;
  }

private:
  ir::IndexValues &values() { return ranges.indexValues(); }

  /// Whether no iteration changes it.
  bool isFixed(const Expr &expr) {
    return llvm::none_of(symbolic::symbolsOf(expr), [&](const std::string &symbol) {
      Value root = values().root(symbol);
      return root && loop.getBody().isAncestor(root.getParentRegion());
    });
  }

  /// What each iteration adds to a carried index, where that is always the same.
  std::optional<Expr> growthOf(Value carried) {
    if (!carried.getType().isIndex())
      return std::nullopt;
    const unsigned number = *loop.carriedNumber(carried);
    const Expr growth = values().of(loop.getYield().getValues()[number]) - values().of(carried);
    return isFixed(growth) ? std::optional(growth) : std::nullopt;
  }

  ir::IterateOp create(const Expr &count) {
    OpBuilder builder(loop);
    SmallVector<Value> inits;
    for (auto [init, growth] : llvm::zip_equal(loop.getInit(), growths))
      if (!growth)
        inits.push_back(init);
    auto counted = ir::IterateOp::create(
        builder, loop.getLoc(), ValueRange(inits).getTypes(), loop.getAxisAttr(), inits,
        values().create(builder, loop.getLoc(), count), IntegerAttr(), loop.getTagAttr());
    counted->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    return counted;
  }

  /// Puts first + n * step in the place of what was an argument of the body, in iteration n.
  void replaceArgument(BlockArgument argument, const Expr &first, const Expr &step) {
    OpBuilder head = OpBuilder::atBlockBegin(loop.getBlock());
    const Expr formula = first + values().of(loop.getCounter()) * step;
    Value index = values().create(head, loop.getLoc(), formula);
    argument.replaceUsesWithIf(
        index, [&](OpOperand &use) { return use.getOwner() != index.getDefiningOp(); });
  }

  void replaceCarried(unsigned number, const Expr &count) {
    const Expr first = values().of(loop.getInit()[number]);
    replaceArgument(loop.getCarried()[number], first, *growths[number]);
    loop.getYield().getValuesMutable().erase(number);
    OpBuilder after(loop->getContext());
    after.setInsertionPointAfter(loop);
    loop.getResult(number).replaceAllUsesWith(
        values().create(after, loop.getLoc(), first + count * *growths[number]));
    loop.getBlock()->eraseArgument(number + 1);
  }

  ir::KernelOp kernel;
  ir::IterateOp loop;
  analysis::IndexRanges ranges;
  symbolic::MapLoop map;
  SmallVector<std::optional<Expr>> growths; ///< of carried indices
};

} // namespace

ir::IterateOp countLoop(ir::IterateOp loop) { return Counter(loop).run(); }

} // namespace wave
