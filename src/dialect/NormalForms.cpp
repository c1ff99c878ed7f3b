//===- NormalForms.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NormalForms.h"

#include "llvm/ADT/TypeSwitch.h"

#include "dialect/BrokenConstraint.h"
#include "dialect/Distribution.h"
#include "dialect/IndexValues.h"
#include "dialect/Schedule.h"
#include "dialect/Slices.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::ir {

static constexpr std::pair<Form, StringLiteral> names[] = {
    {Form::Traced, "traced"}, {Form::Sized, "sized"},         {Form::Bound, "bound"},
    {Form::Staged, "staged"}, {Form::Scheduled, "scheduled"}, {Form::Distributed, "distributed"}};

StringRef formName(Form form) {
  for (auto [candidate, name] : names)
    if (candidate == form)
      return name;
  llvm_unreachable("all forms are listed");
}

std::optional<Form> formNamed(StringRef wanted) {
  for (auto [form, name] : names)
    if (name == wanted)
      return form;
  return std::nullopt;
}

bool isBound(KernelOp kernel) { return kernel.getGrid().has_value(); }

namespace {
/// One property that a form asks of every operation, and when it is asked.
struct Property {
  StringLiteral claim;
  bool (*holds)(Operation *op, Form form);
};
} // namespace

static bool sizesMatch(TypeRange types, bool wanted) {
  auto allSized = [&](ArrayRef<DimAttr> dims) {
    return llvm::all_of(dims, [&](DimAttr dim) { return bool(dim.getSize()) == wanted; });
  };
  return llvm::all_of(types, [&](Type type) {
    auto tile = dyn_cast<TileType>(type);
    return !tile || allSized(tile.getDims());
  });
}

/// Whether the sum that a product adds to ends in a ring: through products, loops and
/// choices, each its only user.
static bool isSumStaged(MmaOp mma) {
  Value sum = mma.getResult();
  while (sum.hasOneUse()) {
    OpOperand &use = *sum.use_begin();
    if (auto write = dyn_cast<SharedWriteOp>(use.getOwner()))
      return write.getInPlace();
    if (auto next = dyn_cast<MmaOp>(use.getOwner()); next && next.getInTensorMemory())
      sum = next.getResult();
    else if (auto loop = dyn_cast<IterateOp>(use.getOwner()->getParentOp());
             loop && isa<YieldOp>(use.getOwner()))
      sum = loop.getResult(use.getOperandNumber());
    else if (auto choice = dyn_cast<IfOp>(use.getOwner()->getParentOp());
             choice && isa<YieldOp>(use.getOwner()))
      sum = choice.getResult(use.getOperandNumber());
    else if (auto begun = dyn_cast<IterateOp>(use.getOwner()))
      sum = begun.getResult(use.getOperandNumber());
    else
      return false;
  }
  return false;
}

/// Whether rhs has half of the columns of the sum.
static bool hasHalfOfRhs(MmaOp mma) {
  const ExprAttr n = mmaDims(mma).n;
  const TileType rhs = tileTypeOf(mma.getRhs()), sum = mma.getResult().getType();
  auto sizeIn = [&](TileType tile) {
    return tile.getDims()[static_cast<size_t>(tile.indexOf(n))].getConstantSize().value_or(0);
  };
  return isa<BufferType>(mma.getRhs().getType()) && 2 * sizeIn(rhs) == sizeIn(sum);
}

/// The first form that has the operation.
static Form firstForm(Operation *op) {
  return llvm::TypeSwitch<Operation *, Form>(op)
      .Case<AllocateOp, ChannelOp, SharedReadOp, SharedWriteOp, ViewOp, CopyOp, CopyOutOp, MaskOp,
            AcquireOp, CommitOp, WaitOp, ReleaseOp, DrainOp, ReinitialiseOp, ScalarWriteOp,
            ScalarReadOp, BarrierOp, SchedBarrierOp, SchedGroupBarrierOp, SetPriorityOp,
            WaitCountersOp>([](Operation *) { return Form::Staged; })
      .Case<RoleOp, IfOp>([](Operation *) { return Form::Scheduled; })
      .Case<ConvertLayoutOp, PartialReduceOp, MmaWaitOp>(
          [](Operation *) { return Form::Distributed; })
      .Default([](Operation *) { return Form::Traced; });
}

