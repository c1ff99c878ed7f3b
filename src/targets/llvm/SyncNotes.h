//===- SyncNotes.h - How the roles of an entry point synchronise ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data, derived from the target form: what its barriers count, and how often a workgroup
// makes them.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wave::codegen {

/// How often a workgroup runs an operation: outside loops, and in each trip of one around it.
struct Occurrences {
  int64_t once = 0, eachTrip = 0;
};

/// A channel between roles, each slot of which has a full and an empty barrier.
struct ChannelNotes {
  std::string rings; ///< "a, b"
  int64_t slots = 0;
  std::vector<std::string> from = {}, to = {};
  int64_t fullArrivals = 0, emptyArrivals = 0; ///< of one use
  /// That the full barrier expects; nothing where none are loaded, or several roles load.
  std::optional<int64_t> bytes = {};
  int64_t workgroups = 1; ///< whose loads these bytes are
  Occurrences inits = {}; ///< of barriers of all slots
};

/// Where accumulators lie on chips that have such a memory.
struct TensorMemoryNotes {
  int64_t columns = 0;
  Occurrences allocations = {}, deallocations = {};
};

struct SyncNotes {
  std::vector<ChannelNotes> channels;
  std::optional<TensorMemoryNotes> tensorMemory;
};

} // namespace wave::codegen
