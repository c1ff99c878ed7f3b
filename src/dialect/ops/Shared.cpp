//===- Shared.cpp - Tiles in shared memory and in lanes: verifiers --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/ClusterValues.h"
#include "dialect/Dialect.h"
#include "dialect/Distribution.h"
#include "dialect/ExprSyntax.h"
#include "dialect/IndexValues.h"
#include "dialect/Paths.h"
#include "dialect/Slices.h"
#include "machine/Chip.h"

using namespace mlir;

namespace wave::ir {

static bool holds(BufferType ring, TileType tile) {
  return ring.getDims() == tile.getDims() && ring.getElementType() == tile.getElementType();
}

/// C1 of both: `tile` is what a slot holds.
static LogicalResult verifySlot(Operation *op, ErrorId id, StringRef what, BufferType ring,
                                TileType tile) {
  if (holds(ring, tile))
    return success();
  std::string text;
  llvm::raw_string_ostream(text) << op->getName().stripDialect() << ": the " << what << " is "
                                 << tile << ", a slot of the ring holds " << ring.getTile();
  return BrokenConstraint(op, id, text).help("give both the same dimensions and element type");
}

LogicalResult BarrierOp::verify() {
  // C1
  if (getHalf() && (*this)->getParentOfType<RoleOp>())
    return BrokenConstraint(*this, "barrier-c1",
                            "barrier (C1): half of the waves of a role would wait")
        .help("leave half out, or put the barrier into a kernel without roles");
  // C2
  if (getInFlight() == 0 || getCopies())
    return success();
  return BrokenConstraint(*this, "barrier-c2",
                          "barrier (C2): it leaves copies in flight, and waits for none")
      .help("write copies, or leave in_flight out");
}

bool BarrierOp::isTakenBy(int64_t wave, int64_t waves) {
  const std::optional<WaveHalf> half = getHalf();
  return !half || (*half == WaveHalf::First) == (wave < waves / 2);
}

LogicalResult SharedWriteOp::verify() {
  if (failed(
          verifySlot(*this, "shared_write-c1", "value", getRing().getType(), getValue().getType())))
    return failure();
  // C2
  const bool isSum = getRing().getType().isInTensorMemory();
  if (getInPlace() == isSum && (!isSum || isInPlace(getValue()))) // C3
    return verifySliceOfRing(*this, {"C3", "shared_write-c3"}, getRing());
  return BrokenConstraint(*this, "shared_write-c2",
                          isSum ? "shared_write (C2): a ring in tensor memory is filled by the "
                                  "products whose sums are there, in place"
                                : "shared_write (C2): nothing is in place but the sums of a ring "
                                  "in tensor memory")
      .help(isSum ? "write in_place, and the sum of products by F32_128xNx16_..."
                  : "allocate the buffer in tensor_memory, or store the tile");
}

void SharedReadOp::continueFrom(Operation *before) {
  getIntoMutable().assign(before->getResult(0));
}

LogicalResult SharedReadOp::verify() {
  // C6
  if (const SliceAttr strip = getStripAttr()) {
    const TileType part = partOf(getRing().getType().getTile(), strip);
    if (!part || getSlice() || !getRing().getType().isInTensorMemory() ||
        part.getDims() != getResult().getType().getDims() ||
        part.getElementType() != getResult().getType().getElementType())
      return BrokenConstraint(*this, "shared_read-c6",
                              "shared_read (C6): the result is no strip of an accumulator in "
                              "tensor memory")
          .help("give the result the size of the strip, or leave strip out");
    return success();
  }
  if (failed(verifySlot(*this, "shared_read-c1", "result", getRing().getType(),
                        getResult().getType())))
    return failure();
  // C3
  if (failed(verifySliceDim(*this, {"C3", "shared_read-c3"}, getRing().getType().getDims(),
                            "the ring")))
    return failure();
  // C4
  if (failed(verifyInto(*this, {"C4", "shared_read-c4"}, getResult())))
    return failure();
  // C5
  if (!getAccumulated() || getRing().getType().isInTensorMemory())
    return success();
  return BrokenConstraint(
             *this, "shared_read-c5",
             "shared_read (C5): it says whether an MMA has accumulated in a ring, which "
             "is not in tensor memory")
      .help("leave accumulated out");
}

void ViewOp::build(OpBuilder &builder, OperationState &state, Value ring, StringAttr tag) {
  build(builder, state, cast<BufferType>(ring.getType()).withSlots(1), ring, Value(), tag);
}

LogicalResult ViewOp::verify() {
  // C1
  if (getView().getType() != getRing().getType().withSlots(1)) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "view: a slot of the ring is " << getRing().getType().withSlots(1) << ", and the view "
        << getView().getType();
    return BrokenConstraint(*this, "view-c1", text).help("write the type of the slot");
  }
  // C2
  for (OpOperand &use : getView().getUses())
    if (auto mma = dyn_cast<MmaOp>(use.getOwner()); !mma || &use == &mma.getAccumulatorMutable())
      return BrokenConstraint(*this, "view-c2",
                              "view: it is an operand of MMAs and of nothing else")
          .note(use.getOwner()->getLoc(),
                use.getOwner()->getName().stripDialect() + " uses it here")
          .help("read the slot with shared_read");
  return success();
}

