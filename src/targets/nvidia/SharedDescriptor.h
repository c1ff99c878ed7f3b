//===- SharedDescriptor.h - Operands of MMAs in shared memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A descriptor says in units of 16 bytes where an operand begins, bits 0 to 13, and how far
// it is from 8 of its rows to the next 8, bits 32 to 45; the rest differs between the
// instructions (NVIDIA PTX ISA 9.0, "Matrix Descriptor Format" of wgmma, "Shared memory
// descriptor" of tcgen05).
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/LaneCode.h"

namespace wave::nvidia {

/// Of rows of so many bytes, one behind the other; `others` are the bits that are left.
mlir::Value descriptorOf(gpu::LaneCode &code, mlir::Value address, int64_t rowBytes,
                         uint64_t others);
/// Of what begins `bytes` behind it.
mlir::Value descriptorAtOffset(gpu::LaneCode &code, mlir::Value descriptor, int64_t bytes);

} // namespace wave::nvidia
