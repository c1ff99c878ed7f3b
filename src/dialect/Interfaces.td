//===- Interfaces.td - What passes ask of operations ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Analyses and passes ask an operation what it does, so that a new operation takes its place in
// them by what it answers, and no list of operations has to be kept up to date.
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_INTERFACES_TD
#define WAVE_DIALECT_INTERFACES_TD

include "mlir/IR/OpBase.td"

/// Computes each element of its result from the elements at its place, and from where they are.
def Wave_PerElement : NativeOpTrait<"PerElement"> {
  let cppNamespace = "::wave::ir";
}

/// Its result is 0 where all its operands are.
def Wave_KeepsZero : NativeOpTrait<"KeepsZero"> {
  let cppNamespace = "::wave::ir";
}

/// Changes when a wave issues its instructions, and nothing else.
def Wave_Hint : NativeOpTrait<"Hint"> {
  let cppNamespace = "::wave::ir";
}

def Wave_AccessOpInterface : OpInterface<"AccessOpInterface"> {
  let cppNamespace = "::wave::ir";
  let description = [{
    Moves a tile, or an index, between two of: registers, a slot of a buffer, and a memory of the
    caller's. A load goes from a memory towards registers, a store the other way:

    |               | loads                        | stores                         |
    |---------------|------------------------------|--------------------------------|
    | memory        | `read`                       | `write`                        |
    | buffer        | `shared_read`, `scalar_read` | `shared_write`, `scalar_write` |
    | one and other | `copy`                       | `copy_out`                     |
  }];
  let methods = [
    InterfaceMethod<"The memory of the caller's; null where there is none.",
      "::mlir::Value", "getMemory", (ins), "", "return {};">,
    InterfaceMethod<"Where the tile begins in the memory; empty in the form traced.",
      "::mlir::OperandRange", "getStart", (ins), "", [{
        return $_op->getOperands().take_front(0);
      }]>,
    InterfaceMethod<"The buffer; null where there is none.",
      "::mlir::Value", "getRing", (ins), "", "return {};">,
    InterfaceMethod<"The slot of the buffer; null for slot 0.",
      "::mlir::Value", "getSlot", (ins), "", "return {};">,
    InterfaceMethod<"The operands that the slot has: one or none.",
      "::mlir::MutableOperandRange", "getSlotMutable", (ins), "", [{
        return ::mlir::MutableOperandRange($_op, 0, 0);
      }]>,
    InterfaceMethod<"Whether it goes from a memory towards registers.",
      "bool", "isLoad", (ins), "", "return $_op->getNumResults() > 0;">,
    InterfaceMethod<"What is moved; null where it is an index.",
      "::wave::ir::TileType", "getTile", (ins), "", [{
        ::mlir::Type moved = $_op->getNumResults() > 0 ? $_op->getResult(0).getType()
                                                       : $_op->getOperand(0).getType();
        return ::llvm::dyn_cast<::wave::ir::TileType>(moved);
      }]>,
    InterfaceMethod<"The paths that it can take to its memory; none where there is no choice.",
      "::llvm::ArrayRef<::wave::ir::AccessPath>", "getPaths", (ins), "", "return {};">,
    InterfaceMethod<"The path that it takes; null before it is chosen (ChoosePaths).",
      "::wave::ir::PathAttr", "getPathAttr", (ins), "", "return {};">,
    InterfaceMethod<"", "void", "setPathAttr", (ins "::wave::ir::PathAttr":$path), "",
                    "(void)path;">,
  ];
  let extraClassDeclaration = [{
    /// Whether it moves between a buffer and a memory, and no register has the tile on the way.
    bool isCopy() { return getRing() && getMemory(); }
    bool readsRing() { return getRing() && isLoad() != isCopy(); }
    bool writesRing() { return getRing() && isLoad() == isCopy(); }
    bool readsMemory() { return getMemory() && isLoad(); }
    bool writesMemory() { return getMemory() && !isLoad(); }
  }];
}

def Wave_SliceOpInterface : OpInterface<"SliceOpInterface"> {
  let cppNamespace = "::wave::ir";
  let description = [{
    May be about a slice of its tile along one dimension. The slices of one operation, each after
    the one before it, are the whole operation.
  }];
  let methods = [
    InterfaceMethod<"The slice; null where it is about the whole tile.",
      "::wave::ir::SliceAttr", "getSliceAttr">,
    InterfaceMethod<"", "void", "setSliceAttr", (ins "::wave::ir::SliceAttr":$slice)>,
    InterfaceMethod<"Takes the elements outside its slice from the result of the slice before it.",
      "void", "continueFrom", (ins "::mlir::Operation *":$before), "", "(void)before;">,
  ];
}

def Wave_ChannelStepOpInterface : OpInterface<"ChannelStepOpInterface"> {
  let cppNamespace = "::wave::ir";
  let description = [{
    A step of a channel's protocol (Channel.td).  Each channel has two conditions, of which mbarriers
    are the usual implementation: *full* is signalled by commit and waited for by wait, *empty* is
    signalled by release and waited for by acquire and drain.
  }];
  let methods = [
    InterfaceMethod<"The channel.", "::mlir::Value", "getChannel">,
    InterfaceMethod<"The buffers that the channel hands over.", "::mlir::OperandRange", "getRings">,
    InterfaceMethod<"The sequence index of its use; of a drain how many uses there have been.",
      "::mlir::Value", "getNumber">,
    InterfaceMethod<"The slot and the phase of that use, where loops carry them (CarrySlots), or nothing.",
      "::mlir::OperandRange", "getPlace">,
    InterfaceMethod<"", "::mlir::MutableOperandRange", "getPlaceMutable">,
    InterfaceMethod<"Whether producers make it; else consumers do.", "bool", "isOfProducer">,
    InterfaceMethod<"Whether it waits until others have signalled; else it signals.", "bool", "isWaiting">,
    InterfaceMethod<"Whether it is made for each use of a slot; else once.", "bool", "isOfUse">,
  ];
  let extraClassDeclaration = [{
    ::wave::ir::ChannelOp getChannelOp();
    /// Whether it is about slots being free, not about their being filled.
    bool isOfEmpty() { return isOfProducer() == isWaiting(); }
  }];
}

#endif
