//===- WgmmaKernel.h - One product of a warpgroup, as a kernel ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <algorithm>
#include <string>

#include "TestKernel.h"
#include "executor/BoxCopy.h"
#include "executor/Wgmma.h"

namespace wave::executor {

inline constexpr int wgmmaSharedBytes = 32768;

/// How one operand lies in shared memory.
struct Placed {
  uint32_t start = 0, leading = 0, stride = 0, swizzleBytes = 0;
  bool isTransposed = false;

  uint64_t descriptor() const {
    const uint64_t mode = swizzleBytes == 128  ? 1
                          : swizzleBytes == 64 ? 2
                          : swizzleBytes == 32 ? 3
                                               : 0;
    return start >> 4 | uint64_t{leading >> 4} << 16 | uint64_t{stride >> 4} << 32 | mode << 62;
  }
  /// By the pictures of the PTX ISA: where the number is, of `bytes` bytes.
  uint32_t place(uint32_t outer, uint32_t k, uint32_t bytes) const {
    const uint32_t row = isTransposed ? k : outer, column = (isTransposed ? outer : k) * bytes;
    const uint32_t rowBytes = std::max(swizzleBytes, 16u);
    const uint32_t block = column / rowBytes, inRow = column % rowBytes;
    // Without a swizzle `leading` is along K, with one along whatever is consecutive.
    const uint32_t alongRows = isTransposed && swizzleBytes == 0 ? leading : stride;
    const uint32_t alongColumns = isTransposed && swizzleBytes == 0 ? stride : leading;
    return swizzled(start + row / 8 * alongRows + block * alongColumns + row % 8 * rowBytes + inRow,
                    swizzleBytes);
  }
};

struct WgmmaCase {
  std::string name = "";
  WarpType type = WarpType::F16;
  int n = 64, k = 16;
  Placed a = {}, b = {};
  bool hasRegistersOfA = false;
};

/// What surrounds the product of a kernel: %before, the sums, come from %c, and go back to it.
struct WgmmaParts {
  std::string fence = "nvvm.wgmma.fence.aligned\n";
  std::string commit = "nvvm.wgmma.commit.group.sync.aligned\n";
  std::string wait = "nvvm.wgmma.wait.group.sync.aligned 0\n";
  std::string proxy = "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = "
                      "#nvvm.shared_space<cta>}\n";
  std::string meet = "nvvm.barrier0\n";
  std::string scale = "one";
  std::string sum = "%before"; ///< that the product adds to; %b0 has no values
  std::string before = "";     ///< the product
  std::string after = "";      ///< the wait
  /// With registers of A: `scale` is a number in the text, as the compiler writes it.
  bool isImmediate = false;
};

struct WgmmaResult {
  Report report;
  bool isRight = true;
};

/// A product of matrices of small integers: the kernel's arguments %m, %c and %ra, and what is to
/// be in %c afterwards.
struct PreparedWgmma {
  std::vector<std::byte> memory, sum, registersOfA, expected;
};
PreparedWgmma prepare(const WgmmaCase &test, bool keepsSum);

KernelText wgmmaKernel(const WgmmaCase &test, const WgmmaParts &parts);
WgmmaResult runCase(const WgmmaCase &test, const WgmmaParts &parts = {}, Options options = {});

} // namespace wave::executor
