//===- package.cpp - Any bytes as a package -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checksums would refuse nearly every input before it is looked at: each is also read with
// those that its bytes ask for.
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "Expect.h"
#include "runtime/Arguments.h"
#include "runtime/ComputeUnits.h"
#include "runtime/LaunchArguments.h"
#include "runtime/ScalarRanges.h"
#include "runtime/package/Package.h"
#include "runtime/package/Sha256.h"

using namespace wave;

// As PackageFile.cpp describes the file.
static constexpr size_t startBytes = 16, rowBytes = 56, digestBytes = 32, offsetInRow = 16,
                        digestInRow = 24;

static uint32_t numberAt(const std::string &file, size_t position) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i)
    value |= uint32_t{static_cast<uint8_t>(file[position + i])} << (8 * i);
  return value;
}

static void putDigest(std::string &file, size_t position, size_t begin, size_t size) {
  const auto digest = sha256(std::string_view(file).substr(begin, size));
  std::copy(digest.begin(), digest.end(), file.begin() + static_cast<std::ptrdiff_t>(position));
}

/// The file with right checksums, as far as it has places for them.
static std::string sealed(std::string file) {
  if (file.size() < startBytes)
    return file;
  const size_t count = numberAt(file, startBytes - 4);
  const size_t head = startBytes + std::min<size_t>(count, 64) * rowBytes;
  if (file.size() < head + digestBytes)
    return file;
  for (size_t row = startBytes; row < head; row += rowBytes) {
    const size_t offset = numberAt(file, row + offsetInRow);
    if (offset >= head + digestBytes && offset <= file.size())
      putDigest(file, row + digestInRow, offset, numberAt(file, row + offsetInRow + 4));
  }
  putDigest(file, head, 0, head);
  return file;
}

/// What a launch asks of a package before it needs a GPU, with small sizes.
static void prepareLaunch(const Package &package) {
  Bindings sizes;
  for (const std::string &symbol : openSizes(package.arguments, {}))
    sizes.set(symbol, 5);
  try {
    (void)withSizes(package.arguments, sizes);
    setComputeUnits(sizes, package.grid, package.known, 132);
    (void)gridFor(package.grid, sizes);
    LaunchRanges().require(package.scalars, package.grid, sizes);
  } catch (const Error &error) {
    fuzz::expectReadable(error);
  }
}

static void read(const std::string &file) {
  try {
    const Package package = parsePackage(file, "fuzz.wpk");
    prepareLaunch(package);
    const std::string bytes = packageBytes(package);
    fuzz::expect(packageBytes(parsePackage(bytes, "fuzz.wpk")) == bytes,
                 "what was read is written, and read back as the same");
  } catch (const Error &error) {
    fuzz::expectReadable(error);
    fuzz::expect(error.diagnostic().id == "package-file", "a refused file is called so",
                 error.what());
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string file(fuzz::textOf(data, size));
  read(file);
  read(sealed(file));
  return 0;
}
