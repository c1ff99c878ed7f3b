//===- VerifyProtocol.cpp - Channels neither race nor deadlock ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: roles, and channels between them                              (scheduled)
// Gives: the same; the protocol of every channel is proved for all trip counts
//
//===----------------------------------------------------------------------===//

#include "analysis/Protocol.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_VERIFYPROTOCOL
#include "passes/Passes.h.inc"

namespace {

struct VerifyProtocol : impl::VerifyProtocolBase<VerifyProtocol> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Scheduled)))
      return signalPassFailure();
    const std::optional<analysis::ProtocolGap> gap = analysis::protocolOf(kernel).gap;
    if (gap && failed(report(*gap)))
      signalPassFailure();
  }

private:
  static LogicalResult report(const analysis::ProtocolGap &gap) {
    ir::BrokenConstraint report(
        gap.op, gap.isWrong ? ErrorId("channel-protocol") : ErrorId("protocol-unproved"),
        (!gap.isWrong                                 ? "the protocol of channels is not proved: "
         : StringRef(gap.text).starts_with("channel") ? ""
                                                      : "channel: ") +
            gap.text);
    if (gap.other)
      report.note(gap.other->getLoc(), "the other step is here");
    if (gap.isWrong)
      return report.help(gap.help);
    report.remark();
    return success();
  }
};

} // namespace
} // namespace wave
