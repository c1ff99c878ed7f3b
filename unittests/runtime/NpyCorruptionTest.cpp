//===- NpyCorruptionTest.cpp - Random damage to .npy files --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <random>

#include "NumpyFiles.h"
#include "TestSupport.h"
#include "runtime/NpyFile.h"

namespace {

using namespace wave;

TEST(NpyCorruption, EitherReadsOrThrowsError) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.npy");
  const std::string_view files[] = {numpy::f32C, numpy::f16Fortran, numpy::i32BigEndianFortran,
                                    numpy::f32Version2, numpy::boolEmpty};
  std::mt19937 random(2024);
  const auto below = [&](size_t bound) { return static_cast<size_t>(random()) % bound; };
  int reads = 0;
  int refusals = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(files[below(std::size(files))]);
    // The padding of the header takes damage without consequence: aim beside it.
    const size_t interesting = 72;
    for (size_t flips = below(4); flips > 0; --flips)
      bytes[below(interesting)] ^= static_cast<char>(1u << below(8));
    if (below(3) == 0)
      bytes.resize(below(bytes.size()));
    writeBytes(path, bytes);
    try {
      const Tensor tensor = readNpy(path);
      ++reads;
      EXPECT_LE(static_cast<size_t>(tensor.num_elements() * size_in_bytes(tensor.dtype())),
                bytes.size());
      EXPECT_EQ(tensor.to(f64).num_elements(), tensor.num_elements());
    } catch (const Error &error) {
      ++refusals;
      EXPECT_EQ(error.diagnostic().id, "npy-file");
      EXPECT_EQ(error.diagnostic().notes.size(), 2u);
    }
  }
  EXPECT_GT(reads, 100);
  EXPECT_GT(refusals, 500);
}

} // namespace
