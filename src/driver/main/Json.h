//===- Json.h - What the JSON objects of all commands have in common ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>

#include "nlohmann/json.hpp"

#include "wave/diagnostic.h"

namespace wave::commandline {

using Json = nlohmann::ordered_json;

constexpr int jsonSchemaVersion = 1;

Json toJson(const Diagnostic &diagnostic);

/// What is there, or null where nothing is.
inline Json orNull(const std::string &text) { return text.empty() ? Json() : Json(text); }
template <typename T> Json orNull(const std::optional<T> &value) {
  return value ? Json(*value) : Json();
}

/// One line.  NaN and infinities become null, bytes that are not UTF-8 U+FFFD.
std::string jsonText(const Json &json);

} // namespace wave::commandline
