//===- CheckResources.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CheckResources.h"

#include "diagnostic/ErrorId.h"
#include "driver/Session.h"
#include "driver/Targets.h"

namespace wave {

std::optional<Diagnostic> lackOfResources(const CompiledKernel &kernel) {
  if (!chipOf(kernel.impl().target))
    return std::nullopt;
  return withFailures(kernel.impl().name, [&]() -> std::optional<Diagnostic> {
    const Session session(kernel.impl());
    try {
      session.lowering.run(*session.module, Stage::Bound, Stage::Distributed, "wave check", [] {});
    } catch (const Error &error) {
      if (error.diagnostic().id != ErrorId("illegal-schedule").str()) // schedulesOf has it
        return error.diagnostic();
    }
    return std::nullopt;
  });
}

} // namespace wave
