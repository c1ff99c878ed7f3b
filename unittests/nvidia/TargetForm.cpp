//===- TargetForm.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetForm.h"

#include <cstdlib>
#include <functional>
#include <sstream>
#include <stdexcept>

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "targets/nvidia/Passes.h"

namespace wave::nvidia {

static std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

Assembler testAssembler() {
  AssemblerPlaces places{.chosen = variable("WAVE_PTXAS"), .folders = {}};
  std::istringstream path(variable("PATH"));
  for (std::string folder; std::getline(path, folder, ':');)
    places.folders.push_back(folder);
  places.folders.emplace_back("/usr/local/cuda/bin");
  const std::string cache = variable("XDG_CACHE_HOME");
  places.folders.push_back((cache.empty() ? variable("HOME") + "/.cache" : cache) +
                           "/wave/cuda-13.0/bin");
  return findAssembler(places);
}

static void withModule(const std::string &text, const std::string &processor,
                       const std::function<void(mlir::ModuleOp module)> &use) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  mlir::PassManager passes(&context);
  addNvidiaPasses(passes, processor);
  if (!module || failed(passes.run(*module)))
    throw std::runtime_error("the module is not in the target form");
  use(*module);
}

std::string ptxOf(const std::string &text, const std::string &processor) {
  std::string ptx;
  withModule(text, processor, [&](mlir::ModuleOp module) { ptx = assembly(module, processor); });
  return ptx;
}

Object objectOf(const std::string &text, const Assembler &assembler, const std::string &processor) {
  Object result;
  withModule(text, processor,
             [&](mlir::ModuleOp module) { result = object(module, processor, assembler); });
  return result;
}

std::string kernelWith(const std::string &body) {
  return R"(
llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<768 x i8>
llvm.func @kernel(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i32)
    attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 2, 1>,
                wave.memories = [{name = "x", dims = ["M"], pointer = 0, sizes = [-1], strides = [-1], access = "read"}]} {
  %s = llvm.mlir.addressof @shared : !llvm.ptr<3>
)" + body +
         "\n  llvm.return\n}\n";
}

} // namespace wave::nvidia
