//===- CudaTools.h - Where this machine has NVIDIA's assembler ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/nvidia/Assembler.h"

namespace wave {

/// WAVE_PTXAS; else ptxas on the PATH, of CUDA_HOME, of /usr/local/cuda, or the one that
/// script/bootstrap has installed; else nvJitLink; else none.  Throws Error
/// "ptxas-missing".
nvidia::Assembler cudaAssembler();

} // namespace wave
