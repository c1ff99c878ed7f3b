//===- Compute.cpp - Constants and products: verifiers --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ElementTypes.h"
#include "dialect/ExprSyntax.h"

#include "machine/ElementFormat.h"
#include "machine/MmaTable.h"
#include "symbolic/NearestName.h"

using namespace mlir;

namespace wave::ir {

static std::string str(ArrayRef<ExprAttr> names) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::interleaveComma(names, out, [&](ExprAttr name) { out << name.getValue().str(); });
  return text;
}

LogicalResult SelfIndexOp::verify() {
  TileType tile = getResult().getType();
  // C1
  if (tile.getDims().size() != 1 ||
      (!tile.getElementType().isInteger(32) && !tile.getElementType().isInteger(64)))
    return BrokenConstraint(*this, "self_index-c1", "self_index: the result is " + describe(tile))
        .help("coordinates along one dimension are i32 or i64");
  // C2
  if (getStart().size() <= 1)
    return success();
  return BrokenConstraint(*this, "self_index-c2",
                          "self_index: there are " + Twine(getStart().size()) +
                              " starts, but one dimension")
      .help("give it one start, or none in the traced form");
}

LogicalResult SplatOp::verify() {
  TileType tile = getResult().getType();
  // C2
  if (bool(getIndex()) == getArgument().has_value())
    return BrokenConstraint(*this, "splat-c2",
                            getIndex() ? "splat: there is both an index and an argument"
                                       : "splat: there is neither an index nor an argument")
        .help("write one of them");
  if (std::optional<StringRef> name = getArgument()) {
    auto kernel = (*this)->getParentOfType<KernelOp>();
    const ScalarAttr scalar = kernel ? kernel.getScalar(*name) : ScalarAttr();
    if (scalar && isa<FloatType>(scalar.getType()) && scalar.getType() == tile.getElementType())
      return success();
    return BrokenConstraint(*this, "splat-c2",
                            "splat: the result is " + describe(tile) + ", and the kernel has no " +
                                "float scalar '" + *name + "' of that type")
        .help("name a scalar of the kernel, and cast the result to another type");
  }
  // C1
  if (tile.getElementType().isInteger(32) || tile.getElementType().isInteger(64))
    return success();
  return BrokenConstraint(*this, "splat-c1", "splat: the result is " + describe(tile))
      .help("indices are i32 or i64: cast the result to another type");
}

