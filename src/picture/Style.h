//===- Style.h - Colours and letters of pictures and pages ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string_view>

namespace wave::picture {

/// CSS of a picture, light and dark, which a page has once.
std::string_view pictureStyle();

/// CSS of the rest of a page.
std::string_view pageStyle();

/// What lets the sliders of a page choose the step that a picture shows.
std::string_view pageScript();

} // namespace wave::picture
