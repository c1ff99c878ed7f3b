//===- ErrorId.h - The ids of errors, checked when wave is compiled -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An id is a promise: programs compare with it, and `wave help ID` explains it.  So a
// string becomes an ErrorId only if ErrorIds.def lists it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace wave {

inline constexpr auto errorIds = std::to_array<std::string_view>({
#define WAVE_ERROR_ID(ID) ID,
#include "diagnostic/ErrorIds.def"
});

class ErrorId {
public:
  consteval ErrorId(const char *id) : id(id) {
    if (std::ranges::find(errorIds, this->id) == errorIds.end())
      throw "this id is not listed in src/diagnostic/ErrorIds.def";
  }

  /// For an id that is put together when wave runs; what is not listed is "internal".
  static ErrorId listed(std::string_view id) {
    auto found = std::ranges::find(errorIds, id);
    ErrorId result("internal");
    if (found != errorIds.end())
      result.id = *found;
    return result;
  }

  constexpr std::string_view str() const { return id; }
  operator std::string() const { return std::string(id); }

private:
  std::string_view id;
};

} // namespace wave
