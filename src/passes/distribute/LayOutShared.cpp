//===- LayOutShared.cpp - Where rings lie in shared memory ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every tile has a layout, no conversion is left                (distributed)
// Gives: every ring has a layout and an offset
//
//===----------------------------------------------------------------------===//

#include "analysis/Boxes.h"
#include "analysis/EpilogueBuffers.h"
#include "analysis/Roles.h"
#include "analysis/SharedBanks.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Choice.h"
#include "dialect/ElementTypes.h"
#include "dialect/Schedule.h"
#include "machine/Chip.h"
#include "passes/Passes.h"
#include "passes/distribute/FittingTiles.h"

#include <limits>
#include <tuple>

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_LAYOUTSHARED
#include "passes/Passes.h.inc"

namespace {

struct LayOutShared : impl::LayOutSharedBase<LayOutShared> {
  using LayOutSharedBase::LayOutSharedBase;

  void runOnOperation() override {
    if (!machine::chipNamed(chip.getValue())) {
      (void)LogicalResult(
          ir::BrokenConstraint(getOperation(), "unknown-target", "there is no chip '" + chip + "'")
              .help("the chips are " + machine::processorsOf(~0u)));
      return signalPassFailure();
    }
    int64_t column = 0;
    SmallVector<ir::AllocateOp> all, early, late, others;
    for (auto ring : getOperation().getBlock()->getOps<ir::AllocateOp>()) {
      if (ring.getRing().getType().isInTensorMemory()) {
        ring.setOffset(static_cast<uint64_t>(column));
        column += ring.getRing().getType().getSlots() * analysis::columnsPerSlot(ring.getRing());
        continue;
      }
      all.push_back(ring);
      (analysis::reusesOperandBuffers(ring) ? late
       : isChannel(ring)                    ? early
                                            : others)
          .push_back(ring);
    }
    auto placeAll = [&](Layouts layouts) {
      if (late.empty()) { // nothing is to lie where channels lay
        const SmallVector<ir::AllocateOp> behind = analysis::remainderRings(getOperation());
        llvm::erase_if(all, [&](ir::AllocateOp ring) { return llvm::is_contained(behind, ring); });
        place(all, 0, layouts);
        place(behind, 0, layouts);
        return;
      }
      const int64_t end = place(early, 0, layouts);
      place(others, std::max(end, place(late, 0, layouts)), layouts);
    };
    const int64_t available =
        capacity ? capacity.getValue() : machine::chipNamed(chip.getValue())->sharedBytes;
    // No layout takes fewer bytes than rows as they are, and to compare layouts takes time that
    // grows with the tiles: what does not fit is refused before.
    for (const Layouts layouts : {Layouts::Plain, Layouts::Best}) {
      placeAll(layouts);
      if (const int64_t total = analysis::sharedBytesOf(getOperation()); total > available)
        return reportCapacity(total, available, [&] { placeAll(layouts); });
    }
    if (const int64_t most = machine::chipNamed(chip.getValue())->tensorColumns; column > most)
      return reportColumns(column, most);
    for (auto ring : getOperation().getBlock()->getOps<ir::AllocateOp>()) {
      ir::eraseChoice(ring);
      ir::erasePlaceOfBuffers(ring);
    }
  }

private:
  /// Rows one after another, `padding` elements between them; in columns if that is not 0.
  static ir::BufferType inRows(ir::BufferType ring, int64_t padding, int64_t bits = 0,
                               int64_t base = 0, int64_t shift = 0, int64_t columns = 0) {
    SmallVector<int64_t> strides(ring.getDims().size(), 1);
    if (columns != 0) {
      assert(strides.size() == 2 && "rows are cut of two dimensions");
      strides.front() = columns;
      return ring.withLayout(
          ir::SharedLayoutAttr::get(ring.getContext(), strides, bits, base, shift, columns));
    }
    // A row of no elements takes a step all the same.
    for (size_t i = strides.size() - 1; i-- > 0;)
      strides[i] = strides[i + 1] * std::max<int64_t>(*ring.getDims()[i + 1].getConstantSize(), 1) +
                   (i + 2 == strides.size() ? padding : 0);
    return ring.withLayout(
        ir::SharedLayoutAttr::get(ring.getContext(), strides, bits, base, shift, 0));
  }

  enum class Layouts {
    Plain, ///< rows as they are
    Best   ///< those with the fewest passes through the banks
  };

