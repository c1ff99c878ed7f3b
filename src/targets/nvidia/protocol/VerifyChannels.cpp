//===- VerifyChannels.cpp - What was lowered is what was proved -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Passes.h"
#include "targets/nvidia/protocol/TargetProtocol.h"

using namespace mlir;

namespace wave::nvidia {
#define GEN_PASS_DEF_VERIFYCHANNELS
#include "targets/nvidia/Passes.h.inc"

namespace {
struct VerifyChannels : impl::VerifyChannelsBase<VerifyChannels> {
  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (failed(verifyTargetProtocol(kernel)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
} // namespace wave::nvidia
