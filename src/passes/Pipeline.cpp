//===- Pipeline.cpp - The order of the compiler ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Pipeline.h"

#include "mlir/Pass/PassRegistry.h"

#include "dialect/NormalForms.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {

static void expectForm(OpPassManager &kernels, ir::Form form) {
  kernels.addPass(createVerifyForm({.form = ir::formName(form).str()}));
}

void addBindPasses(OpPassManager &manager, const Bindings &subs, const std::string &chip) {
  OpPassManager &kernels = manager.nest<ir::KernelOp>();
  expectForm(kernels, ir::Form::Traced);
  kernels.addPass(createBindSymbols({.subs = subsText(subs)}));
  expectForm(kernels, ir::Form::Sized);
  kernels.addPass(createResolveHardware({.chip = chip}));
  kernels.addPass(createConvertWrites());
  expectForm(kernels, ir::Form::Sized);
  kernels.addPass(createDistributeTiles());
  expectForm(kernels, ir::Form::Bound);
}

std::string subsText(const Bindings &subs) {
  std::string text;
  for (const Binding &binding : subs)
    text += (text.empty() ? "" : "; ") + binding.symbol + "=" + binding.value.str();
  return text;
}

} // namespace wave
