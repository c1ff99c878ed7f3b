//===- OrderNodes.cpp - Functions that put nodes into an order ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A selection is a list: reorder_graph runs the nodes of its clusters as they are listed.
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/ScheduleRun.h"

using namespace mlir;

namespace wave {

using analysis::NodeList;
using schedule::Term;

std::vector<Held> cluster(ScheduleRun &, ScheduleCall &call) {
  const Term &ops = call.value("ops");
  for (const Term &element : call.list("ops", ops))
    call.remarkIfEmpty("ops", element);
  return {call.sequenceOf("ops", ops)};
}

} // namespace wave
