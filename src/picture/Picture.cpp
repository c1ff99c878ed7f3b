//===- Picture.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/Picture.h"

#include <algorithm>

#include "picture/Style.h"

namespace wave::picture {

const std::vector<Picture> &pictures() {
  static const std::vector<Picture> table = {
      {"order-map", "Order of tiles", "Which tiles run at one time", drawOrderMap},
      {"order", "", "When each tile is computed", drawOrder},
      {"dies", "", "Which die computes each tile", drawDies},
      {"reads", "", "Blocks that are read at one time", drawReads},
      {"traffic", "Order of tiles", "Traffic", drawTraffic},
      {"stages", "Pipeline", "Stages and positions", drawStages},
      {"pipeline", "Pipeline", "Trips, slots and waits", drawTrips},
      {"resources", "Resources", "Registers and memory against their limits", drawResources},
      {"units", "Resources", "Cycles of the units in a step", drawUnits},
  };
  return table;
}

std::vector<std::string> namesOfPictures(const Facts &facts) {
  std::vector<std::string> names;
  for (const Picture &picture : pictures())
    if (!picture.draw(facts).drawings.empty())
      names.push_back(picture.name);
  return names;
}

static std::string sizeOf(double width, double height) {
  return "width=\"" + length(width) + "\" height=\"" + length(height) + "\" viewBox=\"0 0 " +
         length(width) + " " + length(height) + "\"";
}

static std::string described(const std::string &title, const std::string &description,
                             const std::string &id) {
  return "<title id=\"" + id + "-title\">" + escaped(title) + "</title>\n<desc id=\"" + id +
         "-desc\">" + escaped(description) + "</desc>\n";
}

static std::string labelledBy(const std::string &id) {
  return "role=\"img\" aria-labelledby=\"" + id + "-title " + id + "-desc\" ";
}

constexpr double margin = 8;

std::string inlineSvg(const Drawing &drawing, const std::string &id) {
  return "<svg class=\"picture\" " + labelledBy(id) +
         sizeOf(drawing.svg.width + margin, drawing.svg.height + margin) + ">\n" +
         described(drawing.title, drawing.description, id) + drawing.svg.body + "</svg>\n";
}

std::string_view svgFileStart() {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a picture that wave has drawn -->\n";
}

std::string svgFile(const Picture &picture, const std::vector<Drawing> &drawings) {
  constexpr double heading = 28;
  double width = 0, height = margin;
  std::string body, description;
  for (const Drawing &drawing : drawings) {
    Svg title;
    title.text(margin, height + 14, drawing.title, "head");
    body += title.body + "<g transform=\"translate(" + length(margin) + " " +
            length(height + heading) + ")\">\n" + drawing.svg.body + "</g>\n";
    width = std::max({width, drawing.svg.width + 2 * margin, title.width + 2 * margin});
    height += heading + drawing.svg.height + 2 * margin;
    description += (description.empty() ? "" : " ") + drawing.description;
  }
  return std::string(svgFileStart()) +
         "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" " + labelledBy(picture.name) +
         sizeOf(width, height) + ">\n" + described(picture.title, description, picture.name) +
         "<style>\n" + std::string(pictureStyle()) + "</style>\n<rect class=\"paper\" " +
         "width=\"100%\" height=\"100%\"/>\n" + body + "</svg>\n";
}

} // namespace wave::picture
