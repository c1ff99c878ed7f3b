//===- Pairs.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/bind/Pairs.h"

#include "dialect/ClusterValues.h"
#include "dialect/Distribution.h"
#include "machine/MmaTable.h"

using namespace mlir;

namespace wave {

/// Which workgroups are one.
static std::string ofCluster(ir::KernelOp kernel) {
  if (ir::clusterSize(kernel) == 1)
    return "no workgroups run together: set workgroups_per_cluster";
  if (ir::pairDim(kernel))
    return {};
  const std::array<int64_t, 3> counts = ir::workgroupsPerCluster(kernel);
  const auto *first = llvm::find_if(counts, [](int64_t count) { return count > 1; });
  return "a pair differs along dimension " + std::to_string(first - counts.begin()) +
         " of the grid, along which a cluster has " + std::to_string(*first) + " workgroups, not 2";
}

/// What both have is the same, and is copied where products alone read it.
static std::string ofRhs(ir::MmaOp mma) {
  auto read = mma.getRhs().getDefiningOp<ir::ReadOp>();
  const bool isForProducts = read && ir::isShared(read.getMemory().getType()) &&
                             llvm::all_of(read->getUses(), [](OpOperand &use) {
                               auto product = dyn_cast<ir::MmaOp>(use.getOwner());
                               return product && &use == &product.getRhsMutable();
                             });
  if (!isForProducts)
    return "rhs is not read from a SHARED memory as the right operand of MMAs alone";
  auto kernel = mma->getParentOfType<ir::KernelOp>();
  const int64_t along = *ir::pairDim(kernel);
  SmallVector<ir::IterateOp> loops;
  kernel.walk([&](ir::IterateOp loop) { loops.push_back(loop); });
  ir::ClusterValues values(loops, along, 2);
  const ir::Distribution distribution(kernel);
  for (auto workgroup : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>()) {
    const auto dim = static_cast<int64_t>(workgroup.getWorkgroupDim());
    const std::string name = workgroup.getDim().getValue().str();
    if (ir::gridConstraint(kernel) ||
        !cast<ir::TileType>(mma.getRhs().getType()).hasDim(workgroup.getDim()) ||
        values.isSame(distribution.workgroup(dim)))
      continue;
    const std::string different = "its workgroups have different columns: ";
    if (dim == along)
      return different + name + " is distributed over dimension " + std::to_string(along) +
             ", along which they differ";
    return different + "the reordering of dimension " + std::to_string(dim) + ", over which " +
           name + " is distributed, gives them different indices";
  }
  for (Value index : read.getMappingOperands())
    if (!values.isSame(index))
      return "the mapping of rhs does not give its workgroups the same columns";
  for (auto loop = mma->getParentOfType<ir::IterateOp>(); loop;
       loop = loop->getParentOfType<ir::IterateOp>()) {
    // What a workgroup has of an axis may be less than another one has.
    auto workgroup = ir::workgroupConstraint(kernel, loop.getAxis());
    const bool hasPart =
        workgroup &&
        !values.isSame(distribution.workgroup(static_cast<int64_t>(workgroup.getWorkgroupDim())));
    if (hasPart || !values.takesSameTrips(loop))
      return "its workgroups may take different numbers of steps of the loop over " +
             loop.getAxis().getValue().str() + ", which depend on dimension " +
             std::to_string(along) + " of the grid, along which they differ";
  }
  return {};
}

/// A warp reaches the columns that its lanes of tensor memory have.
static std::string ofWaves(ir::KernelOp kernel, const machine::Mma &row, const ir::MmaDims &dims,
                           int64_t columns) {
  if (!row.splitsColumns())
    return {};
  for (auto wave : kernel.getBlock()->getOps<ir::WaveConstraintOp>())
    if (wave.getDim() == dims.n && wave.getTile().getConstant().value_or(0) < columns)
      return "lanes load half of the columns of a row each where a workgroup has " +
             std::to_string(row.m) + " rows in it, and waves share out " + dims.n.getValue().str();
  return {};
}

std::string whyNoPair(ir::MmaOp mma, const machine::Chip &chip) {
  constexpr int64_t fewestRows = 64;
  auto kernel = mma->getParentOfType<ir::KernelOp>();
  if (std::string reason = ofCluster(kernel); !reason.empty())
    return reason;
  if (std::string reason = ofRhs(mma); !reason.empty())
    return reason;
  const ir::Distribution distribution(kernel);
  const ir::MmaDims dims = ir::mmaDims(mma);
  auto sizeOf = [&](ir::ExprAttr dim) {
    return distribution.constantTileSize(dim, mma->getBlock()).value_or(0);
  };
  const int64_t m = sizeOf(dims.m), n = sizeOf(dims.n);
  const machine::Mma *row =
      ir::isOfPair(mma) ? machine::mmaNamed(mma.getMmaType()->str()) : nullptr;
  const int64_t rows = row ? row->m : fewestRows;
  if (m == 0 || m % rows != 0)
    return "each workgroup has a multiple of " + std::to_string(rows) +
           " rows in it, and its tile has " + std::to_string(m) + " of " + dims.m.getValue().str();
  if (row && row->n != n)
    return "it computes all columns of the tile, which has " + std::to_string(n) + " of " +
           dims.n.getValue().str();
  if (!row)
    row = machine::pairMma(chip.processor, ir::mmaTypes(mma), m, n);
  if (!row)
    return "it has a multiple of 32 columns, 256 at most, and the tile has " + std::to_string(n) +
           " of " + dims.n.getValue().str();
  // Where products can read rhs in place, they can read half of it.
  return ofWaves(kernel, *row, dims, n);
}

std::string whyNoPairs(ir::KernelOp kernel, const machine::Chip &chip) {
  std::string reason;
  kernel.walk([&](ir::MmaOp mma) {
    reason = whyNoPair(mma, chip);
    return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return reason;
}

} // namespace wave
