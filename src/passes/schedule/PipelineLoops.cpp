//===- PipelineLoops.cpp - Overlap the steps of loops ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: what SHARED memories give goes through rings of one slot        (staged)
// Gives: innermost loops run by a schedule, rings have the slots that it takes
//                                                                     (scheduled)
//
//===----------------------------------------------------------------------===//

#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"
#include "passes/schedule/LoopPipeline.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_PIPELINELOOPS
#include "passes/Passes.h.inc"

using analysis::Dependence;
using analysis::LoopSchedule;

namespace {

struct PipelineLoops : impl::PipelineLoopsBase<PipelineLoops> {
  using PipelineLoopsBase::PipelineLoopsBase;

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (!kernel.getBlock()->getOps<ir::RoleOp>().empty())
      return; // the roles overlap
    if (failed(ir::verifyForm(kernel, ir::Form::Staged)))
      return signalPassFailure();
    if (scheduling != "prefetch")
      return;
    SmallVector<ir::IterateOp> loops;
    kernel.walk([&](ir::IterateOp loop) {
      bool isInnermost = loop.getBlock()->getOps<ir::IterateOp>().empty();
      if (isInnermost && !loop.isWhile()) // whose next step its body computes
        loops.push_back(loop);
    });
    for (ir::IterateOp loop : loops)
      if (failed(pipeline(loop)))
        return signalPassFailure();
  }

private:
  LogicalResult pipeline(ir::IterateOp loop) {
    if (llvm::none_of(*loop.getBlock(), llvm::IsaPred<ir::ReadOp, ir::CopyOp>)) {
      loop.emitRemark("the loop over " + loop.getAxis().getValue().str() +
                      " is not pipelined: it loads nothing [not-pipelined]");
      return success();
    }
    if (!canPipeline(loop)) {
      loop.emitRemark("the loop over " + loop.getAxis().getValue().str() +
                      " is not pipelined: it carries a value that its body does not make "
                      "[not-pipelined]");
      return success();
    }
    LoopSchedule schedule = analysis::prefetchSchedule(loop);
    SmallVector<Dependence> dependences = analysis::dependencesOf(loop);
    chooseSlots(loop, schedule, dependences);
    auto slots = [](Value ring) {
      auto type = ring ? dyn_cast<ir::RingType>(ring.getType()) : ir::RingType();
      return type ? type.getSlots() : 1;
    };
    if (auto violation = analysis::findViolation(schedule, dependences, slots)) {
      const Dependence &broken = violation->dependence;
      auto remark = mlir::emitRemark(loop.getLoc())
                    << "the loop over " << loop.getAxis().getValue().str()
                    << " is not pipelined: " << broken.to->getName().stripDialect() << " "
                    << analysis::nameOf(broken.kind) << " " << broken.from->getName().stripDialect()
                    << " " << broken.distance << " steps before, and would run at time "
                    << violation->reached << ", before " << violation->needed << " [not-pipelined]";
      remark.attachNote(broken.from->getLoc()) << "the other operation is here";
      return success();
    }
    std::optional<int64_t> count = loop.getConstantCount();
    if (count && *count < schedule.stages() - 1)
      return success(); // too few steps to overlap
    replaceByPipeline(loop, schedule);
    return success();
  }

  /// Gives the rings that the loop fills the slots that the schedule needs, and numbers
  /// their uses.
  void chooseSlots(ir::IterateOp loop, const LoopSchedule &schedule,
                   ArrayRef<Dependence> dependences) {
    llvm::SetVector<Value> rings;
    for (Operation &op : *loop.getBlock())
      for (const analysis::Access &access : analysis::accessesOf(&op))
        if (access.isWrite && access.memory && isa<ir::RingType>(access.memory.getType()))
          rings.insert(access.memory);
    for (Value ring : rings) {
      int64_t slots = std::max(buffers.getValue(), analysis::slotsFor(ring, schedule, dependences));
      auto type = cast<ir::RingType>(ring.getType());
      ring.setType(ir::RingType::get(&getContext(), slots, type.getDims(), type.getElementType(),
                                     type.getLayout()));
      if (slots == 1)
        continue;
      ir::IndexValues indices;
      const Expr number = indices.of(loop.getCounter()) % slots;
      for (Operation *user : llvm::to_vector(ring.getUsers())) {
        OpBuilder builder(user);
        ir::setSlot(user, indices.create(builder, user->getLoc(), number));
      }
    }
  }
};

} // namespace
} // namespace wave
