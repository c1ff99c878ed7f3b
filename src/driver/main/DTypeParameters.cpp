//===- DTypeParameters.cpp - The element types that a kernel is made with -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "diagnostic/Fail.h"
#include "symbolic/NearestName.h"
#include "wave/main.h"

namespace wave {

using Parameters = std::vector<std::pair<std::string, DType>>;

static size_t indexOf(const Parameters &list, const std::string &name) {
  auto found = std::ranges::find(list, name, &std::pair<std::string, DType>::first);
  if (found != list.end())
    return static_cast<size_t>(found - list.begin());
  std::vector<std::string> known;
  std::string text;
  for (const auto &[parameter, dtype] : list) {
    known.push_back(parameter);
    text += (text.empty() ? "" : ", ") + parameter;
  }
  fail<Error>(
      "unknown-dtype-parameter",
      "the kernel has no dtype parameter '" + name + "'; " +
          (text.empty() ? "its element types are fixed" : "its parameters are: " + text),
      symbolic::suggestion(name, known, text.empty() ? "leave out --dtype" : "choose one of them"));
}

DType DTypeParameters::operator[](const detail::Text &name) const {
  return list_[indexOf(list_, name)].second;
}

void DTypeParameters::set(const detail::Text &name, DType dtype) {
  list_[indexOf(list_, name)].second = dtype;
}

} // namespace wave
