//===- KernelRequest.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/KernelRequest.h"

#include "driver/main/Hardware.h"
#include "driver/main/ScheduleChoice.h"
#include "driver/main/Sizes.h"
#include "driver/main/TileChoice.h"

namespace wave::commandline {

KernelRequest requestOf(const Options &options, Entries entries) {
  Target target = Target::named(options.target);
  KernelChoice choice = chooseKernel(options, entries);
  remarkShadowedFile(options);
  const Bindings definitions = definitionsOf(options, choice);
  Bindings subs =
      withTiles(options, choice, target, definitions, withDefaults(choice, definitions));
  return {std::move(target), std::move(choice), std::move(subs)};
}

WaveCompileOptions compileOptionsOf(const Options &options, const KernelRequest &request) {
  return {.target = request.target,
          .subs = withoutDynamic(options, request.choice, request.subs),
          .hardware = hardwareOf(options),
          .retarget = true,
          .schedule = scheduleOf(options, request.choice),
          .use_scheduling_barriers = options.useSchedulingBarriers,
          .compile_to_mlir = true,
          .require = requirementsOf(options, request.choice),
          .coverage = uncheckedOf(options)};
}

} // namespace wave::commandline
