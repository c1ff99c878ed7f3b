//===- Policies.h - Schedules that nobody had to write --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A policy chooses a schedule for a kernel in the form staged and writes it as attributes
// (dialect/Schedule.h), as a schedule of the user's does.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave {

/// The target's default for a kernel with channels.  Loads are made by waves of their own,
/// MMAs whose accumulators are in tensor memory by others, and all else by the kernel's.
/// `buffers` are the slots of each operand ring; 0 for as many as fit `chip`, up to 8, and are
/// used.
void scheduleByRoles(ir::KernelOp kernel, const machine::Chip *chip, int64_t buffers);
/// Where a schedule gives rings other slots: loops that the policy has pipelined, and that would
/// break a dependence with these, run as they are.  `isOfUser` says which are not the policy's.
void unscheduleIllegal(ir::KernelOp kernel, llvm::function_ref<bool(ir::IterateOp)> isOfUser);

/// Loads of an iteration run while the one before is computed: two stages of two positions, in
/// every innermost loop for which that is legal.  Declines with a remark.  `buffers` are the slots
/// of each ring, if that is more than the schedule needs.
void scheduleByPrefetch(ir::KernelOp kernel, int64_t buffers);

/// The target's default for a kernel without MMAs and channels, of chips of which is known that a
/// load takes long: the same, for loops that load into registers, where a lane has registers for
/// the tiles of two iterations.
void prefetchRows(ir::KernelOp kernel, const machine::Chip &chip);

} // namespace wave
