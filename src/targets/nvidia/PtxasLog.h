//===- PtxasLog.h - What ptxas -v says ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"

namespace wave::nvidia {

/// What an entry point of a cubin takes of the chip.
struct EntryResources {
  std::string name;
  int64_t registers = 0;                   ///< of a lane, 32 bits each
  int64_t spillStores = 0, spillLoads = 0; ///< bytes of a lane that instructions move
  int64_t stackBytes = 0;                  ///< of a lane, in global memory
  int64_t sharedBytes = 0;                 ///< known here: not those that a launch adds
  int64_t barriers = 0;                    ///< of the 16 that a workgroup has
};

struct PtxasLog {
  std::vector<EntryResources> entries;
  std::vector<std::string> losses; ///< lines with a number C75..: code that is slow as it stands
};

/// Lines that are not known are passed over.
PtxasLog parsePtxasLog(llvm::StringRef text);

} // namespace wave::nvidia
