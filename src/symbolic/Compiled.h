//===- Compiled.h - An expression to evaluate at many points --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// symbolic::evaluate walks the tree, looks symbols up by name and computes with 128
// bits.  A compiled expression is a flat program over 64-bit slots: what occurs twice
// is computed once, and what depends on no variable is computed when it is compiled.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wave::symbolic {

class CompiledExpr {
public:
  /// A symbol that is no variable stands for what `constants` binds it to.
  CompiledExpr(const Expr &expr, std::vector<std::string> variables, const Bindings &constants);

  /// The value, or nothing where symbolic::evaluate fails; `values` has one for each variable, in
  /// their order.  Where an intermediate value leaves 64 bits, symbolic::evaluate decides.
  std::optional<int64_t> operator()(std::span<const int64_t> values) const;

  /// The same with the reason, from symbolic::evaluate.
  Evaluation evaluation(std::span<const int64_t> values) const;

private:
  friend class ExprCompiler;

  /// Operands are slots.  Only Select has three; others repeat the last one.
  struct Instruction {
    Kind kind;
    std::array<uint32_t, 3> operands;
  };

  Expr source;
  std::vector<std::string> variables;
  Bindings bound;
  /// Slots: the constants, the variables, then the result of each instruction.
  std::vector<int64_t> constants;
  /// One of the constants stands for a symbol that has no value.
  std::optional<uint32_t> invalidSlot;
  std::vector<Instruction> program;
  uint32_t result = 0;
};

} // namespace wave::symbolic
