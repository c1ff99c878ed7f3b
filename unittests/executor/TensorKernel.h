//===- TensorKernel.h - Products in tensor memory, as a kernel ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

#include "TestKernel.h"
#include "WgmmaKernel.h"

namespace wave::executor {

inline constexpr int tensorImageBytes = 65536; ///< of each workgroup, copied to shared memory

/// The bits of an instruction descriptor, by the table of the PTX ISA.
struct TensorBits {
  uint32_t m = 128, n = 128;
  bool isBrain = false, negatesA = false, negatesB = false;
  bool transposesA = false, transposesB = false;

  uint32_t descriptor() const {
    const uint32_t type = isBrain ? 1 : 0;
    return 1u << 4 | type << 7 | type << 10 | uint32_t{negatesA} << 13 | uint32_t{negatesB} << 14 |
           uint32_t{transposesA} << 15 | uint32_t{transposesB} << 16 | n >> 3 << 17 | m >> 4 << 24;
  }
};

/// The descriptor of a matrix for tcgen05.
inline uint64_t tensorDescriptor(const Placed &placed) {
  const uint64_t mode = placed.swizzleBytes == 128  ? 2
                        : placed.swizzleBytes == 64 ? 4
                        : placed.swizzleBytes == 32 ? 6
                                                    : 0;
  return placed.start >> 4 | uint64_t{placed.leading >> 4} << 16 |
         uint64_t{placed.stride >> 4} << 32 | uint64_t{1} << 46 | mode << 61;
}

struct TensorCase {
  std::string name = "";
  TensorBits bits = {};
  Placed a = {}, b = {};
  bool isOfPair = false;
  bool hasTensorOfA = false; ///< which the warps store first, from the rows in global memory
  uint32_t laneOfSums = 0;
  bool loads16 = false; ///< by shape 16x256b, of the 16 lanes from `laneOfSums` on
};

/// The pieces of a kernel of four warps: %i is the thread, %t the address of 256 columns, of which
/// the sums are the first, %bar an mbarrier for one arrival.
struct TensorParts {
  std::string columns = "256";
  std::string relinquish = "";
  std::string proxy = "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = "
                      "#nvvm.shared_space<cta>}\n";
  std::string phaseFence = "nvvm.fence.mbarrier.init\n";
  std::string waitStores = "nvvm.tcgen05.wait <store>\n";
  std::string fenceStores = "nvvm.tcgen05.fence <before>\n";
  std::string meet = ""; ///< before products; by default a barrier of all
  std::string fenceProducts = "nvvm.tcgen05.fence <after>\n";
  std::string issuer = "%isOne"; ///< who issues products: the first thread
  std::string descriptor = "";   ///< of the instruction; by default the case's
  std::string b = "";            ///< the descriptor of B; by default the case's
  std::string between = "";      ///< the two products
  bool commits = true;
  std::string wait = "%yes"; ///< who waits for the products: all
  std::string fenceLoads = "nvvm.tcgen05.fence <after>\n";
  std::string lanes = "%quarter"; ///< of the loads
  std::string waitLoads = "nvvm.tcgen05.wait <load>\n";
  std::string fenceEnd = "nvvm.tcgen05.fence <before>\n";
  std::string meetEnd = ""; ///< by default a barrier of all
  std::string freed = "%columns";
  std::string after = ""; ///< the end
};

struct TensorResult {
  Report report;
  bool isRight = true;
};

/// Two products, the second of which adds to the first one's sums, of small integers.
TensorResult runCase(const TensorCase &test, const TensorParts &parts = {}, Options options = {});

} // namespace wave::executor
