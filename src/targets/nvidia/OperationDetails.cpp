//===- OperationDetails.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each of these ends the process in LLVM 22.1, or makes code that means something else.
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/OperationDetails.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

#include "targets/llvm/VerifyOperation.h"
#include "targets/nvidia/AddressSpaces.h"
#include "targets/nvidia/InlineAssembly.h"
#include "targets/nvidia/OperationTable.h"

using namespace mlir;
using wave::ir::BrokenConstraint;

namespace wave::nvidia {

using codegen::textOf;

static BrokenConstraint refusal(Operation *op, const machine::Chip &chip,
                                const llvm::Twine &of = "") {
  return codegen::refusal(op, "nvidia-operation", chip, of);
}

static bool isPointer(Type type, std::initializer_list<unsigned> spaces) {
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(type);
  return pointer && llvm::is_contained(spaces, pointer.getAddressSpace());
}

/// The address that it accesses; none of a fence.
static Value addressOf(Operation *op) {
  if (isa<LLVM::FenceOp>(op))
    return {};
  return op->getOperand(isa<LLVM::StoreOp, LLVM::MaskedStoreOp>(op) ? 1 : 0);
}

/// A launch's arguments, such as tensor maps, have operations of their own, and so has the
/// memory of other workgroups; scopes are those of the memory model.
template <typename Op> static LogicalResult verifyAccess(Op op, const machine::Chip &chip) {
  if (Value address = addressOf(op);
      address && !isPointer(address.getType(), {globalSpace, sharedSpace}))
    return refusal(op, chip, textOf(address.getType()))
        .help("access global memory, !llvm.ptr<1>, or shared memory, !llvm.ptr<3>");
  if constexpr (requires { op.getSyncscope(); })
    if (auto scope = op.getSyncscope();
        scope && !llvm::is_contained({"", "device", "cluster", "block", "singlethread"}, *scope))
      return refusal(op, chip, "scope '" + *scope + "'")
          .help("choose one of: device, cluster, block, singlethread");
  return success();
}

/// A Boolean is no number.
static LogicalResult verifyToInteger(Operation *op, const machine::Chip &chip) {
  if (getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1))
    return refusal(op, chip, "i1").help("compare with 0 instead");
  return success();
}

static LogicalResult verifyCast(LLVM::AddrSpaceCastOp op, const machine::Chip &chip) {
  Type from = op.getArg().getType(), to = op.getRes().getType();
  if (isPointer(from, {sharedSpace}) && isPointer(to, {clusterSpace}))
    return success();
  if (isPointer(from, {globalSpace, sharedSpace}) && isPointer(to, {genericSpace}))
    return success();
  return refusal(op, chip, textOf(from) + " to " + textOf(to))
      .help("shared memory is a part of that of a cluster, !llvm.ptr<7>, and a generic pointer, "
            "!llvm.ptr, is one of any kind");
}

static LogicalResult verifyIntrinsic(LLVM::CallIntrinsicOp op, const machine::Chip &chip) {
  const codegen::OperationSupport *support = supportOfIntrinsic(op.getIntrin());
  if (!support || !(support->generations & chip.generation))
    return refusal(op, chip, "'" + op.getIntrin() + "'").help("compute it from other operations");
  auto isNumber = [](Type type) { return type.isF32(); };
  if (op->getNumOperands() == 1 && op->getNumResults() == 1 &&
      llvm::all_of(op->getOperandTypes(), isNumber) && isNumber(op->getResult(0).getType()) &&
      op.getOpBundleSizes().empty())
    return success();
  return refusal(op, chip, "'" + op.getIntrin() + "'").help("give it one f32, and take one");
}

/// LLVM calls a function of any other.
static LogicalResult verifyTanh(LLVM::TanhOp op, const machine::Chip &chip) {
  if (bitEnumContainsAll(op.getFastmathFlags(), LLVM::FastmathFlags::afn))
    return success();
  return refusal(op, chip, "a result that may not be approximate")
      .help("give it fastmathFlags = #llvm.fastmath<afn>, or compute it from other operations");
}

static LogicalResult verifyAssembly(LLVM::InlineAsmOp op, const machine::Chip &chip) {
  if (auto reason = refuseAssembly(op, chip))
    return refusal(op, chip, *reason)
        .help("leave assembly to the compiler: wave emit --stage target writes all that there may "
              "be");
  return success();
}

LogicalResult verifyDetails(Operation *operation, const machine::Chip &chip) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(operation)
      .Case<LLVM::LoadOp, LLVM::StoreOp, LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp,
            LLVM::MaskedLoadOp, LLVM::MaskedStoreOp, LLVM::FenceOp>(
          [&](auto op) { return verifyAccess(op, chip); })
      .Case<LLVM::FPToSIOp, LLVM::FPToUIOp>([&](auto op) { return verifyToInteger(op, chip); })
      .Case([&](LLVM::AddrSpaceCastOp op) { return verifyCast(op, chip); })
      .Case([&](LLVM::CallIntrinsicOp op) { return verifyIntrinsic(op, chip); })
      .Case([&](LLVM::TanhOp op) { return verifyTanh(op, chip); })
      .Case([&](LLVM::InlineAsmOp op) { return verifyAssembly(op, chip); })
      .Default(success());
}

} // namespace wave::nvidia
