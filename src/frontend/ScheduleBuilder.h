//===- ScheduleBuilder.h - What a schedule has recorded -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "schedule/Program.h"
#include "wave/schedule.h"

namespace wave {

struct Schedule::Impl {
  schedule::Program program;
};

struct Insertable::Impl {
  schedule::Call call;
};

} // namespace wave
