//===- RunReport.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/RunReport.h"

#include <cmath>
#include <cstdio>

namespace wave::commandline {

std::optional<double> RunReport::gflops() const {
  if (!timing || arithmetic == 0 || timing->best <= 0)
    return std::nullopt;
  return arithmetic / timing->best * 1e-6;
}

static Json tableOf(const std::vector<std::pair<std::string, int64_t>> &rows) {
  Json table = Json::object();
  for (const auto &[name, value] : rows)
    table[name] = value;
  return table;
}

static const char *nameOf(BoundKind kind) {
  return kind == BoundKind::WorstCase ? "worst-case" : "probable";
}

static const char *nameOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Ok:
    return "ok";
  case Verdict::Wrong:
    return "wrong";
  case Verdict::Inconclusive:
    return "inconclusive";
  }
  return "";
}

/// Not where all is open.
static bool hasErrors(const CheckResult &check) {
  return check.verdict() != Verdict::Inconclusive || check.comparison.elements() > 0;
}

/// The cosine similarity of each output of floats, and the least of them.
static void addCosines(Json &json, const CheckResult *check) {
  Json least, byOutput = Json::object();
  bool isDefined = true;
  if (check)
    for (const auto &[argument, name] : check->floatOutputs) {
      const std::optional<double> value = check->comparison.cosine(argument).value();
      byOutput[name] = value ? Json(*value) : Json();
      isDefined &= value.has_value();
      if (value && (least.is_null() || *value < least.get<double>()))
        least = *value;
    }
  json["cos_sim"] = isDefined ? least : Json();
  json["cos_sim_by_output"] = byOutput;
}

static void addCheck(Json &json, const std::optional<CheckResult> &check) {
  const Comparison *comparison = check && hasErrors(*check) ? &check->comparison : nullptr;
  json["verdict"] = check ? Json(nameOf(check->verdict())) : Json();
  json["max_abs_error"] = comparison ? Json(comparison->maxError()) : Json();
  json["rel_error"] = comparison ? Json(comparison->relativeError()) : Json();
  addCosines(json, comparison ? &*check : nullptr);
  json["tolerance"] = comparison ? Json(comparison->maxTolerance()) : Json();
  json["error_over_tolerance"] = comparison ? Json(comparison->maxRatio()) : Json();
  json["checked_elements"] = check ? Json(check->comparison.elements()) : Json();
  json["wrong_elements"] = check ? Json(check->comparison.wrong()) : Json();
  json["integer_elements"] = check ? Json(check->onIntegers) : Json();
  json["checked_by"] = check ? Json(check->method) : Json();
  json["bound"] = check && check->kind ? Json(nameOf(*check->kind)) : Json();
  json["bound_formula"] = check ? orNull(check->bound) : Json();
}

/// The values in one list, row-major.
static Json toJson(const LogTile &tile) {
  Json json = {{"label", tile.label}, {"steps", tableOf(tile.steps)}, {"dims", tile.dims}};
  json["start"] = tile.start;
  json["shape"] = tile.values.shape();
  json["values"] = Json::array();
  for (int64_t i = 0; i < tile.values.num_elements(); ++i)
    if (const std::optional<int64_t> integer = integerOf(tile.values, i))
      json["values"].push_back(*integer);
    else
      json["values"].push_back(elementOf(tile.values, i));
  return json;
}

Json toJson(const RunReport &report, const Diagnostic *error) {
  Json json = {{"schema_version", jsonSchemaVersion},
               {"kernel", orNull(report.kernel)},
               {"target", orNull(report.target)},
               {"ok", report.ok}};
  addCheck(json, report.check);
  json["compile_ms"] = orNull(report.compileMs);
  json["run_ms"] = report.timing ? Json(report.timing->best) : Json();
  json["run_ms_median"] = report.timing ? Json(report.timing->median) : Json();
  json["copy_ms"] = report.timing ? orNull(report.timing->copies) : Json();
  json["runs"] = report.timing ? Json(report.timing->runs) : Json();
  json["gflops"] = orNull(report.gflops());
  json["simulation_ms"] = orNull(report.simulationMs);
  json["grid"] = orNull(report.grid);
  json["tiles"] = tableOf(report.tiles);
  json["sizes"] = tableOf(report.sizes);
  json["dynamic"] = report.openSizes;
  json["unchecked"] = orNull(report.unchecked);
  json["threads"] = orNull(report.threads);
  json["seed"] = orNull(report.seed);
  json["counters"] = Json::object();
  if (report.simulation)
    json["counters"] = report.simulation->counters;
  json["log"] = Json::array();
  for (const LogTile &tile : report.log)
    json["log"].push_back(toJson(tile));
  json["error"] = error ? toJson(*error) : Json();
  return json;
}

