//===- text.h - Strings that braces cannot make of two ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `f({"a", "b"})` calls an f that takes a std::string with one that is made of two iterators, which
// point into different arrays.  What takes names takes these types, which are made of one string:
// braces with two are a list where there is an overload for one, and an error elsewhere.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/platform.h"

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace wave::detail {

/// A string, made of one string of any kind.
class Text : public std::string {
public:
  Text() = default;
  template <typename T>
    requires std::same_as<std::remove_cvref_t<T>, std::string>
  Text(T &&text) : std::string(std::forward<T>(text)) {}
  template <typename T>
    requires(std::convertible_to<const T &, std::string_view> && !std::same_as<T, std::string>)
  Text(const T &text) : std::string(std::string_view(text)) {}
};

/// A view of a string, made of one string of any kind.
class TextView : public std::string_view {
public:
  template <typename T>
    requires std::convertible_to<const T &, std::string_view>
  TextView(const T &text) : std::string_view(text) {}
};

/// Several strings.
class Texts : public std::vector<std::string> {
public:
  Texts() = default;
  Texts(std::initializer_list<Text> list) : std::vector<std::string>(list.begin(), list.end()) {}
  template <std::same_as<std::vector<std::string>> T>
  Texts(const T &list) : std::vector<std::string>(list) {}
};

} // namespace wave::detail
#pragma GCC visibility pop
