//===- IndexCode.h - Indices in the code of a workgroup -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What depends on what a launch gives alone, the launch computes and passes, so that the code of a
// workgroup loads it at its entry; the rest is computed where it is used.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <string>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

#include "dialect/Dialect.h"
#include "symbolic/Node.h"
#include "targets/cpu/Code.h"

namespace wave::cpu {

class IndexCode {
public:
  /// `arguments` is the array of 64-bit words that the function takes; what is loaded stands at the
  /// head of `entry`, behind what is there already.
  IndexCode(mlir::OpBuilder &builder, mlir::Location where, Value arguments)
      : builder(builder), where(where), arguments(arguments) {}

  /// The next words of the arguments, before the first call of atLaunch.
  Value nextPointer(Code &code) { return code.loadPointer(arguments, words++); }
  Value nextIndex(Code &code) { return code.loadIndex(arguments, words++); }
  void skip(int64_t count) { words += count; }
  void endArguments(mlir::Block &entry) { lastAtEntry = &entry.back(); }

  /// The sizes of whole dimensions, at the entry.
  llvm::MapVector<ir::ExprAttr, Value> sizes;

  /// Gives a value to a workgroup's id, a counter, or what is read; takes it away.
  void set(const std::string &symbol, Value value) { symbols[symbol] = value; }
  void erase(const std::string &symbol) { symbols.erase(symbol); }

  /// A number that is known now, or that the launch computes and passes behind the memories.
  Value atLaunch(Code &code, const Expr &expr);
  mlir::SmallVector<Value> atLaunch(Code &code, mlir::ArrayRef<Expr> exprs);

  /// Any index.  Nothing that it computes ends the process.
  Value emit(Code &code, const Expr &expr);
  /// A condition, as an i1.
  Value emitCondition(Code &code, const Expr &expr) { return isTrue(code, emit(code, expr)); }
  Value compare(mlir::arith::CmpIPredicate predicate, Value a, Value b);
  Value choose(Value condition, Value a, Value b);

  /// Room for integers of 64 bits, made at the entry.
  Value room(int64_t count);

  /// What the launch computes and passes, in order.
  mlir::ArrayAttr valuesAtLaunch() const;

private:
  /// The values of parts of one expression, all where it is emitted or before.
  using Emitted = llvm::DenseMap<const symbolic::Node *, Value>;
  Value emit(Code &code, const Expr &expr, Emitted &emitted);
  Value emitNew(Code &code, const Expr &expr, Emitted &emitted);
  Value emitNode(Code &code, symbolic::Kind kind, mlir::ArrayRef<Value> x);
  Value isTrue(Code &code, Value number);
  Value truth(Code &code, mlir::arith::CmpIPredicate predicate, Value a, Value b);
  Value divide(Code &code, symbolic::Kind kind, Value a, Value b);

  mlir::OpBuilder &builder;
  mlir::Location where;
  Value arguments;
  int64_t words = 0;                      ///< of the arguments, before what the launch computes
  mlir::Operation *lastAtEntry = nullptr; ///< of what is loaded before anything is computed
  llvm::MapVector<ir::ExprAttr, Value> launchValues;
  std::map<std::string, Value> symbols;
};

} // namespace wave::cpu
