//===- KernelForm.h - What the attributes of a kernel say -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of the target form (docs/adr/0012-target-form.md), read and checked in
// one place.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <string>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace wave::codegen {

/// A memory of the kernel, by the arguments that describe it.
struct KernelMemory {
  std::string name;
  llvm::SmallVector<std::string> dims;
  unsigned pointer;
  llvm::SmallVector<int64_t> sizes, strides; ///< arguments, or -1 where the compile knew it
  std::string access;                        ///< read, write or readwrite
};

struct KernelForm {
  std::array<int32_t, 3> workgroup;
  std::array<int32_t, 3> cluster = {1, 1, 1}; ///< workgroups that run together
  llvm::SmallVector<KernelMemory> memories;

  bool hasClusters() const { return cluster != std::array<int32_t, 3>{1, 1, 1}; }
  int64_t lanes() const { return int64_t{1} * workgroup[0] * workgroup[1] * workgroup[2]; }
};

/// Attributes of a kernel.  What marks it as one is the target's: rocdl.kernel, nvvm.kernel.
inline constexpr llvm::StringLiteral workgroupAttr = "wave.workgroup";
inline constexpr llvm::StringLiteral clusterAttr = "wave.cluster"; ///< absent where each is alone
inline constexpr llvm::StringLiteral memoriesAttr = "wave.memories";
inline constexpr llvm::StringLiteral launchValuesAttr = "wave.launch_values";

/// Reports what is wrong with them.
llvm::FailureOr<KernelForm> kernelForm(mlir::LLVM::LLVMFuncOp kernel, llvm::StringRef kernelAttr);

} // namespace wave::codegen
