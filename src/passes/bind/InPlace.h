//===- InPlace.h - Whether a warpgroup's instructions can multiply --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of a warpgroup read their right operand, and may read the left one, from
// shared memory, where waves of another role have copied it to.  So they ask something of a
// whole kernel, which is in the form sized.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave {

/// How warpgroups share out the rows of products.
struct Warpgroups {
  ir::ExprAttr rows;  ///< the dimension
  int64_t count = 1;  ///< along it
  int64_t rowsOf = 0; ///< one of them; 0 where that is not known
};

/// Two where that divides the rows into whole instructions', or else three; otherwise one.
Warpgroups chooseWarpgroups(ir::KernelOp kernel);

/// Those that the kernel's constraints make.
Warpgroups warpgroupsOf(ir::KernelOp kernel);

/// Why the products of the kernel cannot be those of such warpgroups; empty if they can.
std::string whyNotInPlace(ir::KernelOp kernel, const machine::Chip &chip,
                          const Warpgroups &warpgroups);

} // namespace wave
