//===- Picture.h - The pictures of a kernel, as a table -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A picture is a function from the facts to an SVG.  A new one is a file with the function, and a
// row of Picture.cpp; pages, `--svg` and their tests read the table.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "picture/Facts.h"
#include "picture/Svg.h"

namespace wave::picture {

/// What shows one of several steps of a picture: groups `class="step" data-step="k"` are seen at
/// step k alone, and at the one shown first where no script runs, as on paper.
struct Slider {
  std::string label;
  std::vector<std::string> steps; ///< what each is called
  size_t first;                   ///< that is shown first
};

/// What else a reader chooses.  "of": groups `data-of="0 all"` are seen where one of their values
/// is chosen, and those with the class `now` at first.  "colour": by what cells are coloured.
struct Choice {
  struct Option {
    std::string value, label;
  };
  std::string label, name;
  std::vector<Option> options;
  size_t first;
};

struct Drawing {
  std::string title;       ///< "loop over K (k_loop): …"
  std::string description; ///< what is to be seen, in a sentence or two
  Svg svg;
  Slider slider = {}; ///< without steps: none
  std::vector<Choice> choices = {};
};

/// What a kernel has of a picture: one drawing for each loop, or for all; or why it has none.
struct Drawn {
  std::vector<Drawing> drawings;
  std::string absence = {}; ///< a sentence
};

struct Picture {
  std::string name;    ///< for --svg
  std::string section; ///< of the page; empty where another picture of the page shows as much
  std::string title;
  Drawn (*draw)(const Facts &facts);
};

const std::vector<Picture> &pictures();

/// Those that the kernel has, by name, in the order of the table.
std::vector<std::string> namesOfPictures(const Facts &facts);

/// An SVG in a page; `id` is what its own ids begin with.
std::string inlineSvg(const Drawing &drawing, const std::string &id);

/// A file: the drawings one below the other.
std::string svgFile(const Picture &picture, const std::vector<Drawing> &drawings);

/// How such a file begins.
std::string_view svgFileStart();

Drawn drawOrderMap(const Facts &facts);
Drawn drawOrder(const Facts &facts);
Drawn drawDies(const Facts &facts);
Drawn drawReads(const Facts &facts);
Drawn drawTraffic(const Facts &facts);
Drawn drawStages(const Facts &facts);
Drawn drawTrips(const Facts &facts);
Drawn drawResources(const Facts &facts);
Drawn drawUnits(const Facts &facts);

} // namespace wave::picture
