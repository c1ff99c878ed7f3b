//===- Session.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Session.h"

#include "mlir/Parser/Parser.h"

#include "dialect/Schedule.h"
#include "driver/Targets.h"
#include "frontend/KernelTrace.h"

using namespace mlir;

namespace wave {

void attachSchedule(ModuleOp module, const CompiledKernel::Impl &impl) {
  if (impl.manual && chipOf(impl.target))
    ir::setScheduleText(frontend::onlyKernel(module), impl.manual->located());
  if (impl.schedulingBarriers)
    ir::setSchedulingBarriers(frontend::onlyKernel(module));
}

static std::unique_ptr<MLIRContext> contextFor(const CompiledKernel::Impl &impl) {
  requireMemory(impl.name, impl.boundLocated);
  return frontend::makeContext();
}

Session::Session(const CompiledKernel::Impl &impl)
    : context(contextFor(impl)), capture(context.get()),
      module(parseSourceString<ModuleOp>(impl.boundLocated, ParserConfig(context.get()))),
      reproducer(impl.name, "target " + impl.target.name()),
      report(impl.printIrAfter, impl.timePasses, knownPasses()),
      lowering{impl.target, impl.schedule, capture, reproducer, report, impl.require, held} {
  if (!module)
    capture.throwError("reading the bound form back", ir::Author::Compiler);
  attachSchedule(*module, impl);
}

} // namespace wave
