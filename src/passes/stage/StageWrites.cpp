//===- StageWrites.cpp - The way of results through shared memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: what products read in place is in rings                        (staged)
// Gives: a write of accumulators is a write into a ring and a copy out of it, or as the schedule
//        says of it (store)                                              (staged)
//
// A lane holds pairs of elements of many rows.  Stored from there, each access brings a few
// bytes of each of many rows; an engine brings boxes from shared memory, and lanes have done
// with them when they have written that.
//
//===----------------------------------------------------------------------===//

#include "analysis/Boxes.h"
#include "analysis/EpilogueBuffers.h"
#include "analysis/IndexRanges.h"
#include "analysis/SharedBanks.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Choice.h"
#include "dialect/ElementTypes.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "dialect/Slices.h"
#include "machine/Chip.h"
#include "machine/MmaTable.h"
#include "passes/Passes.h"
#include "symbolic/Multiple.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_STAGEWRITES
#include "passes/Passes.h.inc"

namespace {

struct StageWrites : impl::StageWritesBase<StageWrites> {
  using StageWritesBase::StageWritesBase;

  void runOnOperation() override {
    if (failed(ir::verifyForm(getOperation(), ir::Form::Staged)))
      return signalPassFailure();
    lateBytes = ownBytes = 0;
    SmallVector<ir::WriteOp> writes;
    getOperation().walk([&](ir::WriteOp write) { writes.push_back(write); });
    for (ir::WriteOp write : writes) {
      const ir::ChoiceAttr choice = ir::choiceOf(write);
      ir::eraseChoice(write);
      if (failed(stage(write, choice)))
        return signalPassFailure();
    }
  }

private:
  static constexpr int64_t rowsOfSwizzle = 8;
  static constexpr size_t mostDims = 5;      ///< of the tensor of a TMA store
  static constexpr int64_t fewestBytes = 64; ///< of a part of a row: smaller boxes are too many
  static constexpr int64_t alignment = 1024; ///< bytes, of rings that boxes fill or leave
  /// Steps of operands beside a ring of results that has a place of its own, and where the schedule
  /// wants the ring.
  static constexpr int64_t fewestSteps = 3, fewestWanted = 2;
  static constexpr int64_t bytesOfBarriers = 1024; ///< more than those of all channels

  /// Waves that share out the dimension.
  int64_t wavesAlong(ir::DimAttr dim) {
    for (auto wave : getOperation().getBlock()->getOps<ir::WaveConstraintOp>())
      if (wave.getDim() == dim.getName())
        return *dim.getConstantSize() / *wave.getTile().getConstant();
    return 1;
  }

  /// As the schedule wants it, or else with TMA where that can be.
  LogicalResult stage(ir::WriteOp write, ir::ChoiceAttr choice) {
    std::optional<StringRef> through;
    std::optional<bool> tma;
    std::optional<int64_t> bytes;
    if (choice) {
      through = choice.get("through");
      tma = choice.getFlag("tma");
      bytes = choice.getNumber("bytes");
    }
    if (through == "REGISTERS")
      return success();
    const bool isByLanes = tma == false || bytes;
    const bool isWanted = through || tma == true || bytes;
    if (!ir::readsByDescriptor(getOperation()))
      return isWanted ? refuse(write, choice,
                               "that is for kernels whose MMAs read operands by descriptor")
                      : success();
    ir::PathAttr path; // none: TMA's
    if (isByLanes)
      path = pathOf(ir::AccessPath::Lanes, bytes.value_or(machine::widestAccess));
    std::string reason = path ? whyNotRows(write) : whyNotBoxes(write);
    if (!reason.empty() && through && !tma && whyNotRows(write).empty()) { // the target chooses
      reason.clear();
      path = pathOf(ir::AccessPath::Lanes, machine::widestAccess);
    }
    const FailureOr<int64_t> strips =
        reason.empty() ? stripsOf(write, !path, isWanted, reason) : FailureOr<int64_t>(failure());
    if (succeeded(strips))
      stageThroughRing(write, path, *strips);
    else if (isWanted)
      return refuse(write, choice, reason);
    else
      mlir::emitRemark(write.getLoc())
          << "the write of " << ir::describe(write.getValue().getType())
          << " goes from lanes to the memory, not through shared memory: " << reason
          << " [not-asynchronous]";
    return success();
  }

  ir::PathAttr pathOf(ir::AccessPath path, int64_t bytes) {
    return ir::PathAttr::get(&getContext(), path, bytes);
  }

