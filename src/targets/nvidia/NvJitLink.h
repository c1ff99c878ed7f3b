//===- NvJitLink.h - NVIDIA's assembler, a library ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It is loaded where it is found: the compiler is not linked to it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/nvidia/Assembler.h"

namespace wave::nvidia {

/// Of CUDA 13, the first that reads PTX 9.0.
inline constexpr const char *nvJitLinkName = "libnvJitLink.so.13";

bool hasNvJitLink(const std::string &library);

/// Throws what `assemble` throws, but for slow code.
Assembled runNvJitLink(llvm::StringRef ptx, llvm::StringRef processor, const std::string &library);

} // namespace wave::nvidia
