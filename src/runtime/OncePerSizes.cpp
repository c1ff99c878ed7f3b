//===- OncePerSizes.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/OncePerSizes.h"

namespace wave {

std::string sizesText(const Bindings &sizes) {
  std::string text;
  for (const Binding &size : sizes)
    text += (text.empty() ? "" : ", ") + size.symbol + " = " + size.value.str();
  return text;
}

void OncePerSizes::run(const Bindings &sizes, const std::function<void()> &check) {
  const std::string key = sizesText(sizes);
  {
    const std::lock_guard<std::mutex> lock(mutex);
    if (passed.contains(key))
      return;
  }
  check();
  const std::lock_guard<std::mutex> lock(mutex);
  passed.insert(key);
}

} // namespace wave