  LogicalResult refuse(ir::WriteOp write, ir::ChoiceAttr choice, const std::string &reason) {
    const bool isByTma = choice.getFlag("tma") == true;
    const bool mayBeByLanes = ir::readsByDescriptor(getOperation()) && whyNotRows(write).empty() &&
                              whyNoPlace(write, /*isWanted=*/true).empty();
    return ir::BrokenConstraint(choice.getWhere(), "not-asynchronous",
                                "store: the write of " + ir::describe(write.getValue().getType()) +
                                    " cannot go through shared memory" +
                                    (isByTma ? " with TMA: " : ": ") + reason)
        .note(write.getLoc(), "the write is here")
        .help(isByTma && mayBeByLanes ? "leave tma out, or write tma=False"
                                      : "leave store out, or write through=REGISTERS");
  }

  /// What lanes write into a ring in rows.
  static std::string whyNotRows(ir::WriteOp write) {
    const ir::TileType tile = write.getValue().getType();
    const ir::MemoryType memory = write.getMemory().getType();
    if (write.getMapping())
      return "a mapping puts it elsewhere";
    SmallVector<ir::DimAttr> kept(memory.getDims());
    llvm::erase_if(kept, [&](ir::DimAttr dim) { return ir::isDropped(write, dim.getName()); });
    const bool isInOrder =
        llvm::equal(kept, tile.getDims(),
                    [](ir::DimAttr x, ir::DimAttr y) { return x.getName() == y.getName(); }) &&
        kept.back() == memory.getDims().back();
    if (!isInOrder || tile.getDims().size() != 2)
      return "lanes hold no rows of it";
    const int64_t element = ir::elementBytes(tile.getElementType());
    if (element != 2 && element != 4)
      return "its elements have " + std::to_string(element) + " bytes";
    return {};
  }

  /// Each wave brings its part of rows, in boxes (StageReads says what these are).
  std::string whyNotBoxes(ir::WriteOp write) {
    if (std::string reason = whyNotRows(write); !reason.empty())
      return reason;
    if (std::string reason = whyNotInBoxes(write.getValue().getType(), write.getValue().getType());
        !reason.empty())
      return reason;
    const ir::TileType tile = write.getValue().getType();
    const ir::MemoryType memory = write.getMemory().getType();
    if (!write.getMemory().hasOneUse())
      return "the kernel uses the memory in several places";
    analysis::IndexRanges ranges(getOperation());
    if (memory.getDims().size() > mostDims)
      return "the memory has more than " + std::to_string(mostDims) + " dimensions";
    for (auto [dim, start] : llvm::zip(memory.getDims(), write.getStart())) {
      const Expr begin = ranges.of(start);
      const int64_t size = *tile.getSizeAlong(dim.getName()).getConstant();
      const auto isInTiles = [&] { return symbolic::isMultiple(begin, size); };
      if (ir::isMapped(write, dim.getName()) && !ranges.isNonNegative(begin) && !isInTiles())
        return "a part of a tile may lie before the memory: along " +
               dim.getName().getValue().str() + " it begins at " + begin.str();
    }
    return {};
  }

  /// Of the tile, or of a strip of it.
  std::string whyNotInBoxes(ir::TileType tile, ir::TileType whole) {
    const int64_t element = ir::elementBytes(tile.getElementType());
    const int64_t row = *tile.getDims().back().getConstantSize() * element;
    const int64_t box = analysis::boxRowBytes(tile);
    if (!analysis::isSwizzledRow(box) || (box < row && box < fewestBytes))
      return "its rows have " + std::to_string(row) + " bytes, which is no multiple of " +
             std::to_string(fewestBytes);
    const int64_t alongRows = wavesAlong(whole.getDims().front()),
                  alongColumns = wavesAlong(whole.getDims().back());
    if (alongRows * alongColumns != ir::wavesPerBlock(getOperation()))
      return "waves do not share it out";
    if (*tile.getDims().front().getConstantSize() % (rowsOfSwizzle * alongRows) != 0)
      return "a wave has no groups of 8 rows of it";
    if (row % (box * alongColumns) != 0)
      return "a wave has " + std::to_string(row / alongColumns) +
             " bytes of each row, which is no multiple of " + std::to_string(box);
    return {};
  }

