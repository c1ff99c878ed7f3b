//===- LowerKernel.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/LowerKernel.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include "analysis/GlobalAccess.h"
#include "analysis/Roles.h"
#include "analysis/SharedBanks.h"
#include "dialect/Distribution.h"
#include "dialect/Paths.h"
#include "machine/Chip.h"
#include "targets/gpu/BlockCode.h"
#include "targets/gpu/ChannelFacts.h"
#include "targets/gpu/TensorMaps.h"

using namespace mlir;

namespace wave::gpu {

namespace {

/// Lets each wave do what its role does.
class RoleDispatch {
public:
  RoleDispatch(ir::KernelOp kernel, const LaneTarget &target, const analysis::Roles &roles,
               LaneCode &head, const MemoryArguments &memories, const TensorMaps &maps,
               Value shared)
      : kernel(kernel), target(target), roles(roles), head(head), memories(memories), maps(maps),
        shared(shared) {}

  void run(LaneCode &code) {
    Value thread = target.threadId(head);
    const TensorTarget *tensors = roles.tensorColumns ? target.roles()->tensors() : nullptr;
    const bool ofPair = roles.areOfPair();
    Value place;
    if (tensors) {
      place = code.advance(shared, code.builder.getI8Type(), code.i32(roles.tensorAddress));
      byFirstWarp(code, thread,
                  [&] { tensors->allocate(code, place, roles.tensorColumns, ofPair); });
      tensors->orderBefore(code);
    }
    makeBarriers(code, roles, *target.roles(), thread, shared);
    if (tensors) {
      tensors->orderAfter(code);
      tensorBase = code.load(place, code.builder.getI32Type(), 4);
    }
    const int64_t lanes = roles.roles.front().threadsPerWave;
    wave = target.uniform(head, head.floorDiv(thread, lanes));
    runFrom(code, 0);
    if (tensors)
      tensors->orderBefore(code);
    // Until then others bring boxes here, arrive at barriers, and multiply into tensor memory.
    if (isShared(roles))
      target.roles()->meetInCluster(code);
    else if (tensors)
      target.barrier(code, /*isGlobal=*/false, /*keepsCopies=*/false);
    if (tensors) {
      tensors->orderAfter(code);
      byFirstWarp(code, thread,
                  [&] { tensors->free(code, tensorBase, roles.tensorColumns, ofPair); });
    }
  }

private:
  void byFirstWarp(LaneCode &code, Value thread, llvm::function_ref<void()> emit) {
    Value isFirst =
        code.compare(LaneCode::Compare::Less, thread, code.i32(target.roles()->lanesInStep()));
    code.branch(
        isFirst, {},
        [&] {
          emit();
          return LaneCode::Values();
        },
        [] { return LaneCode::Values(); });
  }

  void runFrom(LaneCode &code, size_t number) {
    const analysis::Role &role = roles.roles[number];
    if (number + 1 == roles.roles.size())
      return runRole(code, role);
    Value isOwn =
        code.compare(LaneCode::Compare::Less, wave, code.i32(role.firstWave + role.waves));
    code.branch(
        isOwn, {},
        [&] {
          runRole(code, role);
          return LaneCode::Values();
        },
        [&] {
          runFrom(code, number + 1);
          return LaneCode::Values();
        });
  }

  void runRole(LaneCode &code, const analysis::Role &role) {
    target.roles()->setRegisters(code, role.registers, roles.registersAtEntry);
    BlockCode own(kernel, target, head, memories, shared, role.threadsPerWave, role.firstWave);
    // One lane begins the copies of boxes, and one the products into tensor memory.
    Value isFirst; // null: all go
    if (isByOneLane(role.op)) {
      Value lane = own.places().laneNumber();
      isFirst = code.compare(LaneCode::Compare::Equal, lane, code.i32(0));
    }
    if (isInLeaderAlone(roles, role)) {
      Value place = own.places().emitNarrow(code, ir::placeInPair(kernel));
      isFirst = code.both(isFirst, code.compare(LaneCode::Compare::Equal, place, code.i32(0)));
    }
    own.run(code, roles, role, maps, shared, tensorBase, isFirst);
  }

  ir::KernelOp kernel;
  const LaneTarget &target;
  const analysis::Roles &roles;
  LaneCode &head;
  const MemoryArguments &memories;
  const TensorMaps &maps;
  Value shared;
  Value wave, tensorBase;
};

} // namespace

/// One block of bytes for all rings, and where each lies.
static LLVM::GlobalOp makeShared(ir::KernelOp kernel, const std::string &name, uint64_t alignment,
                                 OpBuilder &builder) {
  const auto bytes = static_cast<uint64_t>(analysis::sharedBytesOf(kernel));
  if (bytes == 0)
    return {};
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes);
  return LLVM::GlobalOp::create(builder, kernel.getLoc(), type, /*isConstant=*/false,
                                LLVM::Linkage::Internal, name + ".shared", Attribute(), alignment,
                                /*addrSpace=*/3);
}

