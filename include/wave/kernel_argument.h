//===- kernel_argument.h - What a kernel takes at each launch -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Scalar scale("scale", f32), length("length", i32);
//   Kernel kernel("scaled", {x, y, scale, length}, constraints, [&] {
//     Register in = self_index(N, i32) < length;
//     write(select(in, scale * read(x), 0.0), y);
//   });
//   wave_compile(options, kernel)(x, y, 0.5f, 300);
//
//===----------------------------------------------------------------------===//

#pragma once

#include <source_location>
#include <variant>

#include "wave/diagnostic.h"
#include "wave/expr.h"
#include "wave/memory.h"
#include "wave/types.h"

#pragma GCC visibility push(default)
namespace wave {

/// Declares a number that each launch gives by value.  One compile serves all values.
///
/// An integer, i32 or i64, is a symbol whose value the launch knows: it stands in indices, bounds
/// of loops, conditions and grids, and beside tiles.  A float, f16, bf16, f32 or f64, stands beside
/// tiles, and is rounded once to their element type.  Scalars of one name are the same scalar.
class Scalar : public Symbol {
public:
  constexpr Scalar(const char *name, DType dtype,
                   std::source_location where = std::source_location::current())
      : Symbol(name), dtype_(dtype), where_(where) {}

  using Symbol::operator=;

  constexpr DType dtype() const { return dtype_; }
  constexpr const std::source_location &where() const { return where_; }

private:
  DType dtype_;
  std::source_location where_;
};

/// One entry of a kernel's list of arguments.
class KernelArgument {
public:
  KernelArgument(const Memory &memory) : value_(memory) {}
  KernelArgument(const Scalar &scalar) : value_(scalar) {}

  const Memory *memory() const { return std::get_if<Memory>(&value_); }
  const Scalar *scalar() const { return std::get_if<Scalar>(&value_); }

private:
  std::variant<Memory, Scalar> value_;
};

} // namespace wave
#pragma GCC visibility pop
