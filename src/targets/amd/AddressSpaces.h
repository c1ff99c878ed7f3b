//===- AddressSpaces.h - What pointers of the target form point into ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers are LLVM's: "User Guide for AMDGPU Backend", address spaces.
//
//===----------------------------------------------------------------------===//

#pragma once

namespace wave::amd {

inline constexpr unsigned globalSpace = 1;
inline constexpr unsigned sharedSpace = 3;
inline constexpr unsigned fatBufferSpace = 7; ///< a resource with an offset
inline constexpr unsigned bufferSpace = 8;    ///< the resource alone

} // namespace wave::amd
