//===- Ptxas.h - From PTX to a cubin --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"

#include "targets/nvidia/PtxasLog.h"

namespace wave::nvidia {

/// Where a program of NVIDIA's may be; what is empty is passed over.
struct AssemblerPlaces {
  std::string chosen = {};  ///< a file: no other place is tried
  std::string path = {};    ///< folders, with colons between them
  std::string toolkit = {}; ///< a folder with bin/ptxas
  std::string cache = {};   ///< the folder that script/bootstrap fills
};

/// What makes cubins here.
struct Assembler {
  std::string ptxas; ///< the program; empty if there is none

  bool isPresent() const { return !ptxas.empty(); }
};

/// Throws Error "assembler-missing" if the chosen one is no program.
Assembler findAssembler(const AssemblerPlaces &places);

/// What ptxas makes of a module of PTX.
struct Cubin {
  std::string bytes;
  std::vector<EntryPoint> entryPoints;
};

/// Throws InternalError where the PTX is refused, LaunchError where the program does not work,
/// and Error for code that would be much slower than it reads.
Cubin assemble(llvm::StringRef ptx, llvm::StringRef processor, const Assembler &assembler);

} // namespace wave::nvidia
