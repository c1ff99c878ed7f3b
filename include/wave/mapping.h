//===- mapping.h - Where in a memory the elements of a tile are -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
//   read(a, {.mapping = IndexMapping{.num_iterators = 2,
//                                    .inputs = {M = i + OFFSET, K = j},
//                                    .outputs = {M = i, K = j}}});
//
//===----------------------------------------------------------------------===//

#pragma once

#include <concepts>
#include <initializer_list>
#include <source_location>

#include "wave/expr.h"

#pragma GCC visibility push(default)
namespace wave {

/// Coordinates as expressions over iterators, which are the coordinates of the register's elements.
/// `inputs` are those of what is read or written: for `read` the coordinates in the memory, for
/// `write` those in the register.  `outputs` are those of what results: for `read` in the register,
/// for `write` in the memory.  Those in the register are iterators alone, and say which dimensions
/// it has, in which order.
///
/// For `read` a coordinate in the memory is any expression over the iterators, symbols and what
/// set_symbol gives: `i // WO * STRIDE + j % 3 - PAD`.  For `write` each is an iterator plus an
/// offset, or an offset alone, so that no element is written twice.
///
/// A dimension whose coordinate is not simply the iterator of the same dimension is mapped:
/// elements that lie outside the memory along it are the fill value when they are read, and take
/// part; they are not stored.
struct IndexMapping {
  /// A number.
  class Count {
  public:
    constexpr Count() = default;
    constexpr Count(int count) : count_(count) {}
    template <std::same_as<Binding> T> Count(std::initializer_list<T>) {
      static_assert(detail::never<T>, "wave: name what bindings are of a mapping: "
                                      "IndexMapping{.inputs = {M = i}, .outputs = {M = i}}");
    }
    constexpr operator int() const { return count_; }

  private:
    int count_ = 0;
  };

  /// As many as the register has dimensions, if it is 0.
  Count num_iterators = 0;
  Bindings inputs = {};
  Bindings outputs = {};
  std::source_location where = std::source_location::current();

  /// Iterator `number`, from 0.
  static Expr iterator(int number);
};

} // namespace wave
#pragma GCC visibility pop
