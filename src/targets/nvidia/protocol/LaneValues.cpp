//===- LaneValues.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/protocol/LaneValues.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

#include "targets/llvm/OperationClasses.h"

using namespace mlir;

namespace wave::nvidia {

constexpr int64_t lanesOfWarp = 32;

/// A number of so many bits, as the language of the form has it: signed, but for a Boolean.
static int64_t wrapped(int64_t value, unsigned width) {
  if (width >= 64)
    return value;
  const uint64_t low = static_cast<uint64_t>(value) & ((uint64_t{1} << width) - 1);
  const bool isNegative = width > 1 && (low >> (width - 1) & 1) != 0;
  return static_cast<int64_t>(isNegative ? low | ~((uint64_t{1} << width) - 1) : low);
}

static unsigned widthOf(Type type) { return type.isInteger() ? type.getIntOrFloatBitWidth() : 0; }

/// Nothing where the operation is not known, or not of these numbers.
static std::optional<int64_t> fold(Operation *op, ArrayRef<int64_t> in) {
  const int64_t a = in[0], b = in.size() > 1 ? in[1] : 0;
  const bool isNatural = a >= 0 && b >= 0;
  if (isa<LLVM::AddOp>(op))
    return a + b;
  if (isa<LLVM::SubOp>(op))
    return a - b;
  if (isa<LLVM::MulOp>(op))
    return a * b;
  if (isa<LLVM::AndOp>(op))
    return a & b;
  if (isa<LLVM::OrOp>(op))
    return a | b;
  if (isa<LLVM::XOrOp>(op))
    return a ^ b;
  if (isa<LLVM::ZExtOp, LLVM::TruncOp>(op) && a >= 0)
    return a;
  if (isa<LLVM::SExtOp>(op))
    return op->getOperand(0).getType().isInteger(1) ? -a : a;
  if (isa<LLVM::SelectOp>(op))
    return a ? b : in[2];
  if (isNatural && b != 0 && isa<LLVM::UDivOp, LLVM::SDivOp>(op))
    return a / b;
  if (isNatural && b != 0 && isa<LLVM::URemOp, LLVM::SRemOp>(op))
    return a % b;
  if (isNatural && b < 32 && isa<LLVM::ShlOp>(op))
    return a << b;
  if (isNatural && b < 32 && isa<LLVM::LShrOp>(op))
    return a >> b;
  auto compare = dyn_cast<LLVM::ICmpOp>(op);
  if (!compare)
    return std::nullopt;
  using enum LLVM::ICmpPredicate;
  switch (compare.getPredicate()) {
  case eq:
    return a == b;
  case ne:
    return a != b;
  case slt:
    return a < b;
  case sle:
    return a <= b;
  case sgt:
    return a > b;
  case sge:
    return a >= b;
  default:
    break;
  }
  if (!isNatural)
    return std::nullopt;
  switch (compare.getPredicate()) {
  case ult:
    return a < b;
  case ule:
    return a <= b;
  case ugt:
    return a > b;
  default:
    return a >= b;
  }
}

/// Which dimension of the grid the value is this workgroup's number in.
static std::optional<size_t> dimensionOf(Value value) {
  while (auto *op = value.getDefiningOp()) {
    if (isa<NVVM::BlockIdXOp>(op))
      return 0;
    if (isa<NVVM::BlockIdYOp>(op))
      return 1;
    if (isa<NVVM::BlockIdZOp>(op))
      return 2;
    if (classOf(op) != OperationClass::IntegerCast)
      break;
    value = op->getOperand(0);
  }
  return std::nullopt;
}

/// The place of the workgroup in its cluster: its number in the grid modulo what the cluster has
/// along that dimension, as grids have whole clusters.
std::optional<PerLane> LaneValues::placeIn(Operation *op) const {
  llvm::APInt divisor;
  if (!isa<LLVM::URemOp, LLVM::SRemOp>(op) ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)))
    return std::nullopt;
  const std::optional<size_t> dim = dimensionOf(op->getOperand(0));
  const int64_t modulus = divisor.getSExtValue();
  if (!dim || modulus < 1 || cluster[*dim] % modulus != 0)
    return std::nullopt;
  PerLane result(size());
  for (size_t i = 0; i < result.size(); ++i) {
    int64_t place = workgroupAt(i);
    for (size_t faster = 0; faster < *dim; ++faster)
      place /= cluster[faster];
    result[i] = place % cluster[*dim] % modulus;
  }
  return result;
}

std::optional<PerLane> LaneValues::compute(Operation *op) {
  llvm::APInt number;
  if (matchPattern(op, m_ConstantInt(&number))) {
    const int64_t value = number.getBitWidth() == 1 ? number.getZExtValue() : number.getSExtValue();
    return PerLane(size(), value);
  }
  PerLane result(size());
  if (isa<NVVM::ThreadIdXOp>(op)) {
    for (size_t i = 0; i < result.size(); ++i)
      result[i] = laneAt(i);
    return result;
  }
  // Of the first lane of the warp.
  if (auto shuffle = dyn_cast<NVVM::ShflOp>(op)) {
    llvm::APInt lane;
    const PerLane *value = of(shuffle.getVal());
    if (!value || shuffle.getKind() != NVVM::ShflKind::idx ||
        !matchPattern(shuffle.getOffset(), m_Zero()))
      return std::nullopt;
    for (size_t i = 0; i < result.size(); ++i)
      result[i] = (*value)[i - static_cast<size_t>(laneAt(i) % lanesOfWarp)];
    return result;
  }
  if (std::optional<PerLane> place = placeIn(op))
    return place;
  if (op->getNumRegions() != 0 || op->getNumOperands() == 0 || op->getNumOperands() > 3 ||
      !op->getName().getDialectNamespace().starts_with("llvm") ||
      !llvm::all_of(op->getOperandTypes(), [](Type type) { return widthOf(type) != 0; }))
    return std::nullopt;
  SmallVector<const PerLane *, 3> inputs;
  for (Value operand : op->getOperands()) {
    inputs.push_back(of(operand));
    if (!inputs.back())
      return std::nullopt;
  }
  const unsigned width = widthOf(op->getResult(0).getType());
  for (size_t i = 0; i < result.size(); ++i) {
    SmallVector<int64_t, 3> in;
    for (const PerLane *input : inputs)
      in.push_back((*input)[i]);
    const std::optional<int64_t> value = fold(op, in);
    if (!value)
      return std::nullopt;
    result[i] = wrapped(*value, width);
  }
  return result;
}

const PerLane *LaneValues::of(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second.get();
  Operation *op = value.getDefiningOp();
  std::unique_ptr<PerLane> result;
  if (op && op->getNumResults() == 1 && widthOf(value.getType()) != 0)
    if (std::optional<PerLane> computed = compute(op))
      result = std::make_unique<PerLane>(std::move(*computed));
  return (known[value] = std::move(result)).get();
}

} // namespace wave::nvidia
