//===- Reduce.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Verifier.h"

#include "frontend/KernelTrace.h"
#include "symbolic/Node.h"

using namespace mlir;

namespace wave::test {
namespace {

void eraseUnused(ir::KernelOp kernel) {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    kernel.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      if (!isOpTriviallyDead(op))
        return;
      op->erase();
      isChanged = true;
    });
  }
}

//===----------------------------------------------------------------------===//
// Edits of one operation.  Each returns whether there was anything to do.
//===----------------------------------------------------------------------===//

bool eraseUnneeded(Operation *op) {
  if (!ir::hasEffect(op) && !ir::isConstraint(op) && !isOpTriviallyDead(op))
    return false;
  op->erase();
  return true;
}

bool skipLoop(Operation *op) {
  auto loop = dyn_cast<ir::IterateOp>(op);
  if (!loop)
    return false;
  loop.replaceAllUsesWith(loop.getInit());
  loop.erase();
  return true;
}

/// The body once, on whole dimensions; no index stands for the counter of a loop over an axis.
bool unwrapLoop(Operation *op) {
  auto loop = dyn_cast<ir::IterateOp>(op);
  if (!loop || (!loop.isWhile() && !loop.getCounter().use_empty()))
    return false;
  for (auto [argument, init] : llvm::zip(loop.getCarried(), loop.getInit()))
    argument.replaceAllUsesWith(init);
  if (loop.isWhile())
    loop.getCounter().replaceAllUsesWith(loop.getStart());
  ir::YieldOp yield = loop.getYield();
  loop.replaceAllUsesWith(yield.getValues());
  yield.erase();
  op->getBlock()->getOperations().splice(op->getIterator(), loop.getBlock()->getOperations());
  op->erase();
  return true;
}

/// What step after step carries in `position` is what it was before the loop.
bool dropCarried(Operation *op, unsigned position) {
  auto loop = dyn_cast<ir::IterateOp>(op);
  if (!loop || position >= loop.getInit().size())
    return false;
  Value init = loop.getInit()[position];
  loop.getCarried()[position].replaceAllUsesWith(init);
  loop.getResult(position).replaceAllUsesWith(init);
  loop.getYield().getValuesMutable().erase(position);
  loop.getBlock()->eraseArgument(position + 1); // behind the counter
  loop.getInitMutable().erase(position);
  OpBuilder builder(op);
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), {}, op->getAttrs());
  SmallVector<Value> results;
  for (OpResult result : op->getResults())
    if (result.getResultNumber() != position) {
      results.push_back(result);
      state.addTypes(result.getType());
    }
  state.addRegion()->takeBody(loop.getBody());
  Operation *smaller = builder.create(state);
  for (auto [before, after] : llvm::zip(results, smaller->getResults()))
    before.replaceAllUsesWith(after);
  op->erase();
  return true;
}

bool isReplaceable(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 && !op->use_empty();
}

bool replaceByOperand(Operation *op, unsigned position) {
  if (!isReplaceable(op) || position >= op->getNumOperands() ||
      op->getOperand(position).getType() != op->getResult(0).getType())
    return false;
  op->getResult(0).replaceAllUsesWith(op->getOperand(position));
  return true;
}

/// By a value of its type that was computed before it, the one after `skipped` others.
bool replaceByEarlier(Operation *op, unsigned skipped) {
  if (!isReplaceable(op))
    return false;
  const Type type = op->getResult(0).getType();
  for (Operation &other : *op->getBlock()) {
    if (&other == op)
      return false;
    for (Value value : other.getResults())
      if (value.getType() == type && !isa<ir::RegisterOp>(other) && skipped-- == 0) {
        op->getResult(0).replaceAllUsesWith(value);
        return true;
      }
  }
  return false;
}

bool replaceByOne(Operation *op) {
  if (!isReplaceable(op) || isa<ir::RegisterOp>(op) ||
      !isa<ir::TileType>(op->getResult(0).getType()))
    return false;
  OpBuilder builder(op);
  Type type = op->getResult(0).getType(), element = cast<ir::TileType>(type).getElementType();
  auto one = isa<FloatType>(element) ? TypedAttr(builder.getFloatAttr(element, 1))
                                     : TypedAttr(builder.getIntegerAttr(element, 1));
  op->getResult(0).replaceAllUsesWith(ir::RegisterOp::create(builder, op->getLoc(), type, one));
  return true;
}

std::optional<int64_t> tileOf(Operation *op) {
  auto tile = op->getAttrOfType<ir::ExprAttr>("tile");
  return tile ? tile.getConstant() : std::nullopt;
}