static ArrayAttr describeShared(ir::KernelOp kernel, Builder &builder) {
  SmallVector<Attribute> list;
  for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
    if (ring.getRing().getType().isInTensorMemory())
      continue;
    ir::BufferType type = ring.getRing().getType();
    SmallVector<Attribute> dims;
    SmallVector<int64_t> sizes;
    for (ir::DimAttr dim : type.getDims()) {
      dims.push_back(builder.getStringAttr(dim.getName().getValue().str()));
      sizes.push_back(*dim.getConstantSize());
    }
    auto named = [&](StringRef name, Attribute value) {
      return NamedAttribute(builder.getStringAttr(name), value);
    };
    SmallVector<NamedAttribute> entries{
        named("name", ring.getNameAttr()),
        named("offset", ring.getOffsetAttr()),
        named("bytes", builder.getI64IntegerAttr(analysis::bytesPerSlot(type))),
        named("slots", builder.getI64IntegerAttr(type.getSlots())),
        named("dtype", TypeAttr::get(type.getElementType())),
        named("dims", builder.getArrayAttr(dims)),
        named("sizes", builder.getI64ArrayAttr(sizes)),
        named("strides", builder.getI64ArrayAttr(type.getLayout().getStrides()))};
    if (type.getLayout().getColumns() != 0)
      entries.push_back(named("columns", builder.getI64IntegerAttr(type.getLayout().getColumns())));
    if (type.getLayout().getBits() != 0)
      entries.push_back(named("swizzle", builder.getI64ArrayAttr({type.getLayout().getBits(),
                                                                  type.getLayout().getBase(),
                                                                  type.getLayout().getShift()})));
    list.push_back(builder.getDictionaryAttr(entries));
  }
  return builder.getArrayAttr(list);
}

Operation *lowerKernel(ir::KernelOp kernel, const std::string &name, const LaneTarget &target) {
  OpBuilder builder(kernel);
  const int64_t lanes = ir::threadsPerWave(kernel);
  int64_t waves = ir::wavesPerBlock(kernel);
  std::optional<analysis::Roles> roles = analysis::rolesOf(kernel);
  if (roles)
    target.roles()->shareRegisters(*roles, ir::copiesElements(kernel) ? analysis::Copying::Elements
                                                                      : analysis::Copying::Boxes);
  // Where copies of boxes swizzle, the pattern begins anew every 1024 bytes.
  const uint64_t alignment = roles ? 1024 : machine::widestAccess;
  LLVM::GlobalOp block = makeShared(kernel, name, alignment, builder);
  auto none = LLVM::LLVMVoidType::get(builder.getContext());
  auto function = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(), name,
                                           LLVM::LLVMFunctionType::get(none, {}));
  Block *body = builder.createBlock(&function.getBody());
  // Numbers of lanes are made at the head, before what the operations make.
  Operation *end = LLVM::ReturnOp::create(builder, kernel.getLoc(), ValueRange{});
  builder.setInsertionPoint(end);
  Operation *border = LLVM::PoisonOp::create(builder, kernel.getLoc(), builder.getI1Type());
  OpBuilder headBuilder(border);
  LaneCode head(headBuilder, kernel.getLoc());
  MemoryArguments memories(kernel, body, head);
  std::optional<TensorMaps> maps;
  if (roles)
    maps.emplace(kernel, body);
  function.setFunctionType(
      LLVM::LLVMFunctionType::get(none, SmallVector<Type>(body->getArgumentTypes())));
  Value shared;
  if (block)
    shared = LLVM::AddressOfOp::create(headBuilder, kernel.getLoc(), block);
  LaneCode code(builder, kernel.getLoc());
  if (roles)
    RoleDispatch(kernel, target, *roles, head, memories, *maps, shared).run(code);
  else
    BlockCode(kernel, target, head, memories, shared, lanes).runKernel(code, kernel);
  border->erase();
  function->setAttr("wave.memories", memories.description());
  if (ArrayAttr values = memories.launchValues())
    function->setAttr("wave.launch_values", values);
  function->setAttr("wave.shared", describeShared(kernel, builder));
  function->setAttr("wave.workgroup",
                    builder.getDenseI32ArrayAttr(
                        {static_cast<int32_t>(roles ? roles->threads() : lanes * waves), 1, 1}));
  if (roles) {
    maps->describe(function, *target.roles());
    describeChannels(function, *roles);
    target.roles()->limitRegisters(function, roles->registersAtEntry);
  }
  target.markKernel(function);
  return function;
}

void addSimplification(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass(
      GreedyRewriteConfig().setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)));
  manager.addPass(createCSEPass());
}

} // namespace wave::gpu
