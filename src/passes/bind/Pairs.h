//===- Pairs.h - Whether two workgroups can multiply together -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two workgroups of a cluster make one product of Blackwell: each has 64 or 128 rows of lhs and of
// the sum, and half of the columns of rhs, which is the same for both.  So they ask something of
// the kernel, which is in the form sized.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave {

/// Why the product cannot be that of a pair; empty if it can.
std::string whyNoPair(ir::MmaOp mma, const machine::Chip &chip);
/// The same of all products of the kernel: tensor memory belongs to all pairs or to none (NVIDIA
/// PTX ISA, .cta_group).
std::string whyNoPairs(ir::KernelOp kernel, const machine::Chip &chip);

} // namespace wave
