//===- levels.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "levels.h"

#include "level_files.h"

namespace wave::kernels {

std::vector<Schedule> levels() {
  std::vector<Schedule> schedules;
  for (const ScheduleFile &file : embeddedLevels)
    schedules.push_back(Schedule::parse(file.text, file.name));
  return schedules;
}

} // namespace wave::kernels
