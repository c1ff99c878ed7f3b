//===- ScheduleChoice.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/ScheduleChoice.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "diagnostic/ErrorId.h"
#include "diagnostic/Fail.h"
#include "driver/ScheduleSubs.h"
#include "driver/main/Knobs.h"
#include "driver/main/StandardOutput.h"
#include "frontend/KernelTrace.h"
#include "frontend/ScheduleBuilder.h"
#include "runtime/RegularFile.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

static bool isFile(const Options &options) {
  return options.schedule.find_first_of("./") != std::string::npos;
}

static bool isBuiltIn(const Options &options) {
  return std::ranges::count(knobNamed("--schedule").choices(), options.schedule) > 0;
}

/// A file in this folder that could be meant, by its path; empty where there is none.
static std::string fileOfThatName(const std::string &name) {
  for (const std::string &file : {"./" + name + ".schedule", "./" + name})
    if (std::error_code error; std::filesystem::is_regular_file(file, error))
      return file;
  return {};
}

std::optional<Schedule> manualScheduleOf(const Options &options, const KernelChoice &choice) {
  if (isFile(options))
    return Schedule::parse(textOfFile(options.schedule), options.schedule);
  if (choice.entry && !isBuiltIn(options))
    for (const Schedule &schedule : choice.entry->schedules)
      if (schedule.name() == options.schedule)
        return schedule;
  return std::nullopt;
}

/// The row of --schedule lists those of every kernel in the order of the enumeration.
SchedulingType scheduleOf(const Options &options, const KernelChoice &choice) {
  std::vector<std::string> known = knobNamed("--schedule").choices();
  const auto found = std::ranges::find(known, options.schedule);
  if (found != known.end())
    return static_cast<SchedulingType>(found - known.begin());
  if (isFile(options) || manualScheduleOf(options, choice))
    return SchedulingType::Manual;
  if (choice.entry)
    for (const Schedule &schedule : choice.entry->schedules)
      known.push_back(schedule.name());
  const std::string file = fileOfThatName(options.schedule);
  fail<Error>(
      "unknown-schedule",
      "there is no schedule '" + options.schedule + "' of kernel '" + choice.kernel.name() + "'" +
          (file.empty() ? ", nor a file " + options.schedule + ".schedule in this folder"
                        : ", and the path of a file has a point or a slash") +
          "; the schedules are: " + enumeration(known),
      file.empty()
          ? symbolic::suggestion(options.schedule, known,
                                 "choose one of them; the path of a file has a point or a slash")
          : "choose the file: --schedule " + file);
}

void remarkShadowedFile(const Options &options) {
  const std::string file = isFile(options) ? std::string() : fileOfThatName(options.schedule);
  if (file.empty() || options.quiet)
    return;
  const Diagnostic remark{.id = ErrorId("schedule-file"),
                          .message = "--schedule " + options.schedule +
                                     " is the schedule of that name, and not the file " + file,
                          .where = {},
                          .notes = {},
                          .help = "choose the file by its path: --schedule " + file};
  writeStandardError(remark.render("remark") + "\n");
}

Bindings definitionsOf(const Options &options, const KernelChoice &choice) {
  const Bindings definitions = definitionsOf(options);
  const std::optional<Schedule> schedule = manualScheduleOf(options, choice);
  if (!schedule || schedule->impl().program.subs().empty() || choice.signature.isBound)
    return definitions;
  auto context = frontend::makeContext();
  auto module = frontend::load(choice.kernel, *context);
  const ir::DiagnosticCapture capture(context.get());
  return withSubsOf(*schedule, frontend::onlyKernel(*module), definitions, capture);
}

CompiledKernel compileAsAsked(const WaveCompileOptions &compile, const KernelChoice &choice,
                              const Options &options) {
  const std::optional<Schedule> schedule = manualScheduleOf(options, choice);
  return schedule ? wave_compile(compile, choice.kernel, *schedule)
                  : wave_compile(compile, choice.kernel);
}

} // namespace wave::commandline
