//===- Hardware.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Hardware.h"

#include <algorithm>
#include <charconv>

#include "diagnostic/Fail.h"
#include "machine/Chip.h"
#include "machine/MmaTable.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

/// "2", "2,1" or "2,1,1": what is left out is 1.
static CountsPerDim countsOf(const std::string &option, const std::string &text) {
  std::array<int, 3> counts = {1, 1, 1};
  const char *next = text.data(), *const end = next + text.size();
  for (size_t dim = 0;; ++dim) {
    const auto [stop, error] = std::from_chars(next, end, counts[std::min<size_t>(dim, 2)]);
    if (dim == 3 || error != std::errc() || counts[dim] < 1 || (stop != end && *stop != ','))
      fail<Error>("usage", option + " takes one to three numbers of at least 1, not '" + text + "'",
                  "write it without blanks, as in " + option + " 2,1,1");
    if (stop == end)
      return {counts[0], counts[1], counts[2]};
    next = stop + 1;
  }
}

/// The verifier has the same limit, and no place to name.
static CountsPerDim clusterOf(const std::string &text) {
  const CountsPerDim counts = countsOf("--cluster", text);
  int64_t all = 1;
  std::string product;
  for (const int each : *counts) {
    all =
        std::min<int64_t>(all * each, machine::widestCluster + 1); // it stays far from overflowing
    product += (product.empty() ? "" : " x ") + std::to_string(each);
  }
  if (all > machine::widestCluster)
    fail<Error>("hardware_constraint-c4",
                "--cluster " + text + " has " + product + " workgroups, and a cluster has " +
                    std::to_string(machine::widestCluster) + " at most",
                "write smaller numbers, as in --cluster 2,1,1");
  return counts;
}

static MMAType instructionNamed(const std::string &name) {
  const std::vector<std::string> known = machine::mmaNames();
  const auto found = std::ranges::find(known, name);
  if (found == known.end())
    fail<Error>("usage", "--mma-type: there is no matrix instruction '" + name + "'",
                symbolic::suggestion(name, known,
                                     "the names are the rows of include/wave/mma_types.def, such "
                                     "as " +
                                         known.front()));
  return static_cast<MMAType>(found - known.begin()); // its rows are in that order
}

std::optional<HardwareConstraint> hardwareOf(const Options &options) {
  if (options.cluster.empty() && options.mmaType.empty() && options.wavesPerBlock.empty() &&
      !options.threadsPerWave)
    return std::nullopt;
  HardwareConstraint hardware{.threads_per_wave = options.threadsPerWave,
                              .where = std::source_location()}; // no line has it
  if (!options.cluster.empty())
    hardware.workgroups_per_cluster = clusterOf(options.cluster);
  if (!options.wavesPerBlock.empty())
    hardware.waves_per_block = countsOf("--waves-per-block", options.wavesPerBlock);
  if (!options.mmaType.empty())
    hardware.mma_type = instructionNamed(options.mmaType);
  return hardware;
}

} // namespace wave::commandline
