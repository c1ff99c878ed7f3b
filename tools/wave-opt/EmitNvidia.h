//===- EmitNvidia.h - A pass that prints what an NVIDIA chip runs ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of the NVIDIA target on modules in the target form; the library has no part
// in it.
//
//===----------------------------------------------------------------------===//

#pragma once

namespace wave {

/// --wave-opt-emit-nvidia="chip=sm_90a stage=assembly ptxas=FILE" prints one of
///   llvm       LLVM IR
///   assembly   PTX
///   object     the bytes of the cubin
///   resources  what ptxas says of each entry point
void registerEmitNvidia();

} // namespace wave
