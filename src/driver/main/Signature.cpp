//===- Signature.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Signature.h"

#include "diagnostic/Fail.h"
#include "dialect/ElementTypes.h"
#include "dialect/NormalForms.h"
#include "frontend/KernelTrace.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

std::string Parameter::shape() const {
  std::string text;
  for (const std::string &dim : dims)
    text += (text.empty() ? "" : ", ") + dim;
  return "[" + text + "]";
}

const Parameter &Signature::at(const std::string &name, const std::string &option) const {
  std::vector<std::string> known;
  std::string list;
  for (const Parameter &parameter : parameters) {
    if (parameter.name == name)
      return parameter;
    known.push_back(parameter.name);
    list += (list.empty() ? "" : ", ") + parameter.name;
  }
  auto nearest = symbolic::nearestName(name, known);
  fail<Error>("unknown-argument",
              option + ": the kernel has no argument '" + name + "'; its arguments are: " + list,
              nearest ? "did you mean " + *nearest + "?" : "");
}

Signature signatureOf(const Kernel &kernel) {
  auto context = frontend::makeContext();
  auto module = frontend::load(kernel, *context);
  ir::KernelOp op = frontend::onlyKernel(*module);
  Signature signature;
  signature.isBound = ir::isBound(op);
  for (mlir::BlockArgument argument : op.getBlock()->getArguments()) {
    auto type = llvm::cast<ir::MemoryType>(argument.getType());
    Parameter &parameter = signature.parameters.emplace_back();
    parameter.name = op.getArgName(argument.getArgNumber()).str();
    parameter.dtype = *ir::dtypeOf(type.getElementType());
    for (ir::DimAttr dim : type.getDims()) {
      auto size = dim.getConstantSize();
      parameter.dims.push_back(dim.getName().getValue().str());
      parameter.sizes.push_back(size ? Expr::constant(*size) : dim.getName().getValue());
    }
    for (mlir::Operation *user : argument.getUsers()) {
      parameter.isRead |= llvm::isa<ir::ReadOp>(user);
      parameter.isWritten |= llvm::isa<ir::WriteOp>(user);
    }
  }
  return signature;
}

} // namespace wave::commandline
