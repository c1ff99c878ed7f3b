//===- NumpyFiles.h - Files written by NumPy, byte for byte ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Written by numpy.save and numpy.lib.format.write_array of NumPy 2.4.6, with
// ml_dtypes 0.6.0 for bfloat16.  The comments give the array; arange is
// numpy.arange(6).reshape(2, 3).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string_view>

namespace wave::numpy {

/// The literal's bytes, zeros included, without its own terminator.
template <size_t size> constexpr std::string_view bytes(const char (&literal)[size]) {
  return {literal, size - 1};
}

// clang-format off: lines break at a byte, not at what looks like a word.

/// (arange * 1.5).astype('<f4')
inline constexpr std::string_view f32C = bytes(
    "\223NUMPY\001\000v\000{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   "
    "                                                       \012\000\000\000\000\000\000"
    "\300?\000\000@@\000\000\220@\000\000\300@\000\000\360@");

/// asfortranarray((arange - 2.5).astype('<f2'))
inline constexpr std::string_view f16Fortran = bytes(
    "\223NUMPY\001\000v\000{'descr': '<f2', 'fortran_order': True, 'shape': (2, 3), }    "
    "                                                       \012\000\301\0008\000\276\000"
    ">\000\270\000A");

/// (arange * 0.1).astype('>f8')
inline constexpr std::string_view f64BigEndian = bytes(
    "\223NUMPY\001\000v\000{'descr': '>f8', 'fortran_order': False, 'shape': (2, 3), }   "
    "                                                       \012\000\000\000\000\000\000"
    "\000\000?\271\231\231\231\231\231\232?\311\231\231\231\231\231\232?\323333334?\331"
    "\231\231\231\231\231\232?\340\000\000\000\000\000\000");

/// asfortranarray((arange * -100000).astype('>i4'))
inline constexpr std::string_view i32BigEndianFortran = bytes(
    "\223NUMPY\001\000v\000{'descr': '>i4', 'fortran_order': True, 'shape': (2, 3), }    "
    "                                                       \012\000\000\000\000\377\373l"
    " \377\376y`\377\371\345\200\377\374\362\300\377\370^\340");

/// (arange * 0.75).astype(ml_dtypes.bfloat16)
inline constexpr std::string_view bf16C = bytes(
    "\223NUMPY\001\000v\000{'descr': '<V2', 'fortran_order': False, 'shape': (2, 3), }   "
    "                                                       \012\000\000@?\300?\020@@@p@");

/// array([1, 2], '<f4'), version (2, 0)
inline constexpr std::string_view f32Version2 = bytes(
    "\223NUMPY\002\000t\000\000\000{'descr': '<f4', 'fortran_order': False, 'shape': (2,)"
    ", }                                                          \012\000\000\200?\000"
    "\000\000@");

/// array(-(2**60) - 1, '<i8'), version (3, 0)
inline constexpr std::string_view i64Version3Scalar = bytes(
    "\223NUMPY\003\000t\000\000\000{'descr': '<i8', 'fortran_order': False, 'shape': (), "
    "}                                                            \012\377\377\377\377"
    "\377\377\377\357");

/// zeros((0, 3), bool)
inline constexpr std::string_view boolEmpty = bytes(
    "\223NUMPY\001\000v\000{'descr': '|b1', 'fortran_order': False, 'shape': (0, 3), }   "
    "                                                       \012");

/// array([True, False, True])
inline constexpr std::string_view boolC = bytes(
    "\223NUMPY\001\000v\000{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }     "
    "                                                       \012\001\000\001");

// clang-format on

} // namespace wave::numpy
