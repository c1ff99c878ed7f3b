//===- MmaLayouts.h - Layouts of matrix instructions ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows are src/machine/mma_layouts.def.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "machine/Layout.h"
#include "machine/MmaTable.h"

namespace wave::machine {

/// Which part a tile plays in an mma, and what its dimensions are called there.
enum class MmaPart { Lhs, Rhs, Accumulator };
struct MmaDimNames {
  std::string m, n, k;
};

/// Of one instruction's tile, in one wave; nothing for an instruction without lanes, and for
/// an operand that it reads nowhere but in shared memory.
std::optional<Layout> layoutOf(const Mma &mma, MmaPart part, const MmaDimNames &dims);

} // namespace wave::machine
