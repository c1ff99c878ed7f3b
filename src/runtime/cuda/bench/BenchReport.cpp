//===- BenchReport.cpp - Measured times, as text and JSON -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdio>

#include "nlohmann/json.hpp"

#include "runtime/cuda/bench/GemmBench.h"

namespace wave::cuda {

using Json = nlohmann::ordered_json;

/// In a time of so many milliseconds; null where the operations of a launch are not known.
static std::optional<double> teraflops(const BenchResult &result, double milliseconds) {
  if (result.flops == 0 || milliseconds <= 0)
    return std::nullopt;
  return result.flops / milliseconds * 1e-9;
}

/// What has to move at least: each argument once in each direction.
static double gigabytesPerSecond(const BenchResult &result, double milliseconds) {
  return milliseconds > 0 ? result.bytes / milliseconds * 1e-6 : 0;
}

static std::string row(const char *format, auto... values) {
  char line[256];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

std::string textOf(const BenchResult &result) {
  std::string text = result.kernel;
  for (const auto &[name, size] : result.sizes)
    text += " " + name + "=" + std::to_string(size);
  text += " on " + result.device + ", " + std::to_string(result.sets) + " sets of buffers\n";
  // Of a kernel whose operations nobody has counted the traffic is its speed.
  const char *unit = result.flops == 0 ? "GB/s" : "TFLOP/s";
  auto speed = [&](double milliseconds) {
    return teraflops(result, milliseconds).value_or(gigabytesPerSecond(result, milliseconds));
  };
  text += row("  %-24s %12s %8s %7s %12s %8s %7s\n", "", "burst us", unit, "spread", "sustained us",
              unit, "spread");
  for (const Times &times : result.times) {
    const double burst = medianOf(times.burst), sustained = medianOf(times.sustained);
    text += row("  %-24s %12.2f %8.1f %6.1f%% %12.2f %8.1f %6.1f%%", times.name.c_str(),
                burst * 1e3, speed(burst), 100 * spreadOf(times.burst), sustained * 1e3,
                speed(sustained), 100 * spreadOf(times.sustained));
    if (times.readings)
      text += row("  %u MHz %.0f W", times.readings->megahertz, times.readings->watts);
    text += "\n";
  }
  for (size_t i = 1; i < result.times.size(); ++i)
    text += row("  wave / %s: burst %.1f %%, sustained %.1f %% of its speed\n",
                result.times[i].name.c_str(),
                100 * medianOf(result.times[i].burst) / medianOf(result.times[0].burst),
                100 * medianOf(result.times[i].sustained) / medianOf(result.times[0].sustained));
  if (!result.baseline.empty())
    text += row("  results differ by %.1e; %s\n", result.relativeError, result.baseline.c_str());
  return text;
}

static Json orNull(std::optional<double> value) { return value ? Json(*value) : Json(); }

std::string jsonOf(const BenchResult &result) {
  Json json = {{"schema_version", 1}, {"kernel", result.kernel}, {"device", result.device}};
  for (const auto &[name, size] : result.sizes)
    json["sizes"][name] = size;
  json["flops"] = result.flops == 0 ? Json() : Json(result.flops);
  json["bytes"] = result.bytes;
  json["sets"] = result.sets;
  json["candidates"] = Json::array();
  for (const Times &times : result.times) {
    Json &next = json["candidates"].emplace_back(
        Json{{"name", times.name},
             {"launches_per_graph", times.launchesPerGraph},
             {"burst_ms", medianOf(times.burst)},
             {"burst_tflops", orNull(teraflops(result, medianOf(times.burst)))},
             {"burst_gbps", gigabytesPerSecond(result, medianOf(times.burst))},
             {"sustained_ms", medianOf(times.sustained)},
             {"sustained_tflops", orNull(teraflops(result, medianOf(times.sustained)))},
             {"sustained_gbps", gigabytesPerSecond(result, medianOf(times.sustained))},
             {"burst_rounds_ms", times.burst},
             {"sustained_rounds_ms", times.sustained}});
    if (times.readings)
      next["readings"] = {{"mhz", times.readings->megahertz},
                          {"watts", times.readings->watts},
                          {"celsius", times.readings->celsius}};
  }
  if (result.remark)
    json["remarks"] =
        Json::array({{{"id", result.remark->id}, {"message", result.remark->message}}});
  if (!result.baseline.empty()) {
    json["baseline"] = result.baseline;
    json["relative_error"] = result.relativeError;
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace wave::cuda
