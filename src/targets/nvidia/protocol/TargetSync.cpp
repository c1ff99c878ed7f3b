//===- TargetSync.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/protocol/TargetSync.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

#include "symbolic/Node.h"
#include "targets/llvm/KernelForm.h"
#include "targets/nvidia/protocol/TargetIndices.h"

using namespace mlir;
using wave::gpu::ChannelFact;

namespace wave::nvidia {

static void count(codegen::Occurrences &occurrences, Operation *op) {
  const bool isInLoop = op->getParentOfType<scf::WhileOp>() || op->getParentOfType<scf::ForOp>();
  ++(isInLoop ? occurrences.eachTrip : occurrences.once);
}

namespace {

class SyncReader {
public:
  SyncReader(const gpu::ChannelFacts &facts, const codegen::KernelForm &form)
      : facts(facts), lanes(form.lanes(), form.cluster), indices(lanes, facts) {
    const auto nameOf = [&](size_t role) { return facts.roles[role].name; };
    for (const ChannelFact &channel : facts.channels) {
      codegen::ChannelNotes each{.rings = channel.name, .slots = channel.slots};
      llvm::transform(channel.from, std::back_inserter(each.from), nameOf);
      llvm::transform(channel.to, std::back_inserter(each.to), nameOf);
      notes.push_back(std::move(each));
    }
  }

  void init(NVVM::MBarrierInitOp op) {
    bool isFull = true;
    codegen::ChannelNotes *channel = channelAt(op.getAddr(), isFull);
    const std::optional<int64_t> arrivals = symbolic::constantOf(indices.of(op.getCount()));
    if (!channel || !arrivals)
      return;
    (isFull ? channel->fullArrivals : channel->emptyArrivals) = *arrivals;
    count(channel->inits, op);
  }

  void expect(NVVM::MBarrierArriveExpectTxOp op) {
    bool isFull = true;
    codegen::ChannelNotes *channel = channelAt(op.getAddr(), isFull);
    const std::optional<int64_t> bytes = symbolic::constantOf(indices.of(op.getTxcount()));
    if (!channel || !bytes || channel->from.size() != 1)
      return;
    channel->bytes = bytes;
    int64_t own = 0; // what lies in a slot of this workgroup; its pair has as much
    for (const gpu::RingFact &ring :
         facts.channels[static_cast<size_t>(channel - notes.data())].rings)
      own += ring.bytes;
    channel->workgroups = own && *bytes % own == 0 ? *bytes / own : 1;
  }

  std::vector<codegen::ChannelNotes> notes;

private:
  /// Whose mbarrier lies there; null for any other place.
  codegen::ChannelNotes *channelAt(Value address, bool &isFull) {
    const std::optional<int64_t> place = sampleOf(indices.of(address));
    for (auto [number, channel] : llvm::enumerate(facts.channels)) {
      const int64_t end = channel.barriers + channel.slots * ChannelFact::slotBytes;
      if (!place || *place < channel.barriers || *place >= end)
        continue;
      isFull = (*place - channel.barriers) % ChannelFact::slotBytes < ChannelFact::barrierBytes;
      return &notes[number];
    }
    return nullptr;
  }

  const gpu::ChannelFacts &facts;
  LaneValues lanes;
  TargetIndices indices;
};

} // namespace

static std::optional<codegen::TensorMemoryNotes> tensorMemoryOf(LLVM::LLVMFuncOp kernel) {
  std::optional<codegen::TensorMemoryNotes> notes;
  kernel.walk([&](Operation *op) {
    if (auto alloc = dyn_cast<NVVM::Tcgen05AllocOp>(op)) {
      notes = notes.value_or(codegen::TensorMemoryNotes{});
      IntegerAttr columns;
      if (matchPattern(alloc.getNCols(), m_Constant(&columns)))
        notes->columns = columns.getInt();
      count(notes->allocations, op);
    } else if (isa<NVVM::Tcgen05DeallocOp>(op)) {
      notes = notes.value_or(codegen::TensorMemoryNotes{});
      count(notes->deallocations, op);
    }
  });
  return notes;
}

codegen::SyncNotes syncNotesOf(ModuleOp module, const std::string &entry) {
  auto kernel = module.lookupSymbol<LLVM::LLVMFuncOp>(entry);
  if (!kernel)
    return {};
  codegen::SyncNotes notes{.channels = {}, .tensorMemory = tensorMemoryOf(kernel)};
  auto facts = gpu::channelFactsOf(kernel);
  auto form = codegen::kernelForm(kernel, NVVM::NVVMDialect::getKernelFuncAttrName());
  if (failed(facts) || !*facts || failed(form))
    return notes;
  SyncReader reader(**facts, *form);
  kernel.walk([&](Operation *op) {
    if (auto init = dyn_cast<NVVM::MBarrierInitOp>(op))
      reader.init(init);
    else if (auto expect = dyn_cast<NVVM::MBarrierArriveExpectTxOp>(op))
      reader.expect(expect);
  });
  notes.channels = std::move(reader.notes);
  return notes;
}

} // namespace wave::nvidia
