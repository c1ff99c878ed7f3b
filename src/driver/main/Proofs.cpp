//===- Proofs.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Proofs.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "diagnostic/ErrorId.h"

namespace wave::commandline {

/// Whether all that the claim depends on has a value here.
template <typename Claim> static bool hasSizes(const Claim &claim, const Bindings &sizes) {
  return std::ranges::all_of(openSizesOf(claim),
                             [&](const std::string &size) { return sizes.find(size); });
}

/// Of a claim that holds for all sizes, that it does; any other is evaluated at these sizes, or
/// left to the launch.
template <typename Claim>
static Proof proofAt(const char *subject, const std::string &kernel, const Claim &claim,
                     const Bindings &sizes) {
  Proof proof{.subject = subject,
              .claim = claimOf(claim),
              .method = "for all sizes",
              .steps = claim.proof,
              .ms = claim.proofMs,
              .refusal = {},
              .tiles = {},
              .isLeft = false};
  if (claim.isProved())
    return proof;
  if (dependsOnMemory(claim) || !hasSizes(claim, sizes)) {
    proof.method = dependsOnMemory(claim) ? "each launch, on what memory holds"
                                          : "each launch, at its sizes and scalars";
    proof.isLeft = true;
    return proof;
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto verdict = verdictAt(claim, sizes);
  proof.ms +=
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  proof.method = "at these sizes";
  if (!verdict.holds())
    proof.refusal = refusalOf(kernel, claim, verdict, sizes);
  return proof;
}

Proof proofOf(const std::string &kernel, const TileCoverage &coverage, const Bindings &sizes,
              bool list) {
  Proof proof = proofAt("coverage", kernel, coverage, sizes);
  if (list && !dependsOnMemory(coverage) && hasSizes(coverage, sizes)) {
    proof.tiles.emplace(coverage.map);
    (void)symbolic::evaluateCoverage(coverage.map, sizes, proof.tiles->listener());
  }
  return proof;
}

Proof proofOfNoSharing() {
  return {.subject = "independence",
          .claim =
              "are independent: no memory is both read and written, or written in several places",
          .method = "for all sizes",
          .steps = {},
          .ms = 0,
          .refusal = {},
          .tiles = {},
          .isLeft = false};
}

Proof proofOf(const std::string &kernel, const WorkgroupIndependence &independence,
              const Bindings &sizes) {
  return proofAt("independence", kernel, independence, sizes);
}

Proof proofOf(const BoundsClaim &bounds, const std::vector<Proof> &coverage) {
  Proof proof{.subject = "bounds",
              .claim = claimOf(bounds),
              .method = bounds.isForAllSizes ? "for all sizes" : "at these sizes",
              .steps = bounds.steps,
              .ms = bounds.ms,
              .refusal = {},
              .tiles = {},
              .isLeft = false};
  Diagnostic refusal{.id = ErrorId("bounds-unproved"),
                     .message = "it is not proved that " + proof.claim,
                     .where = bounds.where,
                     .notes = {},
                     .help = {}};
  if (!bounds.isProved) {
    refusal.help = "this is a limit of the compiler: please report it, with the kernel";
    proof.refusal = std::move(refusal);
  }
  if (!bounds.restsOnCoverage)
    return proof;
  // It holds where all of the coverage does.
  if (std::ranges::any_of(coverage, [](const Proof &each) { return each.refusal.has_value(); })) {
    refusal.help = "let each tile be computed once: the proof rests on it";
    proof.refusal = std::move(refusal);
  } else if (std::ranges::any_of(
                 coverage, [](const Proof &each) { return each.method == "at these sizes"; })) {
    proof.method = "at these sizes";
  }
  return proof;
}

Proof proofOf(const ScheduleClaim &schedule) {
  return {.subject = "schedule",
          .claim = claimOf(schedule),
          .method = schedule.trips ? "for its " + std::to_string(*schedule.trips) + " iterations"
                                   : "for any number of iterations",
          .steps = {},
          .ms = schedule.ms,
          .refusal = schedule.refusal,
          .tiles = {},
          .isLeft = false};
}

Proof proofOf(const ProtocolClaim &protocol) {
  return {.subject = "protocol",
          .claim = claimOf(protocol),
          .method = protocol.checked.empty()
                        ? "for all trip counts"
                        : protocol.checked + ", and not proved: " + protocol.unproved,
          .steps = protocol.channels,
          .ms = protocol.ms,
          .refusal = protocol.refusal,
          .tiles = {},
          .isLeft = false,
          .isChecked = !protocol.checked.empty()};
}

std::string verdictOf(const Proof &proof) {
  return proof.refusal     ? "refused"
         : proof.isLeft    ? "left to"
         : proof.isChecked ? "checked"
                           : "proved";
}

std::string textOf(const Proof &proof) {
  char ms[32];
  std::snprintf(ms, sizeof ms, "%.2f ms", proof.ms);
  // Of whom the claim is made.
  const std::string label = proof.subject == "independence" ? "workgroups" : proof.subject;
  std::string text = label + std::string(11 - label.size(), ' ') + proof.claim + "\n";
  const std::string verdict = verdictOf(proof), how = proof.refusal ? "" : proof.method + ", ";
  text += verdict + std::string(11 - verdict.size(), ' ') + how +
          (proof.isLeft && !proof.refusal ? "after " : "in ") + ms + "\n";
  for (const std::string &step : proof.steps)
    text += "           " + step + "\n";
  if (proof.tiles)
    text += textOf(*proof.tiles);
  return text;
}

Json toJson(const Proof &proof) {
  Json json = {{"subject", proof.subject},
               {"claim", proof.claim},
               {"ok", !proof.refusal},
               {"method", proof.method},
               {"steps", proof.steps},
               {"ms", proof.ms},
               {"error", proof.refusal ? toJson(*proof.refusal) : Json()}};
  json["verdict"] = verdictOf(proof);
  if (proof.tiles)
    json["tiles"] = toJson(*proof.tiles);
  return json;
}

} // namespace wave::commandline
