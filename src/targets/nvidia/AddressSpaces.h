//===- AddressSpaces.h - What pointers of the target form point into ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers are LLVM's: "User Guide for NVPTX Back-end", address spaces.
//
//===----------------------------------------------------------------------===//

#pragma once

namespace wave::nvidia {

inline constexpr unsigned genericSpace = 0; ///< of arguments by value: tensor maps
inline constexpr unsigned globalSpace = 1;
inline constexpr unsigned sharedSpace = 3;
inline constexpr unsigned tensorSpace = 6;  ///< the memory of matrix instructions, tcgen05
inline constexpr unsigned clusterSpace = 7; ///< shared memory of a whole cluster

} // namespace wave::nvidia