static const Property properties[] = {
    {"rings, what reads and writes them, channels, barriers and hints occur from the form staged "
     "on, roles from the form scheduled on, and waits and conversions in the form distributed",
     [](Operation *op, Form form) { return form >= firstForm(op); }},
    {"memories have sizes exactly from the form sized on",
     [](Operation *op, Form form) {
       auto kernel = dyn_cast<KernelOp>(op);
       return !kernel || llvm::all_of(kernel.getBlock()->getArgumentTypes(), [&](Type type) {
         return llvm::all_of(cast<MemoryType>(type).getDims(), [&](DimAttr dim) {
           return bool(dim.getSize()) == (form != Form::Traced);
         });
       });
     }},
    {"sizes of memories are numbers of at least 0, or expressions over what a launch gives",
     [](Operation *op, Form) {
       auto kernel = dyn_cast<KernelOp>(op);
       if (!kernel)
         return true;
       SmallVector<ExprAttr> open = launchSymbols(kernel);
       return llvm::all_of(kernel.getBlock()->getArgumentTypes(), [&](Type type) {
         return llvm::all_of(cast<MemoryType>(type).getDims(), [&](DimAttr dim) {
           return !dim.getSize() || (dim.getConstantSize() ? *dim.getConstantSize() >= 0
                                                           : isKnownAtLaunch(dim.getSize(), open));
         });
       });
     }},
    {"tiles of constraints are numbers from the form sized on",
     [](Operation *op, Form form) {
       auto tile = op->getAttrOfType<ExprAttr>("tile");
       if (!tile || form == Form::Traced || tile.getConstant())
         return true;
       auto workgroup = dyn_cast<WorkgroupConstraintOp>(op);
       auto kernel = op->getParentOfType<KernelOp>();
       return workgroup && hasLoopedPart(kernel, workgroup.getDim()) &&
              isKnownAtLaunch(tile, launchSymbols(kernel));
     }},
    {"reorderings are over the ids of the workgroup and what a launch gives from the form sized on",
     [](Operation *op, Form form) {
       auto reordering = dyn_cast<ReorderingConstraintOp>(op);
       if (!reordering || form == Form::Traced)
         return true;
       const SmallVector<ExprAttr> open = launchSymbols(op->getParentOfType<KernelOp>());
       return llvm::all_of(
           symbolic::symbolsOf(reordering.getIndex().getValue()), [&](const std::string &symbol) {
             return symbolic::isWorkgroupId(symbol) || llvm::any_of(open, [&](ExprAttr size) {
                      return size.getSymbol() == StringRef(symbol);
                    });
           });
     }},
    {"memories are in the global or the shared address space from the form sized on",
     [](Operation *op, Form form) {
       auto kernel = dyn_cast<KernelOp>(op);
       return !kernel || form == Form::Traced ||
              llvm::all_of(kernel.getBlock()->getArgumentTypes(), [&](Type type) {
                auto space = cast<MemoryType>(type).getAddressSpace().getSymbol();
                return space == StringRef(GLOBAL_ADDRESS_SPACE.name()) ||
                       space == StringRef(SHARED_ADDRESS_SPACE.name());
              });
     }},
    {"tile values have sizes exactly from the form bound on",
     [](Operation *op, Form form) {
       return sizesMatch(op->getResultTypes(), form >= Form::Bound) &&
              sizesMatch(op->getOperandTypes(), form >= Form::Bound);
     }},
    {"accesses have starts exactly from the form bound on",
     [](Operation *op, Form form) {
       return accessedDims(op).empty() || !startsOf(op).empty() == (form >= Form::Bound);
     }},
    {"accesses have lists of mapped dimensions from the form bound on",
     [](Operation *op, Form form) { return form >= Form::Bound || !op->hasAttr("mapped"); }},
    {"loops without a condition have counts exactly from the form bound on",
     [](Operation *op, Form form) {
       auto loop = dyn_cast<IterateOp>(op);
       return !loop || bool(loop.getCount()) == (form >= Form::Bound && !loop.isWhile());
     }},
    {"the steps of channels stand in roles from the form scheduled on",
     [](Operation *op, Form form) {
       return form < Form::Scheduled || !isStepOfChannel(op) || op->getParentOfType<RoleOp>();
     }},
    {"steps of channels have a place, a slot and a phase, in the form distributed alone",
     [](Operation *op, Form form) {
       const unsigned others = 2; // the channel and the number
       return !isStepOfChannel(op) || op->getNumOperands() == others ||
              (form >= Form::Distributed && op->getNumOperands() == others + 2);
     }},
    {"loops carry tiles alone before the form staged",
     [](Operation *op, Form form) {
       return form >= Form::Staged || !isa<IterateOp>(op) ||
              llvm::none_of(cast<IterateOp>(op).getInit(),
                            [](Value init) { return init.getType().isIndex(); });
     }},
    {"every mma has an instruction from the form bound on",
     [](Operation *op, Form form) {
       return !isa<MmaOp>(op) || form < Form::Bound || op->hasAttr("mma_type");
     }},
    {"the hardware constraint says how many threads and waves there are from the form bound on",
     [](Operation *op, Form form) {
       auto hardware = dyn_cast<HardwareConstraintOp>(op);
       return !hardware || form < Form::Bound ||
              (hardware.getThreadsPerWave() && hardware.getWavesPerBlock());
     }},
    {"tiles have sizes that are numbers from the form staged on",
     [](Operation *op, Form form) {
       return form < Form::Staged || llvm::all_of(
                                         op->getResultTypes(),
                                         [](Type type) {
                                           auto tile = dyn_cast<TileType>(type);
                                           return !tile ||
                                                  llvm::all_of(tile.getDims(), [](DimAttr dim) {
                                                    return bool(dim.getConstantSize());
                                                  });
                                         });
     }},
    {"what is read from a SHARED memory is written into a ring from the form staged on",
     [](Operation *op, Form form) {
       auto read = dyn_cast<ReadOp>(op);
       return !read || form < Form::Staged || !isShared(read.getMemory().getType()) ||
              llvm::all_of(read.getResult().getUsers(),
                           llvm::IsaPred<SharedWriteOp, ReadOp, YieldOp, IterateOp>);
     }},
    {"what is read by descriptor is read in a role from the form scheduled on",
     [](Operation *op, Form form) {
       return !isa<ViewOp>(op) || form < Form::Scheduled || op->getParentOfType<RoleOp>();
     }},
    {"MMAs and reads are sliced from the form staged on",
     [](Operation *op, Form form) {
       return !isa<MmaOp, ReadOp>(op) || !sliceOf(op) || form >= Form::Staged;
     }},
    {"sums in tensor memory go in place into a ring from the form staged on",
     [](Operation *op, Form form) {
       auto mma = dyn_cast<MmaOp>(op);
       return !mma || !mma.getInTensorMemory() || form < Form::Staged || isSumStaged(mma);
     }},
    {"products of a pair have half of rhs, in place, from the form staged on",
     [](Operation *op, Form form) {
       auto mma = dyn_cast<MmaOp>(op);
       return !mma || !isOfPair(mma) || form < Form::Staged ||
              (pairDim(mma->getParentOfType<KernelOp>()) && hasHalfOfRhs(mma));
     }},
    {"tiles have layouts from the form distributed on, but for what is in place",
     [](Operation *op, Form form) {
       return form < Form::Distributed || llvm::all_of(
                                              op->getResults(),
                                              [](Value value) {
                                                auto tile = dyn_cast<TileType>(value.getType());
                                                return !tile || tile.getLayout() ||
                                                       isInPlace(value);
                                              });
     }},
    {"rings have a place, and those in shared memory a layout, from the form distributed on",
     [](Operation *op, Form form) {
       auto ring = dyn_cast<AllocateOp>(op);
       return !ring || form < Form::Distributed ||
              (ring.getOffset() && (ring.getRing().getType().isInTensorMemory() ||
                                    ring.getRing().getType().getLayout()));
     }},
    {"the kernel has a grid exactly from the form bound on",
     [](Operation *op, Form form) {
       return !isa<KernelOp>(op) || op->hasAttr("grid") == (form >= Form::Bound);
     }},
};

