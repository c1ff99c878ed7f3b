//===- Svg.cpp ------------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/Svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace wave::picture {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text)
    switch (letter) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    case '\n':
    case '\t':
      result += letter;
      break;
    default: // XML has no other control characters
      result += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
    }
  return result;
}

std::string length(double value) {
  char text[32];
  const bool isWhole = std::abs(value - std::round(value)) < 0.05;
  std::snprintf(text, sizeof text, isWhole ? "%.0f" : "%.1f", value);
  return text;
}

double widthOf(std::string_view text, double size) {
  const auto isFirstByte = [](char letter) { return (letter & 0xC0) != 0x80; };
  return static_cast<double>(std::ranges::count_if(text, isFirstByte)) * size * 0.62;
}

void Svg::grow(double right, double bottom) {
  width = std::max(width, right);
  height = std::max(height, bottom);
}

void Svg::rect(double x, double y, double w, double h, const std::string &classes) {
  body += "<rect x=\"" + length(x) + "\" y=\"" + length(y) + "\" width=\"" + length(w) +
          "\" height=\"" + length(h) + "\" class=\"" + classes + "\"/>\n";
  grow(x + w, y + h);
}

void Svg::text(double x, double y, const std::string &words, const std::string &classes) {
  body += "<text x=\"" + length(x) + "\" y=\"" + length(y) + "\"" +
          (classes.empty() ? "" : " class=\"" + classes + "\"") + ">" + escaped(words) +
          "</text>\n";
  const bool isEnd = classes.find("end") != std::string::npos,
             isMiddle = classes.find("middle") != std::string::npos;
  const double size = classes.find("head") != std::string::npos ? 12 : 11; // as the style has it
  grow(x + (isEnd ? 0 : widthOf(words, size) / (isMiddle ? 2 : 1)), y + 4);
}

void Svg::path(const std::string &steps, const std::string &classes) {
  body += "<path d=\"" + steps + "\" class=\"" + classes + "\"/>\n";
}

void Svg::open(const std::string &attributes) { body += "<g " + attributes + ">\n"; }
void Svg::close() { body += "</g>\n"; }

} // namespace wave::picture
