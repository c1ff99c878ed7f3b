//===- Channel.td - Roles, and the rings between them ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A role is a part of the workgroup's program with waves of its own.  Rings that some roles fill
// and others read, together, are a channel: their slots go round between the roles by a protocol
// of four steps, each of which names the channel and the sequence index of a use.  Use n of a
// channel of B slots is of slot n % B.
//
//   acquire n   a producer waits until every consumer has released use n - B
//   commit n    use n holds what this producer has written, or will when its copies complete
//   wait n     a consumer waits until every producer has committed use n
//   release n   this consumer does not need it any more
//
// A release by tcgen05.commit is asynchronous: it arrives at the producer's mbarrier when the MMAs
// before it have completed, which may be after the producer's last acquire.  Shared memory must
// outlive that arrival, so the producer of such a channel ends with one more step (CUTLASS:
// producer_tail):
//
//   drain n     waits until all uses below n, which is how many there are, have been released
//
// A loop over tiles may end each trip with the reinitialisation of all channels, so that the sequence
// indices of each trip begin with 0.
//
// In a channel whose scope is a cluster several workgroups load slices of what all of them read
// (wave.copy, multicast_along): a use is there when all slices are, and a slot is released to all who
// load slices of it.  The scope is a pair where a pair of workgroups multiplies with what is in
// the rings, or accumulates there.
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_CHANNEL_TD
#define WAVE_DIALECT_OPS_CHANNEL_TD

include "src/dialect/ops/Base.td"

