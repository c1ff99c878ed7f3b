//===- Sha256.h - Checksums of what is kept in files ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace wave {

/// SHA-256 (FIPS 180-4).
std::array<uint8_t, 32> sha256(std::string_view bytes);

} // namespace wave
