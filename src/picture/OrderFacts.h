//===- OrderFacts.h - The order of tiles, as pictures read it -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block is what a workgroup loads of an input in one step of its loop; those of a tile are its
// panel.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "picture/Facts.h"

namespace wave::picture {

/// The facts that maps of the order are drawn from; null where there are none.
const Facts &orderMapOf(const Facts &facts);

/// Why there are none: a sentence.
std::string whyNoOrderMap(const Facts &facts);

/// What a part of the chip is called where workgroups go to several in turn, "XCD", and how many
/// there are.
std::string nameOfDie(const Facts &facts);
int64_t diesOf(const Facts &facts);

/// Whose tiles: "XCD 0", "all XCDs" or "all workgroups".
std::string nameOfUser(const Facts &facts, const Facts &use);

/// "8 blocks of a, 64 blocks of b, 72 in all".
std::string blocksInUse(const Facts &facts, const Facts &use);

/// How they come about, of each input: "8 blocks of a = 1 row x 8 steps along K".
std::vector<std::string> reasonsOfBlocks(const Facts &facts, const Facts &use);

/// "of every 3 x 3 tiles one is drawn"; empty where all are.
std::string whatIsDrawn(const Facts &map);

/// For who knows nothing of it: what a tile and a block are, who shares which, and what counts.
std::vector<std::string> explanationsOfOrder(const Facts &facts);

} // namespace wave::picture
