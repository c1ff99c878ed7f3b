//===- Resources.cpp - What a workgroup takes, against the limits ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bar for each resource, as long as its limit, and a map of shared memory.
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "picture/Picture.h"

namespace wave::picture {

namespace {
constexpr double barWidth = 420, barHeight = 16, block = 58;
} // namespace

static double fractionOf(const Facts &amount, const Facts &limit) {
  const double most = limit.get<double>();
  return most <= 0 ? 0 : std::min(amount.get<double>() / most, 1.0);
}

static void drawBar(Svg &svg, double y, const Facts &resource) {
  const std::string unit = shown(at(resource, "unit"));
  const Facts &used = at(resource, "used"), &limit = at(resource, "limit");
  svg.text(0, y + 12, shown(at(resource, "name")), "strong");
  svg.text(barWidth, y + 12, shown(used) + " of " + shown(limit) + " " + unit, "end");
  svg.rect(0, y + 18, barWidth, barHeight, "cell");
  const Facts &parts = at(resource, "parts");
  if (parts.empty())
    svg.rect(0, y + 18, barWidth * fractionOf(used, limit), barHeight, "fill c0");
  double x = 0, key = 0;
  for (size_t number = 0; number < parts.size(); ++number) {
    const Facts &part = parts[number];
    const double width = std::min(barWidth * fractionOf(at(part, "amount"), limit), barWidth - x);
    svg.rect(x, y + 18, width, barHeight, "fill c" + std::to_string(number % 4));
    x += width;
    const std::string words = shown(at(part, "amount")) + " " + shown(at(part, "name"));
    svg.rect(key, y + 39, 8, 10, "fill c" + std::to_string(number % 4));
    svg.text(key + 13, y + 48, words, "small");
    key += widthOf(words, 10) + 34;
  }
}

/// Rings where they lie: those that share bytes stand below each other.
static void drawMap(Svg &svg, double y, const Facts &memory) {
  const Facts &rings = at(memory, "rings");
  const Facts &bytes = at(memory, "bytes");
  if (rings.empty() || bytes == 0)
    return;
  svg.text(0, y + 12, "shared memory, by address", "strong");
  svg.text(0, y + 28, "0", "small");
  svg.text(barWidth, y + 28, shown(bytes) + " bytes", "small end");
  y += 34;
  size_t number = 0;
  for (const Facts &ring : rings) {
    const double scale = barWidth / bytes.get<double>();
    const double slot = at(ring, "bytes_per_slot").get<double>() * scale;
    double x = at(ring, "offset").get<double>() * scale;
    svg.rect(0, y, barWidth, barHeight, "cell");
    const auto slots = at(ring, "slots").get<int64_t>();
    // Slots thinner than a line are drawn as one.
    const bool isThin = slot < 3;
    for (int64_t each = 0; each < (isThin ? 1 : slots); ++each) {
      svg.rect(x, y, isThin ? slot * static_cast<double>(slots) : slot, barHeight,
               "soft c" + std::to_string(number % 4));
      x += slot;
    }
    ++number;
    const std::string count = shown(at(ring, "slots"));
    svg.text(0, y + 30,
             shown(at(ring, "name")) + ": " + count + (slots == 1 ? " slot of " : " slots of ") +
                 shown(at(ring, "bytes_per_slot")) + " bytes from " + shown(at(ring, "offset")) +
                 ", " + shown(at(ring, "tile")),
             "small");
    y += 44;
  }
}

Drawn drawResources(const Facts &facts) {
  const Facts &resources = at(facts, "resources");
  if (resources.is_null())
    return {.drawings = {},
            .absence = "The target " + shown(at(facts, "target")) +
                       " is no GPU: registers and shared memory have no limits to show."};
  Drawing drawing{.title = "What a workgroup takes",
                  .description = "A bar is as long as the limit; its filled part is what is taken.",
                  .svg = {}};
  double y = 0;
  for (const Facts &resource : resources) {
    drawBar(drawing.svg, y, resource);
    y += at(resource, "parts").empty() ? block - 12 : block;
  }
  drawMap(drawing.svg, y + 6, at(facts, "shared_memory"));
  return {.drawings = {std::move(drawing)}};
}

} // namespace wave::picture
