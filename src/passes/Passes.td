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
  let summary = "Check that a kernel is in a normal form";
  let description = [{Changes nothing.  See src/dialect/NormalForms.h.}];
  let options = [Option<"form", "form", "std::string", "\"traced\"", "traced, sized or bound">];
}

def BindSymbols : Pass<"wave-bind-symbols", "::wave::ir::KernelOp"> {
  let summary = "Give every symbol its value (traced -> sized)";
  let description = [{
    Evaluates the sizes of memories, the tiles of constraints and the address
    spaces under `subs`.  Needs the form traced, gives the form sized.
  }];
  let options = [Option<"subs", "subs", "std::string", "\"\"",
                        "values of symbols: \"M=128; TILES=ceildiv(M, 64)\"">];
}

def ResolveHardware : Pass<"wave-resolve-hardware", "::wave::ir::KernelOp"> {
  let summary = "Infer and check waves and matrix instructions (sized -> sized)";
  let description = [{
    Divides workgroup tiles by wave tiles, compares the result with
    `waves_per_block` where that is given, picks an instruction of `chip` for every
    mma that has none, and checks that instructions divide tiles.  Needs and gives
    the form sized.
  }];
  let options = [Option<"chip", "chip", "std::string", "\"cpu\"", "whose instructions to choose from">];
}

def ConvertWrites : Pass<"wave-convert-writes", "::wave::ir::KernelOp"> {
  let summary = "Make the conversion to a memory's element type explicit (sized -> sized)";
  let description = [{
    Puts a `wave.cast` before every write whose value has another element type than
    the memory, with a remark where not every value survives it.
  }];
}

def DistributeTiles : Pass<"wave-distribute-tiles", "::wave::ir::KernelOp"> {
  let summary = "Give every tile its size and every access its start (sized -> bound)";
  let description = [{
    A dimension is as long as its workgroup tile, or as one step of the loop over it,
    or whole.  An access starts at the workgroup's and the loops' offsets.  Needs the
    form sized, gives the form bound.
  }];
}
