//===- SimulatedKernels.h - Kinds of kernels that simulated chips run -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What simulators run is what assemblers are given (AssembledTest.cpp).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "Setting.h"

namespace wave::test {

/// A product with tiles that instructions divide, staged or not.
Kernel product(Setting &s);
/// Sums, maxima and choices over rows, and two outputs.
Kernel rows(Setting &s);
/// Powers of two of an operand within the loop.
Kernel power(Setting &s);
/// An output that every step writes again, and a second write of another.
Kernel rewritten(Setting &s);
/// Tiles whose rows no wide access divides.
Kernel narrow(Setting &s);
/// What was written for CDNA: waves of 64 lanes, which share tiles out, and an instruction.
Kernel foreign(Setting &s);
/// The same without a product: more waves share a tile.
Kernel foreignRows(Setting &s);

/// A product whose operands are computed in registers, or read from global or through shared
/// memory, each stored along the reduction or across it: of the combinations the one that the
/// histogram has least of.
Kernel operands(Setting &s);
/// "shared [M, K] x global [K, N]", and how many there are.
std::vector<std::string> operandClassNames();
int operandClasses();

/// Any of these, of random programs, and of products in place.
Kernel anySimulated(Setting &s);

} // namespace wave::test