namespace {
/// The bound form says twice where everything is: in the constraints, and in what
/// follows from them.  A difference would read or write outside the memories.
class DistributionCheck {
public:
  explicit DistributionCheck(KernelOp kernel) : kernel(kernel), distribution(kernel) {}

  LogicalResult run() const {
    WalkResult result = kernel->walk<WalkOrder::PreOrder>([&](Operation *op) {
      return succeeded(checkTypes(op)) && succeeded(checkPlace(op)) ? WalkResult::advance()
                                                                    : WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

private:
  static LogicalResult report(Operation *op, StringRef what, const std::string &found,
                              const std::string &expected) {
    return BrokenConstraint(op, "normal-form",
                            op->getName().getStringRef() + ": not in the form bound: " + what +
                                " is " + found + ", the constraints give " + expected)
        .help("write what the constraints give, or start from the traced form");
  }

  static LogicalResult expect(Operation *op, StringRef what, Attribute found, Attribute expected) {
    if (found == expected)
      return success();
    auto text = [](Attribute attribute) {
      std::string written;
      llvm::raw_string_ostream(written) << attribute;
      return written;
    };
    return report(op, what, text(found), text(expected));
  }

  static LogicalResult expect(Operation *op, StringRef what, const Expr &found,
                              const Expr &expected) {
    return found.same_as(expected) ? success() : report(op, what, found.str(), expected.str());
  }

  /// Copies of a body, and a remainder, work on other iterations than the constraints count.
  static bool isUnrolled(Operation *op) {
    auto loop = dyn_cast<IterateOp>(op);
    return unrolledOf(op) || isOfRemainder(op) ||
           (loop && llvm::any_of(*loop.getBlock(),
                                 [](Operation &inner) { return unrolledOf(&inner) != nullptr; }));
  }

  LogicalResult checkType(Operation *op, Value value, Block *block) const {
    auto view = dyn_cast<ViewOp>(op);
    if (!isa<TileType>(value.getType()) && !view)
      return success();
    const TileType tile = tileTypeOf(value);
    TileType expected = distribution.sized(tile, block);
    if (ExprAttr halved = view ? halvedDim(view.getRing()) : ExprAttr())
      expected = halfOf(expected, halved);
    if (const SliceAttr strip = stripOf(value))
      if (const TileType part = partOf(expected, strip))
        expected = part;
    return expect(op, "the type of a tile", TypeAttr::get(tile), TypeAttr::get(expected));
  }

  LogicalResult checkTypes(Operation *op) const {
    for (Value value : op->getResults())
      if (failed(checkType(op, value, op->getBlock())))
        return failure();
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (failed(checkType(op, argument, argument.getOwner())))
          return failure();
    return success();
  }

  /// Whether a strip of a tile (dialect/Slices.h) that is copied out begins so many elements behind
  /// the tile.
  static bool beginsStrip(Operation *op, DimAttr dim, const Expr &distance) {
    auto copy = dyn_cast<CopyOutOp>(op);
    const std::optional<int64_t> elements = symbolic::constantOf(distance);
    if (!copy || !elements)
      return false;
    return llvm::any_of(copy.getRing().getUsers(), [&](Operation *user) {
      auto write = dyn_cast<SharedWriteOp>(user);
      const SliceAttr strip = write ? stripOf(write.getValue()) : SliceAttr();
      return strip && strip.getDim().getValue() == dim.getName().getValue().str() &&
             *elements ==
                 strip.getNumber() * (strip.getUnits() * strip.getUnit() / strip.getCount());
    });
  }

  LogicalResult checkPlace(Operation *op) const {
    if (isUnrolled(op))
      return success();
    if (ArrayRef<DimAttr> dims = accessedDims(op); !dims.empty()) {
      const SmallVector<Expr> expected = distribution.starts(dims, op->getBlock(), values);
      auto copy = dyn_cast<CopyOp>(op);
      const ExprAttr halved = copy ? halvedDim(copy.getRing()) : ExprAttr();
      for (auto [dim, start, want] : llvm::zip(dims, startsOf(op), expected)) {
        if (isMapped(op, dim.getName()))
          continue; // what is not in the memory is masked, wherever it begins
        const Expr place =
            halved && dim.getName() == halved
                ? startOfHalf(kernel, want, distribution.sized(copy.getTile(), op->getBlock()),
                              halved)
                : want;
        const Expr found = values.of(start);
        if (beginsStrip(op, dim, found - place))
          continue;
        if (failed(expect(op, "the start along " + dim.getName().getValue().str(), found, place)))
          return failure();
      }
      return success();
    }
    if (auto loop = dyn_cast<IterateOp>(op); loop && !loop.isWhile()) {
      // None of a loop that ran while a condition held, until a schedule counted it.
      const std::optional<Expr> count = distribution.count(loop, values);
      return count ? expect(op, "the count", values.of(loop.getCount()), *count) : success();
    }
    if (op != kernel)
      return success();
    return success(succeeded(checkSizes()) &&
                   succeeded(expect(op, "the grid", kernel.getGridAttr(), distribution.grid())));
  }

  /// One dimension has one size, whichever memory it is in.
  LogicalResult checkSizes() const {
    for (BlockArgument argument : kernel.getBlock()->getArguments())
      for (DimAttr dim : cast<MemoryType>(argument.getType()).getDims())
        if (std::optional<ExprAttr> size = distribution.wholeSize(dim.getName());
            size != dim.getSize())
          return BrokenConstraint(argument.getLoc(), "normal-form",
                                  "wave.kernel: not in the form bound: dimension " +
                                      dim.getName().getValue().str() + " is " +
                                      size->getValue().str() + " in one memory and " +
                                      dim.getSize().getValue().str() + " in another")
              .help("give a dimension one size, or start from the traced form");
    return success();
  }

  mutable KernelOp kernel; // a handle; its accessors are not const
  Distribution distribution;
  mutable IndexValues values;
};
} // namespace

LogicalResult verifyForm(KernelOp kernel, Form form) {
  WalkResult result = kernel->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (const Property &property : properties)
      if (!property.holds(op, form)) {
        (void)LogicalResult(BrokenConstraint(op, "normal-form",
                                             op->getName().getStringRef() + ": not in the form " +
                                                 formName(form) + ": " + property.claim)
                                .help("write it in that form, or start from the traced one"));
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return form == Form::Bound || form == Form::Staged ? DistributionCheck(kernel).run() : success();
}

} // namespace wave::ir