  /// Gives them layouts, and places one behind the other; where the last one ends.
  int64_t place(ArrayRef<ir::AllocateOp> rings, int64_t offset, Layouts layouts) {
    for (ir::AllocateOp ring : rings) {
      const bool isBox = holdsBoxes(ring);
      if (isBox)
        offset = llvm::alignTo(static_cast<uint64_t>(offset), boxAlignment);
      const ir::BufferType type = ring.getRing().getType();
      ir::setType(ring.getRing(), isBox                       ? boxLayout(type, swizzleOf(ring))
                                  : layouts == Layouts::Plain ? plainLayout(ring)
                                                              : bestLayout(ring));
      ring.setOffset(static_cast<uint64_t>(offset));
      offset += bytesOf(ring.getRing().getType());
    }
    return offset;
  }

  /// Bytes of the rows in which pieces change places; nothing where they are as wide as rows allow.
  static std::optional<int64_t> swizzleOf(ir::AllocateOp ring) {
    const ir::ChoiceAttr choice = ir::choiceOf(ring);
    return choice ? choice.getNumber("bytes") : std::nullopt;
  }

  /// Whose slots nobody uses any more when late rings are written: not those of scalars.
  static bool isChannel(ir::AllocateOp ring) {
    return ir::channelOf(ring.getRing()) && !ir::holdsScalar(ring.getRing());
  }

  /// A swizzle of rows of 128 bytes has a period of 8 rows, in the bits of addresses.
  static constexpr uint64_t boxAlignment = 1024;

  /// Whether an engine fills the ring with boxes, or lanes as it would, or brings boxes from it.
  /// Swizzled as those, rows are read by lanes without a conflict too.
  static bool holdsBoxes(ir::AllocateOp ring) {
    return llvm::any_of(ring.getRing().getUsers(), [](Operation *user) {
      if (auto out = dyn_cast<ir::CopyOutOp>(user); out && out.getLaneBytes())
        return analysis::isSwizzledRow(analysis::boxRowBytes(out.getTile()));
      return isa<ir::ViewOp>(user) ||
             (isa<ir::CopyOp, ir::CopyOutOp>(user) && user->getParentOfType<ir::RoleOp>());
    });
  }

  /// Rows as the engine writes them: of 32, 64 or 128 bytes with pieces of 16 bytes moved by the
  /// bits of the address from 128 bytes on, others as they are.
  static ir::BufferType boxLayout(ir::BufferType ring, std::optional<int64_t> swizzle) {
    const int64_t element = ir::elementBytes(ring.getElementType());
    const int64_t whole = *ring.getDims().back().getConstantSize() * element;
    const int64_t row = swizzle.value_or(analysis::boxRowBytes(ring.getTile()));
    if (!analysis::isSwizzledRow(row))
      return inRows(ring, 0);
    return inRows(ring, 0, llvm::Log2_64(static_cast<uint64_t>(row)) - 4, 4, 3,
                  row < whole ? row / element : 0);
  }

  /// Elements of a row that one instruction of all lanes fills at most, where an operation of that
  /// type fills slices of rows; 0 where none does.
  template <typename Fill> static int64_t filledOfRow(ir::AllocateOp ring) {
    const std::string last = ring.getRing().getType().getDims().back().getName().getValue().str();
    for (Operation *user : ring.getRing().getUsers()) {
      const ir::SliceAttr slice = ir::sliceOf(user);
      if (!isa<Fill>(user) || !slice || slice.getDim().str() != last)
        continue;
      auto copy = dyn_cast<ir::CopyOp>(user);
      const ir::TileType tile =
          copy ? copy.getTile() : cast<ir::TileType>(user->getOperand(0).getType());
      const machine::Layout &layout = tile.getLayout().getValue();
      machine::Digits run;
      if (layout.run(last) > 1)
        run.push_back(layout.registers().front());
      return machine::Layout(run, layout.lanes(), layout.waves()).extent(last);
    }
    return 0;
  }

  /// Rows one after another.  What lanes copy lies side by side: where they copy slices of rows,
  /// rows are cut into these.
  static ir::BufferType plainLayout(ir::AllocateOp ring) {
    return inRows(ring.getRing().getType(), 0, 0, 0, 0, filledOfRow<ir::CopyOp>(ring));
  }

