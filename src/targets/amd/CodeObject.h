//===- CodeObject.h - What a code object says of itself -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Read from the object's notes: LLVM's "User Guide for AMDGPU Backend", code object
// metadata, version 4 and later.
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

namespace wave::amd {

struct KernelArgument {
  std::string name; ///< empty where it has none
  int64_t offset, size;
  std::string kind; ///< global_buffer, by_value; hidden_... for what a runtime adds
};

/// What one kernel takes of the chip, and what it is launched with.
struct Resources {
  std::string kernel;
  int64_t vgprs;                  ///< of a lane, with the accumulators
  int64_t agprs;                  ///< of them, accumulators
  int64_t sgprs;                  ///< of a wave
  int64_t vgprSpills, sgprSpills; ///< registers that did not fit
  int64_t sharedBytes;
  int64_t scratchBytes; ///< of a lane, in global memory
  int64_t lanesPerWave;
  int64_t argumentBytes;
  std::array<int64_t, 3> workgroup;
  std::vector<KernelArgument> arguments;
};

struct CodeObject {
  std::string target; ///< amdgcn-amd-amdhsa--gfx942
  std::vector<Resources> kernels;
  std::vector<std::string> undefinedSymbols;
};

/// Fails at bytes that are no code object.
llvm::Expected<CodeObject> readCodeObject(llvm::StringRef bytes);

/// Fails at what no launch could repair: undefined symbols, arguments that only a HIP
/// compiler's runtime passes, more shared memory than the chip has.
llvm::Error verifyCodeObject(const CodeObject &object, const machine::Chip &chip);

} // namespace wave::amd
