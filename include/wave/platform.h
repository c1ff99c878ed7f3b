//===- platform.h - Required compiler options -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library is compiled code, so its users need the same ABI of std::string and
// std::vector.  Included first, so that a mismatch is one error.  So is a call with wrong types
// (wave/misuse.h), which takes `never`.
//
//===----------------------------------------------------------------------===//

#pragma once

#if !defined(__cplusplus) || __cplusplus < 202002L
#error "wave needs C++20: compile with -std=c++20"
#endif

#include <version>

#if !defined(__linux__)
#error "wave is for Linux"
#elif !defined(__GLIBCXX__)
#error "wave is built on GNU's C++ library, libstdc++: compile without -stdlib=libc++"
#elif !_GLIBCXX_USE_CXX11_ABI
#error "wave is built with the C++11 ABI of libstdc++: compile without -D_GLIBCXX_USE_CXX11_ABI=0"
#elif defined(_GLIBCXX_DEBUG)
#error                                                                                             \
    "-D_GLIBCXX_DEBUG changes std::vector, which wave's functions take: use -D_GLIBCXX_ASSERTIONS"
#endif

#pragma GCC visibility push(default)
namespace wave::detail {
/// False, but dependent on the types.
template <typename...> inline constexpr bool never = false;
} // namespace wave::detail
#pragma GCC visibility pop
