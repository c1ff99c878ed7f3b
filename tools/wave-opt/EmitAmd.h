//===- EmitAmd.h - A pass that prints what an AMD chip runs ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of the AMD target on modules in the target form; the library has no part
// in it.
//
//===----------------------------------------------------------------------===//

#pragma once

namespace wave {

/// --wave-opt-emit-amd="chip=gfx942 stage=assembly" prints one of
///   llvm       LLVM IR
///   assembly
///   object     the bytes of the code object
///   resources  what the code object says of each kernel, and its occupancy
void registerEmitAmd();

} // namespace wave
