//===- NpyDefectTest.cpp - Messages about defective .npy files ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "NumpyFiles.h"
#include "TestSupport.h"
#include "runtime/NpyFile.h"

namespace {

using namespace wave;

class NpyDefect : public testing::Test {
protected:
  static std::string helpFor(const std::string &claim) {
    if (claim == "unsupported element type")
      return "convert the array before numpy.save, as in array.astype('float32')";
    if (claim == "too many dimensions")
      return "reshape the array before numpy.save";
    return "write the file anew with numpy.save";
  }
  /// What readNpy says of these bytes, as claim, expected and found.
  void expectDefect(const std::string &bytes, const std::string &claim, const std::string &expected,
                    const std::string &found) {
    writeBytes(path, bytes);
    EXPECT_EQ(failureText<Error>([&] { readNpy(path); }),
              "error: npy: '" + path + "': " + claim + " [npy-file]\nnote: expected: " + expected +
                  "\nnote: found: " + found + "\nhelp: " + helpFor(claim));
  }
  /// The same of a file with this dictionary and `dataBytes` bytes of data.
  void expectHeaderDefect(const std::string &dictionary, const std::string &claim,
                          const std::string &expected, const std::string &found,
                          size_t dataBytes = 24) {
    const size_t length = dictionary.size();
    expectDefect(std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 0xFF) +
                     static_cast<char>(length >> 8) + dictionary + std::string(dataBytes, '\0'),
                 claim, expected, found);
  }
  static std::string dictionary(const std::string &descr, const std::string &order,
                                const std::string &shape) {
    return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + "}";
  }

  TemporaryFolder folder;
  const std::string path = folder.file("a.npy");
  const std::string good{numpy::f32C};
};

TEST_F(NpyDefect, BeforeTheHeader) {
  const std::string magic = "the bytes 93 4e 55 4d 50 59 (\\x93NUMPY) first";
  expectDefect("", "not a .npy file", magic, "an empty file");
  expectDefect("PK\x03\x04 and more", "not a .npy file", magic, "50 4b 03 04 20 61");
  expectDefect(good.substr(0, 3), "not a .npy file", magic, "93 4e 55");
  expectDefect(good.substr(0, 7), "the file ends before its version", "at least 10 bytes",
               "7 bytes");
  expectDefect(good.substr(0, 9), "the file ends before the length of its header",
               "at least 10 bytes", "9 bytes");
  std::string version = good;
  version[6] = 4;
  expectDefect(version, "unsupported format version", "1.0, 2.0 or 3.0", "4.0");
  version[6] = 1;
  version[7] = 1;
  expectDefect(version, "unsupported format version", "1.0, 2.0 or 3.0", "1.1");
  expectDefect(std::string("\x93NUMPY\x02\x00\x01\x00\x01\x00", 12), "absurd header length",
               "at most 65536 bytes", "65537 bytes");
  expectDefect(good.substr(0, 100), "the file ends within its header", "a header of 118 bytes",
               "90 bytes");
}

TEST_F(NpyDefect, HeaderThatDoesNotParse) {
  const std::string keys = "the keys 'descr', 'fortran_order' and 'shape'";
  expectHeaderDefect("", "the header does not parse at byte 0", "a dictionary",
                     "the end of the header");
  expectHeaderDefect("[1]", "the header does not parse at byte 0", "a dictionary", "'[1]'");
  expectHeaderDefect("{descr", "the header does not parse at byte 1", "a key in quotes", "'descr'");
  expectHeaderDefect("{'descr' '<f4'}", "the header does not parse at byte 9", "':'", "''<f4'}'");
  expectHeaderDefect("{'descr': 7}", "the header does not parse at byte 10",
                     "an element type in quotes", "'7}'");
  expectHeaderDefect("{'descr': '<f4", "the header does not parse at byte 10",
                     "an element type in quotes", "''<f4'");
  expectHeaderDefect("{'descr': '<f4'", "the header does not parse at byte 15", "',' or '}'",
                     "the end of the header");
  expectHeaderDefect("{'fortran_order': 0}", "the header does not parse at byte 18",
                     "True or False", "'0}'");
  expectHeaderDefect("{'shape': 3}", "the header does not parse at byte 10", "a tuple of sizes",
                     "'3}'");
  expectHeaderDefect("{'shape': (3)}", "the header does not parse at byte 12",
                     "',' after the only size of a tuple", "')}'");
  expectHeaderDefect("{'shape': (3, x)}", "the header does not parse at byte 14", "a size",
                     "'x)}'");
  expectHeaderDefect("{'shape': (3, 4]}", "the header does not parse at byte 15", "',' or ')'",
                     "']}'");
  expectHeaderDefect(dictionary("'<f4'", "False", "(2, 3)") + " \x01",
                     "the header does not parse at byte 58", "nothing after the dictionary",
                     "'\\x01'");
  expectHeaderDefect("{}", "the header has no 'descr'", keys, "'{}'");
  expectHeaderDefect("{'descr': '<f4'}", "the header has no 'fortran_order'", keys,
                     "'{'descr': '<f4'}'");
  expectHeaderDefect("{'descr': '<f4', 'fortran_order': True}", "the header has no 'shape'", keys,
                     "'{'descr': '<f4', 'fortran_order': True}'");
  expectHeaderDefect("{'order': True}", "unknown key in the header", keys + ", once each",
                     "'order'");
  expectHeaderDefect("{'descr': '<f4', 'descr': '<f4'}", "repeated key in the header",
                     keys + ", once each", "'descr'");
}

