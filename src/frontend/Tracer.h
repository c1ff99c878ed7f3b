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

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

#include "dialect/Dialect.h"
#include "dialect/IndexValues.h"
#include "wave/kernel.h"

namespace wave::frontend {

class Tracer {
public:
  Tracer(const std::string &name, const std::vector<KernelArgument> &arguments,
         const SourceLocation &where);
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
  /// kernel, or in the body of a loop that has ended, and "scalar-operand" if it is a scalar.
  mlir::Value value(const Register &tile, const SourceLocation &where);
  /// The index that a scalar is; null of a tile.
  mlir::Value scalarOf(const Register &value, const SourceLocation &where);
  Register reg(mlir::Value value) { return Register(value.getAsOpaquePointer(), id_); }

  void add(const Constraints &constraints);

  /// Throws the error that the operation's verifier reports.
  void check(mlir::Operation *op);
  /// The tag as an attribute, or null for none.
  mlir::StringAttr tag(const std::string &text);

  /// Finishes the kernel: operands in order, everything verified.
  std::shared_ptr<const Kernel::Trace> finish();

  /// A body that is being traced, and what set_symbol gave symbols in it.
  struct Scope {
    ir::IterateOp loop; ///< null of the kernel itself
    std::map<std::string, mlir::Value> symbols;
    mlir::Value next; ///< of the loop's axis
  };
  /// The kernel's and those of the open loops, outermost first.
  std::vector<Scope> scopes{1};

  /// `expr` with what CLUSTER_ID, CLUSTER_RANK and NUM_CLUSTERS are, over ids of workgroups, sizes
  /// of clusters and the grid.
  Expr withoutClusters(const Expr &expr);
  /// `expr` with indices in the place of symbols that were set and of the axes of while loops.
  Expr resolved(const Expr &expr);
  /// A scalar register of a resolved expression.
  Register scalar(const Expr &expr, DType dtype, const SourceLocation &where);
  /// `expr` in which `$0`, `$1`, ... stand for `operands`, to which the indices that its symbols
  /// are here are added.
  Expr overOperands(const Expr &expr, mlir::SmallVectorImpl<mlir::Value> &operands);
  /// The Scalar of that name among the kernel's arguments; null if there is none.
  ir::ScalarAttr scalarArgument(llvm::StringRef name) { return kernel_.getScalar(name); }
  /// Throws Error "scalar-argument" if a float scalar is part of `expr`.
  void requireIntegers(const Expr &expr, const SourceLocation &where);
  /// Throws Error "expression-size" if `expr` is too large for a text.
  void requireReadable(const Expr &expr, const SourceLocation &where);
  llvm::StringRef kernelName() { return kernel_.getSymName(); }
  /// The index that a symbol is here: set, the axis of a while loop, a workgroup's id; or null.
  mlir::Value indexOf(const std::string &symbol);
  ir::IndexValues indices;
  std::vector<std::string> everSet; ///< symbols that set_symbol gave a value

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
  /// Tells who reports symbols without values of those that are set somewhere else.
  void noteSetLater();

  std::unique_ptr<mlir::MLIRContext> context_;
  mlir::OpBuilder builder_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  ir::KernelOp kernel_;
  std::vector<Memory> memories_;
  uint64_t id_; ///< distinguishes the registers of different kernels
  Tracer *outer_;
};

/// The result of an operation on scalars; nothing if an operand is a tile.  `name` is that of the
/// function, or the operator.
std::optional<Register> scalarResult(Tracer &tracer, llvm::StringRef name, const Operand &a,
                                     const Operand &b, const SourceLocation &where);
/// A scalar as a tile of that element type, along its first dimension.  Throws Error
/// "scalar-operand" for elements of 8 bits.
Register besideTile(Tracer &tracer, const Register &scalar, ir::TileType tile,
                    const SourceLocation &where);
/// The scalar that a condition chooses; nothing if the condition is a tile.
std::optional<Register> scalarChoice(Tracer &tracer, const Register &condition, const Operand &a,
                                     const Operand &b, const SourceLocation &where);

/// A number as an attribute of `dtype`; throws Error "number-range" if it has no
/// such value.
mlir::TypedAttr numberAttr(Tracer &tracer, const Number &number, DType dtype);

} // namespace wave::frontend
