//===- CheckSchedule.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CheckSchedule.h"

#include <chrono>

#include "analysis/LoopSchedule.h"
#include "analysis/Nodes.h"
#include "diagnostic/ErrorId.h"
#include "dialect/Schedule.h"
#include "driver/Session.h"
#include "driver/Targets.h"
#include "frontend/KernelTrace.h"
#include "report/Gather.h"

namespace wave {

std::string claimOf(const ScheduleClaim &schedule) {
  if (schedule.refusal)
    return "the schedule keeps every dependence";
  return "the schedule of " + schedule.loop + ", " + std::to_string(schedule.stages) +
         (schedule.stages == 1 ? " stage" : " stages") + " at an initiation interval of " +
         std::to_string(schedule.interval) + ", keeps " + std::to_string(schedule.dependences) +
         " dependences";
}

static std::vector<ScheduleClaim> claimsOf(ir::KernelOp kernel) {
  using Clock = std::chrono::steady_clock;
  std::vector<ScheduleClaim> claims;
  const auto begin = Clock::now();
  const auto program = analysis::dependencesOf(kernel);
  kernel.walk([&](ir::IterateOp loop) {
    const auto schedule = analysis::scheduleOf(loop);
    if (!schedule)
      return;
    const auto dependences = analysis::dependencesIn(loop, program);
    const auto violation = analysis::findViolation(*schedule, dependences, analysis::slotsOf);
    if (!violation) // the compile has refused it otherwise
      claims.push_back(
          {.loop = analysis::pathOf({loop}),
           .stages = schedule->stages(),
           .interval = schedule->interval,
           .dependences = dependences.size(),
           .trips = schedule->trips,
           .ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count(),
           .refusal = {}});
  });
  return claims;
}

std::optional<std::vector<report::Loop>> scheduledLoopsOf(const CompiledKernel &kernel) {
  if (!chipOf(kernel.impl().target))
    return std::nullopt;
  return withFailures(kernel.impl().name, [&] {
    const Session session(kernel.impl());
    std::optional<std::vector<report::Loop>> loops;
    const auto gather = [&] { loops = report::loopsOf(frontend::onlyKernel(*session.module)); };
    try {
      session.lowering.run(*session.module, Stage::Bound, Stage::Schedule, "wave check", gather);
    } catch (const Error &error) {
      if (error.diagnostic().id != ErrorId("illegal-schedule").str())
        throw;
      // The schedule has been written down, and found wrong.
      if (ir::hasSchedule(frontend::onlyKernel(*session.module)))
        gather();
    }
    return loops;
  });
}

std::vector<ScheduleClaim> schedulesOf(const CompiledKernel &kernel) {
  if (!chipOf(kernel.impl().target))
    return {};
  return withFailures(kernel.impl().name, [&] {
    const Session session(kernel.impl());
    std::vector<ScheduleClaim> claims;
    try {
      session.lowering.run(*session.module, Stage::Bound, Stage::Schedule, "wave check",
                           [&] { claims = claimsOf(frontend::onlyKernel(*session.module)); });
    } catch (const Error &error) {
      if (error.diagnostic().id != ErrorId("illegal-schedule").str())
        throw;
      claims = {{.loop = {}, .trips = {}, .refusal = error.diagnostic()}};
    }
    return claims;
  });
}

} // namespace wave