TEST_F(NpyDefect, UnsupportedElementType) {
  const std::string supported =
      "one of f2, f4, f8, i1, i4, i8, b1, V2 (bfloat16) with a byte order, as in '<f4'";
  for (const std::string descr :
       {"'<c8'", "'<u4'", "'|O'", "'<f16'", "'f4'", "''", "'|f4'", "'>V2'", "'?f4'", "'<U5'"})
    expectHeaderDefect(dictionary(descr, "False", "(2, 3)"), "unsupported element type", supported,
                       descr);
  expectHeaderDefect("{'descr': [('a', '<f4')]}", "unsupported element type", supported,
                     "'[('a', '<f4')]}'");
}

TEST_F(NpyDefect, Shape) {
  const std::string range = "sizes from 0 to 2^63 - 1";
  expectHeaderDefect(dictionary("'<f4'", "False", "(2, -3)"), "negative size", range, "'-3'");
  expectHeaderDefect(dictionary("'<f4'", "False", "(9223372036854775808,)"), "size out of range",
                     range, "'9223372036854775808'");
  const std::string most = "at most 2^63 - 1 bytes of data";
  expectHeaderDefect(dictionary("'<f4'", "True", "(4611686018427387904, 4)"),
                     "the shape is too large", most, "shape [4611686018427387904, 4] of f32");
  expectHeaderDefect(dictionary("'|i1'", "False", "(4611686018427387904, 2)"),
                     "the shape is too large", most, "shape [4611686018427387904, 2] of i8");
  expectHeaderDefect(dictionary("'<f4'", "True", "(0, 4611686018427387904)"),
                     "the shape is too large", most, "shape [0, 4611686018427387904] of f32");
  std::string many = "(";
  for (int i = 0; i < 33; ++i)
    many += "1, ";
  expectHeaderDefect(dictionary("'<f4'", "False", many + ")"), "too many dimensions", "at most 32",
                     "33");
}

TEST_F(NpyDefect, DataSize) {
  expectDefect(good.substr(0, good.size() - 1), "the data is truncated",
               "24 bytes of data (2 * 3 * 4)", "23 bytes");
  expectDefect(good + "x", "there are bytes after the data", "24 bytes of data (2 * 3 * 4)",
               "25 bytes");
  // A size that the file does not back must not be allocated, let alone read.
  expectHeaderDefect(dictionary("'<f8'", "False", "(1000000, 1000000)"), "the data is truncated",
                     "8000000000000 bytes of data (1000000 * 1000000 * 8)", "24 bytes");
  expectHeaderDefect(dictionary("'<f8'", "False", "(0, 7)"), "there are bytes after the data",
                     "0 bytes of data (0 * 7 * 8)", "24 bytes");
  expectHeaderDefect(dictionary("'<f8'", "False", "()"), "the data is truncated",
                     "8 bytes of data (8)", "0 bytes", 0);
}

TEST_F(NpyDefect, TheHeaderEnds) {
  const std::string end = "the end of the header";
  expectHeaderDefect("{", "the header does not parse at byte 1", "a key in quotes", end);
  expectHeaderDefect("{'descr':", "the header does not parse at byte 9",
                     "an element type in quotes", end);
}

TEST_F(NpyDefect, NothingToWrite) {
  EXPECT_EQ(failureText<Error>(
                [&] { writeNpy(path, Tensor::view(static_cast<float *>(nullptr), {2, 3})); }),
            "error: tensor: no memory behind the view of shape [2, 3] [tensor-null]\n"
            "help: give Tensor::view the address of the elements");
  EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(NpyDefect, TooManyDimensionsToWrite) {
  EXPECT_EQ(failureText<Error>([&] { writeNpy(path, Tensor::zeros(Shape(33, 1), f32)); }),
            "error: npy: '" + path +
                "': too many dimensions to write [npy-file]\n"
                "note: expected: at most 32\nnote: found: 33\n"
                "help: write a view of fewer dimensions");
  EXPECT_EQ(folder.entries(), 0u);
}

} // namespace