def Wave_RoleOp : Wave_Op<"role", [HasParent<"::wave::ir::KernelOp">, RecursiveMemoryEffects,
    NoRegionArguments, NoTerminator, SingleBlock]> {
  let summary = "What some waves of the workgroup do while others do something else";
  let description = [{
    Constraints:
    * (C1) Beside roles the kernel has constraints, rings and channels, and nothing else.
    * (C2) `waves` is at least 1.

    Example:
    ```mlir
    wave.role "load" waves 1 {
      %zero = wave.index 0
      %steps = wave.index 4
      wave.iterate K at %K count %steps {
        %k = wave.index "$0 * 32" (%K)
        %slot = wave.index "$0 % 2" (%K)
        wave.acquire %channel number %K
        wave.copy %a at [%zero, %k] to %ring slot %slot : !wave.memory<[M = 1024, K = 128], f16, SHARED_ADDRESS_SPACE>, !wave.buffer<2, [M = 64, K = 32], f16>
        wave.commit %channel number %K
      }
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, I64Attr:$waves);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$name `waves` $waves $body attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
  }];
}

def Wave_ChannelOp : Wave_Op<"channel", [HasParent<"::wave::ir::KernelOp">, Pure]> {
  let summary = "Rings that are handed over together between roles";
  let description = [{
    `from` and `to` are the producers and the consumers, roles of the kernel, in the form scheduled
    and later ones: `commits` of them fill a slot, and `releases` of them free it, those of other
    workgroups in the scope included.  How deep a channel is its rings say: all have as many slots.

    Constraints:
    * (C1) It has at least one ring, and its rings have equally many slots.
    * (C2) Its scope is a pair where a pair of workgroups multiplies with what is in a ring, or
      accumulates there; else a cluster where workgroups share a copy into a ring; else a workgroup.
    * (C3) Producers come with commits, and consumers with releases, of which there is at least one
      for each.
    * (C4) Producers and consumers are roles of the kernel.

    Example:
    ```mlir
    %ab = wave.channel %a, %b from ["load"] commits 1 to ["mma"] releases 1 : !wave.buffer<4, [M = 64, K = 32], f16>, !wave.buffer<4, [N = 64, K = 32], f16>
    ```
  }];
  let arguments = (ins Variadic<Wave_BufferType>:$rings, OptionalAttr<StrArrayAttr>:$producers,
                       OptionalAttr<I64Attr>:$commits, OptionalAttr<StrArrayAttr>:$consumers,
                       OptionalAttr<I64Attr>:$releases,
                       DefaultValuedAttr<Wave_ChannelScope, "ChannelScope::Workgroup">:$scope);
  let results = (outs Wave_ChannelType:$channel);
  let assemblyFormat = "$rings (`from` $producers^ `commits` $commits)? (`to` $consumers^ `releases` $releases)? (`scope` $scope^)? attr-dict `:` type($rings)";
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$rings)>];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// How many slots each of its rings has.
    int64_t getDepth();
    /// Whether roles of other workgroups take part.
    bool isInCluster() { return getScope() != ChannelScope::Workgroup; }
  }];
}

/// One step of the protocol.  In the form staged it stands in the kernel's one program, from the
/// form scheduled on in a role.  Everything that is done to the rings stays on its side of it.  In
/// the form distributed it may have a `place`, the slot of its use and the phase of that, n % B and
/// n / B % 2, where loops carry these (CarrySlots).
class Wave_ChannelStep<string mnemonic, bit isOfProducer, bit isWaiting, bit isOfUse = true>
    : Wave_ComputeOp<mnemonic, [MemoryEffects<[MemRead, MemWrite]>, Wave_ChannelStepOpInterface]> {
  let arguments = (ins Wave_ChannelType:$channel, Variadic<Index>:$place, Index:$number);
  let builders = [OpBuilder<(ins "::mlir::Value":$channel, "::mlir::Value":$number), [{
    build($_builder, $_state, channel, ::mlir::ValueRange(), number);
  }]>];
  let assemblyFormat = "$channel `number` $number (`place` `(` $place^ `)`)? attr-dict";
  let extraClassDeclaration = [{
    ChannelOp getChannelOp();
    ::mlir::OperandRange getRings();
    bool isOfProducer() { return }] # isOfProducer # [{; }
    bool isWaiting() { return }] # isWaiting # [{; }
    bool isOfUse() { return }] # isOfUse # [{; }
  }];
  let extraClassDefinition = [{
    ChannelOp $cppClass::getChannelOp() { return getChannel().getDefiningOp<ChannelOp>(); }
    ::mlir::OperandRange $cppClass::getRings() { return getChannelOp().getRings(); }
  }];
}

def Wave_AcquireOp : Wave_ChannelStep<"acquire", /*isOfProducer=*/true, /*isWaiting=*/true> {
  let summary = "Wait until a slot may be filled";
}

def Wave_CommitOp : Wave_ChannelStep<"commit", true, false> {
  let summary = "Hand over what is in a slot, or will be when the copies into it have ended";
}

def Wave_WaitOp : Wave_ChannelStep<"wait", false, true> {
  let summary = "Wait until a slot has been filled";
}

def Wave_ReleaseOp : Wave_ChannelStep<"release", false, false> {
  let summary = "Give a slot back to be filled again";
}

def Wave_DrainOp : Wave_ChannelStep<"drain", true, true, /*isOfUse=*/false> {
  let summary = "Wait until every slot has been released for the last time";
}

def Wave_ReinitialiseOp : Wave_ComputeOp<"reinitialise", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Let the uses of all channels begin with 0 again";
  let description = [{
    All roles of all workgroups of the cluster meet, every channel is as it was when the kernel
    began, and they meet again.  Until the first meeting every use of a trip has been released.

    Constraints:
    * (C1) It stands in the body of a loop of the kernel's program, or of a role's, with nothing
      behind it but indices and the yield.

    Example:
    ```mlir
    wave.tiling_constraint TILE tile 1
    %first = wave.index 0
    wave.iterate TILE at %tile from %first while "$0 < 16" {
      %next = wave.index "$0 + 1" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
    ```
  }];
  let arguments = (ins);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Scalars in channels
//===----------------------------------------------------------------------===//

def Wave_ScalarWriteOp : Wave_ComputeOp<"scalar_write", [Wave_AccessOpInterface]> {
  let summary = "Put an index into a slot of a ring";
  let description = [{
    One role computes an index, such as what it reads from a memory, and hands it to others.  Slot
    number `slot`, 0 if absent, holds `value` from then on.

    Constraints:
    * (C1) A slot of the ring holds one i64.

    Example:
    ```mlir
    wave.scalar_write %next, %ring slot %slot {tag = "next"} : !wave.buffer<2, [SCALAR = 1], i64>
    ```
  }];
  let arguments = (ins Index:$value, Arg<Wave_BufferType, "", [MemWrite]>:$ring,
                       Optional<Index>:$slot, OptionalAttr<StrAttr>:$tag);
  let assemblyFormat = "$value `,` $ring (`slot` $slot^)? attr-dict `:` type($ring)";
  let hasVerifier = 1;
}

def Wave_ScalarReadOp : Wave_ComputeOp<"scalar_read", [Wave_AccessOpInterface]> {
  let summary = "Take an index out of a slot of a ring";
  let description = [{
    The index that slot number `slot`, 0 if absent, holds.  It is taken where the operation stands,
    and so is a root: no `wave.index` gives it.

    Constraints:
    * (C1) A slot of the ring holds one i64.

    Example:
    ```mlir
    %next = wave.scalar_read %ring slot %slot {tag = "next"} : !wave.buffer<2, [SCALAR = 1], i64>
    ```
  }];
  let arguments = (ins Arg<Wave_BufferType, "", [MemRead]>:$ring, Optional<Index>:$slot,
                       OptionalAttr<StrAttr>:$tag);
  let results = (outs Index:$result);
  let assemblyFormat = "$ring (`slot` $slot^)? attr-dict `:` type($ring)";
  let hasVerifier = 1;
}

#endif
