//===- MachineCode.h - What a code generator hands on ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wave::codegen {

/// What the machine code of an entry point says of itself.
struct EntryNotes {
  std::string name;
  int64_t lanes;                                ///< of a workgroup
  int64_t registers;                            ///< of a lane, accumulators among them
  std::optional<int64_t> accumulators, scalars; ///< where the chip counts such registers
  int64_t spills;                               ///< registers that memory holds
  int64_t sharedBytes;
};

struct MachineCode {
  std::string bytes;
  bool isAssembled = true;              ///< else text that a driver assembles
  std::vector<std::string> spills = {}; ///< a sentence for each entry point that has some
  std::vector<EntryNotes> entries = {}; ///< empty where the code says nothing of itself
};

} // namespace wave::codegen
