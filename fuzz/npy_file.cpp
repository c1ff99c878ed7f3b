//===- npy_file.cpp - Any bytes as an .npy file ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "Expect.h"
#include "runtime/NpyFile.h"
#include "runtime/NpyHeader.h"

using namespace wave;

/// A file in memory that holds the input.
static std::string fileOf(const uint8_t *data, size_t size) {
  static const int descriptor = ::memfd_create("fuzz", MFD_CLOEXEC);
  fuzz::expect(::ftruncate(descriptor, 0) == 0 &&
                   ::pwrite(descriptor, data, size, 0) == static_cast<ssize_t>(size),
               "a file in memory can be written");
  return "/proc/self/fd/" + std::to_string(descriptor);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  try {
    const Tensor tensor = readNpy(fileOf(data, size));
    const auto bytes = static_cast<size_t>(tensor.num_elements() * size_in_bytes(tensor.dtype()));
    fuzz::expect(tensor.is_contiguous() && bytes <= size, "the elements come from the file");
    // What was read is written as NumPy would write it, and read back as the same.
    std::string file = renderNpyHeader(tensor.shape(), tensor.dtype());
    if (bytes > 0)
      file.append(static_cast<const char *>(tensor.data()), bytes);
    const Tensor again =
        readNpy(fileOf(reinterpret_cast<const uint8_t *>(file.data()), file.size()));
    fuzz::expect(again.shape() == tensor.shape() && again.dtype() == tensor.dtype(),
                 "a written header reads back");
    fuzz::expect(bytes == 0 || std::memcmp(again.data(), tensor.data(), bytes) == 0,
                 "written elements read back");
  } catch (const Error &error) {
    fuzz::expectReadable(error);
    fuzz::expect(error.diagnostic().id == "npy-file", "a refused file is called so", error.what());
  }
  return 0;
}
