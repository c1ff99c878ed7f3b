//===- Signature.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Signature.h"

#include "diagnostic/Fail.h"
#include "dialect/KernelArguments.h"
#include "dialect/NormalForms.h"
#include "frontend/KernelTrace.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

const Argument &Signature::at(const std::string &name, const std::string &option) const {
  std::vector<std::string> known;
  std::string list;
  for (const Argument &argument : arguments) {
    if (argument.name == name)
      return argument;
    known.push_back(argument.name);
    list += (list.empty() ? "" : ", ") + argument.name;
  }
  fail<Error>("unknown-argument",
              option + ": the kernel has no argument '" + name + "'; its arguments are: " + list,
              symbolic::suggestion(name, known));
}

Signature signatureOf(const Kernel &kernel) {
  auto context = frontend::makeContext();
  auto module = frontend::load(kernel, *context);
  ir::KernelOp op = frontend::onlyKernel(*module);
  Signature signature;
  signature.isBound = ir::isBound(op);
  signature.arguments = ir::argumentsOf(op);
  signature.precision = ir::leastPrecisionOf(op);
  return signature;
}

} // namespace wave::commandline
