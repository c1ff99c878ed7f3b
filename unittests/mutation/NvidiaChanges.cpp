//===- NvidiaChanges.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvidiaChanges.h"

#include <cstdint>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace wave::test {
namespace {

constexpr unsigned sharedSpace = 3;

using Apply = std::function<void(Operation *)>;

Value constantBefore(Operation *op, Type type, int64_t value) {
  OpBuilder builder(op);
  return LLVM::ConstantOp::create(builder, op->getLoc(), type, builder.getIntegerAttr(type, value));
}

std::optional<int64_t> constantIn(Value value) {
  llvm::APInt number;
  return value && matchPattern(value, m_ConstantInt(&number)) ? std::optional(number.getSExtValue())
                                                              : std::nullopt;
}

/// Another number for an operand that is constant.
Apply replace(unsigned operand, std::function<int64_t(int64_t)> by) {
  return [=](Operation *op) {
    const Value before = op->getOperand(operand);
    op->setOperand(operand, constantBefore(op, before.getType(), by(*constantIn(before))));
  };
}

/// A number for an operand, whatever it is.
Apply set(unsigned operand, int64_t number) {
  return [=](Operation *op) {
    op->setOperand(operand, constantBefore(op, op->getOperand(operand).getType(), number));
  };
}

Apply add(unsigned operand, int64_t more) {
  return replace(operand, [=](int64_t number) { return number + more; });
}

bool isWaitForProducts(Operation *op) {
  auto text = dyn_cast<LLVM::InlineAsmOp>(op);
  return text && text.getAsmString().contains("wgmma.wait_group");
}

bool isDeleted(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (isWaitForProducts(op))
    return true;
  if (!name.consume_front("nvvm."))
    return false;
  for (StringRef prefix :
       {"mbarrier.", "fence.", "bar", "cluster.", "wgmma.fence", "wgmma.commit", "wgmma.wait",
        "cp.async.bulk.commit", "cp.async.bulk.wait", "tcgen05.alloc", "tcgen05.dealloc",
        "tcgen05.relinquish", "tcgen05.commit", "tcgen05.wait", "tcgen05.fence"})
    if (name.starts_with(prefix))
      return true;
  return false;
}

/// The values that go through assembly come out as a structure.
Value operandsAsResult(LLVM::InlineAsmOp op) {
  OpBuilder builder(op);
  Value result = LLVM::PoisonOp::create(builder, op.getLoc(), op.getResult(0).getType());
  for (auto [i, operand] : llvm::enumerate(op.getOperands()))
    result =
        LLVM::InsertValueOp::create(builder, op.getLoc(), result, operand, static_cast<int64_t>(i));
  return result;
}

/// A structure of the products that go through the wait was taken apart for it: where there is
/// one, it is what the wait hands on.
Value handedOn(LLVM::InlineAsmOp op) {
  auto first = op.getOperand(0).getDefiningOp<LLVM::ExtractValueOp>();
  return first && first.getContainer().getType() == op.getResult(0).getType()
             ? first.getContainer()
             : operandsAsResult(op);
}

void remove(Operation *op) {
  if (op->getNumResults() == 1) {
    Value result = op->getResult(0);
    if (isWaitForProducts(op))
      result.replaceAllUsesWith(handedOn(cast<LLVM::InlineAsmOp>(op)));
    else if (!result.use_empty())
      result.replaceAllUsesWith(constantBefore(op, result.getType(), 1));
  }
  op->erase();
}

void flipParity(Operation *op) {
  OpBuilder builder(op);
  const Value one = constantBefore(op, op->getOperand(1).getType(), 1);
  op->setOperand(1, LLVM::XOrOp::create(builder, op->getLoc(), op->getOperand(1), one));
}

/// The wait is still there, and its result is not asked for.
void ignoreResult(Operation *op) {
  Value result = op->getResult(0);
  result.replaceAllUsesWith(constantBefore(op, result.getType(), 1));
}

/// Of parity 2 or 3, whose lowest bit is right.
void raiseParity(Operation *op) {
  OpBuilder builder(op);
  const Value two = constantBefore(op, op->getOperand(1).getType(), 2);
  op->setOperand(1, LLVM::OrOp::create(builder, op->getLoc(), op->getOperand(1), two));
}

/// What lets others know of it; null if the block has none.
Operation *barrierBehind(Operation *op) {
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    if (isa<NVVM::BarrierOp, NVVM::Barrier0Op, NVVM::ClusterWaitOp>(next))
      return next;
  return nullptr;
}

void moveBehindBarrier(Operation *op) { op->moveAfter(barrierBehind(op)); }

void repeat(Operation *op) {
  OpBuilder builder(op);
  builder.clone(*op);
}

template <typename Op> void narrowToWorkgroup(Operation *op) {
  cast<Op>(op).setScope(NVVM::MemScopeKind::CTA);
}

/// The number of an address in shared memory without where shared memory begins.
void forgetBase(Operation *op) {
  LLVM::AddressOfOp shared;
  op->getParentOfType<LLVM::LLVMFuncOp>().walk([&](LLVM::AddressOfOp address) {
    shared = address;
    return WalkResult::interrupt();
  });
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value number = op->getResult(0);
  Value base = LLVM::PtrToIntOp::create(builder, op->getLoc(), number.getType(), shared);
  auto offset = LLVM::SubOp::create(builder, op->getLoc(), number, base);
  number.replaceAllUsesExcept(offset, offset);
}

void waitForOneProductLess(Operation *op) {
  if (auto wait = dyn_cast<NVVM::WgmmaWaitGroupSyncOp>(op))
    return wait.setGroup(wait.getGroup() + 1);
  auto text = cast<LLVM::InlineAsmOp>(op);
  std::string changed = text.getAsmString().str();
  const size_t number = changed.find("aligned 0") + std::string("aligned ").size();
  text.setAsmString(changed.replace(number, 1, "1"));
}

void turnFence(Operation *op) {
  auto fence = cast<NVVM::Tcgen05FenceOp>(op);
  fence.setKind(fence.getKind() == NVVM::Tcgen05FenceKind::BEFORE_THREAD_SYNC
                    ? NVVM::Tcgen05FenceKind::AFTER_THREAD_SYNC
                    : NVVM::Tcgen05FenceKind::BEFORE_THREAD_SYNC);
}

//===----------------------------------------------------------------------===//
// Descriptors of matrices in shared memory: PTX ISA 9.0, 9.7.15.5.1.2.2 of wgmma, 9.7.16.4.1
// of tcgen05
//===----------------------------------------------------------------------===//

struct SwizzleCode {
  const char *bytes;
  uint64_t ofWgmma, ofTcgen05;
};
constexpr SwizzleCode swizzleCodes[] = {{"0", 0, 0}, {"32", 3, 6}, {"64", 2, 4}, {"128", 1, 2}};
constexpr uint64_t versionOfTcgen05 = uint64_t{1} << 46;
constexpr unsigned shiftOfWgmma = 62, shiftOfTcgen05 = 61;
constexpr int64_t moreOfStride = int64_t{1} << 32; // 16 bytes

bool isAddedToAddress(Operation *op) {
  auto add = dyn_cast<LLVM::OrOp>(op);
  const std::optional<int64_t> fields = add ? constantIn(add.getRhs()) : std::nullopt;
  return fields && add.getType().isInteger(64) && static_cast<uint64_t>(*fields) >> shiftOfTcgen05;
}

std::vector<Change> changesOfDescriptor(Operation *op) {
  const auto fields = static_cast<uint64_t>(*constantIn(op->getOperand(1)));
  const bool isTcgen05 = (fields & versionOfTcgen05) != 0;
  const unsigned shift = isTcgen05 ? shiftOfTcgen05 : shiftOfWgmma;
  std::vector<Change> changes = {{"of another stride", add(1, moreOfStride)}};
  for (unsigned bit : {14u, 30u, isTcgen05 ? 53u : 46u, isTcgen05 ? 60u : 61u})
    changes.push_back({"with reserved bit " + std::to_string(bit), replace(1, [=](int64_t all) {
                         return all | static_cast<int64_t>(uint64_t{1} << bit);
                       })});
  for (const SwizzleCode &swizzle : swizzleCodes) {
    const uint64_t code = isTcgen05 ? swizzle.ofTcgen05 : swizzle.ofWgmma;
    if (code != fields >> shift)
      changes.push_back({std::string("of swizzle ") + swizzle.bytes, replace(1, [=](int64_t all) {
                           const uint64_t others =
                               static_cast<uint64_t>(all) & ((uint64_t{1} << shift) - 1);
                           return static_cast<int64_t>(others | code << shift);
                         })});
  }
  return changes;
}

} // namespace

