//===- RegisterFence.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/RegisterFence.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include "targets/llvm/OperationClasses.h"

using namespace mlir;

namespace wave::nvidia {
namespace {

using Fence = NVVM::WgmmaFenceAlignedOp;

/// Of 32 bits, or nothing but those.
bool isOfRegisters(Type type) {
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type))
    return llvm::all_of(structure.getBody(), isOfRegisters);
  if (auto vector = dyn_cast<VectorType>(type))
    return isOfRegisters(vector.getElementType());
  return type.isF32() || type.isInteger(32);
}

bool isMma(Operation *op) {
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
    return assembly.getAsmString().contains("wgmma.mma_async");
  return isa<NVVM::WgmmaMmaAsyncOp>(op);
}

/// What the MMAs up to the next fence take that was there before this one.
SmallVector<OpOperand *> operandsBehind(Fence fence) {
  SmallVector<OpOperand *> operands;
  for (Operation *op = fence->getNextNode(); op && !isa<Fence>(op); op = op->getNextNode())
    if (isMma(op))
      for (OpOperand &operand : op->getOpOperands()) {
        Operation *source = operand.get().getDefiningOp();
        // What an MMA has left is in its registers, and an empty accumulator is in none.
        if (isa_and_nonnull<LLVM::PoisonOp>(source) || (source && isMma(source)))
          continue;
        const bool isBefore =
            !source || source->getBlock() != fence->getBlock() || source->isBeforeInBlock(fence);
        if (isBefore && isOfRegisters(operand.get().getType()))
          operands.push_back(&operand);
      }
  return operands;
}

/// A value as its registers, and back.
class Registers {
public:
  /// `assembly` is the fence.
  Registers(OpBuilder &builder, Location loc, StringRef assembly)
      : builder(builder), loc(loc), assembly(assembly) {}

  void add(Value value) {
    if (auto vector = dyn_cast<VectorType>(value.getType())) {
      for (int64_t i = 0; i < vector.getNumElements(); ++i)
        parts.push_back(LLVM::ExtractElementOp::create(builder, loc, value, number(i)));
      return;
    }
    auto structure = dyn_cast<LLVM::LLVMStructType>(value.getType());
    if (!structure)
      return parts.push_back(value);
    for (size_t i = 0; i < structure.getBody().size(); ++i)
      parts.push_back(LLVM::ExtractValueOp::create(builder, loc, value, static_cast<int64_t>(i)));
  }

  /// Replaces each by what has come through the fence.
  void passThrough() {
    std::string results, operands;
    SmallVector<Type> types;
    for (auto [i, part] : llvm::enumerate(parts)) {
      results += part.getType().isF32() ? "=f," : "=r,";
      operands += std::to_string(i) + ",";
      types.push_back(part.getType());
    }
    // One result is no structure.
    Type type = types.size() == 1 ? types.front()
                                  : LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
    Value all = LLVM::InlineAsmOp::create(
                    builder, loc, type, parts, assembly, results + operands + "~{memory}",
                    /*has_side_effects=*/true, /*is_align_stack=*/false, LLVM::TailCallKind::None,
                    LLVM::AsmDialectAttr(), ArrayAttr())
                    .getRes();
    if (parts.size() == 1)
      parts.front() = all;
    else
      for (auto [i, part] : llvm::enumerate(parts))
        part = LLVM::ExtractValueOp::create(builder, loc, all, static_cast<int64_t>(i));
  }

  /// The next value, of that type.
  Value take(Type type) {
    if (auto vector = dyn_cast<VectorType>(type)) {
      Value value = LLVM::PoisonOp::create(builder, loc, type);
      for (int64_t i = 0; i < vector.getNumElements(); ++i)
        value = LLVM::InsertElementOp::create(builder, loc, value, parts[next++], number(i));
      return value;
    }
    auto structure = dyn_cast<LLVM::LLVMStructType>(type);
    if (!structure)
      return parts[next++];
    Value value = LLVM::PoisonOp::create(builder, loc, type);
    for (size_t i = 0; i < structure.getBody().size(); ++i)
      value =
          LLVM::InsertValueOp::create(builder, loc, value, parts[next++], static_cast<int64_t>(i));
    return value;
  }

private:
  Value number(int64_t i) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                    builder.getI32IntegerAttr(static_cast<int32_t>(i)));
  }

  OpBuilder &builder;
  Location loc;
  StringRef assembly;
  SmallVector<Value> parts;
  size_t next = 0;
};

