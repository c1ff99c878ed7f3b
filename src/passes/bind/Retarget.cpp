//===- Retarget.cpp - Replace what a kernel says of another chip ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: tiles are numbers                                              (sized)
// Gives: the same; no instruction is one that the chip lacks, and waves have a size that
//        the chip's have, where there is something to put in their place
//
// What a kernel says of its hardware are defaults, with which it was written for some chip.
// What the chip has is taken as it is written.  Where the chip has instructions of
// warpgroups, and the kernel fits them, its waves become warpgroups.  Where waves of a kernel
// without products have fewer lanes, more of them share its tile: a lane holds what it held.
//
//===----------------------------------------------------------------------===//

#include "dialect/Distribution.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"
#include "passes/bind/InPlace.h"
#include "passes/bind/WaveTiles.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_RETARGET
#include "passes/Passes.h.inc"

namespace {

struct Retarget : impl::RetargetBase<Retarget> {
  using RetargetBase::RetargetBase;

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Sized)))
      return signalPassFailure();
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    ir::HardwareConstraintOp hardware = hardwareOf(kernel);
    products.clear();
    kernel.walk([&](ir::MmaOp mma) { products.push_back(mma); });
    isLeft = false;
    const bool isSilent = saysNothing(hardware);
    if (!gpu || (!may && !isSilent))
      return;
    if (hardware && may)
      partClusters(*gpu, hardware);
    if (takeWarpgroups(*gpu, hardware))
      return;
    if (isSilent && products.empty())
      shareOut(*gpu, widestWave, gpu->lanes, hardware);
    if (!hardware)
      return;
    const std::optional<int64_t> written = writtenThreads(hardware);
    const int64_t threads = threadsFor(*gpu, written);
    replaceInstructions(hardware, threads);
    if (!written || threads == *written)
      return;
    const std::string shared =
        products.empty() ? shareOut(*gpu, *written, threads, hardware) : std::string();
    mlir::emitRemark(hardware.getLoc()) << "hardware constraint: a wave of " << chip << " has "
                                        << threads << " threads, instead of the " << *written
                                        << " of threads_per_wave" << shared << " [retargeted]";
    hardware.setThreadsPerWave(static_cast<uint64_t>(threads));
  }

