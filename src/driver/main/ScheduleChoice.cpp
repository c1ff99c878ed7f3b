//===- ScheduleChoice.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/ScheduleChoice.h"

#include <algorithm>

#include "diagnostic/Fail.h"
#include "driver/main/Knobs.h"
#include "runtime/RegularFile.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

static bool isFile(const Options &options) {
  return options.schedule.find_first_of("./") != std::string::npos;
}

/// The row of --schedule lists them in the order of the enumeration.
SchedulingType scheduleOf(const Options &options) {
  if (isFile(options))
    return SchedulingType::Manual;
  const std::vector<std::string> known = knobNamed("--schedule").choices();
  const auto found = std::ranges::find(known, options.schedule);
  if (found == known.end())
    fail<Error>("unknown-schedule",
                "there is no schedule '" + options.schedule +
                    "'; the schedules are: " + enumeration(known),
                symbolic::suggestion(options.schedule, known,
                                     "choose one of them; the name of a file has a point or a "
                                     "slash: ./" +
                                         options.schedule));
  return static_cast<SchedulingType>(found - known.begin());
}

std::optional<Schedule> scheduleFileOf(const Options &options) {
  if (!isFile(options))
    return std::nullopt;
  return Schedule::parse(textOfFile(options.schedule), options.schedule);
}

CompiledKernel compileAsAsked(const WaveCompileOptions &compile, const Kernel &kernel,
                              const Options &options) {
  const std::optional<Schedule> schedule = scheduleFileOf(options);
  return schedule ? wave_compile(compile, kernel, *schedule) : wave_compile(compile, kernel);
}

} // namespace wave::commandline
