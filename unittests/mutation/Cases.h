//===- Cases.h - Kernels of the library that are broken -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include "Subject.h"

namespace wave::test {

/// Tiles of a few matrix instructions, sizes of a few tiles and steps, cut and whole.
std::vector<Case> casesForAmd();
/// The same, of so many steps that the slots of a ring go round twice where there are two.
std::vector<Case> casesForNvidia();
/// Tiles that are whole, and cut, for entry points that store rows however they lie.
std::vector<Case> casesOfStores();
/// Levels 3 to 6 of the persistent kernel on Blackwell, by their schedules in kernels/levels.
std::vector<Case> casesOfLevels();
/// A persistent product whose tiles have as many steps as memory says: read by each role, and by
/// one.
std::vector<Case> casesOfScalars();
/// The ping-pong schedules of gemm_reordered, whose waits leave copies in flight, on gfx950.
std::vector<Case> casesOfPingPong();

} // namespace wave::test
