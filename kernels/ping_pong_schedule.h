//===- ping_pong_schedule.h - Ping-pong, with loads further ahead ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "library.h"

namespace wave::kernels {

/// As ping_pong_schedule, with the slices of one step of K in the place of two steps.
Schedule ping_pong_slices_schedule();

/// As ping_pong_schedule, with three slots for each buffer: loads begin a trip of the loop earlier.
Schedule ping_pong_three_stages_schedule();

} // namespace wave::kernels
