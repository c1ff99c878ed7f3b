//===- VerifyOperation.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/llvm/VerifyOperation.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using wave::ir::BrokenConstraint;

namespace wave::codegen {

BrokenConstraint refusal(Operation *op, ErrorId id, const machine::Chip &chip,
                         const llvm::Twine &of) {
  const std::string what = of.str();
  return BrokenConstraint(op, id,
                          "'" + op->getName().getStringRef() + "'" +
                              (what.empty() ? "" : " of " + what) + " has no machine code on " +
                              llvm::Twine(chip.processor));
}

std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

bool isTargetType(Type type, ArrayRef<unsigned> spaces) {
  auto isInner = [&](Type inner) { return isTargetType(inner, spaces); };
  return llvm::TypeSwitch<Type, bool>(type)
      .Case<IntegerType>(
          [](auto integer) { return llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth()); })
      .Case<Float16Type, BFloat16Type, Float32Type, Float64Type, LLVM::LLVMVoidType>(
          [](Type) { return true; })
      .Case<VectorType>([&](auto vector) {
        return vector.getRank() == 1 && !vector.isScalable() && isInner(vector.getElementType());
      })
      .Case<LLVM::LLVMPointerType>(
          [&](auto pointer) { return llvm::is_contained(spaces, pointer.getAddressSpace()); })
      .Case<LLVM::LLVMArrayType>([&](auto array) { return isInner(array.getElementType()); })
      .Case<LLVM::LLVMStructType>([&](auto structure) {
        return !structure.isOpaque() && llvm::all_of(structure.getBody(), isInner);
      })
      .Default(false);
}

static LogicalResult verifyTypes(Operation *op, const OperationSupport &support,
                                 const Vendor &vendor, const machine::Chip &chip) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(types, block.getArgumentTypes());
  for (Type type : types) {
    if (!isTargetType(type, vendor.spaces))
      return refusal(op, vendor.id, chip, textOf(type))
          .help("integers have 1, 8, 16, 32 or 64 bits, floating-point numbers are f16, bf16, f32 "
                "or f64, pointers those of " +
                vendor.pointers);
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    if (element && !support.takes(element))
      return refusal(op, vendor.id, chip, textOf(element))
          .help("convert to one of: " + support.floatNames());
  }
  return success();
}

LogicalResult verifyOperation(Operation *op, const Vendor &vendor, const machine::Chip &chip) {
  const OperationSupport *support = vendor.supportOf(op->getName().getStringRef());
  if (!support)
    return refusal(op, vendor.id, chip)
        .help("LLVM would call a function that does not exist there, or has nothing to "
              "make of it: compute it from other operations");
  if (!(support->generations & chip.generation))
    return refusal(op, vendor.id, chip)
        .note(op->getLoc(), "it has on " + llvm::Twine(machine::processorsOf(support->generations)))
        .help("compile for that chip, or choose another instruction");
  return verifyTypes(op, *support, vendor, chip);
}

} // namespace wave::codegen
