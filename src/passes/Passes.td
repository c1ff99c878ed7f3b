//===- Passes.td - All passes, in pipeline order --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each names the normal form that it needs and the one that it gives; the
// pipeline (Pipeline.cpp) checks them.
//
//===----------------------------------------------------------------------===//

include "mlir/Pass/PassBase.td"

def VerifyForm : Pass<"wave-verify-form", "::wave::ir::KernelOp"> {
  let summary = "Verify that a kernel is in its normal form";
  let description = [{Changes nothing.  See src/dialect/NormalForms.h.}];
  let options = [Option<"form", "form", "std::string", "\"traced\"",
                        "traced, sized, bound, staged, scheduled or distributed">];
}

def ChooseBySchedule : Pass<"wave-choose-by-schedule", "::wave::ir::KernelOp"> {
  let summary = "Write down what a schedule says of a kernel before it is staged (traced -> traced)";
  let description = [{
    Runs the statements of `wave.schedule` that are about the kernel as it is written, such as
    `pair`, with what these select; the attribute stays, for the others.  Needs and gives the form
    traced.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"cpu\"", "what the kernel is compiled for">];
}

def BindSymbols : Pass<"wave-bind-symbols", "::wave::ir::KernelOp"> {
  let summary = "Substitute the values of symbols (traced -> sized)";
  let description = [{
    Evaluates the sizes of memories, the tiles of constraints and the address
    spaces under `subs`.  Needs the form traced, gives the form sized.
  }];
  let options = [Option<"subs", "subs", "std::string", "\"\"",
                        "values of symbols: \"M=128; TILES=ceildiv(M, 64)\"">];
}

def SplitPrecision : Pass<"wave-split-precision", "::wave::ir::KernelOp"> {
  let summary = "Write MMAs of 3xtf32 as three of tf32, and those of tf32 as MMAs that the target has (sized -> sized)";
  let description = [{
    3xtf32 multiplies each operand by what the other one loses in tf32, and then both as they
    are.  Where `chip` has no instruction for tf32, operands have their low bits cleared, and an
    exact MMA multiplies them, unless the kernel names an instruction.  Needs and gives the form
    sized.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"cpu\"", "whose instructions multiply">];
}

def DropUnitDims : Pass<"wave-drop-unit-dims", "::wave::ir::KernelOp"> {
  let summary = "Take dimensions of one element, over which MMAs are repeated, out of tiles (sized -> sized)";
  let description = [{
    A batch of an MMA, a further dimension of an operand or a further reduction, of which every tile
    has one element, becomes a dropped dimension of the reads and writes, so that the operands are
    the matrices that matrix instructions take.  Changes nothing for the CPU.  Needs and gives the
    form sized.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"cpu\"", "what the kernel is compiled for">];
}

def Retarget : Pass<"wave-retarget", "::wave::ir::KernelOp"> {
  let summary = "Replace MMA instructions, wave sizes and clusters that the target lacks (sized -> sized)";
  let description = [{
    An instruction that `chip` lacks is dropped, to be chosen anew, and waves of a size that it
    has not become its own, each with a remark that names both.  On a chip that has them they
    become warpgroups, along the rows of the products, if the kernel fits their instructions;
    if not, a remark says why.  What the chip has stays as it is written.  The CPU takes
    everything.  With `may` off nothing is replaced, and ResolveHardware refuses such a kernel.
    Needs and gives the form sized.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"cpu\"", "whose instructions and waves to take">,
                 Option<"may", "may", "bool", "true", "replace, or leave as it is">];
}

def ChooseWaves : Pass<"wave-choose-waves", "::wave::ir::KernelOp"> {
  let summary = "Choose more waves for tiles that exceed the registers of a lane (sized -> sized)";
  let description = [{
    Of a kernel that multiplies, where one wave's share of the tiles exceeds the registers of
    `chip`, as far as that is known without layouts: halves the shares, along the dimensions of
    workgroups, until they fit and as long as instructions divide them; of what never fits it
    takes the shares that lack least.  What the kernel itself says of waves stays as it is with
    `may` off, and makes way for more waves that fit otherwise, with a remark.  Needs and gives
    the form sized.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"cpu\"", "whose registers they are">,
                 Option<"may", "may", "bool", "true", "replace what the kernel says, or leave it">];
}

def ResolveHardware : Pass<"wave-resolve-hardware", "::wave::ir::KernelOp"> {
  let summary = "Infer and verify the number of waves and the MMA instruction (sized -> sized)";
  let description = [{
    Divides workgroup tiles by wave tiles, compares the result with
    `waves_per_block` where that is given, picks an instruction of `chip` for every
    mma that has none, and checks that instructions divide tiles.  Needs and gives
    the form sized.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"cpu\"", "whose instructions to choose from">];
}

def ConvertWrites : Pass<"wave-convert-writes", "::wave::ir::KernelOp"> {
  let summary = "Convert written values to the element type of the memory (sized -> sized)";
  let description = [{
    Puts a `wave.cast` before every write whose value has another element type than
    the memory, with a remark where not every value survives it.
  }];
}

def DistributeTiles : Pass<"wave-distribute-tiles", "::wave::ir::KernelOp"> {
  let summary = "Compute the grid, tile sizes and the start of every access (sized -> bound)";
  let description = [{
    A dimension is as long as its workgroup tile, or as one step of the loop over it,
    or whole.  An access starts at the workgroup's and the loops' offsets.  With `anywhere`
    a reordering may give any tile, so that accesses are masked on both sides; without it
    coverage is to be checked.  Needs the form sized, gives the form bound.
  }];
  let options = [Option<"anywhere", "anywhere", "bool", "false",
                        "do not rely on reorderings to give tiles of the memory">];
}

def EraseUnused : Pass<"wave-erase-unused", "::wave::ir::KernelOp"> {
  let summary = "Erase operations whose results are unused (bound -> bound)";
  let description = [{
    What nothing that the kernel writes needs decides nothing from here on: neither where an
    accumulator is, nor which registers a lane needs.  Reads, arithmetic, MMAs, values that loops
    carry and whole loops go.  Their tags stay in `wave.unused_tags` until a schedule has been
    built, which may name them.  Needs the form bound, gives it.
  }];
}

def StageReads : Pass<"wave-stage-reads", "::wave::ir::KernelOp"> {
  let summary = "Stage reads of SHARED memories through shared memory (bound -> staged)";
  let description = [{
    Such a read becomes a read of the memory, a write into a ring of one slot, and a read
    of that ring, each with the read's tag; with `copies`, for a chip that copies past the
    registers, the first two are one copy where lanes can share it out.  A mask is put
    before every operand of a product that may see elements outside the memory which are
    not 0.  Needs the form bound, gives the form staged.
  }];
  let options = [Option<"copies", "copies", "bool", "false", "copy past the registers">];
}

def SplitPairedOperand : Pass<"wave-split-paired-operand", "::wave::ir::KernelOp"> {
  let summary = "Load half of B in each CTA of a pair (staged -> staged)";
  let description = [{
    Each CTA of a pair (`cta_group::2`) holds half of the columns of rhs of an MMA: the ring
    becomes half as large, and its load starts at the half that the rank of the CTA in the pair
    selects. Needs what StageReads gives, and gives it.
  }];
}

def AllocateAccumulators : Pass<"wave-allocate-accumulators", "::wave::ir::KernelOp"> {
  let summary = "Allocate accumulators in tensor memory (staged -> staged)";
  let description = [{
    The accumulator of an MMA `in_tensor_memory` gets a ring of one slot there: a write in place
    marks where it is complete, and its users read the ring. An operand that lanes hold is written
    to a ring in shared memory, and read by descriptor. Needs what StageReads gives, gives the form
    staged.
  }];
}

def StageWrites : Pass<"wave-stage-writes", "::wave::ir::KernelOp"> {
  let summary = "Stage the epilogue through shared memory (staged -> staged)";
  let description = [{
    Where products read in place, a write becomes a write into a ring and a copy out of it, as an
    engine makes it in boxes. The ring lies where those of the operands lay if it is written when
    these have been used; if not, three steps of them have to fit beside it. Declines with a
    remark, where a box cannot bring what is written. Needs and gives the form staged.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"sm_90a\"", "whose shared memory it is">];
}

def StageChannels : Pass<"wave-stage-channels", "::wave::ir::KernelOp"> {
  let summary = "Insert acquire, commit, wait and release of channels between roles (staged -> staged)";
  let description = [{
    What is loaded past the registers in one block is one channel: acquired before the first load,
    committed after the last, awaited before the first read and released after the last use. So are
    accumulators in tensor memory, and operands that lanes write for MMAs there. Sequence indices
    count uses through all loops. Declines with a remark where there is no load, and where a memory
    is loaded and written; with `only-by-descriptor` leaves kernels alone in which nothing is read
    by descriptor.
  }];
  let options = [Option<"onlyByDescriptor", "only-by-descriptor", "bool", "false",
                        "change only kernels that read operands by descriptor">];
}

def BuildSchedule : Pass<"wave-build-schedule", "::wave::ir::KernelOp"> {
  let summary = "Choose a schedule and annotate operations with it (staged -> staged)";
  let description = [{
    A kernel with channels gets roles: `load`, with one wave; `mma`, with one, where accumulators
    are in tensor memory; and the kernel's own waves for all else. A slot is released an iteration
    after it was read, so that the MMAs of the next one are in flight when the last ones are waited
    for. In any other kernel, with `scheduling=prefetch`, loads run an iteration ahead, in two
    stages of two positions; what is not legal is left out with a remark. So do those of a kernel
    without MMAs on NVIDIA's GPUs, where it is legal and registers hold them, without a remark. The attributes are those of
    src/dialect/Schedule.h.
  }];
  let options = [Option<"scheduling", "scheduling", "std::string", "\"none\"", "none or prefetch">,
                 Option<"buffers", "buffers", "int64_t", "0",
                        "slots of each ring; 0 for as many as fit and are used (roles), or are needed">,
                 Option<"chip", "chip", "std::string", "\"sm_90a\"", "whose shared memory they are to fit">];
}

def VerifySchedule : Pass<"wave-verify-schedule", "::wave::ir::KernelOp"> {
  let summary = "Verify a schedule against all dependences (staged -> staged)";
  let description = [{
    By the rule of src/analysis/LoopSchedule.h. Changes nothing.
  }];
}

def OfferStagger : Pass<"wave-offer-stagger", "::wave::ir::KernelOp"> {
  let summary = "Remark where half of the waves could load while the other half multiplies (staged -> staged)";
  let description = [{
    Where a workgroup has two waves for each SIMD of a chip on which waves have priorities, its
    schedule staggers no loop, and two parts of a step fit into shared memory. Changes nothing.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"gfx942\"", "whose SIMDs and shared memory">];
}

def ApplySchedule : Pass<"wave-apply-schedule", "::wave::ir::KernelOp"> {
  let summary = "Pipeline loops and split the kernel into roles as scheduled (staged -> scheduled)";
  let description = [{
    Rings get their slots, the program is split into roles, and each pipelined loop becomes a
    prologue, a steady loop and an epilogue; where the number of iterations is known only at the
    launch, behind a test that there are enough. The attributes are gone, but for wave.inserted
    and wave.remainder. Needs a schedule that is legal. In a kernel with wave.scheduling_barriers a wave.sched_barrier
    stands between the tuples of each steady loop.
  }];
}

def VerifyProtocol : Pass<"wave-verify-protocol", "::wave::ir::KernelOp"> {
  let summary = "Prove that channels neither race nor deadlock (scheduled)";
  let description = [{
    For all trip counts: sequence indices count the uses of each channel, each access is by the role that
    holds the slot, both ends have equally many uses, and roles do not deadlock. What is shown to be
    wrong is refused [channel-protocol]; what is not proved is a remark [protocol-unproved].
  }];
}

def InlineSingleTrips : Pass<"wave-inline-single-trips", "::wave::ir::KernelOp"> {
  let summary = "Put the body of a loop that runs once in its place (scheduled -> scheduled)";
  let description = [{
    A loop that runs while a condition holds, which is proved to hold for its first trip and not for
    a second one: a persistent loop where the grid has a workgroup for each tile. Loops that count
    stay. Needs and gives the form scheduled.
  }];
}

def EraseHints : Pass<"wave-erase-hints", "::wave::ir::KernelOp"> {
  let summary = "Erase scheduling hints that the target does not have (scheduled -> scheduled)";
  let description = [{
    One remark names them. Barriers are no hints.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"gfx942\"", "whose hints stay">];
}

def MulticastLoads : Pass<"wave-multicast-loads", "::wave::ir::KernelOp"> {
  let summary = "Multicast TMA loads within a cluster (scheduled -> scheduled)";
  let description = [{
    A load of a role whose start is the same in several CTAs of a cluster is multicast: each
    loads a slice of the rows into all of them, and consumers release a slot to all that load
    slices. Declines with a remark where the rows do not divide into whole groups of 8, the rows of
    a swizzle, or where there are no roles. Changes nothing where there are no clusters. Needs and
    gives the form scheduled.
  }];
}

def ChooseLayouts : Pass<"wave-choose-layouts", "::wave::ir::KernelOp"> {
  let summary = "Choose the layout of every tile over lanes and registers (scheduled -> distributed)";
  let description = [{
    Layouts come from the matrix instructions; from there they spread to what must agree
    with them.  What is left is laid out for accesses to memory.  Conversions are explicit.
  }];
}

def SplitReductions : Pass<"wave-split-reductions", "::wave::ir::KernelOp"> {
  let summary = "Split reductions across lanes that do not exchange what they hold (distributed -> distributed)";
  let description = [{
    A reduction along a dimension of which several waves hold parts, or several warps of one
    warpgroup, becomes a partial one, a conversion that gives every lane what all have found, and a
    reduction of that.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"cpu\"", "whose lanes exchange values">];
}

def LowerConversions : Pass<"wave-lower-conversions", "::wave::ir::KernelOp"> {
  let summary = "Lower layout conversions to accesses of shared memory (distributed -> distributed)";
}

def LayOutShared : Pass<"wave-lay-out-shared", "::wave::ir::KernelOp"> {
  let summary = "Choose the layout and the offset of every ring in shared memory (distributed -> distributed)";
  let description = [{
    Rows lie as they are, swizzled or padded, whichever takes the fewest passes through the
    banks, counted over all accesses as lanes make them; of equals, the fewest accesses, then
    the fewest bytes.  Places follow each other, aligned to 16 bytes.  More
    than `capacity` bytes are an error that lists every ring.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"gfx942\"", "whose shared memory it is">,
                 Option<"capacity", "capacity", "int64_t", "0", "bytes that a workgroup may have; 0 for the chip's">,
                 Option<"spread", "spread", "bool", "true", "swizzle or pad rows">];
}

def CheckRegisters : Pass<"wave-check-registers", "::wave::ir::KernelOp"> {
  let summary = "Check register pressure (distributed -> distributed)";
  let description = [{
    Changes nothing.  The account is src/analysis/Resources.h; the remark lists the largest
    tiles where they are most.  It is an error where no machine code can be made.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"gfx942\"", "whose registers they are">];
}

def PlaceBarriers : Pass<"wave-place-barriers", "::wave::ir::KernelOp"> {
  let summary = "Insert barriers between dependent accesses of different waves (distributed -> distributed)";
  let description = [{
    Puts a barrier between any two accesses in conflict; none of them can be taken away.
  }];
  let options = [Option<"counted", "counted-copies", "bool", "false",
                        "let barriers leave those copies in flight that nothing needs yet">];
}

def CarrySlots : Pass<"wave-carry-slots", "::wave::ir::KernelOp"> {
  let summary = "Make slots and phases loop-carried values (distributed -> distributed)";
  let description = [{
    Where the slots of a ring are no power of two, a loop in which a sequence index steps by a
    constant carries its slot, n % B of B slots, and for a channel its phase, n / B % 2: accesses to
    the ring and steps of the channel name these, and divide nothing.
  }];
}

def PlaceWaits : Pass<"wave-place-waits", "::wave::ir::KernelOp"> {
  let summary = "Insert waits for asynchronous MMAs (distributed -> distributed)";
  let description = [{
    Puts `wave.mma_wait` before the release of a slot that a product reads in place, before
    the use of a sum, and before the end of a step that makes an operand which lanes hold; each
    waits for as few products as will do, and none can be taken away.
  }];
}

def ChoosePaths : Pass<"wave-choose-paths", "::wave::ir::KernelOp"> {
  let summary = "Choose the path of every access to a memory (distributed -> distributed)";
  let description = [{
    Gives each access that has no path yet the fastest one that it can take (`#wave.path`) where
    the rows of its memory are aligned, of which each launch is asked.
  }];
}

def SpecialisePaths : Pass<"wave-specialise-paths", "::mlir::ModuleOp"> {
  let summary = "Make versions of a kernel for what memories of a launch lack (distributed -> distributed)";
  let description = [{
    A kernel becomes several, of which a launch takes the first that its tensors allow:

    | name        | memories with aligned rows       | paths to the others                        |
    |-------------|----------------------------------|--------------------------------------------|
    | the kernel's| all, but those that need none    | as they were chosen                        |
    | any-stores  | those that operands are copied of| `rows` out of rings, `elements` elsewhere  |
    | any         | none                             | `elements`                                 |

    The attribute `wave.aligned_rows` of each says which memories have aligned rows, and
    `wave.version_of` of the last two which kernel they are made of. A version whose option is
    empty is not made; that of the second row is made where operands are copied, and where another
    memory needs aligned rows.
  }];
  let options = [Option<"anyStores", "any-stores", "std::string", "\"\"", "what is added to the name of that version">,
                 Option<"any", "any", "std::string", "\"_any\"", "what is added to the name of that version">];
}