  /// The accumulator in tensor memory that a write stores, and how it is converted before, the
  /// last conversion first; no read where something else is done with it, too.
  struct Loaded {
    ir::SharedReadOp read;
    SmallVector<ir::CastOp> casts;
  };
  static Loaded loadedBy(ir::WriteOp write) {
    Loaded loaded;
    Value tile = write.getValue();
    for (; tile.hasOneUse(); tile = loaded.casts.back().getValue()) {
      if (auto cast = tile.getDefiningOp<ir::CastOp>()) {
        loaded.casts.push_back(cast);
        continue;
      }
      auto read = tile.getDefiningOp<ir::SharedReadOp>();
      if (read && read.getRing().getType().isInTensorMemory() &&
          read->getBlock() == write->getBlock())
        loaded.read = read;
      break;
    }
    return loaded;
  }

  static ir::SliceAttr stripAt(ir::TileType tile, int64_t number, int64_t count) {
    const ir::DimAttr columns = tile.getDims().back();
    return ir::SliceAttr::get(
        tile.getContext(), StringAttr::get(tile.getContext(), columns.getName().getValue().str()),
        number, count, count, *columns.getConstantSize() / count);
  }

  /// Whether the tile can be loaded from tensor memory, and stored, in so many strips of columns.
  bool hasStrips(ir::WriteOp write, int64_t count, bool isByTma) {
    constexpr uint64_t fewestColumns = 16; // of a wave: an access of 16 bytes is 8 elements at most
    const ir::TileType tile = write.getValue().getType();
    Loaded loaded = loadedBy(write);
    if (!loaded.read || tile.getDims().size() != 2 || isLate(write) ||
        *tile.getDims().back().getConstantSize() % count != 0)
      return false;
    ir::MmaOp mma = ir::productInto(loaded.read.getRing());
    const ir::MmaDims dims = ir::mmaDims(mma);
    // Where a workgroup has 64 rows of a pair, a lane has half of the columns of a row.
    if (machine::mmaNamed(mma.getMmaType()->str())->splitsColumns() ||
        tile.getDims().back().getName() != dims.n)
      return false;
    const ir::TileType part = ir::partOf(tile, stripAt(tile, 0, count));
    const auto ofWave = static_cast<uint64_t>(*part.getDims().back().getConstantSize() /
                                              wavesAlong(tile.getDims().back()));
    return ofWave >= fewestColumns && llvm::isPowerOf2_64(ofWave) &&
           (!isByTma || whyNotInBoxes(part, tile).empty());
  }

  static int64_t bytesOf(ir::TileType tile) {
    int64_t bytes = ir::elementBytes(tile.getElementType());
    for (ir::DimAttr dim : tile.getDims())
      bytes *= *dim.getConstantSize();
    return static_cast<int64_t>(llvm::alignTo(static_cast<uint64_t>(bytes), alignment));
  }

  /// In how many strips of columns it is staged, one after another: as few as leave room for the
  /// steps of operands that the compiler wants; all at once where there are fewer, and the schedule
  /// wants it.
  FailureOr<int64_t> stripsOf(ir::WriteOp write, bool isByTma, bool isWanted, std::string &reason) {
    constexpr int64_t mostStrips = 8;
    reason = whyNoPlace(write, /*isWanted=*/false);
    if (reason.empty())
      return 1;
    for (int64_t count = 2; count <= mostStrips; count *= 2)
      if (hasStrips(write, count, isByTma) && whyNoPlace(write, false, count).empty())
        return count;
    if (isWanted)
      reason = whyNoPlace(write, isWanted);
    return reason.empty() ? FailureOr<int64_t>(1) : FailureOr<int64_t>(failure());
  }

  /// Whether its ring can lie where operands lay (analysis/EpilogueBuffers.h).  MMAs that
  /// accumulate in tensor memory read these in a role of their own, which lanes wait for where they
  /// read an accumulator.
  static bool isLate(ir::WriteOp write) {
    const auto isInTensorMemory = [](ir::AllocateOp ring) {
      return ring.getRing().getType().isInTensorMemory();
    };
    auto kernel = write->getParentOfType<ir::KernelOp>();
    if (!analysis::isBehindCopies(write))
      return false;
    return llvm::none_of(kernel.getBlock()->getOps<ir::AllocateOp>(), isInTensorMemory) ||
           llvm::any_of(write->getBlock()->getOps<ir::SharedReadOp>(), [&](ir::SharedReadOp read) {
             return read.getRing().getType().isInTensorMemory() && read->isBeforeInBlock(write);
           });
  }

