//===- Reduction.cpp - A tile with one dimension less: verifier -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::ir {

TypedAttr identityOf(ReductionKind kind, Type element) {
  Builder builder(element.getContext());
  if (kind == ReductionKind::Sum)
    return cast<TypedAttr>(builder.getZeroAttr(element));
  const bool isLeast = kind == ReductionKind::Max;
  if (auto real = dyn_cast<FloatType>(element))
    return builder.getFloatAttr(element, APFloat::getInf(real.getFloatSemantics(), isLeast));
  const unsigned bits = element.getIntOrFloatBitWidth();
  return builder.getIntegerAttr(element, isLeast ? APInt::getSignedMinValue(bits)
                                                 : APInt::getSignedMaxValue(bits));
}

TileType withoutDim(TileType type, ExprAttr dim) {
  SmallVector<DimAttr> dims;
  for (DimAttr each : type.getDims())
    if (each.getName() != dim)
      dims.push_back(each);
  return TileType::get(type.getContext(), dims, type.getElementType());
}

/// The digits of lanes, cut where groups of so many lanes end, and how many digits count the lanes
/// of one group.
static std::pair<machine::Digits, size_t> groupedLanes(const machine::Digits &lanes,
                                                       int64_t ofGroup) {
  machine::Digits digits;
  size_t inner = 0;
  int64_t radix = 1;
  for (const machine::Digit &digit : lanes) {
    if (const int64_t left = ofGroup / radix; radix < ofGroup && left < digit.size) {
      digits.push_back({digit.dim, left, digit.stride});
      inner = digits.size();
      digits.push_back({digit.dim, digit.size / left, digit.stride * left});
    } else {
      digits.push_back(digit);
      if (radix < ofGroup)
        inner = digits.size();
    }
    radix *= digit.size;
  }
  return {digits, inner};
}

TileType partialType(ReductionKind kind, TileType value, ExprAttr dim, int64_t ofGroup) {
  if (!value.getLayout())
    return {};
  const machine::Layout &layout = value.getLayout().getValue();
  const std::string name = dim.getValue().str();
  auto [lanes, inner] = groupedLanes(layout.lanes(), ofGroup);
  machine::Digits waves = layout.waves();
  int64_t count = 1;
  auto number = [&](machine::Digit &digit) {
    if (digit.dim != name)
      return;
    digit.stride = count;
    count *= digit.size;
  };
  for (machine::Digit &digit : llvm::MutableArrayRef(lanes).take_front(inner))
    if (digit.dim == name)
      digit = {"", digit.size, 0};
  llvm::for_each(llvm::MutableArrayRef(lanes).drop_front(inner), number);
  llvm::for_each(waves, number);
  if (count == 1)
    return {};
  MLIRContext *context = value.getContext();
  SmallVector<DimAttr> dims{DimAttr::get(context, dim, ExprAttr::get(context, Expr(count)))};
  llvm::append_range(dims, withoutDim(value, dim).getDims());
  Type element = value.getElementType();
  if (kind == ReductionKind::Sum && (element.isF16() || element.isBF16()))
    element = Float32Type::get(context);
  return TileType::get(
      context, dims, element,
      LayoutAttr::get(context, machine::Layout(layout.without(name).registers(), lanes, waves)));
}

LogicalResult PartialReduceOp::verify() {
  TileType value = getValue().getType(),
           expected = partialType(getKind(), value, getDim(), static_cast<int64_t>(getLanes()));
  // C1
  if (!expected)
    return BrokenConstraint(*this, "partial_reduce-c1",
                            "partial_reduce: no groups of " + Twine(getLanes()) +
                                " lanes share out " + getDim().getValue().str() + " of the value " +
                                describe(value))
        .help("write wave.reduce: the compiler splits it where several groups share out the "
              "dimension");
  if (getResult().getType() == expected)
    return success();
  // C2
  std::string text;
  llvm::raw_string_ostream(text) << "partial_reduce: the result is " << getResult().getType()
                                 << ", the groups hold " << expected;
  return BrokenConstraint(*this, "partial_reduce-c2", text).help("give it that type");
}

static LogicalResult verifyDim(ReduceOp op, const std::string &name, const std::string &dim) {
  TileType value = op.getValue().getType();
  // C1
  if (!value.hasDim(op.getDim()))
    return BrokenConstraint(op, "reduce-c1", name + ": the value has no dimension " + dim)
        .note(op.getValue().getLoc(), describeOperand("the value", op.getValue()))
        .help("reduce along one of its dimensions");
  // C2
  if (value.getDims().size() == 1)
    return BrokenConstraint(op, "reduce-c2", name + ": the value has no dimension beside " + dim)
        .note(op.getValue().getLoc(), describeOperand("the value", op.getValue()))
        .help("a tile has at least one dimension: give the memory another one, of size 1");
  return success();
}

LogicalResult ReduceOp::verify() {
  std::string name = stringifyReductionKind(getKind()).str(), dim = getDim().getValue().str();
  if (failed(verifyDim(*this, name, dim)))
    return failure();
  TileType value = getValue().getType(), remaining = withoutDim(value, getDim());
  // C3
  if (Value init = getInit()) {
    auto type = cast<TileType>(init.getType());
    if (!covers(type, remaining) || !covers(remaining, type) ||
        type.getElementType() != value.getElementType())
      return BrokenConstraint(*this, "reduce-c3",
                              name + ": the initial value is " + describe(type) + ", and " +
                                  describe(remaining) + " remains of the value")
          .note(getValue().getLoc(), describeOperand("the value", getValue()))
          .note(init.getLoc(), describeOperand("the initial value", init))
          .help("start from a register with the remaining dimensions and the element type of the "
                "value");
  }
  // C4
  TileType expected = getInit() ? cast<TileType>(getInit().getType()) : remaining;
  if (getResult().getType().withoutLayout() != expected.withoutLayout())
    return BrokenConstraint(*this, "reduce-c4",
                            name + ": the result " + describe(getResult().getType()) + " is not " +
                                describe(expected))
        .help("write the result as " + describe(expected));
  // C5
  if (value.getElementType().isInteger(1))
    return BrokenConstraint(*this, "reduce-c5", name + ": there is no " + name + " of i1")
        .note(getValue().getLoc(), describeOperand("the value", getValue()))
        .help("cast to an integer first: sum counts, max says whether any holds, min whether all");
  if (!hasArithmetic(value.getElementType()))
    return BrokenConstraint(*this, "reduce-c5",
                            Twine(name) + ": there is no " + name + " of " +
                                dtype_name(*dtypeOf(value.getElementType())))
        .note(getValue().getLoc(), describeOperand("the value", getValue()))
        .help("8-bit floats are for memories and MMAs: cast to f32 first");
  // C6
  if (auto kernel = (*this)->getParentOfType<KernelOp>())
    for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
      if (workgroup.getDim() == getDim() && !tilingConstraint(kernel, getDim()))
        return BrokenConstraint(*this, "reduce-c6",
                                name + ": the reduction dimension " + dim +
                                    " is distributed over workgroups")
            .note(getValue().getLoc(), describeOperand("the value", getValue()))
            .note(workgroup.getLoc(), "the workgroup constraint of " + dim + " is here")
            .help("each workgroup would reduce its own part of " + dim + " alone: leave " + dim +
                  " whole, or tile it with TilingConstraint{" + dim + ", ...} and iterate");
  return success();
}

} // namespace wave::ir
