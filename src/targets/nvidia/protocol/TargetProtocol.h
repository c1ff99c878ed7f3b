//===- TargetProtocol.h - Mbarriers, held against the channels ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The protocol of channels is proved on the form scheduled (analysis/Protocol.h).  Here the code
// of a lane is held against it: what was lowered is what was proved (docs/adr/0045).  For each
// role and channel the uses are counted again, from the operations alone:
//
//   waits        use n waits at the mbarrier of slot n % slots, with the parity of phase n / slots
//                where a slot is to be full, of the phase before it where it is to be empty
//   arrivals     use n arrives at the mbarrier of that slot, after the wait of the other side;
//                each use has as many arrivals, from lanes and workgroups, as init says
//   bytes        TMA loads of a use complete as many transaction bytes in each workgroup as
//                expect_tx says
//   accesses     TMA loads write, MMAs read, and scalars lie in, slots that their role holds
//   wait groups  when a slot is released, no wgmma group that reads it is in flight
//   ends         producers and consumers have equally many uses
//   trips        where lanes meet at the end of each trip of a loop, all lanes of the cluster do,
//   and
//                between two meetings every mbarrier is invalidated and made again; what is counted
//                is one trip
//
// Which operation does what is a table (TargetProtocol.cpp).  What cannot be derived fails too.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace wave::nvidia {

/// Reports the first thing that is wrong; a kernel that describes no channels has nothing to hold.
llvm::LogicalResult verifyTargetProtocol(mlir::LLVM::LLVMFuncOp kernel);

} // namespace wave::nvidia
