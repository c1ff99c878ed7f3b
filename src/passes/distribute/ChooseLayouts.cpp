//===- ChooseLayouts.cpp - Which lane holds which element -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: rings and loops are what the schedule made them              (scheduled)
// Gives: every tile has a layout; where an operation needs another one than its operand
//        has, a conversion stands between
//
// Values that must agree (the operands and results of elementwise operations, what a loop
// carries) form a class, which has one layout.  A dimension of size 1 adds no element to a tile,
// and sets none apart:
//
//   1. what a matrix instruction demands, accumulators before operands;
//   2. what is left of the layout of a class with more dimensions that it meets;
//   3. for what goes into a ring, that of a copy by all waves;
//   4. that of the class's largest access to a memory, as many elements wide as fit one access of
//      the widest that the class moves, and as rows are aligned to.
//
// Operations that read or write a tile in slices have one class, whose layout has whole slices in
// registers.
//
// What products read in place lanes never hold: it has no layout.
//
// A class that is asked for two layouts keeps the first.  Conversions cost a way through
// shared memory: each is reported as a remark.
//
//===----------------------------------------------------------------------===//

#include "analysis/Nodes.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/ElementTypes.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"
#include "passes/distribute/TileLayouts.h"

#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_CHOOSELAYOUTS
#include "passes/Passes.h.inc"

using machine::Layout;
using machine::MmaPart;

namespace {

ir::TileType tileOf(Value value) { return cast<ir::TileType>(value.getType()); }

/// Those along which a tile has several elements.
SmallVector<ir::DimAttr> longDims(ir::TileType tile) {
  SmallVector<ir::DimAttr> dims(tile.getDims());
  llvm::erase_if(dims, [](ir::DimAttr dim) { return dim.getConstantSize() == 1; });
  return dims;
}

bool hasLongDimsOf(ir::TileType wide, ir::TileType narrow) {
  return llvm::all_of(longDims(narrow),
                      [&](ir::DimAttr dim) { return wide.hasDim(dim.getName()); });
}

bool haveSameElements(ir::TileType a, ir::TileType b) {
  return longDims(a).size() == longDims(b).size() && hasLongDimsOf(a, b);
}

/// The layout of a tile with fewer dimensions beside one of `layout`.
Layout keeping(const Layout &layout, ir::TileType tile) {
  std::vector<std::string> dims;
  for (ir::DimAttr dim : tile.getDims())
    dims.push_back(dim.getName().getValue().str());
  return layout.keeping(dims);
}

struct ChooseLayouts : impl::ChooseLayoutsBase<ChooseLayouts> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Scheduled)))
      return signalPassFailure();
    TileLayouts tiles(kernel);
    layouts = &tiles;
    separateConstants();
    collectClasses();
    chooseForProducts();
    while (chooseNext())
      ;
    setTypes();
    if (failed(checkSlices()))
      return signalPassFailure();
    convertOperands();
  }