  /// All layouts that are compared: rows as they are, swizzled, padded.  Of equals the
  /// first is taken.  Copies put pieces of 16 bytes side by side, each from anywhere in its
  /// row: the pieces stay whole, in their rows, and nothing lies between these.  Where slices of
  /// rows are stored, rows that are cut into these are compared too: a few pieces of many whole
  /// rows would lie in few banks.
  static SmallVector<ir::BufferType> layoutsOf(ir::AllocateOp ring) {
    const bool isCopied = llvm::any_of(ring.getRing().getUsers(), llvm::IsaPred<ir::CopyOp>);
    const ir::BufferType plain = plainLayout(ring);
    SmallVector<ir::BufferType> layouts{plain};
    addSwizzled(layouts, plain, isCopied);
    const int64_t bytes = ir::elementBytes(plain.getElementType());
    for (int64_t padding = 4; padding <= 64 && !isCopied; padding *= 2)
      if (padding % bytes == 0)
        layouts.push_back(inRows(plain, padding / bytes));
    const int64_t stored = filledOfRow<ir::SharedWriteOp>(ring);
    if (stored == 0 || isCopied || plain.getDims().size() != 2 ||
        !llvm::isPowerOf2_64(static_cast<uint64_t>(stored)))
      return layouts;
    layouts.push_back(inRows(plain, 0, 0, 0, 0, stored));
    addSwizzled(layouts, layouts.back(), isCopied);
    return layouts;
  }

  /// Those of `plain`, rows or cut rows one after another.
  static void addSwizzled(SmallVector<ir::BufferType> &layouts, ir::BufferType plain,
                          bool isCopied) {
    // Pieces that stay whole are accesses of 4 to 16 bytes; the 256 bytes of 64 banks are as
    // far as moving them changes the bank.  What they are moved by are the bits of a row's
    // number from which on neighbouring rows, or pairs or fours of them, differ.
    const int64_t slot = analysis::bytesPerSlot(plain);
    const int64_t columns = plain.getLayout().getColumns(),
                  elements = columns != 0 ? columns : *plain.getDims().back().getConstantSize();
    const int64_t row = llvm::Log2_64_Ceil(
        static_cast<uint64_t>(elements * ir::elementBytes(plain.getElementType())));
    for (int64_t base = 4; base >= (isCopied ? 4 : 2); --base)
      for (int64_t bits = (isCopied ? std::min<int64_t>(row, 8) : 8) - base; bits >= 1; --bits)
        for (int64_t from = row; from < row + 4; ++from)
          if (const int64_t shift = from - base;
              shift >= bits && slot % (int64_t(1) << (base + bits)) == 0)
            layouts.push_back(inRows(plain, 0, bits, base, shift, columns));
  }

  /// Of all accesses that the program has to the ring, as they stand.
  analysis::SharedCost costOf(ir::AllocateOp ring, ir::BufferType type,
                              int64_t limit = std::numeric_limits<int64_t>::max()) const {
    analysis::SharedCost cost;
    for (Operation *user : ring.getRing().getUsers()) {
      auto out = dyn_cast<ir::CopyOutOp>(user);
      if (!isa<ir::SharedReadOp, ir::SharedWriteOp>(user) && !(out && out.getLaneBytes()))
        continue; // copies lie side by side in any layout
      const bool isWrite = isa<ir::SharedWriteOp>(user);
      const Type tile = out       ? Type(out.getTile())
                        : isWrite ? user->getOperand(0).getType()
                                  : user->getResult(0).getType();
      analysis::SharedCost one = analysis::costOf(
          *machine::chipNamed(chip.getValue()),
          isWrite ? machine::SharedDirection::Write : machine::SharedDirection::Read,
          cast<ir::TileType>(tile), type, limit - cost.passes);
      cost.passes += one.passes;
      cost.fewest += one.fewest;
      cost.accesses += one.accesses;
    }
    return cost;
  }

  /// The layout with the fewest passes, then the fewest accesses, then the fewest bytes.
  ir::BufferType bestLayout(ir::AllocateOp ring) {
    const ir::BufferType plain = plainLayout(ring);
    const bool isEmpty =
        llvm::any_of(plain.getDims(), [](ir::DimAttr dim) { return *dim.getConstantSize() == 0; });
    if (!spread || plain.getDims().size() < 2 || isEmpty)
      return plain;
    const analysis::SharedCost asIs = costOf(ring, plain);
    // As they are, rows are accessed as widely as they can be.
    const auto ideal = std::tuple(asIs.fewest, asIs.accesses, analysis::bytesPerSlot(plain));
    auto best = std::tuple(asIs.passes, asIs.accesses, analysis::bytesPerSlot(plain));
    ir::BufferType chosen = plain;
    for (ir::BufferType layout : layoutsOf(ring)) {
      if (best == ideal)
        break;
      const analysis::SharedCost cost = costOf(ring, layout, std::get<0>(best));
      const auto merit = std::tuple(cost.passes, cost.accesses, analysis::bytesPerSlot(layout));
      if (merit < best) {
        best = merit;
        chosen = layout;
      }
    }
    return chosen;
  }

