//===- LiveTiles.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LiveTiles.h"

#include "llvm/ADT/SetVector.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

namespace wave::analysis {

static llvm::SetVector<Value> usedFromOutside(Region &region) {
  llvm::SetVector<Value> used;
  region.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!region.isAncestor(operand.getParentRegion()))
        used.insert(operand);
  });
  return used;
}

namespace {

class Walk {
public:
  explicit Walk(LiveVisitor &visitor) : visitor(visitor) {}

  /// What is live is used after the block.
  void visit(Block &block) {
    // The blocks of kernels and roles have no terminator.
    Operation *end =
        !block.empty() && block.back().hasTrait<OpTrait::IsTerminator>() ? &block.back() : nullptr;
    for (Value value : end ? end->getOperands() : ValueRange())
      begin(value);
    for (Operation &op : llvm::reverse(block))
      if (&op != end)
        visit(op);
  }

private:
  void visit(Operation &op) {
    for (Value result : op.getResults())
      this->end(result);
    llvm::SetVector<Value> last;
    for (Region &region : op.getRegions()) {
      const llvm::SetVector<Value> used = usedFromOutside(region);
      last.insert(used.begin(), used.end());
      const size_t before = begun.size();
      // A loop's next iteration uses again what this one used.
      if (auto branch = dyn_cast<RegionBranchOpInterface>(op);
          branch && branch.isRepetitiveRegion(region.getRegionNumber()))
        for (Value value : used)
          begin(value);
      visit(region.front());
      while (begun.size() > before)
        this->end(begun.pop_back_val());
    }
    last.insert(op.operand_begin(), op.operand_end());
    last.remove_if([&](Value value) { return live.contains(value); });
    visitor.at(&op, last.getArrayRef());
    for (Value value : last)
      begin(value);
  }

  void begin(Value value) {
    if (!live.insert(value).second)
      return;
    begun.push_back(value);
    visitor.begin(value);
  }
  void end(Value value) {
    if (live.erase(value))
      visitor.end(value);
  }

  LiveVisitor &visitor;
  llvm::DenseSet<Value> live;
  SmallVector<Value> begun; ///< those of the block that is visited last, some of which have ended
};

} // namespace

void forEachOperation(Block &block, LiveVisitor &visitor) { Walk(visitor).visit(block); }

} // namespace wave::analysis
