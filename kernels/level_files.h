//===- level_files.h - The schedules of levels/, as text ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// They are compiled in, so that `--schedule level_5` finds them wherever the tool runs.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

namespace wave::kernels {

struct ScheduleFile {
  const char *name; ///< as messages call it, "kernels/levels/level_5.schedule"
  const char *text;
};
/// In the order of their names; the build makes it (cmake/EmbedSchedules.cmake).
extern const std::vector<ScheduleFile> embeddedLevels;

} // namespace wave::kernels