  static int64_t bytesOf(ir::BufferType ring) {
    return ring.getSlots() * analysis::bytesPerSlot(ring);
  }

  /// "64 (M) x 32 (K)".
  static std::string shapeOf(ir::BufferType ring) {
    std::string text;
    for (ir::DimAttr dim : ring.getDims())
      text += (text.empty() ? "" : " x ") + std::to_string(*dim.getConstantSize()) + " (" +
              dim.getName().getValue().str() + ")";
    return text;
  }

  /// "2 slots of 64 (M) x 32 (K) x 2 bytes = 8192 bytes"; what pads the rows is named.
  static std::string formulaOf(ir::BufferType ring) {
    std::string text =
        std::to_string(ring.getSlots()) + (ring.getSlots() == 1 ? " slot" : " slots");
    const int64_t element = ir::elementBytes(ring.getElementType());
    int64_t bytes = element;
    for (ir::DimAttr dim : ring.getDims())
      bytes *= *dim.getConstantSize();
    text += " of " + shapeOf(ring) + " x " + std::to_string(element) +
            (element == 1 ? " byte" : " bytes");
    if (const int64_t padding = analysis::bytesPerSlot(ring) - bytes)
      text += " + " + std::to_string(padding) + " of padding";
    return text + " = " + std::to_string(bytesOf(ring)) + " bytes";
  }

  SmallVector<ir::AllocateOp> sharedRings() {
    SmallVector<ir::AllocateOp> rings;
    for (auto ring : getOperation().getBlock()->getOps<ir::AllocateOp>())
      if (!ring.getRing().getType().isInTensorMemory())
        rings.push_back(ring);
    return rings;
  }

  static int64_t columnsOf(ir::AllocateOp ring) {
    return ring.getRing().getType().getSlots() * analysis::columnsPerSlot(ring.getRing());
  }

  void reportColumns(int64_t columns, int64_t most) {
    ir::KernelOp kernel = getOperation();
    SmallVector<ir::AllocateOp> rings;
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
      if (ring.getRing().getType().isInTensorMemory())
        rings.push_back(ring);
    const ir::AllocateOp asked = largestAsked(rings, columnsOf);
    ir::BrokenConstraint broken(
        placeOf(asked ? asked : largestOf(rings, columnsOf)), "tensor-capacity",
        "kernel '" + kernel.getSymName() + "' needs " + Twine(columns) +
            " columns of tensor memory, an SM of " + chip + " has " + Twine(most));
    for (ir::AllocateOp ring : rings) {
      const int64_t slots = ring.getRing().getType().getSlots(),
                    each = analysis::columnsPerSlot(ring.getRing());
      broken.note(ring.getLoc(),
                  ring.getName() + ": " + Twine(slots) + (slots == 1 ? " slot of " : " slots of ") +
                      shapeOf(ring.getRing().getType()) + ", each of " + Twine(each) +
                      " columns = " + Twine(slots * each) + " columns");
    }
    std::string help = "choose a smaller tile of the workgroup, or fewer slots";
    const auto total = [&] {
      int64_t sum = 0;
      for (ir::AllocateOp ring : rings)
        sum += columnsOf(ring);
      return sum;
    };
    if (asked)
      help = fewerSlots(asked, most, total, " columns").value_or(help);
    (void)LogicalResult(broken.help(help));
    signalPassFailure();
  }

  using SizeOf = function_ref<int64_t(ir::AllocateOp)>;

  /// Of equals the first.
  static ir::AllocateOp largestOf(ArrayRef<ir::AllocateOp> rings, SizeOf sizeOf) {
    ir::AllocateOp largest = rings.front();
    for (ir::AllocateOp ring : rings)
      if (sizeOf(ring) > sizeOf(largest))
        largest = ring;
    return largest;
  }

