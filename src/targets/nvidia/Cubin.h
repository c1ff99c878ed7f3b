//===- Cubin.h - What a cubin says of itself ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Read from the sections .nv.info and .nv.info.NAME, in the encoding that NVIDIA's tools
// write, and which no document of NVIDIA's describes: attributes of a format (1 byte), a kind
// (1 byte) and a value of 2 bytes, or, in format 4, the size of the data that follow.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include "machine/Chip.h"

namespace wave::nvidia {

struct CubinArgument {
  int64_t offset, size; ///< bytes

  bool operator==(const CubinArgument &) const = default;
};

/// What one entry point takes of the chip, and what it is launched with.
struct CubinEntry {
  std::string name;
  int64_t registers = 0;   ///< of a lane, when it starts
  int64_t stackBytes = 0;  ///< of a lane, in global memory
  int64_t sharedBytes = 0; ///< with the 1024 that the system takes, without what a launch adds
  int64_t barriers = 0;    ///< of the 16 that a workgroup has
  int64_t argumentBytes = 0;
  std::array<int64_t, 3> workgroup = {}; ///< lanes; zeros where none are required
  std::vector<CubinArgument> arguments;  ///< in order
};

struct CubinNotes {
  int64_t architecture; ///< 90 of sm_90a
  std::vector<CubinEntry> entryPoints;
  std::vector<std::string> undefinedSymbols;
};

/// Fails at bytes that are no cubin.
llvm::Expected<CubinNotes> readCubin(llvm::StringRef bytes);

/// Fails at what no launch could repair: undefined symbols, another chip's code, more shared
/// memory than the chip has.
llvm::Error verifyCubin(const CubinNotes &notes, const machine::Chip &chip);

} // namespace wave::nvidia
