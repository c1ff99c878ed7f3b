//===- Property.h - Laws that hold for whatever is drawn ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A property draws values inside its body, `const int64_t n = *numbers();`, and
// states its law with RC_ASSERT, in further parentheses where && or || are in it: to
// show both sides, the macro evaluates both.  A counterexample is shrunk before it is
// shown.
// WAVE_TEST_DRAWS says how often each property is tried (2000), WAVE_TEST_SEED with
// which numbers.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "differential/Random.h"

namespace wave::test {

/// Tries `law`, then checks what it covered; for TEST_P, where a family has one law
/// for each of its members.
void checkLaw(const std::function<void()> &law);

/// At least `percent` of the draws must satisfy `condition`: else the property
/// fails, for its generator has stopped to draw what the law is about.  Judged from
/// 1000 draws on.
void cover(double percent, bool condition, const char *label);

/// Values made from random choices, and the simpler ones to try in place of a
/// counterexample, simplest first.  `make` gets the choices and a size that grows
/// from 0 to 100 over the draws.
template <typename Make, typename Shrink> auto drawn(Make make, Shrink simpler) {
  using T = decltype(make(std::declval<Random &>(), 0));
  return rc::Gen<T>([=](const rc::Random &random, int size) {
    Random choices(rc::Random(random).next());
    return rc::shrinkable::shrinkRecur(make(choices, size), [=](const T &value) {
      return rc::seq::fromContainer(std::vector<T>(simpler(value)));
    });
  });
}

} // namespace wave::test

#define WAVE_PROPERTY(Suite, Name)                                                                 \
  static void property_##Suite##_##Name();                                                         \
  TEST(Suite, Name) { ::wave::test::checkLaw(&property_##Suite##_##Name); }                        \
  static void property_##Suite##_##Name()
