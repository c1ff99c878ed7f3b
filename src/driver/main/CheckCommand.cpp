//===- CheckCommand.cpp - What is proved of a kernel ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <memory>

#include "driver/CheckResources.h"
#include "driver/CompiledKernel.h"
#include "driver/main/KernelRequest.h"
#include "driver/main/OutputFiles.h"
#include "driver/main/Proofs.h"
#include "driver/main/ScheduleChoice.h"
#include "driver/main/Sizes.h"
#include "driver/main/StandardOutput.h"
#include "picture/Page.h"

namespace wave::commandline {

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
  return compiled.impl().withComputeUnits(sizes);
}

/// What the kernel assumes, as it writes it.
static std::vector<std::string> assumptionTexts(const CompiledKernel &compiled) {
  std::vector<std::string> texts;
  for (const Assumption &each : compiled.impl().assumptions.conditions)
    texts.push_back(each.text);
  for (const Permutation &each : compiled.impl().assumptions.permutations)
    texts.push_back("'" + each.name + "' is a permutation of its places");
  return texts;
}

static std::vector<Proof> proofsOf(const CompiledKernel &compiled, const Bindings &sizes,
                                   bool listTiles) {
  std::vector<Proof> coverage;
  for (const TileCoverage &write : compiled.impl().coverage)
    coverage.push_back(proofOf(compiled.impl().name, write, sizes, listTiles));
  std::vector<Proof> proofs;
  for (const Assumption &each : compiled.impl().assumptions.conditions)
    if (auto violation = violationAt(compiled.impl().name, each, sizes))
      proofs.push_back({.subject = "assumption",
                        .claim = each.text,
                        .method = "at these sizes",
                        .steps = {},
                        .refusal = std::move(violation),
                        .tiles = {}});
  proofs.insert(proofs.end(), coverage.begin(), coverage.end());
  for (const WorkgroupIndependence &memory : compiled.impl().independence)
    proofs.push_back(proofOf(compiled.impl().name, memory, sizes));
  if (compiled.impl().independence.empty())
    proofs.push_back(proofOfNoSharing());
  for (const BoundsClaim &bounds : boundsOf(compiled))
    proofs.push_back(proofOf(bounds, coverage));
  for (const ScheduleClaim &schedule : schedulesOf(compiled))
    proofs.push_back(proofOf(schedule));
  if (const std::optional<ProtocolClaim> protocol = protocolOf(compiled))
    proofs.push_back(proofOf(*protocol));
  if (std::optional<Diagnostic> lack = lackOfResources(compiled))
    proofs.push_back({.subject = "resources",
                      .claim = "a workgroup holds the tiles of the kernel",
                      .method = "for its tiles",
                      .steps = {},
                      .refusal = std::move(lack),
                      .tiles = {}});
  return proofs;
}

int checkCommand(const Options &options, Entries entries) {
  const KernelRequest request = requestOf(options, entries);
  const std::unique_ptr<OutputFile> page = openPage(options);
  checkMeant(request.choice, request.subs);
  const std::optional<Schedule> schedule = manualScheduleOf(options, request.choice);
  const CompiledKernel compiled = compileToCheck(
      compileOptionsOf(options, request), request.choice.kernel, schedule ? &*schedule : nullptr);
  const Bindings sizes = launchSizes(compiled, request.subs);
  const std::vector<Proof> proofs = proofsOf(compiled, sizes, options.tiles);
  const bool isRight =
      std::ranges::none_of(proofs, [](const Proof &proof) { return proof.refusal.has_value(); });
  const std::string kernel = request.choice.kernel.name(), target = request.target.name();
  if (options.json || page) {
    Json list = Json::array();
    for (const Proof &proof : proofs)
      list.push_back(toJson(proof));
    Json json = {{"schema_version", jsonSchemaVersion},
                 {"kernel", kernel},
                 {"target", target},
                 {"ok", isRight},
                 {"unchecked", orNull(options.unchecked)},
                 {"assumptions", assumptionTexts(compiled)},
                 {"proofs", list}};
    if (page) {
      json["schedule"] = options.schedule;
      if (const auto loops = scheduledLoopsOf(compiled))
        json["loops"] = Json::parse(report::jsonOf(*loops));
      writeTo(*page, picture::pageOfProofs(json));
    }
    if (options.json)
      writeStandardOutput(jsonText(json) + "\n");
    return isRight ? Ok : Wrong;
  }
  std::string text = "kernel     " + kernel + "\ntarget     " + target + "\n";
  if (!sizes.empty())
    text += "sizes      " + textOf(sizes) + "\n";
  if (!options.unchecked.empty())
    text += "unchecked  launches are not held to the coverage: " + options.unchecked + "\n";
  for (const std::string &assumed : assumptionTexts(compiled))
    text += "assumes    " + assumed + "\n           each launch checks it\n";
  for (const Proof &proof : proofs)
    text += textOf(proof);
  writeStandardOutput(text);
  for (const Proof &proof : proofs)
    if (proof.refusal)
      writeStandardOutput(proof.refusal->render("error") + "\n");
  return isRight ? Ok : Wrong;
}

} // namespace wave::commandline
