//===- ThreadOrder.h - The blocks that threads of the CPU read ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread takes a chunk of workgroups that follow each other, computes one after the other, and
// takes the next chunk (runtime/ThreadPool.h).  For all that counts blocks, and predicts what
// caches make of them, a chunk is a workgroup with the trips of its workgroups.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/BlockOrder.h"

namespace wave::analysis {

/// The orders of one launch, of chunks of so many workgroups.  All orders have as many trips in a
/// chunk: an input that a workgroup reads once for several trips is of each of them.
std::vector<BlockOrder> ofChunks(const std::vector<BlockOrder> &orders, int64_t chunk);

} // namespace wave::analysis
