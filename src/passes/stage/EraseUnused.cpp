//===- EraseUnused.cpp - What is computed for nothing ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the form bound
// Gives: the same, without operations whose results nobody uses and that do nothing else
//
// What nobody uses would still decide where tiles are: arithmetic on an accumulator asks for it in
// registers.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_ERASEUNUSED
#include "passes/Passes.h.inc"

namespace {

struct EraseUnused : impl::EraseUnusedBase<EraseUnused> {
  void runOnOperation() override {
    SmallVector<Operation *> all;
    getOperation().walk([&](Operation *op) { all.push_back(op); });
    for (Operation *op : llvm::reverse(all)) // users come after what they use
      if (op->getNumResults() > 0 && op->use_empty() && op->getNumRegions() == 0 &&
          isMemoryEffectFree(op))
        op->erase();
  }
};

} // namespace
} // namespace wave
