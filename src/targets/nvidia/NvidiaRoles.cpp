//===- NvidiaRoles.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/NvidiaRoles.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "targets/nvidia/AddressSpaces.h"
#include "targets/nvidia/SharedDescriptor.h"

using namespace mlir;

namespace wave::nvidia {

using gpu::LaneCode;

//===----------------------------------------------------------------------===//
// Barriers with phases
//===----------------------------------------------------------------------===//

void NvidiaRoles::initBarrier(LaneCode &code, Value barrier, int64_t arrivals) const {
  NVVM::MBarrierInitOp::create(code.builder, code.loc, barrier, code.i32(arrivals), Value());
}

void NvidiaRoles::invalidateBarrier(LaneCode &code, Value barrier) const {
  NVVM::MBarrierInvalOp::create(code.builder, code.loc, barrier);
}

void NvidiaRoles::publishBarriers(LaneCode &code, bool isInCluster) const {
  NVVM::FenceMbarrierInitOp::create(code.builder, code.loc);
  if (isInCluster)
    meetInCluster(code);
  else
    NVVM::BarrierOp::create(code.builder, code.loc);
}

/// Lanes come from branches of their roles, and need not be together.
void NvidiaRoles::meetInCluster(LaneCode &code) const {
  NVVM::ClusterArriveOp::create(code.builder, code.loc, UnitAttr());
  NVVM::ClusterWaitOp::create(code.builder, code.loc, UnitAttr());
}

void NvidiaRoles::arrive(LaneCode &code, Value barrier) const {
  code.call("nvvm.mbarrier.arrive", {barrier}, code.builder.getI64Type());
}

/// What lies here at `barrier`, in the workgroup of that rank.
static Value placeIn(LaneCode &code, Value barrier, Value rank) {
  auto type = LLVM::LLVMPointerType::get(code.builder.getContext(), clusterSpace);
  return NVVM::MapaOp::create(code.builder, code.loc, type, barrier, rank);
}

/// In the scope that the instruction has when none is written: with that of the cluster each
/// arrival would wait for all of the lane's stores.
void NvidiaRoles::arriveInCluster(LaneCode &code, Value barrier, Value rank) const {
  code.call("nvvm.mbarrier.arrive", {placeIn(code, barrier, rank)}, {});
}

void NvidiaRoles::arriveBehindWrites(LaneCode &code, Value barrier, Value rank) const {
  Value place = placeIn(code, barrier, rank);
  NVVM::MBarrierArriveOp::create(code.builder, code.loc, TypeRange(), place, Value(),
                                 NVVM::MemScopeKind::CLUSTER);
}

void NvidiaRoles::arriveExpecting(LaneCode &code, Value barrier, int64_t bytes) const {
  Value count = code.i32(bytes);
  code.call("nvvm.mbarrier.arrive.expect_tx", {barrier, count}, {});
}

/// The instruction waits for some time only.
void NvidiaRoles::waitForPhase(LaneCode &code, Value barrier, Value parity,
                               bool seesCluster) const {
  auto again = [&](OpBuilder &builder, Location loc, ValueRange) {
    LaneCode inside(builder, loc);
    Value isOver = inside.call("nvvm.mbarrier.try_wait", {barrier, parity}, builder.getI1Type());
    if (seesCluster)
      cast<NVVM::MBarrierTryWaitOp>(isOver.getDefiningOp()).setScope(NVVM::MemScopeKind::CLUSTER);
    Value isRunning = inside.call("llvm.xor", {isOver, inside.constant(builder.getI1Type(), 1)},
                                  builder.getI1Type());
    scf::ConditionOp::create(builder, loc, isRunning, ValueRange());
  };
  scf::WhileOp::create(
      code.builder, code.loc, TypeRange(), ValueRange(), again,
      [](OpBuilder &builder, Location loc, ValueRange) { scf::YieldOp::create(builder, loc); });
}

//===----------------------------------------------------------------------===//
// Shared memory and roles
//===----------------------------------------------------------------------===//

void NvidiaRoles::copyBox(LaneCode &code, Value map, ArrayRef<Value> coordinates, Value to,
                          Value barrier, Value ranks, Value leader) const {
  // The instruction addresses the shared memory of a whole cluster, where a workgroup's own
  // has its addresses as they are.
  auto cluster = LLVM::LLVMPointerType::get(code.builder.getContext(), clusterSpace);
  Value mask = ranks ? code.call("llvm.trunc", {ranks}, code.builder.getI16Type()) : Value();
  Value place = LLVM::AddrSpaceCastOp::create(code.builder, code.loc, cluster, to);
  NVVM::CTAGroupKindAttr group;
  if (leader) {
    // The operation takes a pointer to the own shared memory, whose bits may be another one's.
    group = NVVM::CTAGroupKindAttr::get(code.builder.getContext(), NVVM::CTAGroupKind::CTA_2);
    Value there = placeIn(code, barrier, leader);
    Value number =
        LLVM::PtrToIntOp::create(code.builder, code.loc, code.builder.getI64Type(), there);
    barrier = LLVM::IntToPtrOp::create(code.builder, code.loc, barrier.getType(), number);
  }
  NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
      code.builder, code.loc, place, map, coordinates, barrier, ValueRange(), mask, Value(),
      NVVM::TMALoadMode::TILE, /*isCTAOnly=*/false, group, Value());
}

