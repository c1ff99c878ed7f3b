//===- kernel_text.cpp - Any text as a kernel's .mlir ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the text, binds it for its defaults, lowers it, and interprets it, where the
// sizes are small; machine code is left out, which takes too long.
//
//===----------------------------------------------------------------------===//

#include "Expect.h"
#include "driver/CompiledKernel.h"
#include "driver/main/Signature.h"
#include "driver/main/Work.h"
#include "runtime/Arguments.h"
#include "wave/interpret.h"

using namespace wave;
using namespace wave::commandline;

/// The interpreter's work that a fuzzer has time for.
constexpr double maxVisits = 1 << 16;

static void interpretSmall(const Kernel &kernel, const CompiledKernel &bound) {
  Bindings subs = kernel.defaults();
  for (const std::string &size : bound.open_sizes())
    subs.set(size, Expr::constant(5));
  const std::vector<Argument> arguments = withSizes(bound.arguments(), subs);
  if (workOf(kernel, arguments, bound.tiles()).visits > maxVisits)
    return;
  std::vector<Tensor> tensors;
  for (const Argument &argument : arguments) {
    const Shape shape = shapeOf(argument);
    double elements = 1;
    for (int64_t size : shape)
      elements *= static_cast<double>(size);
    if (elements > maxVisits)
      return;
    tensors.push_back(Tensor::zeros(shape, argument.dtype));
  }
  interpret(kernel, {.subs = subs}, tensors);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  try {
    const Kernel kernel = Kernel::parse(std::string(fuzz::textOf(data, size)), "fuzz.mlir");
    (void)signatureOf(kernel);
    const Kernel again = Kernel::parse(kernel.str(), "again.mlir");
    fuzz::expect(again.str() == kernel.str(), "a kernel reads back as it was printed",
                 kernel.str() + again.str());
    const CompiledKernel bound =
        wave_compile({.subs = signatureOf(kernel).isBound ? Bindings() : kernel.defaults(),
                      .compile_to_mlir = true},
                     kernel);
    interpretSmall(kernel, bound);
    (void)bound.emit(Stage::Llvm);
  } catch (const Error &error) {
    fuzz::expectReadable(error);
  } catch (const LaunchError &error) {
    fuzz::expectReadable(error);
  }
  return 0;
}
