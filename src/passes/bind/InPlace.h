//===- InPlace.h - Whether a warpgroup's instructions can multiply --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of a warpgroup read their right operand, and may read the left one, from
// shared memory, where waves of another role have copied it to.  Those of Blackwell read both
// there, are begun by a role of their own, and add to tensor memory, from which warpgroups load
// what they have of the sums.  So they ask something of a whole kernel, which is in the form
// sized.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave {

/// How warpgroups share out the sums of products: their rows; sums that are loaded from tensor
/// memory also by their columns.
struct Warpgroups {
  struct Part {
    ir::ExprAttr dim;
    int64_t count = 1; ///< of warpgroups along it
    int64_t size = 0;  ///< elements of one of them; 0 where that is not known
  };
  Part rows, columns;

  int64_t count() const { return rows.count * columns.count; }
};

/// Along the rows two where that divides them into whole instructions', or else three; otherwise
/// one.  Where sums are in tensor memory, as few as have registers to load theirs.
Warpgroups chooseWarpgroups(ir::KernelOp kernel, const machine::Chip &chip);

/// Those that the kernel's constraints make.
Warpgroups warpgroupsOf(ir::KernelOp kernel);

/// Why the products of the kernel cannot be those of such warpgroups; empty if they can.
std::string whyNotInPlace(ir::KernelOp kernel, const machine::Chip &chip,
                          const Warpgroups &warpgroups);

} // namespace wave