private:
  /// Of a kernel that says nothing of waves and instructions there is nothing to replace.
  bool saysNothing(ir::HardwareConstraintOp hardware) {
    return getOperation().getBlock()->getOps<ir::WaveConstraintOp>().empty() &&
           (!hardware || (!hardware.getThreadsPerWave() && !hardware.getWavesPerBlock() &&
                          !hardware.getMmaType())) &&
           llvm::none_of(products, [](ir::MmaOp mma) { return bool(mma.getMmaType()); });
  }

  /// Which workgroups run together is nothing that a kernel computes.
  void partClusters(const machine::Chip &gpu, ir::HardwareConstraintOp hardware) {
    const int64_t together = ir::clusterSize(getOperation());
    if (together <= static_cast<int64_t>(gpu.maxCluster))
      return;
    mlir::emitRemark(hardware.getLoc())
        << "hardware constraint: " << chip << " has no clusters, each workgroup runs for itself, "
        << "instead of " << together << " together [retargeted]";
    hardware.removeWorkgroupsPerClusterAttr();
  }

  static constexpr int64_t warpgroupThreads = 128;

  /// Whether the kernel names an instruction that the chip has.
  bool namesOwn() {
    return llvm::any_of(products, [&](ir::MmaOp mma) {
      const machine::Mma *row = namedInstruction(mma);
      return row && row->runsOn(chip.getValue());
    });
  }

  /// Threads of a wave: what the kernel says, if the chip has it; or those of an instruction of
  /// the chip's that it names; or the chip's.
  int64_t threadsFor(const machine::Chip &gpu, std::optional<int64_t> written) {
    if (std::optional<int64_t> named = namedThreads(getOperation(), gpu, written))
      return *named;
    return written && isWaveOf(gpu, *written, getOperation()) ? *written : gpu.lanes;
  }

  //===--------------------------------------------------------------------===//
  // Waves of fewer lanes
  //===--------------------------------------------------------------------===//

  /// As far as tiles are known: what they do not divide is the user's to repair.
  int64_t countWaves() {
    int64_t count = 1;
    for (auto wave : getOperation().getBlock()->getOps<ir::WaveConstraintOp>())
      for (auto workgroup : getOperation().getBlock()->getOps<ir::WorkgroupConstraintOp>())
        if (workgroup.getDim() == wave.getDim()) // a looped part has no waves
          count *= std::max<int64_t>(
              *workgroup.getTile().getConstant() / *wave.getTile().getConstant(), 1);
    return count;
  }

  /// Gives the tile of a wave with `written` lanes to several waves with `threads`, along the
  /// first dimension that they divide.  What has become of it, for the remark.
  std::string shareOut(const machine::Chip &gpu, int64_t written, int64_t threads,
                       ir::HardwareConstraintOp hardware) {
    const int64_t parts = written / threads;
    if (parts <= 1 || written % threads != 0)
      return "";
    if (countWaves() * written > gpu.maxThreads)
      return ", and takes its whole tile: " + std::to_string(countWaves() * parts) +
             " waves are more than the " + std::to_string(gpu.maxThreads / threads) +
             " of a workgroup";
    for (auto workgroup : getOperation().getBlock()->getOps<ir::WorkgroupConstraintOp>()) {
      const ir::ExprAttr dim = workgroup.getDim();
      if (workgroup.getWorkgroupDim() >= ir::launchDims || ir::hasLoopedPart(getOperation(), dim))
        continue;
      ir::WaveConstraintOp wave = ir::waveConstraints(getOperation())[workgroup.getWorkgroupDim()];
      const int64_t tile =
          *(wave && wave.getDim() == dim ? wave.getTile() : workgroup.getTile()).getConstant();
      if (tile % parts != 0)
        continue;
      const ir::ExprAttr part = ir::ExprAttr::get(&getContext(), tile / parts);
      if (wave) {
        wave.setTileAttr(part);
      } else {
        OpBuilder builder(workgroup);
        builder.setInsertionPointAfter(workgroup);
        ir::WaveConstraintOp::create(builder, workgroup.getLoc(), dim, part);
      }
      if (std::optional<ArrayRef<int64_t>> given =
              hardware ? hardware.getWavesPerBlock() : std::nullopt) {
        SmallVector<int64_t> waves(*given);
        waves[workgroup.getWorkgroupDim()] *= parts;
        hardware.setWavesPerBlock(waves);
      }
      return ": " + std::to_string(parts) + " waves share its tile of " + std::to_string(tile) +
             " along " + dim.getValue().str();
    }
    return ", and takes its whole tile: " + std::to_string(parts) +
           " waves divide the tile of no dimension";
  }

  //===--------------------------------------------------------------------===//
  // Warpgroups
  //===--------------------------------------------------------------------===//

  /// Where the chip has them, the kernel does not say what of the chip's it wants, and its
  /// products can be theirs.
  bool takeWarpgroups(const machine::Chip &gpu, ir::HardwareConstraintOp hardware) {
    if (products.empty() || !isWaveOf(gpu, warpgroupThreads, getOperation()) || namesOwn())
      return false;
    if (std::optional<int64_t> written = writtenThreads(hardware);
        written && isWaveOf(gpu, *written, getOperation()))
      return false;
    const Warpgroups warpgroups = chooseWarpgroups(getOperation(), gpu);
    const SmallVector<ir::WaveConstraintOp> waves(
        getOperation().getBlock()->getOps<ir::WaveConstraintOp>());
    // They are judged without the waves that they take the place of.
    SmallVector<std::pair<Operation *, Operation *>> places;
    for (ir::WaveConstraintOp wave : waves) {
      places.emplace_back(wave, wave->getNextNode());
      wave->remove();
    }
    if (std::string reason = whyNotInPlace(getOperation(), gpu, warpgroups); !reason.empty()) {
      for (auto [wave, next] : llvm::reverse(places)) {
        Block::OpListType &operations = getOperation().getBlock()->getOperations();
        operations.insert(next ? Block::iterator(next) : operations.end(), wave);
      }
      mlir::emitRemark(products.front().getLoc())
          << "mma: not a warpgroup MMA, which reads operands by descriptor: " << reason
          << " [not-by-descriptor]";
      return false;
    }
    replaceInstructions(hardware, warpgroupThreads);
    divideSums(hardware, warpgroups, waves);
    return true;
  }

  /// What warpgroups share out takes the place of what the kernel says of waves.
  void divideSums(ir::HardwareConstraintOp hardware, const Warpgroups &warpgroups,
                  ArrayRef<ir::WaveConstraintOp> waves) {
    auto builder = OpBuilder::atBlockBegin(getOperation().getBlock());
    Location where = hardware ? hardware.getLoc() : getOperation().getLoc();
    if (writtenThreads(hardware) || !waves.empty() || (hardware && hardware.getWavesPerBlock()))
      mlir::emitRemark(hardware ? where : waves.front()->getLoc())
          << "hardware constraint: " << warpgroups.count()
          << (warpgroups.count() == 1 ? " wave of " : " waves of ") << warpgroupThreads
          << " threads, " << sharesOf(warpgroups) << " each, "
          << (isOfTensorMemory() ? "take" : "issue") << (warpgroups.count() == 1 ? "s" : "")
          << (isOfTensorMemory() ? " the accumulators of MMAs of " : " the MMAs of ") << chip
          << ", instead of what the constraints of waves say [retargeted]";
    if (hardware)
      builder.setInsertionPoint(hardware);
    for (const Warpgroups::Part &part : {warpgroups.rows, warpgroups.columns})
      if (part.count > 1)
        ir::WaveConstraintOp::create(builder, where, part.dim,
                                     ir::ExprAttr::get(&getContext(), part.size));
    for (ir::WaveConstraintOp wave : waves)
      wave->destroy();
    if (!hardware) {
      ir::HardwareConstraintOp::create(builder, where, builder.getI64IntegerAttr(warpgroupThreads),
                                       DenseI64ArrayAttr(), StringAttr(), DenseI64ArrayAttr(),
                                       DictionaryAttr());
      return;
    }
    hardware.setThreadsPerWave(static_cast<uint64_t>(warpgroupThreads));
    hardware.removeWavesPerBlockAttr();
  }

  /// "64 of M", "128 of M by 128 of N".
  std::string sharesOf(const Warpgroups &warpgroups) {
    auto text = [](const Warpgroups::Part &part) {
      return std::to_string(part.size) + " of " + part.dim.getValue().str();
    };
    return text(warpgroups.rows) + (isOfTensorMemory() ? " by " + text(warpgroups.columns) : "");
  }
  bool isOfTensorMemory() { return machine::chipNamed(chip.getValue())->hasTensorMemory(); }

  //===--------------------------------------------------------------------===//
  // Instructions
  //===--------------------------------------------------------------------===//

  void replaceInstructions(ir::HardwareConstraintOp hardware, int64_t threads) {
    for (ir::MmaOp mma : products)
      replaceInstruction(mma, threads);
    if (!hardware)
      return;
    if (std::optional<StringRef> name = hardware.getMmaType();
        name && !machine::mmaNamed(name->str())->runsOn(chip.getValue()) && !isLeft)
      hardware.removeMmaTypeAttr();
  }

  /// Leaves one for which the chip has nothing: that is the user's to repair.
  void replaceInstruction(ir::MmaOp mma, int64_t threads) {
    const machine::Mma *row = namedInstruction(mma);
    if (!row || row->runsOn(chip.getValue()))
      return;
    const machine::Mma *own =
        machine::chooseMma(chip.getValue(), ir::mmaTypes(mma), instructionTile(mma), threads);
    machine::MmaTypes named = row->types;
    named.precision = ir::mmaTypes(mma).precision;
    if (!own || named != ir::mmaTypes(mma)) {
      isLeft = true;
      return;
    }
    mlir::emitRemark(mma.getLoc())
        << "mma: " << chip << " has no instruction " << StringRef(row->name) << ", "
        << StringRef(own->name) << " takes its place [retargeted]";
    mma.removeMmaTypeAttr();
  }

  SmallVector<ir::MmaOp> products;
  bool isLeft = false; ///< whether an instruction had to stay
};

} // namespace
} // namespace wave
