//===- memory.h - Buffers of a kernel -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <concepts>
#include <initializer_list>
#include <memory>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "wave/diagnostic.h"
#include "wave/expr.h"
#include "wave/text.h"
#include "wave/types.h"

#pragma GCC visibility push(default)
namespace wave {

/// Declares a buffer of the caller: name, symbolic shape, element type and address space.  The
/// address space is GLOBAL_ADDRESS_SPACE, SHARED_ADDRESS_SPACE (reads are staged through shared
/// memory) or a symbol bound to one of them.  Copies denote the same buffer.
class Memory {
public:
  Memory(detail::Text name, std::initializer_list<Expr> shape, DType dtype,
         Expr address_space = GLOBAL_ADDRESS_SPACE,
         std::source_location where = std::source_location::current());

  /// An element type that is not a DType.
  template <typename T>
    requires std::is_arithmetic_v<T> || std::convertible_to<const T &, std::string_view>
  Memory(const std::string &, std::initializer_list<Expr>, const T &, Expr = GLOBAL_ADDRESS_SPACE) {
    static_assert(detail::never<T>,
                  "wave: an element type is a value of wave: Memory(\"a\", {M}, f32)");
  }

  struct Declaration {
    std::string name;
    std::vector<Expr> shape;
    DType dtype;
    Expr address_space;
    SourceLocation where;
  };
  const Declaration &declaration() const { return *declaration_; }

private:
  std::shared_ptr<const Declaration> declaration_;
};

} // namespace wave
#pragma GCC visibility pop
