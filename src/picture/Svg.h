//===- Svg.h - Shapes and texts of a picture ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours are classes, which the style gives a meaning in light and in dark (Style.h).  Texts are
// real texts, so that they can be read aloud, selected, and compared with what they show.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <string_view>

namespace wave::picture {

/// With what XML gives a meaning written as references.
std::string escaped(std::string_view text);

/// A length: whole pixels where it is, else one digit.
std::string length(double value);

/// How wide a text is at most, in the font of pictures at that size.
double widthOf(std::string_view text, double size = 11);

class Svg {
public:
  void rect(double x, double y, double width, double height, const std::string &classes);
  /// `y` is the line that letters stand on; `classes` may be "end" or "middle" too.
  void text(double x, double y, const std::string &words, const std::string &classes = "");
  /// "M 0 0 H 10 V 5".
  void path(const std::string &steps, const std::string &classes);
  /// A group of shapes; `attributes` as they are written.
  void open(const std::string &attributes);
  void close();

  double width = 0, height = 0; ///< of all that has been drawn
  std::string body;

private:
  void grow(double right, double bottom);
};

} // namespace wave::picture
