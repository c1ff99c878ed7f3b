//===- NpyFile.cpp - Reading .npy files -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/NpyFile.h"

#include <algorithm>
#include <bit>

#include "diagnostic/Fail.h"
#include "runtime/NpyHeader.h"
#include "runtime/RegularFile.h"
#include "runtime/Strides.h"

namespace wave {
namespace {

static_assert(std::endian::native == std::endian::little, "native data is written as '<'");

/// All of `bytes`, which is at most what the file had left when it was opened.
void readWhole(RegularFile &file, void *to, uint64_t bytes) {
  if (file.read(to, bytes) < bytes)
    failNpy(file.path(), "the file became shorter while it was read",
            std::to_string(file.size()) + " bytes", std::to_string(file.bytesRead()) + " bytes",
            "write it anew with numpy.save, and let nobody change it meanwhile");
}

std::string hexText(std::string_view bytes) {
  std::string result;
  for (char c : bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    result += result.empty() ? "" : " ";
    (result += digits[byte >> 4]) += digits[byte & 15];
  }
  return result.empty() ? "an empty file" : result;
}

std::string readHeaderText(const std::string &path, RegularFile &file) {
  std::string prefix(std::min<uint64_t>(file.bytesLeft(), npyMagic.size() + 2), '\0');
  readWhole(file, prefix.data(), prefix.size());
  if (prefix.substr(0, npyMagic.size()) != npyMagic)
    failNpy(path, "not a .npy file", "the bytes " + hexText(npyMagic) + " (\\x93NUMPY) first",
            hexText(prefix.substr(0, npyMagic.size())));
  if (prefix.size() < npyMagic.size() + 2)
    failNpy(path, "the file ends before its version", "at least 10 bytes",
            std::to_string(prefix.size()) + " bytes");
  const auto major = static_cast<unsigned char>(prefix[npyMagic.size()]);
  const auto minor = static_cast<unsigned char>(prefix[npyMagic.size() + 1]);
  if (major < 1 || major > 3 || minor != 0)
    failNpy(path, "unsupported format version", "1.0, 2.0 or 3.0",
            std::to_string(major) + "." + std::to_string(minor));

  const size_t lengthBytes = major == 1 ? 2 : 4;
  if (file.bytesLeft() < lengthBytes)
    failNpy(path, "the file ends before the length of its header",
            "at least " + std::to_string(prefix.size() + lengthBytes) + " bytes",
            std::to_string(prefix.size() + file.bytesLeft()) + " bytes");
  uint32_t length = 0; // little-endian, as we are
  readWhole(file, &length, lengthBytes);
  if (length > npyMaxHeaderBytes)
    failNpy(path, "absurd header length", "at most " + std::to_string(npyMaxHeaderBytes) + " bytes",
            std::to_string(length) + " bytes");
  if (length > file.bytesLeft())
    failNpy(path, "the file ends within its header",
            "a header of " + std::to_string(length) + " bytes",
            std::to_string(file.bytesLeft()) + " bytes");
  std::string text(length, '\0');
  readWhole(file, text.data(), length);
  return text;
}

/// The size of the data, once the file is known to have exactly that much.
int64_t checkDataBytes(const std::string &path, const NpyHeader &header, const RegularFile &file) {
  const int64_t elementBytes = size_in_bytes(header.dtype);
  std::string formula;
  uint64_t bytes = static_cast<uint64_t>(elementBytes);
  bool overflows = false;
  for (int64_t size : header.shape) {
    formula += std::to_string(size) + " * ";
    // A size of 0 must not hide others that no tensor can have; see Strides.h.
    if (size != 0)
      overflows |= __builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes);
  }
  if (overflows || bytes > static_cast<uint64_t>(INT64_MAX))
    failNpy(path, "the shape is too large", "at most 2^63 - 1 bytes of data",
            "shape " + shapeText(header.shape) + " of " + std::string(dtype_name(header.dtype)));
  if (std::find(header.shape.begin(), header.shape.end(), 0) != header.shape.end())
    bytes = 0;
  if (bytes != file.bytesLeft())
    failNpy(
        path, bytes > file.bytesLeft() ? "the data is truncated" : "there are bytes after the data",
        std::to_string(bytes) + " bytes of data (" + formula + std::to_string(elementBytes) + ")",
        std::to_string(file.bytesLeft()) + " bytes");
  return static_cast<int64_t>(bytes);
}

void reverseBytes(std::byte *data, int64_t bytes, int64_t elementBytes) {
  for (int64_t i = 0; i < bytes; i += elementBytes)
    std::reverse(data + i, data + i + elementBytes);
}

} // namespace

Tensor readNpy(const std::string &path) {
  RegularFile file(path, "npy: ");
  const NpyHeader header = parseNpyHeader(path, readHeaderText(path, file));
  const int64_t bytes = checkDataBytes(path, header, file);

  // In Fortran order the data is the row-major image of the reversed shape.
  Shape storedShape = header.shape;
  if (header.isFortranOrder)
    std::reverse(storedShape.begin(), storedShape.end());
  Tensor stored = Tensor::empty(storedShape, header.dtype);
  auto *data = static_cast<std::byte *>(stored.data());
  readWhole(file, data, static_cast<uint64_t>(bytes));
  if (header.isBigEndian)
    reverseBytes(data, bytes, size_in_bytes(header.dtype));
  if (header.dtype == DType::i1) // any other byte than 0 is true to NumPy, 1 to us
    for (int64_t i = 0; i < bytes; ++i)
      data[i] = data[i] != std::byte{0} ? std::byte{1} : std::byte{0};
  if (!header.isFortranOrder)
    return stored;
  std::vector<int64_t> strides = stored.strides();
  std::reverse(strides.begin(), strides.end());
  return Tensor::view(data, header.dtype, header.shape, std::move(strides)).clone();
}

} // namespace wave
