//===- Proofs.h - What is claimed of a kernel, and what became of it ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/CheckBounds.h"
#include "driver/CheckProtocol.h"
#include "driver/CheckSchedule.h"
#include "driver/main/Json.h"
#include "driver/main/TileList.h"
#include "runtime/TileCoverage.h"
#include "runtime/WorkgroupIndependence.h"

namespace wave::commandline {

struct Proof {
  std::string
      subject; ///< "assumption", where one does not hold, "coverage", "independence",
               ///< "bounds", "schedule", "protocol", "resources", where something does not fit
  std::string claim, method;
  std::vector<std::string> steps;
  double ms = 0;
  std::optional<Diagnostic> refusal;
  std::optional<TileList> tiles; ///< of a write, where they are asked for
  bool isLeft = false;           ///< to launches: nothing is proved
  bool isChecked = false;        ///< for a few trips: nothing is proved
};

/// "proved", "refused", "left to", launches, or "checked", for a few trips.
std::string verdictOf(const Proof &proof);

/// Each tile of a write is computed once: for all sizes, or at these.  With `list`, which workgroup
/// computes which.
Proof proofOf(const std::string &kernel, const TileCoverage &coverage, const Bindings &sizes,
              bool list);

/// No workgroup reads of a memory what another one writes; of a kernel that reads no memory which
/// it writes there is nothing to prove.
Proof proofOf(const std::string &kernel, const WorkgroupIndependence &independence,
              const Bindings &sizes);
Proof proofOfNoSharing();

/// An access touches nothing outside of its memory.  `coverage` is what it may rest on.
Proof proofOf(const BoundsClaim &bounds, const std::vector<Proof> &coverage);

/// A pipelined loop keeps its dependences.
Proof proofOf(const ScheduleClaim &schedule);

/// Channels between roles neither race nor deadlock.
Proof proofOf(const ProtocolClaim &protocol);

/// A paragraph for people.
std::string textOf(const Proof &proof);
Json toJson(const Proof &proof);

} // namespace wave::commandline