LogicalResult MmaWaitOp::verify() {
  // C1
  if (static_cast<int64_t>(getPending()) < 0)
    return BrokenConstraint(*this, "mma_wait-c1",
                            "mma_wait (C1): pending is " +
                                Twine(static_cast<int64_t>(getPending())))
        .help("write 0 where all products have to have ended");
  return success();
}

static TileType withLayout(TileType tile, LayoutAttr layout) {
  return TileType::get(tile.getContext(), tile.getDims(), tile.getElementType(), layout);
}

/// C1 and C2 of copies between a memory and a ring, which lacks dimensions of the memory along
/// which it has one element.
static LogicalResult verifyCopy(Operation *op, ErrorId c1, ErrorId c2, MemoryType memory,
                                BufferType ring, OperandRange start) {
  const StringRef name = op->getName().stripDialect();
  ArrayRef<DimAttr> left = ring.getDims();
  for (DimAttr dim : memory.getDims())
    if (!left.empty() && dim.getName() == left.front().getName())
      left = left.drop_front();
  if (!left.empty() || memory.getElementType() != ring.getElementType())
    return BrokenConstraint(op, c1,
                            name + ": the memory is " + describe(memory) +
                                ", a slot of the ring holds " + describe(ring.getTile()));
  if (start.empty() || start.size() == memory.getDims().size())
    return success();
  return BrokenConstraint(op, c2,
                          name + ": " + Twine(start.size()) + " starts for " +
                              Twine(memory.getDims().size()) + " dimensions");
}

ArrayRef<AccessPath> CopyOp::getPaths() {
  static constexpr AccessPath paths[] = {AccessPath::Tma, AccessPath::Async, AccessPath::Elements};
  return paths;
}

ArrayRef<AccessPath> CopyOutOp::getPaths() {
  static constexpr AccessPath paths[] = {AccessPath::Tma, AccessPath::Lanes, AccessPath::Rows,
                                         AccessPath::Elements};
  return paths;
}

std::optional<int64_t> CopyOutOp::getLaneBytes() {
  const PathAttr path = getPathAttr();
  if (!path || path.getKind() == AccessPath::Tma)
    return std::nullopt;
  // Rows that are not aligned are aligned to less.
  return path.getBytes() != 0 ? path.getBytes() : machine::widestAccess / 2;
}

TileType CopyOp::getTile() { return withLayout(getRing().getType().getTile(), getLayoutAttr()); }

