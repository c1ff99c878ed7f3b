//===- LaneMath.h - Functions of one element, in a lane's code ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a chip's code generator gets right is left to it (LaneTarget::hasFunction); the rest
// is the polynomials that all processors share (targets/llvm/MathFunctions.h), which take what
// instructions the chip has (LaneTarget::instruction).  An approximate function is little more than
// such an instruction.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/LaneTarget.h"

namespace wave::gpu {

/// `kind` of each element of `x`; f16 and bf16 compute in f32 and round once more.
Value laneFunction(LaneCode &code, const LaneTarget &target, ir::UnaryKind kind, bool isApproximate,
                   DType dtype, Value x);

} // namespace wave::gpu