LogicalResult RegisterOp::verify() {
  // C1
  if (isa<FloatAttr, IntegerAttr>(getValue()) &&
      getValue().getType() == getResult().getType().getElementType())
    return success();
  return BrokenConstraint(*this, "register-c1",
                          "register: the value is no number of the element type of " +
                              describe(getResult().getType()))
      .help("write a number and that type, as in 0.000000e+00 : f32");
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

namespace {
/// The dimensions of an mma by the tiles that have them.
struct Parts {
  SmallVector<ExprAttr> reductions, lhsFree, rhsFree, strangers;

  explicit Parts(MmaOp op) {
    TileType lhs = tileTypeOf(op.getLhs()), rhs = tileTypeOf(op.getRhs());
    TileType accumulator = op.getAccumulator().getType();
    for (DimAttr dim : lhs.getDims()) {
      ExprAttr name = dim.getName();
      if (!rhs.hasDim(name))
        lhsFree.push_back(name);
      else if (!accumulator.hasDim(name))
        reductions.push_back(name);
    }
    for (DimAttr dim : rhs.getDims())
      if (!lhs.hasDim(dim.getName()))
        rhsFree.push_back(dim.getName());
    for (DimAttr dim : accumulator.getDims()) {
      ExprAttr name = dim.getName();
      if (!lhs.hasDim(name) && !rhs.hasDim(name))
        strangers.push_back(name);
    }
  }
};
} // namespace

machine::MmaTypes mmaTypes(MmaOp op) {
  auto dtype = [](Value tile) { return *dtypeOf(tileTypeOf(tile).getElementType()); };
  const bool isFull = precisionOf(op) == Precision::Full;
  return {dtype(op.getLhs()), dtype(op.getRhs()), dtype(op.getAccumulator()),
          isFull ? Precision::Full : Precision::TF32};
}

static constexpr std::pair<Precision, llvm::StringLiteral> precisions[] = {
    {Precision::Full, "full"}, {Precision::TF32, "tf32"}, {Precision::TF32x3, "3xtf32"}};

StringRef precisionName(Precision precision) {
  return llvm::find_if(precisions, [&](auto &each) { return each.first == precision; })->second;
}

std::optional<Precision> precisionNamed(StringRef name) {
  for (const auto &[precision, text] : precisions)
    if (name == text)
      return precision;
  return std::nullopt;
}

Precision precisionOf(MmaOp op) {
  const std::optional<StringRef> name = op.getPrecision();
  return name ? precisionNamed(*name).value_or(Precision::Full) : Precision::Full;
}

Precision leastPrecisionOf(KernelOp kernel) {
  Precision least = Precision::Full;
  kernel->walk([&](MmaOp mma) {
    const Precision own = precisionOf(mma);
    if (own == Precision::TF32 || least == Precision::Full)
      least = own;
  });
  return least;
}

static const machine::Mma *instructionOf(MmaOp op) {
  return op.getMmaType() ? machine::mmaNamed(op.getMmaType()->str()) : nullptr;
}

bool isAsynchronous(MmaOp op) {
  const machine::Mma *row = instructionOf(op);
  return row && row->readsShared() && !op.getInTensorMemory();
}

bool readsInPlace(MmaOp op) {
  const machine::Mma *row = instructionOf(op);
  return row && row->readsShared();
}

bool isOfPair(MmaOp op) {
  const machine::Mma *row = instructionOf(op);
  return row && row->isOfPair();
}

bool readsByDescriptor(KernelOp kernel) {
  return kernel
      ->walk([](Operation *op) {
        return isa<ViewOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool writesAccumulator(Operation *op) {
  auto write = dyn_cast<SharedWriteOp>(op);
  return write && write.getInPlace();
}

/// Of a result of `wave.if`: what one of its ways gives.
static Value yieldedBy(Region &way, Value result) {
  return way.front().getTerminator()->getOperand(cast<OpResult>(result).getResultNumber());
}

MmaOp productInto(Value ring) {
  for (Operation *user : ring.getUsers())
    if (writesAccumulator(user)) {
      Value sum = cast<SharedWriteOp>(user).getValue();
      for (;;) {
        if (auto loop = sum.getDefiningOp<IterateOp>())
          sum = loop.getYield().getValues()[cast<OpResult>(sum).getResultNumber()];
        else if (auto choice = sum.getDefiningOp<IfOp>())
          sum = yieldedBy(choice.getThen(), sum);
        else
          return sum.getDefiningOp<MmaOp>();
      }
    }
  return {};
}

ExprAttr halvedDim(Value ring) {
  for (Operation *user : ring.getUsers())
    if (isa<ViewOp>(user))
      for (OpOperand &use : user->getUses())
        if (auto mma = dyn_cast<MmaOp>(use.getOwner());
            mma && isOfPair(mma) && &use == &mma.getRhsMutable())
          return mmaDims(mma).n;
  return {};
}

bool isOfPair(Value ring) {
  if (MmaOp product = productInto(ring))
    return isOfPair(product);
  return llvm::any_of(ring.getUsers(), [](Operation *user) {
    return isa<ViewOp>(user) && llvm::any_of(user->getUsers(), [](Operation *product) {
             auto mma = dyn_cast<MmaOp>(product);
             return mma && isOfPair(mma);
           });
  });
}

/// Of a value that a loop carries: whether it is a sum there.
static bool isCarriedInPlace(IterateOp loop, unsigned number) {
  Value next = loop.getYield().getValues()[number];
  // A sum is made in each step; what is handed on from one step to the next is none.
  return !isa<BlockArgument>(next) && isInPlace(next);
}

bool isInPlace(Value tile) {
  if (auto argument = dyn_cast<BlockArgument>(tile)) {
    auto loop = dyn_cast<IterateOp>(argument.getOwner()->getParentOp());
    return loop && isCarriedInPlace(loop, *loop.carriedNumber(argument));
  }
  Operation *op = tile.getDefiningOp();
  if (auto mma = dyn_cast<MmaOp>(op))
    return mma.getInTensorMemory();
  if (auto loop = dyn_cast<IterateOp>(op))
    return isCarriedInPlace(loop, cast<OpResult>(tile).getResultNumber());
  if (auto choice = dyn_cast<IfOp>(op)) // a pipelined loop, with enough iterations
    return isInPlace(yieldedBy(choice.getThen(), tile));
  return isa<RegisterOp>(op) && llvm::any_of(tile.getUses(), [](OpOperand &use) {
           if (auto mma = dyn_cast<MmaOp>(use.getOwner()))
             return &use == &mma.getAccumulatorMutable() && mma.getInTensorMemory();
           auto loop = dyn_cast<IterateOp>(use.getOwner());
           return loop && isCarriedInPlace(loop, use.getOperandNumber());
         });
}

MmaDims mmaDims(MmaOp op) {
  const Parts parts(op);
  MmaDims dims{
      {}, parts.lhsFree.back(), parts.rhsFree.back(), parts.reductions.back(), parts.reductions};
  for (DimAttr dim : op.getAccumulator().getType().getDims())
    if (dim.getName() != dims.m && dim.getName() != dims.n)
      dims.repeated.push_back(dim.getName());
  for (ExprAttr reduction : parts.reductions)
    if (reduction != dims.k)
      dims.repeated.push_back(reduction);
  return dims;
}

static BrokenConstraint brokenMma(MmaOp op, ErrorId id, const Twine &claim,
                                  bool withAccumulator = true) {
  BrokenConstraint broken(op, id, "mma: " + claim);
  broken.note(op.getLhs().getLoc(), describeOperand("lhs", op.getLhs()));
  broken.note(op.getRhs().getLoc(), describeOperand("rhs", op.getRhs()));
  if (withAccumulator)
    broken.note(op.getAccumulator().getLoc(),
                describeOperand("the accumulator", op.getAccumulator()));
  return broken;
}

/// The way out where `operand` has no dimension of its own.
static std::string freeHelp(MmaOp op, ExprAttr reduction, StringRef name) {
  const std::string sum(dtype_name(*dtypeOf(op.getAccumulator().getType().getElementType())));
  return ("of a vector write sum(cast(lhs, " + sum + ") * cast(rhs, " + sum + "), " +
          (op.getAccumulator().getDefiningOp<RegisterOp>() ? "" : "accumulator, ") +
          reduction.getValue().str() + "), or give " + name + " a dimension of size 1")
      .str();
}

static LogicalResult verifyMmaDims(MmaOp op) {
  Parts parts(op);
  // C1
  if (parts.reductions.empty())
    return brokenMma(op, "mma-c1", "lhs and rhs share no reduction dimension")
        .help("the reduction is the dimension that lhs and rhs have and the accumulator has not; "
              "give both operands one");
  // C2
  for (auto [free, name, other] :
       {std::tuple(&parts.lhsFree, "lhs", "rhs"), {&parts.rhsFree, "rhs", "lhs"}})
    if (free->empty())
      return brokenMma(op, "mma-c2", Twine(name) + " has no dimension that " + other + " has not")
          .help(freeHelp(op, parts.reductions.back(), name));
  // C3
  TileType accumulator = op.getAccumulator().getType();
  for (const SmallVector<ExprAttr> *own : {&parts.lhsFree, &parts.rhsFree})
    for (ExprAttr free : *own)
      if (!accumulator.hasDim(free))
        return brokenMma(op, "mma-c3",
                         "the accumulator lacks the dimension " + free.getValue().str())
            .help("give it the dimensions that lhs and rhs have, without the reduction");
  if (!parts.strangers.empty())
    return brokenMma(op, "mma-c3",
                     "the accumulator has the dimension " + str(parts.strangers) +
                         ", which no operand has")
        .help("give it the dimensions that lhs and rhs have, without the reduction");
  return success();
}

static LogicalResult verifyMmaTypes(MmaOp op) {
  Type lhs = tileTypeOf(op.getLhs()).getElementType(),
       rhs = tileTypeOf(op.getRhs()).getElementType();
  std::optional<DType> accumulator = dtypeOf(op.getAccumulator().getType().getElementType());
  // C4
  std::optional<DType> expected = machine::accumulatorOf(*dtypeOf(lhs), *dtypeOf(rhs));
  if (lhs != rhs && !expected) {
    const bool isFloat8 = machine::float8Of(*dtypeOf(lhs)) && machine::float8Of(*dtypeOf(rhs));
    return brokenMma(op, "mma-c4", "lhs and rhs have different element types", false)
        .help(isFloat8 ? "the compiler has no MMA of both formats: cast one of them"
                       : "cast one of them");
  }
  if (!expected)
    return brokenMma(op, "mma-c4",
                     Twine("there is no MMA of ") + dtype_name(*dtypeOf(lhs)) + " tiles", false)
        .help("operands are 8-bit floats, f16, bf16, f32, f64 or i8; cast them");
  if (*expected != accumulator)
    return brokenMma(op, "mma-c4",
                     Twine("products of ") + dtype_name(*dtypeOf(lhs)) + " are summed in " +
                         dtype_name(*expected) + ", the accumulator is " + dtype_name(*accumulator))
        .help(Twine("make the accumulator ") + dtype_name(*expected));
  return success();
}

static LogicalResult verifyPrecision(MmaOp op) {
  if (!op.getPrecision())
    return success();
  // C10
  if (!precisionNamed(*op.getPrecision()))
    return brokenMma(op, "mma-c10", "there is no precision '" + *op.getPrecision() + "'", false)
        .help("write full, tf32 or 3xtf32");
  const machine::MmaTypes types = mmaTypes(op);
  if (types.lhs == DType::f32 && types.rhs == DType::f32)
    return success();
  return brokenMma(op, "mma-c10",
                   "precision is " + *op.getPrecision() + ", and the operands are " +
                       machine::operandsText({types.lhs, types.rhs, types.accumulator}),
                   false)
      .help("leave precision out: it says how operands of f32 are multiplied");
}

static LogicalResult verifyMmaType(MmaOp op) {
  if (!op.getMmaType())
    return success();
  // C5
  std::string name = op.getMmaType()->str();
  const machine::Mma *row = machine::mmaNamed(name);
  if (!row) {
    BrokenConstraint broken(op, "mma-c5", "mma: there is no matrix instruction " + name);
    if (auto nearest = symbolic::nearestName(name, machine::mmaNames()))
      broken.help("did you mean " + *nearest + "?");
    return broken;
  }
  const machine::MmaTypes types = mmaTypes(op);
  if (row->types == types)
    return success();
  machine::MmaTypes inTf32 = types;
  inTf32.precision = Precision::TF32;
  if (row->types == inTf32)
    return brokenMma(op, "mma-c5",
                     Twine(name) + " multiplies " + machine::operandsText(row->types) +
                         ", and the operands are " + machine::operandsText(types),
                     false)
        .help("set .precision = Precision::TF32 or give --precision tf32, or leave mma_type out");
  SmallVector<std::string> fitting;
  SmallVector<machine::MmaLayout> series;
  for (const machine::Mma &candidate : machine::mmaTable()) {
    if (candidate.types != types || candidate.runsOn("cpu"))
      continue;
    // Those that read by descriptor differ in their columns alone.
    if (!candidate.readsShared()) {
      fitting.emplace_back(candidate.name);
    } else if (!llvm::is_contained(series, candidate.layout)) {
      series.push_back(candidate.layout);
      fitting.push_back(std::string(candidate.name) + " to " +
                        std::to_string(candidate.m * (candidate.isOfPair() ? 2 : 1)) + "x256x" +
                        std::to_string(candidate.k));
    }
  }
  return brokenMma(op, "mma-c5",
                   Twine(name) + " multiplies " + machine::operandsText(row->types) + " into " +
                       dtype_name(row->types.accumulator) + ", the operands are " +
                       machine::operandsText(types) + " and the accumulator " +
                       dtype_name(types.accumulator),
                   false)
      .help("leave mma_type out, or use one of " + llvm::join(fitting, ", "));
}

void MmaOp::continueFrom(Operation *before) { getAccumulatorMutable().set(before->getResult(0)); }

/// C7: of a dimension that is summed over.
static LogicalResult verifyReduction(MmaOp op, KernelOp kernel, ExprAttr reduction) {
  std::string dim = reduction.getValue().str();
  for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
    if (workgroup.getDim() == reduction && !tilingConstraint(kernel, reduction))
      return brokenMma(op, "mma-c7",
                       "the reduction dimension " + dim + " is distributed over workgroups", false)
          .note(workgroup.getLoc(), "the workgroup constraint of " + dim + " is here")
          .help("each workgroup would sum its own part of " + dim +
                " alone: tile it with TilingConstraint{" + dim + ", ...} and iterate");
  for (auto wave : kernel.getBlock()->getOps<WaveConstraintOp>())
    if (wave.getDim() == reduction)
      return brokenMma(op, "mma-c7",
                       "the reduction dimension " + dim + " is distributed over waves", false)
          .note(wave.getLoc(), "the wave constraint of " + dim + " is here")
          .help("each wave would sum its own part of " + dim +
                " alone: give the waves other dimensions");
  return success();
}

LogicalResult MmaOp::verify() {
  if (failed(verifyMmaDims(*this)) || failed(verifyMmaTypes(*this)) ||
      failed(verifyPrecision(*this)) || failed(verifyMmaType(*this)))
    return failure();
  // C6
  if (getResult().getType() != getAccumulator().getType())
    return BrokenConstraint(*this, "mma-c6",
                            "mma: the result " + describe(getResult().getType()) +
                                " is of another type than the accumulator " +
                                describe(getAccumulator().getType()))
        .help("write the accumulator's type for the result");
  // C8
  if (getInTensorMemory() && !readsInPlace(*this))
    return BrokenConstraint(
               *this, "mma-c8",
               "mma (C8): " + (getMmaType() ? *getMmaType() : StringRef("no instruction")) +
                   " adds to what is in tensor memory")
        .help("leave in_tensor_memory out, or use F32_128x128x16_F16 and the like");
  auto kernel = (*this)->getParentOfType<KernelOp>();
  if (!kernel)
    return success();
  // C9
  if (SliceAttr slice = getSliceAttr()) {
    const std::string dim = slice.getDim().str();
    const std::optional<SliceUnits> units = sliceUnits(*this, dim);
    if (!units || units->count != slice.getUnits() || units->extent != slice.getUnit())
      return BrokenConstraint(*this, "mma-c9",
                              "mma (C9): the slice is of " + Twine(slice.getUnits()) +
                                  " units of " + Twine(slice.getUnit()) + " along " + dim +
                                  (units ? (", where a wave has " + Twine(units->count) +
                                            " instructions of " + Twine(units->extent))
                                               .str()
                                         : ", where there are no instructions"))
          .help("slice what the instructions of a wave are along a dimension of the product");
    if (isAsynchronous(*this) && dim != mmaDims(*this).k.getValue().str())
      return BrokenConstraint(*this, "mma-c9",
                              "mma (C9): an asynchronous MMA is sliced along " + dim +
                                  ", which is not its reduction")
          .help("slice it along " + mmaDims(*this).k.getValue().str());
  }
  // C7
  for (ExprAttr reduction : mmaDims(*this).reductions)
    if (failed(verifyReduction(*this, kernel, reduction)))
      return failure();
  return success();
}

} // namespace wave::ir
