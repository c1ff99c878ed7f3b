//===- NpyHeader.h - The header of a .npy file ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The magic bytes, a version, the length of a text, and the text: a Python
// dictionary literal of the keys 'descr', 'fortran_order' and 'shape'.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <string_view>

#include "wave/tensor.h"

namespace wave {

struct NpyHeader {
  DType dtype = DType::f32;
  bool isBigEndian = false;
  bool isFortranOrder = false;
  Shape shape;
};

inline constexpr std::string_view npyMagic = "\x93NUMPY";
inline constexpr size_t npyMaxHeaderBytes = size_t{64} << 10;
inline constexpr size_t npyMaxRank = 32;

/// Throws Error "npy-file" about the file `path`.
[[noreturn]] void failNpy(const std::string &path, const std::string &claim,
                          const std::string &expected, const std::string &found,
                          const std::string &help = "write the file anew with numpy.save");

/// Reads the dictionary; `path` is for messages.
NpyHeader parseNpyHeader(const std::string &path, std::string_view text);

/// Whether NumPy has a type for such elements, or a convention to store them by.
bool isNpyType(DType dtype);

/// Everything before the data, as NumPy itself writes it.
std::string renderNpyHeader(const Shape &shape, DType dtype);

} // namespace wave