  /// Of the rings whose slots a user's schedule has asked for; null where there are none.
  static ir::AllocateOp largestAsked(ArrayRef<ir::AllocateOp> rings, SizeOf sizeOf) {
    SmallVector<ir::AllocateOp> asked;
    for (ir::AllocateOp ring : rings)
      if (ring.getRing().getType().getSlots() > 1 && ir::placeOfBuffers(ring))
        asked.push_back(ring);
    return asked.empty() ? ir::AllocateOp() : largestOf(asked, sizeOf);
  }

  /// Where its slots are asked for, or else what goes through it.
  static Location placeOf(ir::AllocateOp ring) {
    return ir::placeOfBuffers(ring).value_or(ring.getLoc());
  }

  /// The most slots of a ring, and of those of its channel, with which `total` is no more than
  /// `available`, as a way out; nothing where not even one fits.
  static std::optional<std::string> fewerSlots(ir::AllocateOp ring, int64_t available,
                                               function_ref<int64_t()> total, StringRef unit) {
    const ir::ChannelOp channel = ir::channelOf(ring.getRing());
    const SmallVector<Value> alike = channel ? SmallVector<Value>(ir::ChannelOp(channel).getRings())
                                             : SmallVector<Value>{ring.getRing()};
    const auto totalWith = [&](int64_t slots) {
      for (Value each : alike) {
        const auto type = cast<ir::BufferType>(each.getType());
        each.setType(type.withSlots(slots));
      }
      return total();
    };
    int64_t fitting = 0, tooMany = ring.getRing().getType().getSlots();
    while (tooMany - fitting > 1) {
      const int64_t slots = (fitting + tooMany) / 2;
      (totalWith(slots) <= available ? fitting : tooMany) = slots;
    }
    if (fitting == 0)
      return std::nullopt;
    return ("ask for at most " + Twine(fitting) + (fitting == 1 ? " slot of '" : " slots of '") +
            ring.getName() + "', with which it needs " + Twine(totalWith(fitting)) + unit)
        .str();
  }

  void reportCapacity(int64_t total, int64_t available, function_ref<void()> placeAll) {
    ir::KernelOp kernel = getOperation();
    SmallVector<ir::AllocateOp> rings = sharedRings();
    llvm::erase_if(rings, analysis::reusesOperandBuffers); // fit where others lie
    const auto bytesOfRing = [](ir::AllocateOp ring) { return bytesOf(ring.getRing().getType()); };
    const Location where = rings.empty() ? kernel.getLoc() : largestOf(rings, bytesOfRing).getLoc();
    const ir::AllocateOp asked = largestAsked(rings, bytesOfRing);
    ir::BrokenConstraint broken(asked ? placeOf(asked) : where, "shared-capacity",
                                "kernel '" + kernel.getSymName() + "' needs " + Twine(total) +
                                    " bytes of shared memory, a workgroup of " + chip + " has " +
                                    Twine(available));
    std::string sum;
    for (ir::AllocateOp ring : rings) {
      broken.note(ring.getLoc(), ring.getName() + ": " + formulaOf(ring.getRing().getType()));
      sum += (sum.empty() ? "" : " + ") + std::to_string(bytesOf(ring.getRing().getType()));
    }
    int64_t bytesOfRings = 0;
    for (ir::AllocateOp ring : rings)
      bytesOfRings += bytesOf(ring.getRing().getType());
    if (total > bytesOfRings)
      sum += " + " + std::to_string(total - bytesOfRings) + " of barriers and between rings";
    broken.note(where, sum + " = " + Twine(total) + " bytes");
    auto fits = [&](ir::ExprAttr dim, int64_t size, int64_t now) {
      int64_t bytes = 0;
      for (ir::AllocateOp ring : rings) {
        ir::BufferType type = ring.getRing().getType();
        const bool isScaled = type.getTile().hasDim(dim);
        bytes += isScaled ? scaledTo(bytesOf(type), size, now) : bytesOf(type);
      }
      return bytes <= available;
    };
    std::string help = fittingTiles(kernel, "fewer buffers", fits);
    const auto bytesNow = [&] {
      placeAll();
      return analysis::sharedBytesOf(kernel);
    };
    if (asked)
      help = fewerSlots(asked, available, bytesNow, " bytes").value_or(help);
    (void)LogicalResult(broken.help(help));
    signalPassFailure();
  }
};

} // namespace
} // namespace wave
