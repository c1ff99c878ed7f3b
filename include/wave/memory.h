//===- memory.h - A kernel's buffers --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <initializer_list>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

#include "wave/diagnostic.h"
#include "wave/expr.h"
#include "wave/types.h"

#pragma GCC visibility push(default)
namespace wave {

/// A buffer that a kernel reads and writes: a name, one symbolic size per
/// dimension, an element type, and an address space (a symbol that the compile
/// may bind; SHARED_ADDRESS_SPACE asks for staging through shared memory).
/// Copies name the same buffer.
class Memory {
public:
  Memory(std::string name, std::initializer_list<Expr> shape, DType dtype,
         Expr address_space = GLOBAL_ADDRESS_SPACE,
         std::source_location where = std::source_location::current());

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