static std::string format(const char *form, double value) {
  char text[64];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

static std::string row(const std::string &name, const std::string &value) {
  return name + std::string(name.size() < 11 ? 11 - name.size() : 1, ' ') + value + "\n";
}

static std::string listText(const std::vector<std::pair<std::string, int64_t>> &rows) {
  std::string text;
  for (const auto &[name, value] : rows)
    text += (text.empty() ? "" : " ") + name + "=" + std::to_string(value);
  return text.empty() ? "none" : text;
}

static const char *wordOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::Ok:
    return "ok";
  case Verdict::Wrong:
    return "WRONG";
  case Verdict::Inconclusive:
    return "INCONCLUSIVE";
  }
  return "";
}

static std::string checkText(const CheckResult &check) {
  const int64_t elements = check.comparison.elements();
  std::string text = wordOf(check.verdict()) + (", " + std::to_string(elements)) + " elements, ";
  if (check.onIntegers > 0 && check.onIntegers == elements)
    return text + "on integer-valued inputs, bit for bit, by the interpreter";
  text +=
      std::string("by the ") + (check.method == "reference" ? "kernel's reference" : "interpreter");
  if (check.onIntegers > 0)
    text +=
        "; " + std::to_string(check.onIntegers) + " of them on integer-valued inputs, bit for bit";
  return text;
}

/// A row for each output of floats, which it names if there are several.
static std::string cosineText(const CheckResult &check) {
  std::string text;
  for (const auto &[argument, name] : check.floatOutputs)
    text += row("cos_sim", (check.floatOutputs.size() > 1 ? name + ": " : "") +
                               check.comparison.cosine(argument).text());
  return text;
}

/// The account of issue time (docs/adr/0043-staggered-waves.md), where there is one.
static std::string steadyText(const std::optional<SimulationReport> &simulation) {
  const auto count = [&](const char *name) -> uint64_t {
    const auto found = simulation->counters.find(name);
    return found == simulation->counters.end() ? 0 : found->second;
  };
  if (!simulation || count("steady_cycles") == 0)
    return "";
  const double share = static_cast<double>(count("steady_matrix_cycles")) /
                       static_cast<double>(count("steady_cycles"));
  return row("steady", format("matrix units busy %.1f %%", 100 * share) +
                           " of the issue time of the steady loop (" +
                           std::to_string(count("steady_trip_matrix_cycles")) + " of " +
                           std::to_string(count("steady_trip_cycles")) + " cycles of a trip)");
}

std::string toText(const RunReport &report) {
  std::string text = row("kernel", report.kernel) + row("target", report.target) +
                     row("sizes", listText(report.sizes));
  if (report.grid)
    text +=
        row("grid", std::to_string((*report.grid)[0]) + " x " + std::to_string((*report.grid)[1]) +
                        " x " + std::to_string((*report.grid)[2]));
  text += row("tiles", listText(report.tiles));
  if (!report.unchecked.empty())
    text += row("coverage", "not checked: " + report.unchecked);
  if (report.threads)
    text += row("threads", std::to_string(*report.threads));
  if (report.compileMs)
    text += row("compile", format("%.1f ms", *report.compileMs));
  if (report.timing)
    text += row("run", format("%.3f ms", report.timing->best) + " (best of " +
                           std::to_string(report.timing->runs) +
                           format(", median %.3f ms)", report.timing->median));
  if (report.timing && report.timing->copies)
    text += row("copies", format("%.3f ms", *report.timing->copies) + " between host and GPU");
  if (report.simulationMs)
    text += row("simulation", format("%.1f ms", *report.simulationMs) +
                                  " on this machine, which is not the kernel's time");
  text += steadyText(report.simulation);
  if (auto gflops = report.gflops())
    text += row("speed", format("%.1f GFLOP/s", *gflops));
  if (!report.check)
    return text;
  if (const Comparison &comparison = report.check->comparison; hasErrors(*report.check)) {
    text += row("error", format("%.3g", comparison.maxError()) +
                             format(", relative %.3g", comparison.relativeError()));
    text += cosineText(*report.check);
    text += row("tolerance", format("%.3g", comparison.maxTolerance()) +
                                 (std::isinf(comparison.maxRatio())
                                      ? " at most; the worst element has to be exact, and is not"
                                      : format(" at most; the worst error is %.3g of its own",
                                               comparison.maxRatio())));
  }
  if (!report.check->bound.empty())
    text += row("bound", report.check->bound);
  return text + row("check", checkText(*report.check));
}

} // namespace wave::commandline
