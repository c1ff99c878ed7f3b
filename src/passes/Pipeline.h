//===- Pipeline.h - The order of the compiler -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

#include "mlir/Pass/PassManager.h"

#include "runtime/ScalarRanges.h"

namespace wave {

/// traced -> bound, for a chip of include/wave/mma_types.def; with `retarget` what the kernel
/// says of another chip is replaced.  Without `isCovered` nobody checks that the workgroups compute
/// the memory's tiles, so that a reordering may lead anywhere.  `openScalars` gets the scalars that
/// launches have to hold to 32 bits.
void addBindPasses(mlir::OpPassManager &manager, const Bindings &subs, const std::string &chip,
                   bool retarget = false, bool isCovered = true,
                   std::vector<ScalarRange> *openScalars = nullptr);

/// bound -> staged, for a chip of src/machine/Chip.def.
void addStagePasses(mlir::OpPassManager &manager, const std::string &chip);
/// A schedule is chosen, written on the form staged and verified.  Waves have roles where MMAs read
/// operands by descriptor; `buffers` slots of each ring, 0 for as many as the policies choose.
void addBuildSchedulePasses(mlir::OpPassManager &manager, const std::string &scheduling,
                            const std::string &chip, int64_t buffers = 0);
/// staged, with a schedule, -> scheduled.
void addApplySchedulePasses(mlir::OpPassManager &manager, const std::string &chip);

/// scheduled -> distributed, for a chip of src/machine/Chip.def.
void addDistributePasses(mlir::OpPassManager &manager, const std::string &chip);

/// `subs` as the text that the pass option takes.
std::string subsText(const Bindings &subs);

} // namespace wave
