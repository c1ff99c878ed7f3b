//===- Facts.h - What an explanation says, as pictures read it ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures and pages show what the JSON of `wave explain` says, and find out nothing themselves.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "nlohmann/json.hpp"

namespace wave::picture {

using Facts = nlohmann::ordered_json;

/// What `facts` has of that name; null where it has none.
const Facts &at(const Facts &facts, const std::string &name);

/// As it is shown: texts as they are, whole numbers without a point, others with one digit after
/// it.
std::string shown(const Facts &value);

/// "16 x 16 x 1".
std::string joined(const Facts &list, const std::string &between);

/// "kernels/gemm.cpp:38"; empty where it is not known.
std::string place(const Facts &where);

/// "copy read_a", "acquire a, b": by its tag, or by its rings.
std::string nameOfOperation(const Facts &operation);

/// "loop over K (k_loop)", and as a title begins: "Loop over K (k_loop)".
std::string nameOfLoop(const Facts &loop);
std::string titleOfLoop(const Facts &loop);

/// Those of the kernel of which `name` says something.
std::vector<const Facts *> loopsWith(const Facts &facts, const std::string &name);

/// Why a kernel has no picture of its loops: a sentence.
std::string whyNoLoops(const Facts &facts);

} // namespace wave::picture