private:
  /// A constant, or a coordinate, costs nothing and belongs to whoever uses it.
  void separateConstants() {
    SmallVector<Operation *> constants;
    const auto isTile = [](Value value) { return isa<ir::TileType>(value.getType()); };
    getOperation().walk([&](Operation *op) {
      if (op->getNumRegions() == 0 && isPure(op) && llvm::any_of(op->getResults(), isTile) &&
          llvm::none_of(op->getOperands(), isTile))
        constants.push_back(op);
    });
    for (Operation *op : constants)
      while (!op->use_empty() && !op->hasOneUse()) {
        OpBuilder builder(op);
        op->use_begin()->set(builder.clone(*op)->getResult(0));
      }
  }

  //===--------------------------------------------------------------------===//
  // Classes
  //===--------------------------------------------------------------------===//

  void collectClasses() {
    DenseSet<Value> seen;
    auto note = [&](Value value) {
      if (isa<ir::TileType>(value.getType()) && !ir::isInPlace(value) &&
          seen.insert(value).second) {
        classes.insert(value.getAsOpaquePointer());
        values.push_back(value);
      }
    };
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Value result : op->getResults())
        note(result);
      for (Region &region : op->getRegions())
        for (Value argument : region.getArguments())
          note(argument);
    });
    getOperation().walk([&](Operation *op) { uniteOperands(op); });
    getOperation().walk([&](Operation *op) {
      if (Value tile = slicedTile(op); tile && !isa<ir::MmaOp>(op) && !ir::isInPlace(tile))
        slices[classOf(tile)].push_back(ir::sliceOf(op));
    });
    getOperation().walk([&](ir::MmaOp mma) { // conversions come between it and its operands
      SmallVector<ir::SliceAttr> &all = slicesOfMmas[mma];
      if (ir::SliceAttr own = mma.getSliceAttr())
        all.push_back(own);
      for (Value operand : {mma.getLhs(), mma.getRhs()})
        if (isa<ir::TileType>(operand.getType()))
          llvm::append_range(all, slices.lookup(classOf(operand)));
    });
  }

  /// Of an operation that is a slice the tile in lanes that it is about; null for any other one.
  static Value slicedTile(Operation *op) {
    if (!ir::sliceOf(op) || isa<ir::CopyOp>(op))
      return {};
    auto write = dyn_cast<ir::SharedWriteOp>(op);
    return write ? Value(write.getValue()) : Value(op->getResult(0));
  }

  void unite(Value a, Value b) {
    if (!isa<ir::TileType>(a.getType()) || ir::isInPlace(a) || ir::isInPlace(b))
      return;
    classes.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
  }

  void uniteOperands(Operation *op) {
    if (auto loop = dyn_cast<ir::IterateOp>(op)) {
      for (auto [init, argument, next, result] : llvm::zip(
               loop.getInit(), loop.getCarried(), loop.getYield().getValues(), loop.getResults())) {
        unite(init, argument);
        unite(init, next);
        unite(init, result);
      }
    } else if (auto choice = dyn_cast<ir::IfOp>(op)) {
      for (Region *way : {&choice.getThen(), &choice.getOtherwise()})
        for (auto [next, result] :
             llvm::zip(way->front().getTerminator()->getOperands(), choice.getResults()))
          unite(next, result);
    } else if (auto mma = dyn_cast<ir::MmaOp>(op)) {
      unite(mma.getAccumulator(), mma.getResult());
    } else if (op->getNumResults() == 1 && isa<ir::TileType>(op->getResult(0).getType())) {
      for (Value operand : op->getOperands())
        if (isa<ir::TileType>(operand.getType()) &&
            haveSameElements(tileOf(operand), tileOf(op->getResult(0))))
          unite(operand, op->getResult(0));
    }
  }

  void *classOf(Value value) { return classes.getLeaderValue(value.getAsOpaquePointer()); }

  /// Gives the class of `value` a layout; one that it has already stays.
  void choose(Value value, const Layout &layout) { chosen.try_emplace(classOf(value), layout); }
  const Layout *layoutOf(Value value) {
    auto found = chosen.find(classOf(value));
    return found == chosen.end() ? nullptr : &found->second;
  }

  //===--------------------------------------------------------------------===//
  // Choices
  //===--------------------------------------------------------------------===//

  Layout ofMma(ir::MmaOp mma, MmaPart part) const {
    return layouts->ofMma(mma, part, packed.contains(mma), slicesOfMmas.lookup(mma));
  }

  void chooseForProducts() {
    getOperation().walk([&](ir::MmaOp mma) {
      if (!mma.getInTensorMemory())
        choose(mma.getResult(), ofMma(mma, MmaPart::Accumulator));
    });
    forEachLoadedSum(
        [&](ir::SharedReadOp read, const Layout &layout) { choose(read.getResult(), layout); });
    // An operand that is the result of another product lies as that one left it.
    // Next to one that is read in place, an operand has the order of shared memory.
    getOperation().walk([&](ir::MmaOp mma) {
      if (!ir::readsInPlace(mma) && !layoutOf(mma.getLhs()) && !layoutOf(mma.getRhs()))
        packed.insert(mma);
    });
    forEachHeldOperand([&](ir::MmaOp mma, OpOperand &operand, MmaPart part) {
      choose(operand.get(), ofMma(mma, part));
    });
  }

  /// What waves load from tensor memory comes as the instruction has put it there.
  void forEachLoadedSum(llvm::function_ref<void(ir::SharedReadOp, const Layout &)> visit) {
    getOperation().walk([&](ir::SharedReadOp read) {
      if (read.getRing().getType().isInTensorMemory())
        visit(read, layouts->ofMma(ir::productInto(read.getRing()), MmaPart::Accumulator,
                                   /*isPacked=*/false, {}, read.getResult().getType()));
    });
  }

  /// Those operands of products that lanes hold.
  void forEachHeldOperand(llvm::function_ref<void(ir::MmaOp, OpOperand &, MmaPart)> visit) {
    getOperation().walk([&](ir::MmaOp mma) {
      for (auto [operand, part] : {std::pair(&mma.getLhsMutable(), MmaPart::Lhs),
                                   std::pair(&mma.getRhsMutable(), MmaPart::Rhs)})
        if (isa<ir::TileType>(operand->get().getType()))
          visit(mma, *operand, part);
    });
  }

  /// Gives one more class a layout; false when all have one.
  bool chooseNext() {
    for (Value value : values)
      if (!layoutOf(value))
        if (const Layout *wider = layoutBeside(value)) {
          choose(value, keeping(*wider, tileOf(value)));
          return true;
        }
    Value largest;
    for (Value value : values)
      if (!layoutOf(value) && (!largest || elementsOf(value) > elementsOf(largest)))
        largest = value;
    if (!largest)
      return false;
    choose(largest, layoutByAccess(largest));
    return true;
  }

  static int64_t elementsOf(Value value) {
    int64_t count = 1;
    for (ir::DimAttr dim : tileOf(value).getDims())
      count *= *dim.getConstantSize();
    return count;
  }

  /// Of a value with more dimensions that an operation uses together with `value`.
  const Layout *layoutBeside(Value value) {
    if (Operation *op = value.getDefiningOp();
        op && !isa<ir::MmaOp>(op) && op->getNumRegions() == 0)
      for (Value operand : op->getOperands())
        if (isa<ir::TileType>(operand.getType()) && layoutOf(operand) && isWider(operand, value))
          return layoutOf(operand);
    for (Operation *user : value.getUsers())
      if (!isa<ir::MmaOp>(user))
        for (Value result : user->getResults())
          if (isa<ir::TileType>(result.getType()) && layoutOf(result) && isWider(result, value))
            return layoutOf(result);
    return nullptr;
  }

  static bool isWider(Value wide, Value narrow) {
    return longDims(tileOf(wide)).size() > longDims(tileOf(narrow)).size() &&
           hasLongDimsOf(tileOf(wide), tileOf(narrow));
  }

  /// The accesses that load or store the value.
  static void forEachMove(Value value, llvm::function_ref<void(ir::AccessOpInterface)> visit) {
    if (auto access = dyn_cast_or_null<ir::AccessOpInterface>(value.getDefiningOp()))
      visit(access);
    for (Operation *user : value.getUsers())
      if (auto access = dyn_cast<ir::AccessOpInterface>(user);
          access && user->getOperand(0) == value)
        visit(access);
  }

  /// Elements in a row that have the same alignment in all rows of the memory: where rows follow
  /// each other, a wider access is none.
  static int64_t alignedRun(ir::AccessOpInterface access) {
    if (!access.getMemory() || access.getRing())
      return machine::widestAccess;
    auto memory = cast<ir::MemoryType>(access.getMemory().getType());
    const std::optional<int64_t> row = memory.getDims().back().getConstantSize();
    if (memory.getDims().size() < 2 || !row || *row == 0)
      return machine::widestAccess;
    return std::min(*row & -*row, machine::widestAccess);
  }

  Layout layoutByAccess(Value seed) {
    void *wanted = classOf(seed);
    ir::TileType best = tileOf(seed);
    SmallVector<ir::DimAttr> order(best.getDims());
    bool isCopy = false, isAccess = false;
    Type widest; // of what accesses move
    int64_t run = machine::widestAccess;
    for (Value value : values) {
      if (classOf(value) != wanted)
        continue;
      forEachMove(value, [&](ir::AccessOpInterface access) {
        const Type element = tileOf(value).getElementType();
        if (!widest || ir::elementBytes(element) > ir::elementBytes(widest))
          widest = element;
        run = std::min(run, alignedRun(access));
      });
      if (auto read = dyn_cast_or_null<ir::ReadOp>(value.getDefiningOp()); read && !isAccess) {
        order = accessOrder(read, read.getMemory().getType());
        isAccess = true;
      }
      for (Operation *user : value.getUsers()) {
        isCopy |= isa<ir::SharedWriteOp>(user);
        if (auto write = dyn_cast<ir::WriteOp>(user); write && !isAccess) {
          order = accessOrder(write, write.getMemory().getType());
          isAccess = true;
        }
      }
    }
    // Another tile of the class may have other dimensions of size 1.
    llvm::erase_if(order, [&](ir::DimAttr dim) { return !best.hasDim(dim.getName()); });
    if (order.empty())
      llvm::append_range(order, best.getDims());
    // Accesses are as wide as they can be, whatever is computed in between: those of narrower
    // elements have as many, so that lanes next to each other stay so in all of them.
    if (widest)
      best = ir::TileType::get(&getContext(), best.getDims(), widest);
    return isCopy ? layouts->ofCopy(best, order, layouts->waveCount(), slices.lookup(wanted))
                  : layouts->ofAccess(best, order,
                                      std::min(run * ir::elementBytes(best.getElementType()),
                                               machine::widestAccess));
  }

  //===--------------------------------------------------------------------===//
  // Into the IR
  //===--------------------------------------------------------------------===//

  ir::TileType typed(ir::TileType tile, const Layout &layout) {
    return ir::TileType::get(&getContext(), tile.getDims(), tile.getElementType(),
                             ir::LayoutAttr::get(&getContext(), layout));
  }

  void setTypes() {
    for (Value value : values)
      value.setType(typed(tileOf(value), keeping(*layoutOf(value), tileOf(value))));
    getOperation().walk([&](ir::CopyOp copy) {
      ir::TileType tile = copy.getTile();
      auto role = copy->getParentOfType<ir::RoleOp>();
      const int64_t waves = role ? static_cast<int64_t>(role.getWaves()) : layouts->waveCount();
      SmallVector<ir::SliceAttr> slice;
      if (ir::SliceAttr own = copy.getSliceAttr())
        slice.push_back(own);
      copy.setLayoutAttr(
          ir::LayoutAttr::get(&getContext(), layouts->ofCopy(tile, tile.getDims(), waves, slice)));
    });
    // Each wave brings what it has written.
    getOperation().walk([&](ir::CopyOutOp copy) {
      ir::TileType tile = copy.getTile();
      const auto bytes = copy.getLaneBytes().value_or(machine::widestAccess);
      copy.setLayoutAttr(
          ir::LayoutAttr::get(&getContext(), layouts->ofAccess(tile, tile.getDims(), bytes)));
    });
  }

  /// Loads, stores and matrix instructions are left out whole of those that are not of a slice.
  LogicalResult checkSlices() {
    const WalkResult result = getOperation().walk([&](Operation *op) {
      auto copy = dyn_cast<ir::CopyOp>(op);
      Value value = slicedTile(op);
      if ((!copy && !value) || isa<ir::MmaOp>(op) || !ir::sliceOf(op))
        return WalkResult::advance();
      const ir::TileType tile = copy ? copy.getTile() : tileOf(value);
      const ir::SliceAttr slice = ir::sliceOf(op);
      if (!tile.getLayout() || hasWholeSlices(tile.getLayout().getValue(), tile, slice))
        return WalkResult::advance();
      (void)LogicalResult(
          ir::BrokenConstraint(op, "slice-layout",
                               analysis::describe(op) + " is of " + Twine(slice.getUnits()) +
                                   " units of " + Twine(slice.getUnit()) +
                                   " elements, and its lanes hold elements of several slices in "
                                   "one register: " +
                                   tile.getLayout().getValue().str())
              .help("partition along another dimension, or the MMAs alone"));
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  void convertOperands() {
    forEachHeldOperand([&](ir::MmaOp mma, OpOperand &operand, MmaPart part) {
      demand(operand, ofMma(mma, part));
    });
    SmallVector<ir::MmaOp> products;
    getOperation().walk([&](ir::MmaOp mma) {
      if (!mma.getInTensorMemory())
        products.push_back(mma);
    });
    for (ir::MmaOp mma : products)
      convertProduct(mma);
    forEachLoadedSum([&](ir::SharedReadOp read, const Layout &layout) { resultIn(read, layout); });
    SmallVector<ir::ReduceOp> reductions;
    getOperation().walk([&](ir::ReduceOp op) { reductions.push_back(op); });
    for (ir::ReduceOp op : reductions)
      convertReduction(op);
    getOperation().walk([&](Operation *op) {
      if (!ir::isElementwise(op))
        return;
      Layout layout = tileOf(op->getResult(0)).getLayout().getValue();
      for (OpOperand &operand : op->getOpOperands())
        demand(operand, keeping(layout, tileOf(operand.get())));
    });
  }

  /// An instruction adds to what is held as it holds it: a product whose rows are another
  /// one's columns cannot continue that one's sums in their lanes.
  void convertProduct(ir::MmaOp op) {
    const Layout layout = ofMma(op, MmaPart::Accumulator);
    demand(op.getAccumulatorMutable(), layout);
    resultIn(op, layout);
  }

  /// What remains of a reduction lies where the value did.
  void convertReduction(ir::ReduceOp op) {
    const Layout layout =
        keeping(op.getValue().getType().getLayout().getValue(), op.getResult().getType());
    if (op.getInit())
      demand(op.getInitMutable()[0], layout);
    resultIn(op, layout);
  }

  /// The operation's result comes in that layout; who needs it in its class's waits for the
  /// conversion.
  void resultIn(Operation *op, const Layout &layout) {
    Value result = op->getResult(0);
    ir::TileType has = tileOf(result);
    if (has == typed(has, layout))
      return;
    result.setType(typed(has, layout));
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    auto converted = ir::ConvertLayoutOp::create(builder, op->getLoc(), has, result);
    result.replaceAllUsesExcept(converted.getResult(), converted);
    remark(op, has);
  }

  void remark(Operation *user, ir::TileType tile) {
    int64_t bytes = ir::elementBytes(tile.getElementType());
    for (ir::DimAttr dim : tile.getDims())
      bytes *= *dim.getConstantSize();
    mlir::emitRemark(user->getLoc())
        << user->getName().stripDialect() << ": " << ir::describe(tile)
        << " is held by other lanes than it needs and goes through shared memory, " << bytes
        << " bytes each way [layout-conversion]";
  }

  void demand(OpOperand &operand, const Layout &layout) {
    ir::TileType has = tileOf(operand.get()), wants = typed(has, layout);
    if (has == wants)
      return;
    Operation *user = operand.getOwner();
    OpBuilder builder(user);
    operand.set(ir::ConvertLayoutOp::create(builder, user->getLoc(), wants, operand.get()));
    remark(user, has);
  }

  const TileLayouts *layouts = nullptr;
  llvm::EquivalenceClasses<void *> classes;
  SmallVector<Value> values; ///< all tiles, in program order
  DenseMap<void *, Layout> chosen;
  DenseMap<void *, SmallVector<ir::SliceAttr>> slices; ///< in which a class is read and written
  DenseMap<Operation *, SmallVector<ir::SliceAttr>> slicesOfMmas; ///< theirs, and their operands'
  DenseSet<Operation *> packed; ///< products whose operands are laid out for wide accesses
};

} // namespace
} // namespace wave
