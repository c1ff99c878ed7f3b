//===- SymbolUses.h - The symbols of a kernel, and whether they have values ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mlir/IR/Location.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include "dialect/Dialect.h"
#include "wave/expr.h"

namespace wave::ir {

bool isAddressSpace(llvm::StringRef symbol);

/// The expressions of an operation that are indices, or parts of them.
void forEachIndexExpr(mlir::Operation *op, llvm::function_ref<void(ExprAttr)> visit);

/// Where a symbol is written, for messages.
struct SymbolUse {
  mlir::Location where;
  std::string what;
  std::string value = "..."; ///< what it may be bound to
  bool mayBeSet = false;     ///< whether an index has it, so that set_symbol may give it a value
};

/// Of a kernel in the traced form, in the order of Kernel::symbols; of several uses, the first.
class SymbolUses {
public:
  explicit SymbolUses(KernelOp kernel);

  const SymbolUse *find(const std::string &symbol) const;
  std::vector<std::string> names() const;

  /// Whether the kernel or another binding uses the symbol.
  bool isUsed(const Binding &binding, const Bindings &bindings) const;
  /// The bindings that are of use.
  Bindings usedOf(Bindings bindings) const;

  /// Of the bindings that nothing uses reports the first unknown one (symbolic/UnusedBinding.h),
  /// "unknown-symbol", and remarks the others, "unused-symbol": at the line of the binding, or else
  /// `otherwise`, or else at that of the kernel.
  llvm::LogicalResult checkAllUsed(const Bindings &bindings,
                                   std::optional<mlir::Location> otherwise = std::nullopt) const;

  /// Reports "unbound-symbol" for all symbols without a value at once, each with a place
  /// that uses it.  Those that are `open` need none.
  /// Whoever called knows how a symbol gets its value.
  enum class Caller { Code, CommandLine };
  llvm::LogicalResult checkAllBound(const Bindings &bindings,
                                    const std::function<bool(const std::string &)> &open,
                                    Caller caller = Caller::Code) const;

private:
  std::vector<std::string>
  unboundSymbols(const Bindings &bindings,
                 const std::function<bool(const std::string &)> &open) const;
  SymbolUse useOf(const std::string &symbol, const Bindings &bindings) const;

  mutable KernelOp kernel; // a handle; its accessors are not const
  llvm::MapVector<std::string, SymbolUse, std::map<std::string, unsigned>> uses;
};

} // namespace wave::ir