void NvidiaRoles::copyBoxOut(LaneCode &code, Value map, ArrayRef<Value> coordinates,
                             Value from) const {
  NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(code.builder, code.loc, map, from, coordinates,
                                                     Value(), NVVM::TMAStoreMode::TILE, Value());
}

void NvidiaRoles::waitForBoxesOut(LaneCode &code, bool areInMemory) const {
  NVVM::CpAsyncBulkCommitGroupOp::create(code.builder, code.loc);
  const UnitAttr onlyRead = areInMemory ? UnitAttr() : code.builder.getUnitAttr();
  NVVM::CpAsyncBulkWaitGroupOp::create(code.builder, code.loc, uint32_t{0}, onlyRead);
}

void NvidiaRoles::storeMatrices(LaneCode &code, Value address, ArrayRef<Value> words) const {
  NVVM::StMatrixOp::create(code.builder, code.loc, address, words, NVVM::MMALayout::row,
                           NVVM::LdStMatrixShapeAttr::get(code.builder.getContext(), 8, 8),
                           NVVM::LdStMatrixEltType::B16);
}

/// Barrier 0 is that of the workgroup.
void NvidiaRoles::meet(LaneCode &code, int64_t role, int64_t lanes) const {
  Value number = code.i32(role + 1), count = code.i32(lanes);
  NVVM::BarrierOp::create(code.builder, code.loc, TypeRange(), number, count,
                          NVVM::BarrierReductionAttr(), Value());
}

void NvidiaRoles::proxyFence(LaneCode &code) const {
  NVVM::FenceProxyOp::create(
      code.builder, code.loc, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(code.builder.getContext(), NVVM::SharedSpace::shared_cta));
}

/// CheckRegisters has refused tiles that do not fit.
void NvidiaRoles::shareRegisters(analysis::Roles &roles, analysis::Copying copying) const {
  (void)analysis::shareRegisters(roles, chip, copying);
}

void NvidiaRoles::setRegisters(LaneCode &code, int64_t count, int64_t before) const {
  if (count == before)
    return;
  using Action = NVVM::SetMaxRegisterAction;
  NVVM::SetMaxRegisterOp::create(code.builder, code.loc, static_cast<uint32_t>(count),
                                 count < before ? Action::decrease : Action::increase);
}

void NvidiaRoles::limitRegisters(Operation *function, int64_t count) const {
  function->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(),
                    Builder(function->getContext()).getI32IntegerAttr(static_cast<int32_t>(count)));
}

void NvidiaRoles::syncWarp(LaneCode &code) const {
  NVVM::SyncWarpOp::create(code.builder, code.loc, code.i32(-1));
}

int64_t NvidiaRoles::lanesInStep() const { return 32; }

//===----------------------------------------------------------------------===//
// MMAs that read shared memory by descriptor
//===----------------------------------------------------------------------===//

/// Besides: bits 62 to 63 are the swizzle; 16 to 29 the step from a column to the next, which
/// rows along K do not use.
Value NvidiaRoles::operandAt(LaneCode &code, Value address, const gpu::OperandRows &rows) const {
  const uint64_t swizzle = rows.bytes == 128 ? 1 : (rows.bytes == 64 ? 2 : 3);
  const uint64_t leading =
      rows.isTransposed ? static_cast<uint64_t>(rows.columnBytes) >> 4 : uint64_t{1};
  return descriptorOf(code, address, rows.bytes, leading << 16 | swizzle << 62);
}

Value NvidiaRoles::operandAtOffset(LaneCode &code, Value operand, int64_t bytes) const {
  return descriptorAtOffset(code, operand, bytes);
}

