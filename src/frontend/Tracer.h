//===- Tracer.h - Records the calls of a kernel's body --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// While a Kernel's body runs, each thread has one current tracer; the functions
// of the language append operations of the dialect to it.  Every operation is
// verified when it is made, so that an error is thrown from the line that made
// it, and its text is the verifier's.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

#include "dialect/Dialect.h"
#include "wave/kernel.h"

namespace wave::frontend {

class Tracer {
public:
  Tracer(const std::string &name, std::vector<Memory> arguments, const SourceLocation &where);
  ~Tracer();

  /// The tracer of this thread; throws Error "outside-kernel" if there is none.
  static Tracer &current(const std::string &what, const SourceLocation &where);
  static Tracer *currentOrNull();

  mlir::MLIRContext *context() { return context_.get(); }
  mlir::OpBuilder &builder() { return builder_; }
  mlir::Location at(const SourceLocation &where);
  ir::ExprAttr expr(const Expr &value);
  ir::TileType tileType(const std::vector<Expr> &shape, DType dtype, const SourceLocation &where);

  /// The block argument of `memory`; throws Error "unknown-memory" if the kernel
  /// does not list it.
  mlir::Value value(const Memory &memory, const SourceLocation &where);
  /// The value of `tile`; throws Error "foreign-register" if it was made in another
  /// kernel, or in the body of a loop that has ended.
  mlir::Value value(const Register &tile, const SourceLocation &where);
  Register reg(mlir::Value value) { return Register(value.getAsOpaquePointer(), id_); }

  void add(const Constraints &constraints);

  /// Throws the error that the operation's verifier reports.
  void check(mlir::Operation *op);
  /// The tag as an attribute, or null for none.
  mlir::StringAttr tag(const std::string &text);

  /// Finishes the kernel: operands in order, everything verified.
  std::shared_ptr<const Kernel::Trace> finish();

  std::vector<ir::IterateOp> openLoops;
  /// A loop whose body an exception left; unknown while there is none.
  SourceLocation abandonedLoop;
  /// The operations on memory in the full expressions that are being evaluated;
  /// without one until it is marked.  See EffectScope.
  struct Effect {
    mlir::Block *block;
    mlir::Operation *operation = nullptr;
    SourceLocation where;
  };
  std::vector<Effect *> effects;

private:
  std::unique_ptr<mlir::MLIRContext> context_;
  mlir::OpBuilder builder_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  ir::KernelOp kernel_;
  std::vector<Memory> arguments_;
  uint64_t id_; ///< distinguishes the registers of different kernels
  Tracer *outer_;
};

/// A number as an attribute of `dtype`; throws Error "number-range" if it has no
/// such value.
mlir::TypedAttr numberAttr(Tracer &tracer, const Number &number, DType dtype);

} // namespace wave::frontend