std::vector<Change> changesOf(Operation *op) {
  if (isAddedToAddress(op))
    return changesOfDescriptor(op);
  std::vector<Change> changes;
  if (isDeleted(op))
    changes.push_back({"deleted", remove});
  if (isWaitForProducts(op) || isa<NVVM::WgmmaWaitGroupSyncOp>(op))
    changes.push_back({"for one group less", waitForOneProductLess});
  TypeSwitch<Operation *>(op)
      .Case([&](NVVM::MBarrierTryWaitOp wait) {
        changes.push_back({"of the other parity", flipParity});
        changes.push_back({"of a parity above 1", raiseParity});
        changes.push_back({"whose result nobody asks for", ignoreResult});
        if (wait.getScope() == NVVM::MemScopeKind::CLUSTER)
          changes.push_back(
              {"of the workgroup's scope", narrowToWorkgroup<NVVM::MBarrierTryWaitOp>});
      })
      .Case([&](NVVM::MBarrierArriveOp arrive) {
        if (arrive.getScope() == NVVM::MemScopeKind::CLUSTER)
          changes.push_back(
              {"of the workgroup's scope", narrowToWorkgroup<NVVM::MBarrierArriveOp>});
      })
      .Case([&](NVVM::FenceMbarrierInitOp) {
        if (barrierBehind(op))
          changes.push_back({"behind the barrier", moveBehindBarrier});
      })
      .Case([&](NVVM::ClusterWaitOp) { changes.push_back({"twice", repeat}); })
      .Case([&](LLVM::PtrToIntOp number) {
        auto type = dyn_cast<LLVM::LLVMPointerType>(number.getArg().getType());
        if (type && type.getAddressSpace() == sharedSpace)
          changes.push_back({"without the base", forgetBase});
      })
      .Case([&](NVVM::MBarrierInitOp init) {
        changes.push_back({"for one more", add(1, 1)});
        if (*constantIn(init.getCount()) > 1)
          changes.push_back({"for one fewer", add(1, -1)});
      })
      .Case([&](NVVM::MBarrierArriveExpectTxOp) {
        changes.push_back({"of 16 bytes more", add(1, 16)});
        changes.push_back({"of 16 bytes fewer", add(1, -16)});
      })
      .Case([&](NVVM::BarrierOp barrier) {
        if (!constantIn(barrier.getNumberOfThreads()))
          return;
        changes.push_back({"of one warp more", add(1, 32)});
        changes.push_back({"of one warp fewer", add(1, -32)});
      })
      .Case([&](NVVM::CpAsyncBulkWaitGroupOp) {
        changes.push_back({"for one group less", [](Operation *op) {
                             auto wait = cast<NVVM::CpAsyncBulkWaitGroupOp>(op);
                             wait.setGroup(wait.getGroup() + 1);
                           }});
      })
      .Case<NVVM::Tcgen05AllocOp, NVVM::Tcgen05DeallocOp>([&](auto) {
        changes.push_back({"of half", replace(1, [](int64_t columns) { return columns / 2; })});
      })
      .Case([&](NVVM::Tcgen05FenceOp) { changes.push_back({"of the other side", turnFence}); })
      .Case([&](NVVM::Tcgen05CommitOp commit) {
        if (commit.getMulticastMask())
          for (int64_t mask : {1, 2})
            changes.push_back({mask == 1 ? "to the first" : "to the second", set(1, mask)});
      })
      .Case([&](NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp copy) {
        if (!copy.getMulticastMask())
          return;
        const unsigned mask = copy.getMulticastMaskMutable().begin()->getOperandNumber();
        changes.push_back({"to the first", set(mask, 1)});
        changes.push_back({"to the second", set(mask, 2)});
      })
      .Case([&](NVVM::MapaOp) { changes.push_back({"of the second", set(1, 1)}); });
  return changes;
}

} // namespace wave::test