void NvidiaRoles::fenceRegisters(LaneCode &code) const {
  NVVM::WgmmaFenceAlignedOp::create(code.builder, code.loc);
}

Value NvidiaRoles::packAccumulator(LaneCode &code, ArrayRef<Value> vectors) const {
  SmallVector<Value> numbers;
  for (Value vector : vectors)
    for (int64_t i = 0; i < LaneCode::countOf(vector.getType()); ++i)
      numbers.push_back(code.element(vector, i));
  SmallVector<Type> types(numbers.size(), numbers.front().getType());
  auto type = LLVM::LLVMStructType::getLiteral(code.builder.getContext(), types);
  Value accumulator = LLVM::PoisonOp::create(code.builder, code.loc, type);
  for (auto [i, number] : llvm::enumerate(numbers))
    accumulator = LLVM::InsertValueOp::create(code.builder, code.loc, accumulator, number,
                                              static_cast<int64_t>(i));
  return accumulator;
}

Value NvidiaRoles::emptyAccumulator(LaneCode &code, const machine::Mma &mma,
                                    int64_t registers) const {
  MLIRContext *context = code.builder.getContext();
  SmallVector<Type> types(static_cast<size_t>(registers),
                          LaneCode::typeOf(mma.types.accumulator, context));
  return LLVM::PoisonOp::create(code.builder, code.loc,
                                LLVM::LLVMStructType::getLiteral(context, types));
}

SmallVector<Value> NvidiaRoles::unpackAccumulators(LaneCode &code,
                                                   ArrayRef<Value> accumulators) const {
  SmallVector<Value> numbers;
  for (Value accumulator : accumulators)
    for (size_t i = 0; i < cast<LLVM::LLVMStructType>(accumulator.getType()).getBody().size(); ++i)
      numbers.push_back(LLVM::ExtractValueOp::create(code.builder, code.loc, accumulator,
                                                     static_cast<int64_t>(i)));
  return numbers;
}

/// LLVM places copies of its own wherever it likes, between a fence and its MMAs too.  Text is
/// where it stands.
SmallVector<Value> NvidiaRoles::copyRegisters(LaneCode &code, ArrayRef<Value> numbers) const {
  SmallVector<Value> copies;
  for (Value number : numbers)
    copies.push_back(LLVM::InlineAsmOp::create(code.builder, code.loc, number.getType(), number,
                                               "mov.b32 $0, $1;", "=f,f", /*has_side_effects=*/true,
                                               /*is_align_stack=*/false, LLVM::TailCallKind::None,
                                               LLVM::AsmDialectAttr(), ArrayAttr())
                         .getRes());
  return copies;
}

static bool isEmptyAccumulator(Value accumulator) {
  return accumulator.getDefiningOp<LLVM::PoisonOp>() != nullptr;
}

static std::string ptxOf(machine::MmaElement element) {
  return std::string(machine::elementRow(element).ptx);
}

/// "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16"
static std::string wgmmaName(const machine::Mma &mma) {
  return "wgmma.mma_async.sync.aligned.m" + std::to_string(mma.m) + "n" + std::to_string(mma.n) +
         "k" + std::to_string(mma.k) + "." + ptxOf(mma.accumulator) + "." + ptxOf(mma.lhs) + "." +
         ptxOf(mma.rhs);
}