  std::string whyNoPlace(ir::WriteOp write, bool isWanted, int64_t strips = 1) {
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    int64_t operands = 0;
    for (auto ring : getOperation().getBlock()->getOps<ir::AllocateOp>())
      if (llvm::any_of(ring.getRing().getUsers(), [](Operation *user) {
            return isa<ir::CopyOp>(user) || isa<ir::ViewOp>(user);
          }))
        operands += bytesOf(ring.getRing().getType().getTile());
    const int64_t bytes = bytesOf(write.getValue().getType()) / strips;
    const bool hasOwn = !isLate(write);
    const int64_t late = lateBytes + (hasOwn ? 0 : bytes), own = ownBytes + (hasOwn ? bytes : 0);
    const int64_t steps = isWanted ? fewestWanted : own ? fewestSteps : 2;
    const int64_t needed = std::max(late, steps * operands) + own;
    const int64_t most = gpu ? gpu->sharedBytes - bytesOfBarriers : 0;
    if (needed > most)
      return "its " + std::to_string(bytes) + " bytes" +
             (own ? " and " + std::to_string(steps) + (steps == 1 ? " step" : " steps") +
                        " of operands of " + std::to_string(operands) + " bytes"
                  : std::string()) +
             " need " + std::to_string(needed) + " bytes, more than the " + std::to_string(most) +
             " that there are for rings";
    lateBytes = late;
    ownBytes = own;
    return {};
  }

  /// With TMA where there is no path.
  void stageThroughRing(ir::WriteOp write, ir::PathAttr path, int64_t strips) {
    const ir::TileType whole = write.getValue().getType();
    const ir::TileType tile = strips == 1 ? whole : ir::partOf(whole, stripAt(whole, 0, strips));
    auto memory = cast<BlockArgument>(write.getMemory());
    OpBuilder builder(&getContext());
    for (Operation &op : *getOperation().getBlock())
      if (!ir::isDeclaration(&op)) {
        builder.setInsertionPoint(&op);
        break;
      }
    auto ring = ir::AllocateOp::create(
        builder, write.getLoc(), ir::BufferType::of(tile),
        cast<StringAttr>(getOperation().getArgNames()[memory.getArgNumber()]), IntegerAttr());
    builder.setInsertionPoint(write);
    if (strips == 1) {
      store(builder, write, write.getValue(), ring, SmallVector<Value>(write.getStart()), path);
      write.erase();
      return;
    }
    mlir::emitRemark(write.getLoc())
        << "the write of " << ir::describe(whole) << " goes through shared memory in " << strips
        << " strips of " << *tile.getDims().back().getConstantSize() << " columns [in-strips]";
    Loaded loaded = loadedBy(write);
    ir::IndexValues indices;
    for (int64_t number = 0; number < strips; ++number) {
      const auto inStrip = [&](ir::TileType type) {
        return ir::partOf(type, stripAt(type, number, strips));
      };
      auto read = cast<ir::SharedReadOp>(builder.clone(*loaded.read.getOperation()));
      read.setStripAttr(stripAt(whole, number, strips));
      read.getResult().setType(inStrip(read.getResult().getType()));
      Value value = read.getResult();
      for (ir::CastOp each : llvm::reverse(loaded.casts)) {
        auto converted = cast<ir::CastOp>(builder.clone(*each.getOperation()));
        converted.getValueMutable().assign(value);
        converted.getResult().setType(inStrip(converted.getResult().getType()));
        value = converted.getResult();
      }
      SmallVector<Value> start(write.getStart());
      const int64_t begin = number * *tile.getDims().back().getConstantSize();
      start.back() =
          indices.create(builder, write.getLoc(), indices.of(start.back()) + Expr(begin));
      store(builder, write, value, ring, start, path);
    }
    write.erase();
    for (ir::CastOp each : loaded.casts)
      ir::CastOp(each).erase();
    ir::SharedReadOp(loaded.read).erase();
  }

  /// A write into the ring, and a copy out of it.
  static void store(OpBuilder &builder, ir::WriteOp write, Value value, Value ring,
                    ArrayRef<Value> start, ir::PathAttr path) {
    auto tag = write->getAttrOfType<StringAttr>("tag");
    ir::SharedWriteOp::create(builder, write.getLoc(), value, ring, {}, {}, tag);
    ir::CopyOutOp::create(builder, write.getLoc(), ring, {}, write.getMemory(), start, {}, tag,
                          write.getMappedAttr(), write.getDistinctAttr(), path);
  }

  int64_t lateBytes = 0, ownBytes = 0; ///< of rings made so far
};

} // namespace
} // namespace wave
