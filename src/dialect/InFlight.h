//===- InFlight.h - Copies that a barrier does not wait for ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A barrier with `copies` waits for the copies that its waves have begun, but for those of the last
// `wave.in_flight` copy operations that each has executed, a number that is 0 without the
// attribute.  PlaceBarriers writes it, where the chip's waves can wait so.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::ir {

inline constexpr llvm::StringLiteral inFlightName = "wave.in_flight";

int64_t inFlightOf(BarrierOp barrier);
void setInFlight(BarrierOp barrier, int64_t operations);

} // namespace wave::ir
