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

#include <source_location>

#include "wave/expr.h"

#pragma GCC visibility push(default)
namespace wave {

/// Coordinates as expressions over iterators, which count the elements of a tile.  `inputs` are
/// those of what is read or written: for `read` the coordinates in the memory, for `write` those in
/// the register.  `outputs` are those of what results: for `read` in the register, for `write` in
/// the memory.  Those in the register are iterators alone; in the memory each is the iterator of
/// the same dimension, plus an offset.  Elements that the mapping moves out of the memory are 0
/// when they are read, and take part; they are not stored.
struct IndexMapping {
  /// As many as there are dimensions, if it is 0.
  int num_iterators = 0;
  Bindings inputs = {};
  Bindings outputs = {};
  std::source_location where = std::source_location::current();

  /// Iterator `number`, from 0.
  static Expr iterator(int number);
};

} // namespace wave
#pragma GCC visibility pop