/// What is wrong with the dimensions along which a copy is shared; empty if nothing is.
static std::string whyNotShared(CopyOp copy, ArrayRef<int64_t> dims) {
  auto kernel = copy->getParentOfType<KernelOp>();
  if (!kernel || dims.empty())
    return "names none";
  const std::array<int64_t, 3> cluster = workgroupsPerCluster(kernel);
  SmallVector<IterateOp> loops;
  for (auto loop = copy->getParentOfType<IterateOp>(); loop;
       loop = loop->getParentOfType<IterateOp>())
    loops.push_back(loop);
  int64_t last = -1, sharers = 1;
  for (int64_t dim : dims) {
    if (dim <= last || dim >= static_cast<int64_t>(cluster.size()))
      return "names dimension " + std::to_string(dim) + " behind " + std::to_string(last);
    const int64_t count = cluster[static_cast<size_t>(dim)];
    if (count <= 1)
      return "names dimension " + std::to_string(dim) + ", along which a cluster has " +
             std::to_string(count);
    ClusterValues values(loops, dim, count);
    for (Value start : copy.getStart())
      if (!values.isSame(start))
        return "names dimension " + std::to_string(dim) + ", on which the start depends";
    if (!values.runsAlike(copy->getBlock()))
      return "names dimension " + std::to_string(dim) + ", on which the trips of a loop depend";
    last = dim;
    sharers *= count;
  }
  const DimAttr rows = copy.getRing().getType().getDims().front();
  if (rows.getConstantSize().value_or(0) % sharers != 0)
    return "gives " + std::to_string(sharers) + " workgroups slices of " +
           std::to_string(rows.getConstantSize().value_or(0)) + " rows";
  return {};
}

LogicalResult CopyOp::verify() {
  if (failed(verifyCopy(*this, "copy-c1", "copy-c2", getMemory().getType(), getRing().getType(),
                        getStart())))
    return failure();
  // C4
  if (failed(verifySliceOfRing(*this, {"C4", "copy-c4"}, getRing())))
    return failure();
  // C5
  if (failed(verifyPath(*this, "copy-c5")))
    return failure();
  // C3
  if (!getMulticastAlong())
    return success();
  const std::string reason = whyNotShared(*this, *getMulticastAlong());
  if (reason.empty())
    return success();
  return BrokenConstraint(*this, "copy-c3", "copy: multicast_along " + reason)
      .help("name dimensions of the grid along which a cluster has several workgroups that load "
            "the same, or leave multicast_along out");
}

TileType CopyOutOp::getTile() { return withLayout(getRing().getType().getTile(), getLayoutAttr()); }

LogicalResult CopyOutOp::verify() {
  // C3
  if (failed(verifyPath(*this, "copy_out-c3", {8, machine::widestAccess})))
    return failure();
  return verifyCopy(*this, "copy_out-c1", "copy_out-c2", getMemory().getType(), getRing().getType(),
                    getStart());
}

LogicalResult MaskOp::verify() {
  // C1
  if (getValue().getType() != getResult().getType())
    return BrokenConstraint(*this, "mask-c1", "mask: the result is of another type than the value")
        .help("write the value's type for both");
  // C2
  if (!isa<FloatAttr, IntegerAttr>(getFill()) ||
      getFill().getType() != getValue().getType().getElementType())
    return BrokenConstraint(*this, "mask-c2", "mask: the fill is no number of the element type")
        .help("write a number and that type, as in 0.000000e+00 : f32");
  // C3
  bool allThere = llvm::all_of(
      getDims(), [&](Attribute dim) { return getValue().getType().hasDim(cast<ExprAttr>(dim)); });
  if (!allThere || getDims().size() != getStart().size())
    return BrokenConstraint(*this, "mask-c3",
                            "mask: the dimensions are not those of the value, with a start each")
        .help("name dimensions of the value, and give one start for each");
  return success();
}

LogicalResult ConvertLayoutOp::verify() {
  TileType from = getValue().getType(), to = getResult().getType();
  // C1
  if (from.getDims() == to.getDims() && from.getElementType() == to.getElementType())
    return success();
  return BrokenConstraint(*this, "convert_layout-c1",
                          "convert_layout: the result " + describe(to) +
                              " differs from the value " + describe(from) +
                              " in more than the layout")
      .help("keep dimensions and element type; cast changes the latter");
}

} // namespace wave::ir
