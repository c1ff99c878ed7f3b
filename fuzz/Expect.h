//===- Expect.h - What a fuzzer finds -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fuzzer calls LLVMFuzzerTestOneInput with bytes of its own making.  It finds what
// a sanitizer reports, an exception that is none of wave's, more memory or time than
// script/fuzz allows, and a broken expectation.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "wave/diagnostic.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace wave::fuzz {

inline std::string_view textOf(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

inline void expect(bool holds, const char *claim, const std::string &found = {}) {
  if (holds)
    return;
  std::fprintf(stderr, "expected: %s\nfound: %s\n", claim, found.c_str());
  std::abort();
}

/// Every refusal has an id and a text that a terminal can show.
inline void expectReadable(const Failure &failure) {
  const std::string text = failure.what();
  expect(!failure.diagnostic().id.empty(), "an error has an id", text);
  expect(text.size() < 20'000, "a message can be read", text);
  for (char c : text)
    expect(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t',
           "a message leaves the terminal alone", text);
}

} // namespace wave::fuzz