void setTile(Operation *op, int64_t tile) {
  op->setAttr("tile", ir::ExprAttr::get(op->getContext(), Expr::constant(tile)));
}

/// A workgroup tile with the tiles of its waves, or the tile of a step.
bool shrinkTile(Operation *op, int64_t divisor) {
  const std::optional<int64_t> tile = tileOf(op);
  if (!tile || *tile < divisor || *tile % divisor != 0)
    return false;
  setTile(op, *tile / divisor);
  if (isa<ir::WorkgroupConstraintOp>(op))
    for (auto wave : op->getBlock()->getOps<ir::WaveConstraintOp>())
      if (auto count = tileOf(wave);
          wave.getDim() == op->getAttr("dim") && count && *count % divisor == 0)
        setTile(wave, *count / divisor);
  return true;
}

//===----------------------------------------------------------------------===//
// Edits of the whole kernel
//===----------------------------------------------------------------------===//

bool eraseArgument(ir::KernelOp kernel, unsigned position) {
  Block *block = kernel.getBlock();
  if (position >= block->getNumArguments() || !block->getArgument(position).use_empty())
    return false;
  block->eraseArgument(position);
  SmallVector<Attribute> names(kernel.getArgNames().getValue());
  names.erase(names.begin() + position);
  kernel.setArgNamesAttr(ArrayAttr::get(kernel.getContext(), names));
  return true;
}

bool makeGlobal(ir::KernelOp kernel, unsigned position) {
  if (position >= kernel.getBlock()->getNumArguments())
    return false;
  BlockArgument argument = kernel.getBlock()->getArgument(position);
  auto memory = cast<ir::MemoryType>(argument.getType());
  auto global = ir::ExprAttr::get(kernel.getContext(), Expr(GLOBAL_ADDRESS_SPACE));
  if (memory.getAddressSpace() == global)
    return false;
  argument.setType(
      ir::MemoryType::get(kernel.getContext(), memory.getDims(), memory.getElementType(), global));
  return true;
}

/// Tiles and memories without that dimension; one that has no other stays.
bool eraseDim(ir::KernelOp kernel, StringRef symbol) {
  auto others = [&](ArrayRef<ir::DimAttr> dims) {
    SmallVector<ir::DimAttr> rest;
    for (ir::DimAttr dim : dims)
      if (dim.getName().getSymbol() != symbol)
        rest.push_back(dim);
    return rest.empty() ? SmallVector<ir::DimAttr>(dims) : rest;
  };
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](ir::TileType tile) -> std::optional<Type> {
    return ir::TileType::get(kernel.getContext(), others(tile.getDims()), tile.getElementType());
  });
  replacer.addReplacement([&](ir::MemoryType memory) -> std::optional<Type> {
    return ir::MemoryType::get(kernel.getContext(), others(memory.getDims()),
                               memory.getElementType(), memory.getAddressSpace());
  });
  replacer.recursivelyReplaceElementsIn(kernel, /*replaceAttrs=*/false, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  for (Operation &op : llvm::make_early_inc_range(*kernel.getBlock()))
    if (auto dim = op.getAttrOfType<ir::ExprAttr>("dim");
        dim && ir::isConstraint(&op) && dim.getSymbol() == symbol)
      op.erase();
  return true;
}

bool setDefault(ir::KernelOp kernel, StringRef symbol, std::optional<int64_t> value) {
  NamedAttrList defaults(kernel.getDefaultsAttr());
  auto given = dyn_cast_if_present<ir::ExprAttr>(defaults.get(symbol));
  if (!given || (value && (!given.getConstant() || *given.getConstant() <= *value)))
    return false;
  if (value)
    defaults.set(symbol, ir::ExprAttr::get(kernel.getContext(), Expr::constant(*value)));
  else
    defaults.erase(symbol);
  kernel.setDefaultsAttr(defaults.empty() ? nullptr : defaults.getDictionary(kernel.getContext()));
  return true;
}

//===----------------------------------------------------------------------===//
// Reducer
//===----------------------------------------------------------------------===//

class Reducer {
public:
  Reducer(Kernel kernel, const std::function<bool(const Kernel &)> &holds, int most)
      : context(frontend::makeContext()), best(std::move(kernel)), holds(holds), most(most) {}

  Reduction run() {
    erasesUnused = holdsWithoutUnused();
    for (bool isChanged = true; isChanged && tries < most;) {
      isChanged = editOperations();
      isChanged |= editKernel();
    }
    return {best, tries};
  }

private:
  using Edit = llvm::function_ref<bool(ir::KernelOp)>;

