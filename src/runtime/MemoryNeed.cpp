//===- MemoryNeed.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/MemoryNeed.h"

#include "diagnostic/Fail.h"
#include "machine/HostMemory.h"
#include "runtime/Arguments.h"

namespace wave {

static int64_t saturatingMultiply(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

static std::string bytesText(int64_t bytes) {
  return bytes == INT64_MAX ? "2^63 bytes or more" : std::to_string(bytes) + " bytes";
}

void MemoryNeed::add(const std::string &what, const Argument &argument, int64_t elementBytes) {
  int64_t bytes = elementBytes;
  std::string formula;
  for (int64_t size : shapeOf(argument)) {
    bytes = saturatingMultiply(bytes, size);
    formula += std::to_string(size) + " * ";
  }
  if (__builtin_add_overflow(total, bytes, &total))
    total = INT64_MAX;
  parts.push_back({what + ": " + formula + std::to_string(elementBytes) + " = " + bytesText(bytes),
                   argument.where});
}

void MemoryNeed::check() const {
  const machine::AvailableMemory available = machine::availableMemory();
  if (total <= available.bytes)
    return;
  std::vector<Note> notes = parts;
  notes.push_back({"available is " + available.limit, {}});
  fail<Error>("buffers-too-large",
              "the buffers need " + bytesText(total) + ", and " + bytesText(available.bytes) +
                  " are available",
              "choose smaller sizes with -D", std::move(notes));
}

} // namespace wave
