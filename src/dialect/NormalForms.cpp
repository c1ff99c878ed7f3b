//===- NormalForms.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/NormalForms.h"

#include "dialect/BrokenConstraint.h"

using namespace mlir;

namespace wave::ir {

static constexpr std::pair<Form, StringLiteral> names[] = {
    {Form::Traced, "traced"}, {Form::Sized, "sized"}, {Form::Bound, "bound"}};

StringRef formName(Form form) {
  for (auto [candidate, name] : names)
    if (candidate == form)
      return name;
  llvm_unreachable("all forms are listed");
}

std::optional<Form> formNamed(StringRef wanted) {
  for (auto [form, name] : names)
    if (name == wanted)
      return form;
  return std::nullopt;
}

bool isBound(KernelOp kernel) { return kernel.getGrid().has_value(); }

namespace {
/// One property that a form asks of every operation, and when it is asked.
struct Property {
  StringLiteral claim;
  bool (*holds)(Operation *op, Form form);
};
} // namespace

static bool sizesMatch(TypeRange types, bool wanted) {
  auto allSized = [&](ArrayRef<DimAttr> dims) {
    return llvm::all_of(dims, [&](DimAttr dim) { return bool(dim.getSize()) == wanted; });
  };
  return llvm::all_of(types, [&](Type type) {
    auto tile = dyn_cast<TileType>(type);
    return !tile || allSized(tile.getDims());
  });
}

static const Property properties[] = {
    {"memories have sizes exactly from the form sized on",
     [](Operation *op, Form form) {
       auto kernel = dyn_cast<KernelOp>(op);
       return !kernel || llvm::all_of(kernel.getBlock()->getArgumentTypes(), [&](Type type) {
         return llvm::all_of(cast<MemoryType>(type).getDims(), [&](DimAttr dim) {
           return bool(dim.getSize()) == (form != Form::Traced);
         });
       });
     }},
    {"tiles of constraints are numbers from the form sized on",
     [](Operation *op, Form form) {
       auto tile = op->getAttrOfType<ExprAttr>("tile");
       return !tile || form == Form::Traced || tile.getConstant();
     }},
    {"tile values have sizes exactly in the form bound",
     [](Operation *op, Form form) {
       return sizesMatch(op->getResultTypes(), form == Form::Bound) &&
              sizesMatch(op->getOperandTypes(), form == Form::Bound);
     }},
    {"accesses have starts exactly in the form bound",
     [](Operation *op, Form form) {
       return !isa<ReadOp, WriteOp>(op) || op->hasAttr("start") == (form == Form::Bound);
     }},
    {"loops have counts exactly in the form bound",
     [](Operation *op, Form form) {
       return !isa<IterateOp>(op) || op->hasAttr("count") == (form == Form::Bound);
     }},
    {"every mma has an instruction in the form bound",
     [](Operation *op, Form form) {
       return !isa<MmaOp>(op) || form != Form::Bound || op->hasAttr("mma_type");
     }},
    {"the kernel has a grid exactly in the form bound",
     [](Operation *op, Form form) {
       return !isa<KernelOp>(op) || op->hasAttr("grid") == (form == Form::Bound);
     }},
};

LogicalResult verifyForm(KernelOp kernel, Form form) {
  WalkResult result = kernel->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (const Property &property : properties)
      if (!property.holds(op, form)) {
        (void)LogicalResult(BrokenConstraint(op, "normal-form",
                                             op->getName().getStringRef() +
                                                 ": not in the form " + formName(form) + ": " +
                                                 property.claim));
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace wave::ir
