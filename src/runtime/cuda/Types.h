//===- Types.h - What calls of the CUDA driver take and give --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The few types and numbers of the driver's interface that wave uses, so that no header
// of CUDA is needed; where there is one, unittests/cuda compares.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>

namespace wave::cuda {

using Result = int; ///< 0: done; Results.def has the others
using DeviceNumber = int;
using Address = uint64_t; ///< in a GPU's memory

using ContextHandle = struct ContextObject *;
using ModuleHandle = struct ModuleObject *;
using FunctionHandle = struct FunctionObject *;
using StreamHandle = struct StreamObject *;
using EventHandle = struct EventObject *;
using GraphHandle = struct GraphObject *;
using GraphExecHandle = struct GraphExecObject *;

enum DeviceAttribute : int {
  MaxGridX = 5,
  MaxGridY = 6,
  MaxGridZ = 7,
  MultiprocessorCount = 16,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedBytesOptIn = 97, ///< dynamic shared memory of a workgroup, if it asks for it
};

enum FunctionAttribute : int {
  MaxThreads = 0,
  SharedBytes = 1, ///< static
  LocalBytes = 3,
  Registers = 4,
  MaxDynamicSharedBytes = 8,
  NonPortableClusterAllowed = 14,
};

enum JitOption : int { JitErrorLog = 5, JitErrorLogBytes = 6 };

struct LaunchAttribute {
  int id; ///< clusterDimension
  char padding[4];
  union {
    char bytes[64];
    unsigned cluster[3];
  };
};
inline constexpr int clusterDimension = 4;

struct LaunchConfig {
  unsigned grid[3], workgroup[3];
  unsigned sharedBytes; ///< dynamic
  StreamHandle stream;
  LaunchAttribute *attributes;
  unsigned attributeCount;
};

/// A tensor map, as the driver encodes it and a kernel takes it by value.
struct alignas(128) TensorMap {
  uint64_t words[16];
};

enum TensorMapType : int {
  Bits8 = 0,
  Bits32 = 3,
  Bits64 = 5,
  Float16 = 6,
  Float32 = 7,
  Float64 = 8,
  BFloat16 = 9
};
enum TensorMapSwizzle : int { NoSwizzle = 0, Swizzle32 = 1, Swizzle64 = 2, Swizzle128 = 3 };
inline constexpr int tensorMapNoInterleave = 0;
inline constexpr int tensorMapPromote128 = 2; ///< to lines of 128 bytes in L2
inline constexpr int tensorMapFillZero = 0;

inline constexpr unsigned streamNonBlocking = 1; ///< waits for no work of the default stream
inline constexpr int captureRelaxed = 2;

} // namespace wave::cuda
