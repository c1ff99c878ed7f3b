//===- NpyFileTest.cpp - Tensors through .npy files ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/NpyFile.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>

#include "NumpyFiles.h"
#include "TestSupport.h"

namespace {

using namespace wave;

class NpyFile : public testing::Test {
protected:
  Tensor readOf(std::string_view bytes) {
    writeBytes(path, bytes);
    return readNpy(path);
  }
  std::string bytesOf(const Tensor &tensor) {
    writeNpy(path, tensor);
    return readBytes(path);
  }

  TemporaryFolder folder;
  const std::string path = folder.file("a.npy");
};

void expectMatrix(const Tensor &tensor, DType dtype, double factor, double offset) {
  ASSERT_EQ(tensor.shape(), (Shape{2, 3}));
  EXPECT_EQ(tensor.dtype(), dtype);
  EXPECT_TRUE(tensor.is_contiguous());
  for (int64_t i = 0; i < 6; ++i)
    EXPECT_EQ(tensor.at({i / 3, i % 3}), static_cast<double>(i) * factor + offset) << i;
}

TEST_F(NpyFile, ReadsWhatNumpyWrote) {
  expectMatrix(readOf(numpy::f32C), f32, 1.5, 0);
  expectMatrix(readOf(numpy::f16Fortran), f16, 1, -2.5);
  expectMatrix(readOf(numpy::f64BigEndian), f64, 0.1, 0);
  expectMatrix(readOf(numpy::i32BigEndianFortran), i32, -100000, 0);
  expectMatrix(readOf(numpy::bf16C), bf16, 0.75, 0);
  EXPECT_EQ(readOf(numpy::f32Version2).at({1}), 2);
  const Tensor scalar = readOf(numpy::i64Version3Scalar);
  EXPECT_EQ(scalar.rank(), 0);
  EXPECT_EQ(scalar.data_as<int64_t>()[0], -(int64_t{1} << 60) - 1);
  EXPECT_EQ(readOf(numpy::boolEmpty).shape(), (Shape{0, 3}));
  const Tensor truth = readOf(numpy::boolC);
  EXPECT_EQ(truth.dtype(), i1);
  EXPECT_EQ(truth.at({0}) + truth.at({2}), 2);
  EXPECT_EQ(truth.at({1}), 0);
}

TEST_F(NpyFile, WritesWhatNumpyWrites) {
  EXPECT_EQ(bytesOf(readOf(numpy::f32C)), numpy::f32C);
  EXPECT_EQ(bytesOf(readOf(numpy::bf16C)), numpy::bf16C);
  EXPECT_EQ(bytesOf(readOf(numpy::boolEmpty)), numpy::boolEmpty);
  EXPECT_EQ(bytesOf(readOf(numpy::boolC)), numpy::boolC);
}

TEST_F(NpyFile, RoundTripOfEveryTypeAndShape) {
  for (DType dtype : {f16, bf16, f32, f64, i8, i32, i64, i1})
    for (const Shape &shape :
         {Shape{}, Shape{1}, Shape{7}, Shape{0}, Shape{2, 0, 3}, Shape{3, 4, 5}, Shape(32, 1)}) {
      const Tensor original = Tensor::randint(shape, dtype, 0, 1, 11);
      writeNpy(path, original);
      const Tensor back = readNpy(path);
      ASSERT_EQ(back.shape(), shape);
      ASSERT_EQ(back.dtype(), dtype);
      EXPECT_EQ(std::memcmp(back.data(), original.data(),
                            static_cast<size_t>(original.num_elements() * size_in_bytes(dtype))),
                0);
    }
}

TEST_F(NpyFile, WritesStridedTensorsInRowMajorOrder) {
  const Tensor original = Tensor::randn({4, 6}, f32, 1);
  writeNpy(path, original.t().slice(0, 1, 3));
  const Tensor back = readNpy(path);
  EXPECT_EQ(back.shape(), (Shape{3, 4}));
  EXPECT_EQ(max_abs_difference(back, original.slice(1, 1, 3).t()), 0);
}

TEST_F(NpyFile, AcceptsOpaqueBfloatAndOtherSpellings) {
  std::string opaque(numpy::bf16C);
  opaque.replace(opaque.find("<V2"), 3, "|V2");
  expectMatrix(readOf(opaque), bf16, 0.75, 0);
  std::string python2(numpy::f32C);
  python2.replace(python2.find("(2, 3), }  "), 11, "(2L, 3L) } ");
  expectMatrix(readOf(python2), f32, 1.5, 0);
  std::string native(numpy::f32C);
  native.replace(native.find("'<f4'"), 5, "\"=f4\"");
  expectMatrix(readOf(native), f32, 1.5, 0);
}

TEST_F(NpyFile, TruthValuesBecomeZeroOrOne) {
  std::string bytes(numpy::boolC);
  bytes.back() = '\x80';
  const Tensor truth = readOf(bytes);
  EXPECT_EQ(static_cast<const unsigned char *>(truth.data())[2], 1);
}

TEST_F(NpyFile, ReplacesAFileBehindALink) {
  const std::string target = folder.file("target.npy");
  writeBytes(target, "old");
  std::filesystem::create_symlink(target, path);
  writeNpy(path, Tensor::full({1}, f32, 7));
  EXPECT_TRUE(std::filesystem::is_symlink(path));
  EXPECT_EQ(readNpy(target).at({0}), 7);
  EXPECT_EQ(folder.entries(), 2u);
}

TEST_F(NpyFile, UnreadableFiles) {
  const auto text = [](const std::string &name) {
    return failureText<Error>([&] { readNpy(name); });
  };
  EXPECT_EQ(text(path),
            "error: npy: cannot read '" + path +
                "': No such file or directory [file-unreadable]\n"
                "help: check the name; without a / in front it starts in the current folder");
  EXPECT_EQ(text(folder.file("")), "error: npy: cannot read '" + folder.file("") +
                                       "': Is a directory [file-unreadable]\n"
                                       "help: name a file in that folder");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(text(path), "error: npy: cannot read '" + path +
                            "': not a regular file [file-unreadable]\n"
                            "help: copy its contents to a file, and name that");
}

TEST_F(NpyFile, UnwritableFilesLeaveNothingBehind) {
  const Tensor tensor = Tensor::zeros({2}, f32);
  const auto text = [&](const std::string &name) {
    return failureText<LaunchError>([&] { writeNpy(name, tensor); });
  };
  const std::string lost = folder.file("no/such/folder.npy");
  EXPECT_EQ(text(lost),
            "error: npy: cannot write '" + lost +
                "': No such file or directory [file-unwritable]\nhelp: create its folder first");
  std::filesystem::create_directory(path);
  EXPECT_EQ(text(path),
            "error: npy: cannot write '" + path +
                "': Is a directory [file-unwritable]\nhelp: name a file in that folder");
  EXPECT_EQ(folder.entries(), 1u);
}

} // namespace
