//===- Traffic.cpp - Bytes of the inputs, requested, from memory, and least -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What workgroups request and the least follow from the kernel; what comes from memory is
// predicted.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdio>

#include "picture/OrderFacts.h"
#include "picture/Picture.h"

namespace wave::picture {

/// "2.1 MB", "16.4 kB".
static std::string amountOf(const Facts &bytes) {
  const double number = bytes.get<double>();
  const bool isLarge = number >= 1e6;
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %s", number / (isLarge ? 1e6 : 1e3),
                isLarge ? "MB" : "kB");
  return text;
}

Drawn drawTraffic(const Facts &facts) {
  constexpr double bars = 200, row = 18;
  const Facts &traffic = at(facts, "traffic"), &order = at(traffic, "order");
  if (order.is_null())
    return {.drawings = {}, .absence = whyNoOrderMap(facts)};
  const std::string target = shown(at(facts, "target"));
  const bool isPredicted = std::ranges::none_of(at(order, "inputs"), [](const Facts &input) {
    return at(at(input, "predicted"), "memory_bytes").is_null();
  });
  Drawing drawing{.title = "Bytes of the inputs in a launch",
                  .description =
                      "What workgroups request, and the least, each byte once, follow from the "
                      "kernel. " +
                      (isPredicted ? "What comes from memory is a prediction for " + target +
                                         ": the rest is found in caches."
                                   : "The caches of " + target +
                                         " are not known, nor is what comes from memory."),
                  .svg = {}};
  Svg &svg = drawing.svg;
  double most = 1;
  for (const Facts &input : at(order, "inputs"))
    for (const Facts &bytes :
         {at(at(input, "predicted"), "requested_bytes"), at(at(input, "predicted"), "memory_bytes"),
          at(input, "least_bytes")})
      most = std::max(most, bytes.is_null() ? 0 : bytes.get<double>());
  double y = 0;
  for (size_t number = 0; number < at(order, "inputs").size(); ++number) {
    const Facts &input = at(order, "inputs")[number], &predicted = at(input, "predicted");
    svg.text(0, y + 12, shown(at(at(traffic, "inputs")[number], "memory")), "strong");
    y += 18;
    const auto bar = [&](const Facts &bytes, const std::string &words, const std::string &classes) {
      const double width = bars * bytes.get<double>() / most;
      svg.rect(0, y, std::max(width, 1.0), 12, classes);
      svg.text(std::max(width, 1.0) + 6, y + 10, amountOf(bytes) + " " + words, "small");
      y += row;
    };
    bar(at(predicted, "requested_bytes"), "requested", "fill c0");
    if (const Facts &memory = at(predicted, "memory_bytes"); !memory.is_null()) {
      bar(memory, "from memory, predicted", "fill c1");
    } else {
      svg.text(0, y + 10, "from memory: not known", "small");
      y += row;
    }
    bar(at(input, "least_bytes"), "at least", "fill c2");
    y += 8;
  }
  return {.drawings = {drawing}, .absence = {}};
}

} // namespace wave::picture
