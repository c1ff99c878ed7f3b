//===- Assembler.h - From PTX to a cubin ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include "targets/nvidia/PtxasLog.h"

namespace wave::nvidia {

/// Where NVIDIA's assembler may be.
struct AssemblerPlaces {
  std::string chosen = {}; ///< a file: no other place is tried
  /// Where ptxas is looked for, in order, and in `lib64` beside them, if it is in none,
  /// nvJitLink.
  std::vector<std::string> folders = {};
};

/// What makes cubins here.  nvJitLink, a library, moves no registers from one role to
/// another ("setmaxnreg ignored"), so that it serves where there is no ptxas.
struct Assembler {
  enum Kind { None, Ptxas, NvJitLink } kind = None;
  std::string file = {};
};

/// Throws Error "ptxas-missing" if the chosen one is no program.
Assembler findAssembler(const AssemblerPlaces &places);

/// What an assembler has written, and said.
struct Assembled {
  std::string cubin, log;
};

/// What is known of a cubin that was made here.
struct Cubin {
  std::string bytes;
  std::vector<EntryResources> entries;
};

/// Whether it is for what the entry point of another name cannot take (machine::anyEntry).
bool isSecondEntry(llvm::ArrayRef<EntryResources> entries, const EntryResources &entry);

/// `assembler` is one.  Throws InternalError where the PTX is refused, LaunchError
/// "ptxas-failed" where the assembler does not work, and Error "ptxas-loss" for instructions that
/// wait for each other.
Cubin assemble(llvm::StringRef ptx, llvm::StringRef processor, const Assembler &assembler);

} // namespace wave::nvidia
