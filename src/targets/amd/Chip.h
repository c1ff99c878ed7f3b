//===- Chip.h - What code generation has to know of a chip ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace wave::amd {

/// As bits, for sets of them.
enum Generation : uint8_t { CDNA3 = 1, CDNA4 = 2 };

/// Numbers with an initialiser hold for both generations: "AMD Instinct MI300 ISA"
/// (2025), 2 and 3.6, and LLVM's AMDGPUBaseInfo.cpp.
struct Chip {
  std::string_view name; ///< LLVM's
  Generation generation;
  int64_t sharedBytes, sharedGranule;
  uint32_t copyBytes; ///< sizes of copies to shared memory, a bit 1 << n for n bytes

  int64_t lanes = 64; ///< of a wave
  int64_t workgroupLanes = 1024;
  int64_t simds = 4; ///< of a compute unit
  int64_t wavesPerSimd = 8;
  int64_t vgprs = 512; ///< per lane of a SIMD; those of a wave, architectural ones and accumulators
  int64_t vgprGranule = 8;
  int64_t sgprs = 800; ///< of a SIMD
  int64_t sgprGranule = 16;
};

std::span<const Chip> chips();
/// The chip of that name, or null.
const Chip *chipNamed(std::string_view name);
/// Whether a lane of that chip copies as much to shared memory at once as it loads.
bool copiesWide(std::string_view name);
/// "gfx942, gfx950": those of these generations.
std::string chipsOf(unsigned generations);

} // namespace wave::amd