  /// Keeps what `edit` makes of the best kernel so far, if it is good.
  bool keeps(Edit edit) {
    if (tries == most)
      return false;
    ScopedDiagnosticHandler silence(context.get(), [](mlir::Diagnostic &) { return success(); });
    OwningOpRef<ModuleOp> module = frontend::load(best, *context);
    ir::KernelOp kernel = frontend::onlyKernel(*module);
    if (!edit(kernel))
      return false;
    if (erasesUnused)
      eraseUnused(kernel);
    if (failed(verify(*module)))
      return false;
    std::string text;
    llvm::raw_string_ostream(text) << kernel;
    try {
      Kernel smaller = Kernel::parse(text, "reduced.mlir");
      if (smaller.str() == best.str())
        return false;
      ++tries;
      if (!holds(smaller))
        return false;
      best = std::move(smaller);
      return true;
    } catch (const Failure &) {
      return false; // not in the traced form any more
    }
  }

  bool holdsWithoutUnused() {
    OwningOpRef<ModuleOp> module = frontend::load(best, *context);
    eraseUnused(frontend::onlyKernel(*module));
    std::string text;
    llvm::raw_string_ostream(text) << frontend::onlyKernel(*module);
    return holds(Kernel::parse(text, "reduced.mlir"));
  }

  /// Tries an edit at every operation, from the last one on.
  bool keepsAnywhere(llvm::function_ref<bool(Operation *)> edit) {
    bool isChanged = false;
    for (size_t i = countOperations(); i-- > 0;)
      isChanged |= keeps([&](ir::KernelOp kernel) {
        const std::vector<Operation *> all = operationsOf(kernel);
        return i < all.size() && edit(all[i]);
      });
    return isChanged;
  }

  static std::vector<Operation *> operationsOf(ir::KernelOp kernel) {
    std::vector<Operation *> all;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != kernel && !isa<ir::YieldOp>(op))
        all.push_back(op);
    });
    return all;
  }

  size_t countOperations() {
    OwningOpRef<ModuleOp> module = frontend::load(best, *context);
    return operationsOf(frontend::onlyKernel(*module)).size();
  }

  bool editOperations() {
    bool isChanged = keepsAnywhere(eraseUnneeded);
    isChanged |= keepsAnywhere(skipLoop);
    isChanged |= keepsAnywhere(replaceByOne);
    isChanged |= keepsAnywhere(unwrapLoop);
    for (unsigned position = 0; position < 3; ++position) {
      isChanged |= keepsAnywhere([&](Operation *op) { return replaceByEarlier(op, position); });
      isChanged |= keepsAnywhere([&](Operation *op) { return replaceByOperand(op, position); });
      isChanged |= keepsAnywhere([&](Operation *op) { return dropCarried(op, position); });
    }
    for (int64_t divisor : {8, 2, 3, 5, 7})
      isChanged |= keepsAnywhere([&](Operation *op) { return shrinkTile(op, divisor); });
    return isChanged;
  }

  bool editKernel() {
    bool isChanged = false;
    for (unsigned position = 16; position-- > 0;) {
      isChanged |= keeps([&](ir::KernelOp kernel) { return eraseArgument(kernel, position); });
      isChanged |= keeps([&](ir::KernelOp kernel) { return makeGlobal(kernel, position); });
    }
    for (const std::string &symbol : std::vector(best.symbols()))
      isChanged |= keeps([&](ir::KernelOp kernel) { return eraseDim(kernel, symbol); });
    const Bindings defaults = best.defaults();
    for (const Binding &binding : defaults)
      isChanged |= shrinkDefault(binding.symbol);
    return isChanged;
  }

  bool shrinkDefault(const std::string &symbol) {
    auto becomes = [&](std::optional<int64_t> value) {
      return keeps([&](ir::KernelOp kernel) { return setDefault(kernel, symbol, value); });
    };
    if (becomes(std::nullopt))
      return true; // nothing asks for it
    bool isChanged = false;
    for (int64_t value : {1, 2, 4, 16, 17, 32, 33, 64})
      if (becomes(value))
        return true;
    while (const Expr *now = best.defaults().find(symbol)) {
      if (!symbolic::isConstant(*now) || !becomes(now->node().value - 1))
        break;
      isChanged = true;
    }
    return isChanged;
  }

  std::unique_ptr<MLIRContext> context;
  Kernel best;
  const std::function<bool(const Kernel &)> &holds;
  int most, tries = 0;
  /// Whether every edit takes what it leaves unused with it: not where the property is of that.
  bool erasesUnused = true;
};

} // namespace

Reduction reduce(const Kernel &kernel, const std::function<bool(const Kernel &)> &holds, int most) {
  return Reducer(kernel, holds, most).run();
}

} // namespace wave::test
