//===- Interleaving.h - What waves do in any order that they may ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The meaning of the forms scheduled and distributed (docs/adr/0016).  A workgroup is a set
// of agents, one for each wave.  Each runs the kernel's program, or its role's, from the first
// operation to the last, with tiles of its own; one operation is one step.  Between the agents the
// order of the steps is free but for what the form says:
//
//   scheduled    An access to a slot of a ring, or to a memory, happens after all accesses,
//                of all agents, that come before it in the program and are in conflict with
//                it.  A tile is known to every agent; each of its elements is put into a
//                ring or a memory by one of them, no matter which.
//   distributed  Agents wait for each other at barriers and nowhere else.  Two accesses to
//                one element that are in conflict, by two agents, have a barrier in between.
//                An agent knows the elements of a tile that its layout gives it.
//
// Two roles have no program in common: what orders their accesses is the protocol of the
// ring that is the channel between them, which says whose a slot is (docs/adr/0020).  The agents
// of all workgroups of a cluster run together: what a copy brings that they share, and who may
// fill a slot of it, they owe to each other (docs/adr/0029).
//
// In both a ring is a queue: its n-th read takes what its n-th write put there, and nothing
// is left in the end.  Slots are where; that a slot still, or already, holds what a read
// takes is what a schedule has to see to.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dialect/Dialect.h"
#include "wave/diagnostic.h"
#include "wave/tensor.h"

namespace wave::interpreter {

/// Something that the form does not allow.
struct Finding {
  std::string message;
  SourceLocation where;
  std::vector<Note> notes;
};

/// Runs all workgroups of a kernel of one of the two forms, in an order of steps that `seed`
/// draws, up to the first finding.
std::optional<Finding> interleave(ir::KernelOp kernel, std::span<const Tensor> tensors,
                                  uint64_t seed);

} // namespace wave::interpreter
