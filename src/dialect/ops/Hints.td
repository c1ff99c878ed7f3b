//===- Hints.td - How waves are to issue their instructions ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hints change when instructions are issued, and nothing that is computed: the program is right
// without them, and no barrier or wait that the compiler places is left out because of them.  They
// have an effect on memory of no name, so that no pass moves or erases them, and access nothing
// that a dependence could follow.  A schedule inserts them (dialect/Schedule.h); a chip that has
// none of a kind (machine/Chip.h, Hint) loses it in wave-erase-hints.
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_HINTS_TD
#define WAVE_DIALECT_OPS_HINTS_TD

include "mlir/IR/EnumAttr.td"
include "src/dialect/ops/Base.td"

// As LLVM's code generator distinguishes them, with its bits (LLVM, "User Guide for AMDGPU Backend",
// llvm.amdgcn.sched.barrier).
def Wave_InstructionClass : I32BitEnumAttr<"InstructionClass", "classes of instructions", [
    I32BitEnumAttrCaseBit<"Alu", 0, "alu">,              // all that access no memory
    I32BitEnumAttrCaseBit<"Valu", 1, "valu">,            // of vectors
    I32BitEnumAttrCaseBit<"Salu", 2, "salu">,            // of scalars
    I32BitEnumAttrCaseBit<"Mfma", 3, "mfma">,            // MMAs
    I32BitEnumAttrCaseBit<"Vmem", 4, "vmem">,            // accesses to global memory
    I32BitEnumAttrCaseBit<"VmemRead", 5, "vmem_read">,
    I32BitEnumAttrCaseBit<"VmemWrite", 6, "vmem_write">,
    I32BitEnumAttrCaseBit<"Ds", 7, "ds">,                // accesses to shared memory
    I32BitEnumAttrCaseBit<"DsRead", 8, "ds_read">,
    I32BitEnumAttrCaseBit<"DsWrite", 9, "ds_write">,
    I32BitEnumAttrCaseBit<"Trans", 10, "trans">]> {      // exponentials, logarithms, roots
  let cppNamespace = "::wave::ir";
  let separator = ", ";
  let genSpecializedAttr = 0; // the next one
}
def Wave_InstructionClassAttr : EnumAttr<Wave_Dialect, Wave_InstructionClass, "instructions"> {
  let assemblyFormat = "`<` $value `>`";
}

class Wave_HintOp<string mnemonic> : Wave_ComputeOp<mnemonic, [MemoryEffects<[MemRead, MemWrite]>, Wave_Hint]>;

def Wave_SchedBarrierOp : Wave_HintOp<"sched_barrier"> {
  let summary = "Let the code generator move no instructions across this place";
  let description = [{
    It may move those of the classes `allow`; without it, none. An empty one adds to the order that
    the compiler keeps in a block with MMAs; one that allows classes, or stands between the tuples
    of a loop, `tuples`, replaces that order in its block.

    Example:
    ```mlir
    wave.sched_barrier
    wave.sched_barrier allow <valu, ds_read>
    wave.sched_barrier tuples
    ```
  }];
  let arguments = (ins OptionalAttr<Wave_InstructionClassAttr>:$allow, UnitAttr:$tuples);
  let assemblyFormat = "(`allow` $allow^)? (`tuples` $tuples^)? attr-dict";
}

def Wave_SchedGroupBarrierOp : Wave_HintOp<"sched_group_barrier"> {
  let summary = "Put the next instructions of a class together, after the group before it";
  let description = [{
    `count` instructions of the class form a group. Groups of one `sync` follow each other in the
    order of their operations, in the block that these stand in; groups of different `sync` are
    independent. The order of the compiler is replaced in that block.

    Constraints:
    * (C1) `instructions` is one class.
    * (C2) `count` is at least 1.
    * (C3) `sync` is at least 0.

    Example:
    ```mlir
    wave.sched_group_barrier <mfma> count 4 sync 0
    ```
  }];
  let arguments = (ins Wave_InstructionClassAttr:$instructions, I32Attr:$count, I32Attr:$sync);
  let assemblyFormat = "$instructions `count` $count `sync` $sync attr-dict";
  let hasVerifier = 1;
}

def Wave_SetPriorityOp : Wave_HintOp<"set_priority"> {
  let summary = "Set the priority of this wave among those of its SIMD";
  let description = [{
    From here on the wave has the priority 0, as at its start, to 3, the highest. Of waves that
    could issue an instruction the one with the highest priority does.

    Constraints:
    * (C1) `priority` is 0 to 3.

    Example:
    ```mlir
    wave.set_priority 1
    ```
  }];
  let arguments = (ins I64Attr:$priority);
  let assemblyFormat = "$priority attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// CDNA3 ISA, S_SETPRIO: two bits.
    static constexpr int64_t most = 3;
  }];
}

def Wave_WaitCountersOp : Wave_HintOp<"wait_counters"> {
  let summary = "Wait until few memory instructions of this wave are outstanding";
  let description = [{
    `vmcnt` counts accesses to global memory, copies to shared memory included, and `lgkmcnt` those
    to shared memory, each a machine instruction of the wave. The wave waits until at most that many
    are outstanding. The waits that the code needs are there anyway: this one may come earlier, or
    be for more.

    Constraints:
    * (C1) It has one of the two counts.
    * (C2) `vmcnt` is 0 to 63, `lgkmcnt` is 0 to 15.

    Example:
    ```mlir
    wave.wait_counters vmcnt 4
    wave.wait_counters vmcnt 0 lgkmcnt 0
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$vmcnt, OptionalAttr<I64Attr>:$lgkmcnt);
  let assemblyFormat = "(`vmcnt` $vmcnt^)? (`lgkmcnt` $lgkmcnt^)? attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// CDNA3 ISA, S_WAITCNT: six bits, and four.
    static constexpr int64_t mostVmcnt = 63, mostLgkmcnt = 15;
  }];
}

#endif
