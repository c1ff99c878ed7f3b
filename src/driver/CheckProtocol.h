//===- CheckProtocol.h - Channels neither race nor deadlock ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wave/compile.h"
#include "wave/diagnostic.h"

namespace wave {

/// Of a kernel whose waves have roles: that the channels between them neither race nor deadlock,
/// for all trip counts (analysis/Protocol.h).
struct ProtocolClaim {
  size_t roles = 0;
  std::vector<std::string> channels; ///< "'a, b', 8 slots, from load to consumer"
  double ms = 0;
  std::optional<Diagnostic> refusal; ///< "protocol-unproved"
  /// Where it is neither proved nor refused: "up to 4 trips of each loop, in 25 executions".
  std::string checked = {};
  std::string unproved = {}; ///< why
};

/// "channels between 2 roles neither race nor deadlock, and both ends count the same uses".
std::string claimOf(const ProtocolClaim &protocol);

/// Nothing for a kernel without roles, and one whose schedule is refused.
std::optional<ProtocolClaim> protocolOf(const CompiledKernel &kernel);

} // namespace wave
