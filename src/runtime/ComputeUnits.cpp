//===- ComputeUnits.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/ComputeUnits.h"

#include <algorithm>
#include <string>

#include "diagnostic/Fail.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

namespace wave {

static bool mentions(const std::array<Expr, 3> &grid, const Symbol &symbol) {
  return std::ranges::any_of(grid, [&](const Expr &count) {
    return symbolic::mentions(count, std::string(symbol.name()));
  });
}

bool takesComputeUnits(const std::array<Expr, 3> &grid) {
  return mentions(grid, symbolic::numCtas) || mentions(grid, NUM_CLUSTERS);
}

/// Workgroups of a cluster.
static int64_t togetherOf(const Bindings &known) {
  const Expr *workgroups = known.find(symbolic::numCtas.name());
  if (!workgroups)
    return 1;
  Bindings one;
  one.set(std::string(NUM_CLUSTERS.name()), 1);
  const symbolic::Evaluation together = symbolic::evaluate(*workgroups, one);
  if (!together || together.value() < 1)
    fail<Error>("grid-size",
                "NUM_CTAS is compiled as " + workgroups->str() + ", which for one cluster " +
                    (together ? "is " + std::to_string(together.value())
                              : "has no value: " + symbolic::describe(together.failure())),
                "bind NUM_CTAS to a multiple of NUM_CLUSTERS, or leave it out");
  return together.value();
}

void setComputeUnits(Bindings &values, const std::array<Expr, 3> &grid, const Bindings &known,
                     int64_t units) {
  if (!takesComputeUnits(grid))
    return;
  const int64_t together = togetherOf(known);
  int64_t clusters = std::max<int64_t>(units / together, 1);
  if (const Expr *workgroups = values.find(symbolic::numCtas.name())) { // the other one follows
    const int64_t number = workgroups->node().value;
    if (number < 1 || number > symbolic::mostWorkgroups || number % together != 0)
      fail<Error>("grid-size",
                  "NUM_CTAS is " + std::to_string(number) + ", expected a multiple of " +
                      std::to_string(together) + ", the workgroups of a cluster, up to " +
                      std::to_string(symbolic::mostWorkgroups),
                  "choose a multiple, or leave it out for as many as the device has compute units");
    clusters = number / together;
  }
  const auto set = [&](const Symbol &symbol, int64_t value) {
    if (mentions(grid, symbol) && !values.find(symbol.name()))
      values.set(std::string(symbol.name()), value);
  };
  set(NUM_CLUSTERS, clusters);
  set(symbolic::numCtas, clusters * together);
}

} // namespace wave
