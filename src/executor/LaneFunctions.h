//===- LaneFunctions.h - What an instruction of lanes calls ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each look-up gives null where there is no such function: the decoder then says that the
// operation is not supported.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string_view>

#include "executor/LaneTypes.h"
#include "executor/Program.h"

namespace wave::executor {

/// Operations by the name they have in MLIR; "llvm.intr.fma" and the like too.
LaneFunction arithmeticFunction(std::string_view operation, Scalar scalar);
LaneFunction integerComparison(std::string_view predicate, Scalar scalar);
LaneFunction floatComparison(std::string_view predicate, Scalar scalar);
/// "llvm.trunc", "llvm.sitofp", ...
LaneFunction conversionFunction(std::string_view operation, Scalar from, Scalar to);
/// "rocdl.cvt.f32.fp8" and the like, which say by `immediate` which part of a word they mean.
LaneFunction float8Function(std::string_view operation, bool fnuz);

// By the size of a number.
/// Source 0 has a row for each element, or one for all.
LaneFunction selectFunction(unsigned bytes, bool oneCondition);
LaneFunction copyFunction(unsigned bytes);
/// Of active lanes alone.
LaneFunction moveFunction(unsigned bytes);
/// `auxiliary` elements of source 0, chosen by source 1.
LaneFunction extractFunction(unsigned bytes);
/// Source 0, with source 1 as the element that source 2 chooses.
LaneFunction insertFunction(unsigned bytes);
/// Rows of `from` bytes are read as rows of `to` bytes.
LaneFunction regroupFunction(unsigned from, unsigned to);
/// Source 1 is added to the destination.
LaneFunction incrementFunction(unsigned bytes);
/// Whether source 0 is less than source 1.
LaneFunction lessFunction(unsigned bytes, bool isUnsigned);

/// destination = source 0 + immediate * source 1, an address of 8 or 4 bytes and an index
/// of `indexBytes`, signed.
LaneFunction addressFunction(unsigned bytes, unsigned indexBytes);

/// Numbers of lanes, workgroups and threads: "rocdl.workitem.id.x", "nvvm.read.ptx.sreg.tid.x".
LaneFunction identityFunction(std::string_view operation, unsigned bytes);
/// Operations between lanes: "rocdl.ds_bpermute", "rocdl.readfirstlane".
LaneFunction crossLaneFunction(std::string_view operation, unsigned bytes);
/// The same of NVIDIA's: "nvvm.shfl.sync.idx", "nvvm.vote.sync.any", "nvvm.elect.sync".
LaneFunction warpFunction(std::string_view operation);
/// Whether AMD's documents list this control of data parallel processing.
bool isDppControl(uint32_t control);

} // namespace wave::executor