/// wgmma with the left operand in registers, which NVVM has no operation for: it reads and writes
/// the accumulator in its registers.
static Value mmaFromRegisters(LaneCode &code, const machine::Mma &mma, ValueRange lhs, Value rhs,
                              bool isTransposed, Value accumulator) {
  auto type = cast<LLVM::LLVMStructType>(accumulator.getType());
  const size_t count = type.getBody().size();
  SmallVector<Value> operands;
  for (size_t i = 0; i < count; ++i)
    operands.push_back(
        LLVM::ExtractValueOp::create(code.builder, code.loc, accumulator, static_cast<int64_t>(i)));
  llvm::append_range(operands, lhs);
  operands.push_back(rhs);
  std::string text = std::string("{\n.reg .pred p;\nsetp.ne.b32 p, ") +
                     (isEmptyAccumulator(accumulator) ? "0" : "1") + ", 0;\n" + wgmmaName(mma) +
                     " {";
  for (size_t i = 0; i < count; ++i)
    text += (i == 0 ? "$" : ", $") + std::to_string(i);
  text += "}, {";
  const size_t first = 2 * count; // after the results and the accumulator that they replace
  for (size_t i = 0; i < 4; ++i)
    text += (i == 0 ? "$" : ", $") + std::to_string(first + i);
  text += "}, $" + std::to_string(first + 4) + ", p, 1, 1";
  if (machine::elementRow(mma.rhs).mayLieAlongOuter)
    text += isTransposed ? ", 1" : ", 0";
  text += ";\n}";
  std::string constraints;
  for (size_t i = 0; i < count; ++i)
    constraints += "=f,";
  for (size_t i = 0; i < count; ++i)
    constraints += std::to_string(i) + ",";
  constraints += "r,r,r,r,l";
  return LLVM::InlineAsmOp::create(code.builder, code.loc, type, operands, text, constraints,
                                   /*has_side_effects=*/true, /*is_align_stack=*/false,
                                   LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
      .getRes();
}

SmallVector<Value> NvidiaRoles::operandInRegisters(LaneCode &code, Value vector) const {
  Value words = code.bitcast(vector, VectorType::get({4}, code.builder.getI32Type()));
  SmallVector<Value> registers;
  for (int64_t i = 0; i < 4; ++i)
    registers.push_back(code.element(words, i));
  return registers;
}

Value NvidiaRoles::issueMma(LaneCode &code, const machine::Mma &mma, ValueRange lhs, Value rhs,
                            gpu::Transposed transposed, Value accumulator) const {
  if (lhs.size() > 1)
    return mmaFromRegisters(code, mma, lhs, rhs, transposed.rhs, accumulator);
  auto typeOf = [](machine::MmaElement element) {
    return *NVVM::symbolizeWGMMATypes(ptxOf(element));
  };
  auto shape = NVVM::MMAShapeAttr::get(code.builder.getContext(), static_cast<int>(mma.m),
                                       static_cast<int>(mma.n), static_cast<int>(mma.k));
  return NVVM::WgmmaMmaAsyncOp::create(
      code.builder, code.loc, accumulator.getType(), accumulator, lhs.front(), rhs, shape,
      typeOf(mma.lhs), typeOf(mma.rhs), typeOf(mma.accumulator),
      isEmptyAccumulator(accumulator) ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one,
      NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one,
      transposed.lhs ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      transposed.rhs ? NVVM::MMALayout::row : NVVM::MMALayout::col, NVVM::MMAIntOverflowAttr());
}

void NvidiaRoles::commitMmas(LaneCode &code) const {
  NVVM::WgmmaGroupSyncAlignedOp::create(code.builder, code.loc);
}

/// Nothing but data keeps LLVM from reading a register before the wait: the registers go
/// through it.
SmallVector<Value> NvidiaRoles::waitForMmas(LaneCode &code, int64_t pending,
                                            ArrayRef<Value> accumulators) const {
  if (accumulators.empty()) {
    NVVM::WgmmaWaitGroupSyncOp::create(code.builder, code.loc, static_cast<uint64_t>(pending));
    return {};
  }
  const SmallVector<Value> numbers = unpackAccumulators(code, accumulators);
  std::string constraints;
  for (size_t i = 0; i < numbers.size(); ++i)
    constraints += "=f,";
  for (size_t i = 0; i < numbers.size(); ++i)
    constraints += std::to_string(i) + ",";
  constraints += "~{memory}";
  const SmallVector<Type> types(
      llvm::map_range(numbers, [](Value each) { return each.getType(); }));
  auto type = LLVM::LLVMStructType::getLiteral(code.builder.getContext(), types);
  Value result =
      LLVM::InlineAsmOp::create(code.builder, code.loc, type, numbers,
                                "wgmma.wait_group.sync.aligned " + std::to_string(pending) + ";",
                                constraints, /*has_side_effects=*/true, /*is_align_stack=*/false,
                                LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
          .getRes();
  return unpackAccumulators(code, result);
}

SmallVector<NamedAttribute> NvidiaRoles::mapAttributes(Builder &builder) const {
  auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 128);
  return {NamedAttribute(builder.getStringAttr(LLVM::LLVMDialect::getByValAttrName()),
                         TypeAttr::get(bytes)),
          NamedAttribute(builder.getStringAttr(LLVM::LLVMDialect::getAlignAttrName()),
                         builder.getI64IntegerAttr(64)),
          NamedAttribute(builder.getStringAttr("nvvm.grid_constant"), builder.getUnitAttr())};
}

} // namespace wave::nvidia