/// What loops carry on of these values, in another form perhaps.
llvm::SetVector<OpOperand *> carriedOn(ArrayRef<Value> values) {
  llvm::SetVector<OpOperand *> yields;
  llvm::SetVector<Value> seen(llvm::from_range, values);
  for (size_t i = 0; i < seen.size(); ++i) {
    if (auto argument = dyn_cast<BlockArgument>(seen[i])) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      OpOperand *yield = loop ? loop.getTiedLoopYieldedValue(argument) : nullptr;
      if (yield && isOfRegisters(argument.getType()))
        yields.insert(yield);
    } else if (Operation *op = seen[i].getDefiningOp();
               op && classOf(op) == OperationClass::Repacking) {
      seen.insert(op->operand_begin(), op->operand_end());
    }
  }
  return yields;
}

/// Leads accumulators that lanes have changed through nothing where a loop carries them on, all at
/// once. Else LLVM changes in the next step those that are not used behind the loop, and finds them
/// other registers than their neighbours, which an MMA wants in a row (C7511).
void keepTogether(ArrayRef<Value> values) {
  llvm::MapVector<Operation *, SmallVector<OpOperand *>> ends;
  for (OpOperand *yield : carriedOn(values))
    // Accumulators that an MMA has left, and may still add to, are carried as it left them.
    if (!isa<LLVM::LLVMStructType>(yield->get().getType()))
      ends[yield->getOwner()].push_back(yield);
  for (auto &[end, yields] : ends) {
    OpBuilder builder(end);
    Registers registers(builder, end->getLoc(), "");
    for (OpOperand *yield : yields)
      registers.add(yield->get());
    registers.passThrough();
    for (OpOperand *yield : yields)
      yield->set(registers.take(yield->get().getType()));
  }
}

} // namespace

void fenceRegisters(ModuleOp module) {
  SmallVector<Fence> fences;
  module.walk([&](Fence fence) { fences.push_back(fence); });
  for (Fence fence : fences) {
    const SmallVector<OpOperand *> operands = operandsBehind(fence);
    if (operands.empty())
      continue;
    llvm::SetVector<Value> values;
    for (OpOperand *operand : operands)
      values.insert(operand->get());
    OpBuilder builder(fence);
    Registers registers(builder, fence.getLoc(), "wgmma.fence.sync.aligned;");
    keepTogether(values.getArrayRef());
    for (Value value : values)
      registers.add(value);
    registers.passThrough();
    llvm::DenseMap<Value, Value> behind;
    for (Value value : values)
      behind[value] = registers.take(value.getType());
    for (OpOperand *operand : operands)
      operand->set(behind[operand->get()]);
    fence.erase();
  }
}

void fenceLoads(ModuleOp module) {
  SmallVector<NVVM::Tcgen05WaitOp> waits;
  module.walk([&](NVVM::Tcgen05WaitOp wait) {
    if (wait.getKind() == NVVM::Tcgen05WaitKind::LOAD)
      waits.push_back(wait);
  });
  for (NVVM::Tcgen05WaitOp wait : waits) {
    SmallVector<Value> loaded;
    for (Operation *op = wait->getPrevNode(); op && !isa<NVVM::Tcgen05WaitOp>(op);
         op = op->getPrevNode())
      if (isa<NVVM::Tcgen05LdOp>(op))
        loaded.push_back(op->getResult(0));
    if (loaded.empty())
      continue;
    OpBuilder builder(wait);
    Registers registers(builder, wait.getLoc(), "tcgen05.wait::ld.sync.aligned;");
    for (Value value : loaded)
      registers.add(value);
    registers.passThrough();
    for (Value value : loaded) {
      Value behind = registers.take(value.getType());
      value.replaceUsesWithIf(behind, [&](OpOperand &use) {
        Operation *user = wait->getBlock()->findAncestorOpInBlock(*use.getOwner());
        return !user || wait->isBeforeInBlock(user);
      });
    }
    wait.erase();
  }
}

} // namespace wave::nvidia
