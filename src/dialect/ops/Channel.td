//===- Channel.td - Roles, and the rings between them ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A role is a part of the workgroup's program with waves of its own.  A ring that one role
// fills and another one reads is a channel: its slots go round between the two by a
// protocol of four steps.  Use number n of a channel with B slots is of slot n % B.
//
//   acquire n   the producer waits until use n - B has been released
//   commit n    use n holds what the producer has written, or what its copies will bring
//   await n     the consumer waits until use n is there
//   release n   the consumer does not need it any more
//
// A release by tcgen05.commit is asynchronous: it arrives at the producer's mbarrier when the MMAs
// before it have completed, which may be after the producer's last acquire.  Shared memory must
// outlive that arrival, so the producer of such a channel ends with one more step (CUTLASS:
// producer_tail):
//
//   drain n     waits until all uses below n, which is how many there are, have been released
//
// Rings that are filled and read together are one channel, and are named together.
//
// Where workgroups of a cluster bring parts of what several of them read (wave.copy, shared_along),
// a use is there when all parts are, and a slot is given back to all who bring parts to it:
//
//   acquire n in_cluster   waits until they all have released use n - B
//   release n in_cluster   tells them all
//   drain n in_cluster     waits until they all have released all uses below n
//
// So it is with what a pair of workgroups multiplies with, of which each brings what it has, and
// with the sums of both.
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
    * (C1) Beside roles the kernel has constraints and rings, and nothing else.
    * (C2) `waves` is at least 1.

    Example:
    ```mlir
    wave.role "load" waves 1 {
      %zero = wave.index 0
      %steps = wave.index 4
      wave.iterate K at %K count %steps {
        %k = wave.index "$0 * 32" (%K)
        %slot = wave.index "$0 % 2" (%K)
        wave.acquire %ring number %K : !wave.ring<2, [M = 64, K = 32], f16>
        wave.copy %a at [%zero, %k] to %ring slot %slot : !wave.memory<[M = 1024, K = 128], f16, SHARED_ADDRESS_SPACE>, !wave.ring<2, [M = 64, K = 32], f16>
        wave.commit %ring number %K : !wave.ring<2, [M = 64, K = 32], f16>
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

/// One step of the protocol, which names at least one ring (channel-c1).  In the form staged it
/// stands in the kernel's one program, from the form scheduled on in a role.
/// Everything that is done to the rings stays on its side of it.  What waits for the other role, or
/// tells it, to give slots back does so in the cluster exactly where copies into a ring are shared,
/// or a pair multiplies with it (channel-c2).
class Wave_ChannelOp<string mnemonic, dag more = (ins)> : Wave_ComputeOp<mnemonic> {
  let arguments = !con((ins Arg<Variadic<Wave_RingType>, "", [MemRead, MemWrite]>:$rings, Index:$number), more);
  let assemblyFormat = "$rings `number` $number attr-dict `:` type($rings)";
  let hasVerifier = 1;
}

def Wave_AcquireOp : Wave_ChannelOp<"acquire", (ins UnitAttr:$in_cluster)> {
  let summary = "Wait until a slot may be filled";
}

def Wave_CommitOp : Wave_ChannelOp<"commit"> {
  let summary = "Hand over what is in a slot, or will be when the copies into it have ended";
}

def Wave_AwaitOp : Wave_ChannelOp<"await"> {
  let summary = "Wait until a slot has been filled";
}

def Wave_ReleaseOp : Wave_ChannelOp<"release", (ins UnitAttr:$in_cluster)> {
  let summary = "Give a slot back to be filled again";
}

def Wave_DrainOp : Wave_ChannelOp<"drain", (ins UnitAttr:$in_cluster)> {
  let summary = "Wait until every slot has been released for the last time";
}

#endif
