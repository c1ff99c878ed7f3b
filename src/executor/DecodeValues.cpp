//===- DecodeValues.cpp - Constants, arithmetic, casts, vectors -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstring>

#include "executor/Decoder.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringSwitch.h"

#include "targets/llvm/OperationClasses.h"

using namespace mlir;

namespace wave::executor {

void Decoder::decodeOperation(Operation *op) {
  if (op->getNumRegions() != 0)
    unsupported(op, "of operations with regions there are scf.if, scf.for and scf.while");
  if (decodeConstant(op) || decodeArithmetic(op) || decodeCast(op) || decodeVector(op) ||
      decodeMemory(op) || decodeRocdl(op) || decodeNvvm(op) || decodeAsm(op))
    return;
  unsupported(op, "not an operation of the target form");
}

Reference Decoder::constantRows(const std::vector<uint64_t> &elements, Scalar scalar) {
  std::vector<uint64_t> key = elements;
  key.push_back(bytesOf(scalar));
  const auto begin = static_cast<uint32_t>(program.constants.size() * sizeof(uint64_t));
  auto [found, isNew] = constants.try_emplace(key, begin);
  if (isNew) {
    const size_t bytes = bytesOf(scalar), row = bytes * lanesPerWave;
    program.constants.resize(program.constants.size() + elements.size() * row / sizeof(uint64_t));
    auto *out = reinterpret_cast<std::byte *>(program.constants.data()) + begin;
    // The low bytes of a number come first on every host that LLVM's JIT is used on here.
    for (size_t i = 0; i < elements.size(); ++i)
      for (size_t lane = 0; lane < lanesPerWave; ++lane)
        std::memcpy(out + i * row + lane * bytes, &elements[i], bytes);
  }
  return {0, found->second, true};
}

std::optional<int64_t> Decoder::constantOf(Value value) {
  if (auto constant = value.getDefiningOp<LLVM::ConstantOp>())
    if (auto integer = llvm::dyn_cast<IntegerAttr>(constant.getValue()))
      return integer.getValue().getSExtValue();
  if (value.getDefiningOp<LLVM::ZeroOp>())
    return 0;
  return std::nullopt;
}

int64_t Decoder::needConstant(Operation *op, Value value, const std::string &what) {
  if (std::optional<int64_t> constant = constantOf(value))
    return *constant;
  unsupported(op, what + " has to be a constant");
}

namespace {
std::optional<uint64_t> bitsOf(Attribute attribute) {
  if (auto integer = llvm::dyn_cast<IntegerAttr>(attribute))
    return integer.getValue().getZExtValue();
  if (auto number = llvm::dyn_cast<FloatAttr>(attribute))
    return number.getValue().bitcastToAPInt().getZExtValue();
  return std::nullopt;
}
} // namespace

bool Decoder::decodeConstant(Operation *op) {
  const bool isUndefined = llvm::isa<LLVM::UndefOp, LLVM::PoisonOp>(op);
  if (!llvm::isa<LLVM::ConstantOp, LLVM::ZeroOp>(op) && !isUndefined)
    return false;
  Value result = op->getResult(0);
  const Layout layout = layoutOf(result.getType(), op);
  std::vector<uint64_t> elements(layout.elements, 0);
  if (isUndefined) {
    // A pattern that is seen when it gets where it should not.
    const uint64_t pattern = layout.scalar == Scalar::I1 ? 1 : 0xA5A5A5A5A5A5A5A5u;
    elements.assign(layout.elements, pattern);
    undefined[result] = everyElement(layout.elements);
  } else if (auto constant = llvm::dyn_cast<LLVM::ConstantOp>(op)) {
    if (auto dense = llvm::dyn_cast<DenseElementsAttr>(constant.getValue())) {
      for (auto [i, element] : llvm::enumerate(dense.getValues<Attribute>()))
        elements[i] = *bitsOf(element);
    } else if (std::optional<uint64_t> bits = bitsOf(constant.getValue())) {
      elements.assign(layout.elements, *bits);
    } else {
      unsupported(op, "a constant is a number or a dense vector");
    }
  }
  alias(result, constantRows(elements, layout.scalar));
  return true;
}

bool Decoder::decodeArithmetic(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  Value result = op->getResult(0);
  std::vector<Reference> operands;
  LaneFunction run = nullptr;
  if (auto compare = llvm::dyn_cast<LLVM::ICmpOp>(op)) {
    const Layout layout = layoutOf(compare.getLhs().getType(), op);
    run = integerComparison(LLVM::stringifyICmpPredicate(compare.getPredicate()), layout.scalar);
  } else if (auto compare = llvm::dyn_cast<LLVM::FCmpOp>(op)) {
    const Layout layout = layoutOf(compare.getLhs().getType(), op);
    run = floatComparison(LLVM::stringifyFCmpPredicate(compare.getPredicate()), layout.scalar);
  } else if (auto choice = llvm::dyn_cast<LLVM::SelectOp>(op)) {
    const Layout condition = layoutOf(choice.getCondition().getType(), op);
    const Layout layout = layoutOf(result.getType(), op);
    run = selectFunction(layout.elementBytes(), condition.elements == 1);
  } else {
    auto call = llvm::dyn_cast<LLVM::CallIntrinsicOp>(op);
    const StringRef name = call ? call.getIntrin() : op->getName().getStringRef();
    if (!name.starts_with("llvm.") && !name.starts_with("rocdl.") && !name.starts_with("nvvm."))
      return false;
    // Of a name that the table has not, no scalar gives a function.
    if (!arithmeticFunction(name, Scalar::I32) && !arithmeticFunction(name, Scalar::F32))
      return false;
    run = arithmeticFunction(name, layoutOf(result.getType(), op).scalar);
  }
  uint64_t none = 0;
  for (Value operand : op->getOperands()) {
    operands.push_back(of(operand));
    none |= undefinedIn(operand);
  }
  if (none != 0 && !llvm::isa<LLVM::SelectOp>(op))
    undefined[result] = none;
  const Layout layout = layoutOf(result.getType(), op);
  emitLanes(op, run, define(result), layout.elements, operands);
  return true;
}

void Decoder::decodeRegroup(Operation *op) {
  Value source = op->getOperand(0), result = op->getResult(0);
  const Layout from = layoutOf(source.getType(), op), to = layoutOf(result.getType(), op);
  if (from.elementBytes() == to.elementBytes() &&
      (from.scalar == Scalar::I1) == (to.scalar == Scalar::I1)) {
    alias(result, of(source));
    undefined[result] = undefinedIn(source);
    return;
  }
  if (from.scalar == Scalar::I1 || to.scalar == Scalar::I1)
    unsupported(op, "vectors of i1 have no bytes");
  if (undefinedIn(source) != 0)
    undefined[result] = everyElement(to.elements);
  emitLanes(op, regroupFunction(from.elementBytes(), to.elementBytes()), define(result),
            to.elements, {of(source)});
}

/// Of intrinsics that have no operation in MLIR the name without its types.
static StringRef castNameOf(Operation *op) {
  if (auto call = llvm::dyn_cast<LLVM::CallIntrinsicOp>(op))
    for (StringRef saturating : {"llvm.fptosi.sat", "llvm.fptoui.sat"})
      if (call.getIntrin().starts_with(saturating) && op->getNumOperands() == 1 &&
          op->getNumResults() == 1)
        return saturating;
  return op->getName().getStringRef();
}

bool Decoder::decodeCast(Operation *op) {
  const StringRef name = castNameOf(op);
  if (llvm::isa<LLVM::BitcastOp>(op)) {
    decodeRegroup(op);
    return true;
  }
  if (llvm::isa<LLVM::FreezeOp>(op)) {
    alias(op->getResult(0), of(op->getOperand(0)));
    return true;
  }
  if (auto cast = llvm::dyn_cast<LLVM::AddrSpaceCastOp>(op)) {
    const unsigned from =
        llvm::cast<LLVM::LLVMPointerType>(cast.getArg().getType()).getAddressSpace();
    const unsigned to = llvm::cast<LLVM::LLVMPointerType>(cast.getType()).getAddressSpace();
    const Layout before = layoutOf(cast.getArg().getType(), op),
                 after = layoutOf(cast.getType(), op);
    undefined[cast.getRes()] = undefinedIn(cast.getArg());
    // Shared memory as part of the cluster's, and global memory, have the same generic addresses.
    if (before.scalar == after.scalar && from != 8 && to != 8)
      alias(cast.getRes(), of(cast.getArg()));
    else if (from != 8 && to != 8)
      emitLanes(
          op, conversionFunction(to == 0 ? "llvm.zext" : "llvm.trunc", before.scalar, after.scalar),
          define(cast.getRes()), 1, {of(cast.getArg())});
    else
      unsupported(op, "of a buffer");
    return true;
  }
  const bool isOfPointer = llvm::isa<LLVM::PtrToIntOp, LLVM::IntToPtrOp>(op);
  const OperationClass kind = classOf(op);
  const bool isOfNumber = kind == OperationClass::IntegerCast ||
                          kind == OperationClass::FloatCast || name == "llvm.fptosi.sat" ||
                          name == "llvm.fptoui.sat";
  if (!isOfPointer && !isOfNumber)
    return false;
  Value source = op->getOperand(0), result = op->getResult(0);
  const Layout from = layoutOf(source.getType(), op), to = layoutOf(result.getType(), op);
  undefined[result] = undefinedIn(source);
  if (isOfPointer && from.scalar == to.scalar && from.elements == to.elements) {
    alias(result, of(source));
    return true;
  }
  if (from.elements != to.elements)
    unsupported(op, "not for these types");
  emitLanes(op, conversionFunction(isOfPointer ? "llvm.zext" : name, from.scalar, to.scalar),
            define(result), to.elements, {of(source)});
  return true;
}

bool Decoder::decodeVector(Operation *op) {
  if (auto extract = llvm::dyn_cast<LLVM::ExtractElementOp>(op)) {
    const Layout from = layoutOf(extract.getVector().getType(), op);
    if (std::optional<int64_t> index = constantOf(extract.getPosition())) {
      if (*index < 0 || *index >= from.elements)
        unsupported(op, "there is no element " + std::to_string(*index));
      alias(extract.getRes(),
            of(extract.getVector())
                .at(static_cast<uint32_t>(*index) * from.elementBytes() * lanesPerWave));
      if ((undefinedIn(extract.getVector()) >> *index & 1) != 0)
        undefined[extract.getRes()] = 1;
      return true;
    }
    if (!extract.getPosition().getType().isInteger(32))
      unsupported(op, "an index that is not constant is an i32");
    emitLanes(op, extractFunction(from.elementBytes()), define(extract.getRes()), 1,
              {of(extract.getVector()), of(extract.getPosition())})
        .auxiliary = from.elements;
    return true;
  }
  if (auto insert = llvm::dyn_cast<LLVM::InsertElementOp>(op)) {
    decodeInsert(insert);
    return true;
  }
  if (auto shuffle = llvm::dyn_cast<LLVM::ShuffleVectorOp>(op)) {
    decodeShuffle(shuffle);
    return true;
  }
  if (auto extract = llvm::dyn_cast<LLVM::ExtractValueOp>(op)) {
    decodeExtractValue(extract);
    return true;
  }
  if (auto insert = llvm::dyn_cast<LLVM::InsertValueOp>(op)) {
    decodeInsertValue(insert);
    return true;
  }
  return false;
}

void Decoder::decodeInsert(LLVM::InsertElementOp op) {
  Value vector = op.getVector(), result = op.getRes();
  const Layout layout = layoutOf(result.getType(), op);
  const unsigned bytes = layout.elementBytes();
  const std::optional<int64_t> index = constantOf(op.getPosition());
  if (!index) {
    if (!op.getPosition().getType().isInteger(32))
      unsupported(op, "an index that is not constant is an i32");
    emitLanes(op, insertFunction(bytes), define(result), layout.elements,
              {of(vector), of(op.getValue()), of(op.getPosition())});
    return;
  }
  if (*index < 0 || *index >= layout.elements)
    unsupported(op, "there is no element " + std::to_string(*index));
  insertRows(op, vector, op.getValue(), static_cast<unsigned>(*index));
}

void Decoder::insertRows(Operation *op, Value vector, Value value, unsigned element) {
  Value result = op->getResult(0);
  const Layout layout = layoutOf(result.getType(), op), part = layoutOf(value.getType(), op);
  const unsigned bytes = layout.elementBytes();
  const uint64_t inserted = everyElement(part.elements) << std::min(element, 63u);
  uint64_t none = undefinedIn(vector) & ~inserted;
  if (undefinedIn(value) != 0)
    none |= inserted;
  // A vector that is built up element by element is built in place.  Within one block, or
  // a loop's second step would find what the first one has inserted.
  Operation *before = vector.getDefiningOp();
  const bool inPlace = vector.hasOneUse() && before && before->getBlock() == op->getBlock() &&
                       before->getName() == op->getName();
  const bool fromNothing = before && llvm::isa<LLVM::UndefOp, LLVM::PoisonOp>(before);
  if (inPlace) {
    alias(result, of(vector));
  } else {
    const Reference source = of(vector);
    const Reference to = define(result);
    if (!fromNothing)
      emitLanes(op, copyFunction(bytes), to, layout.elements, {source});
  }
  emitLanes(op, copyFunction(bytes), of(result).at(element * bytes * lanesPerWave), part.elements,
            {of(value)});
  undefined[result] = none;
}

void Decoder::decodeInsertValue(LLVM::InsertValueOp op) {
  const Layout part = layoutOf(op.getValue().getType(), op);
  if (op.getPosition().size() != 1)
    unsupported(op, "a struct's members are numbers or vectors of one type");
  insertRows(op, op.getContainer(), op.getValue(),
             static_cast<unsigned>(op.getPosition()[0]) * part.elements);
}

void Decoder::decodeExtractValue(LLVM::ExtractValueOp op) {
  Value from = op.getContainer();
  if (op.getPosition().size() != 1)
    unsupported(op, "a struct's members are numbers or vectors of one type");
  const auto position = static_cast<size_t>(op.getPosition()[0]);
  if (auto found = members.find(from); found != members.end()) {
    alias(op.getRes(), found->second[position]);
    return;
  }
  const Layout part = layoutOf(op.getType(), op);
  alias(op.getRes(), of(from).at(static_cast<uint32_t>(position) * part.bytes() * lanesPerWave));
  uint64_t none = 0;
  for (unsigned i = 0; i < part.elements; ++i)
    if ((undefinedIn(from) & bitOf(position * part.elements + i)) != 0)
      none |= bitOf(i);
  if (none != 0)
    undefined[op.getRes()] = none;
}

void Decoder::decodeShuffle(LLVM::ShuffleVectorOp op) {
  const Layout from = layoutOf(op.getV1().getType(), op);
  const ArrayRef<int32_t> mask = op.getMask();
  const uint32_t row = from.elementBytes() * lanesPerWave;
  auto rowOf = [&](int32_t index) {
    const auto number = static_cast<uint32_t>(index);
    return number < from.elements ? of(op.getV1()).at(number * row)
                                  : of(op.getV2()).at((number - from.elements) * row);
  };
  uint64_t none = 0;
  bool isContiguous = true;
  for (auto [i, index] : llvm::enumerate(mask)) {
    const bool isUndefined =
        index < 0 ||
        (static_cast<uint32_t>(index) < from.elements
             ? undefinedIn(op.getV1()) >> index & 1
             : undefinedIn(op.getV2()) >> (static_cast<uint32_t>(index) - from.elements) & 1) != 0;
    none |= static_cast<uint64_t>(isUndefined) << i;
    isContiguous &= mask[0] >= 0 && index == mask[0] + static_cast<int32_t>(i) &&
                    (static_cast<uint32_t>(index) < from.elements) ==
                        (static_cast<uint32_t>(mask[0]) < from.elements);
  }
  undefined[op.getRes()] = none;
  if (isContiguous) {
    alias(op.getRes(), rowOf(mask[0]));
    return;
  }
  const Reference to = define(op.getRes());
  for (auto [i, index] : llvm::enumerate(mask))
    if (index >= 0)
      emitLanes(op, copyFunction(from.elementBytes()), to.at(static_cast<uint32_t>(i) * row), 1,
                {rowOf(index)});
}

} // namespace wave::executor
