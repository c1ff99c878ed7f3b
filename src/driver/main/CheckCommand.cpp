//===- CheckCommand.cpp - What is proved of a kernel ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <chrono>
#include <cstdio>

#include "driver/CompiledKernel.h"
#include "driver/main/Commands.h"
#include "driver/main/Hardware.h"
#include "driver/main/Json.h"
#include "driver/main/Sizes.h"
#include "driver/main/StandardOutput.h"
#include "driver/main/TileChoice.h"
#include "runtime/Arguments.h"

namespace wave::commandline {

namespace {
/// One claim, and what became of it.
struct Proof {
  std::string claim, method;
  std::vector<std::string> steps;
  double ms = 0;
  std::optional<Diagnostic> refusal;
};
} // namespace

static std::string textOf(const Bindings &sizes) {
  std::string text;
  for (const Binding &size : sizes)
    text += (text.empty() ? "" : " ") + size.symbol + "=" + size.value.str();
  return text;
}

/// The open sizes of the kernel, with the values that -D gives for this check.
static Bindings launchSizes(const CompiledKernel &compiled, const Bindings &subs) {
  Bindings sizes;
  for (const std::string &symbol : compiled.open_sizes())
    if (const Expr *value = subs.find(symbol))
      sizes.set(symbol, *value);
  return sizes;
}

static Proof proofOf(const std::string &kernel, const TileCoverage &coverage,
                     const Bindings &sizes) {
  Proof proof{claimOf(coverage), "for all sizes", coverage.proof, coverage.proofMs, {}};
  if (coverage.isProved())
    return proof;
  const auto begin = std::chrono::steady_clock::now();
  const symbolic::CoverageVerdict verdict = verdictAt(coverage, sizes);
  proof.ms +=
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  proof.method = "at these sizes";
  if (verdict.kind != symbolic::CoverageVerdict::Kind::Covered)
    proof.refusal = refusalOf(kernel, coverage, verdict, sizes);
  return proof;
}

static std::string textOf(const Proof &proof) {
  char ms[32];
  std::snprintf(ms, sizeof ms, "%.2f ms", proof.ms);
  std::string text = "coverage   " + proof.claim + "\n";
  text += proof.refusal ? "refused    in " : "proved     " + proof.method + ", in ";
  text += std::string(ms) + "\n";
  for (const std::string &step : proof.steps)
    text += "           " + step + "\n";
  return text;
}

static Json toJson(const Proof &proof) {
  return {{"claim", proof.claim},
          {"ok", !proof.refusal},
          {"method", proof.method},
          {"steps", proof.steps},
          {"ms", proof.ms},
          {"error", proof.refusal ? commandline::toJson(*proof.refusal) : Json()}};
}

int checkCommand(const Options &options, Entries entries) {
  const Target target = Target::named(options.target);
  const Bindings definitions = definitionsOf(options);
  const KernelChoice choice = chooseKernel(options, entries);
  const Bindings subs =
      withTiles(options, choice, target, definitions, withDefaults(choice, definitions));
  checkAllBound(choice, subs);
  const CompiledKernel compiled = wave_compile({.target = target,
                                                .subs = withoutDynamic(options, choice, subs),
                                                .hardware = hardwareOf(options),
                                                .retarget = true,
                                                .compile_to_mlir = true,
                                                .coverage = unchecked("checked here")},
                                               choice.kernel);
  const Bindings sizes = launchSizes(compiled, subs);
  std::vector<Proof> proofs;
  for (const TileCoverage &coverage : compiled.impl().coverage)
    proofs.push_back(proofOf(choice.kernel.name(), coverage, sizes));
  const bool isRight =
      std::ranges::none_of(proofs, [](const Proof &proof) { return proof.refusal.has_value(); });
  if (options.json) {
    Json list = Json::array();
    for (const Proof &proof : proofs)
      list.push_back(toJson(proof));
    writeStandardOutput(jsonText({{"schema_version", jsonSchemaVersion},
                                  {"kernel", choice.kernel.name()},
                                  {"target", target.name()},
                                  {"ok", isRight},
                                  {"proofs", list}}) +
                        "\n");
    return isRight ? Ok : Wrong;
  }
  std::string text = "kernel     " + choice.kernel.name() + "\ntarget     " + target.name() + "\n";
  if (!sizes.empty())
    text += "sizes      " + textOf(sizes) + "\n";
  for (const Proof &proof : proofs)
    text += textOf(proof);
  writeStandardOutput(text);
  for (const Proof &proof : proofs)
    if (proof.refusal)
      writeStandardOutput(proof.refusal->render("error") + "\n");
  return isRight ? Ok : Wrong;
}

} // namespace wave::commandline
