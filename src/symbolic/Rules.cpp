//===- Rules.cpp - The simplification rules, as a table -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Simplify.h for what a rule must keep and why rewriting ends.  Canonical forms
// have done their part before: constants stand last, like terms are collected, a
// comparison has positive coefficients and no term on both sides.
//
//===----------------------------------------------------------------------===//

#include "symbolic/Rules.h"

#include "symbolic/Pattern.h"

#include <array>

namespace wave::symbolic {

namespace {

Rule rule(const char *name, const Pattern &pattern, const Pattern &replacement,
          const Pattern &condition = 1) {
  return {name, pattern.expr, replacement.expr, condition.expr};
}

std::vector<Rule> buildRules() {
  const Pattern x("x"), y("y"), z("z"), w("w"), c0("c0"), c1("c1"), c2("c2");
  // clang-format off
  return {
    // Quotient and remainder together.
    rule("join-div-mod",        floordiv(x, c0) * c0 + x % c0,               x, c0 != 0),
    rule("join-div-mod-scaled", floordiv(x, c0) * c1 + (x % c0) * c2,        x * c2, c0 != 0 && c1 == c0 * c2),
    rule("join-mod-mod",        (floordiv(x, c0) % c1) * c0 + x % c0,        x % (c0 * c1), c0 > 0 && c1 > 0),
    rule("rest-of-floordiv",    floordiv(x, c0) * c1 + x,                    x % c0, c0 != 0 && c1 == -c0),

    // Exact quotients: no rounding, so only what is exact by itself goes away.
    rule("div-one",             x / 1,                                       x),
    rule("div-minus-one",       x / -1,                                      -x),
    rule("div-multiple",        x * c0 / c1,                                 x * (c0 / c1), c1 != 0 && c0 % c1 == 0),
    rule("div-negated",         x * -1 / c0,                                 -(x / c0), c0 != 0),
    rule("div-reduce",          x * c0 / c1,                                 x / (c1 / c0), c0 > 1 && c1 != 0 && c1 % c0 == 0),
    rule("div-split",           (x * c0 + y) / c1,                           x * (c0 / c1) + y / c1, c1 != 0 && c0 % c1 == 0),
    rule("div-offset",          (x + c0) / c1,                               x / c1 + c0 / c1, c1 != 0 && c0 % c1 == 0),
    rule("div-nested",          x / c0 / c1,                                 x / (c0 * c1), c0 != 0 && c1 != 0),
    rule("div-common",          (x * z + y) / z,                             x + y / z),
    rule("div-common-one",      (z + y) / z,                                 y / z + 1),

    // Rounded down.
    rule("floordiv-one",        floordiv(x, 1),                              x),
    rule("floordiv-minus-one",  floordiv(x, -1),                             -x),
    rule("floordiv-multiple",   floordiv(x * c0, c1),                        x * (c0 / c1), c1 != 0 && c0 % c1 == 0),
    rule("floordiv-split",      floordiv(x * c0 + y, c1),                    x * (c0 / c1) + floordiv(y, c1), c1 != 0 && c0 % c1 == 0),
    rule("floordiv-common",     floordiv(x * z + y, z),                      x + floordiv(y, z)),
    rule("floordiv-common-one", floordiv(z + y, z),                          floordiv(y, z) + 1),
    rule("floordiv-offset",     floordiv(x + c0, c1),                        floordiv(x + c0 % c1, c1) + floordiv(c0, c1), c1 != 0 && c0 % c1 != c0),
    rule("floordiv-reduce",     floordiv(x * c0, c1),                        floordiv(x, c1 / c0), c0 > 1 && c1 != 0 && c1 % c0 == 0),
    rule("floordiv-reduce-off", floordiv(x * c0 + c1, c2),                   floordiv(x + floordiv(c1, c0), c2 / c0), c0 > 1 && c2 > 0 && c2 % c0 == 0),
    rule("floordiv-round-up",   floordiv(x + c0, c1),                        ceildiv(x, c1), c1 > 1 && c0 == c1 - 1),
    rule("floordiv-nested",     floordiv(floordiv(x, c0), c1),               floordiv(x, c0 * c1), c0 != 0 && c1 > 0),
    rule("floordiv-nested-off", floordiv(floordiv(x, c0) + c1, c2),          floordiv(x + c0 * c1, c0 * c2), c0 != 0 && c2 > 0),
    rule("floordiv-small-mod",  floordiv(x % c0, c1),                        0, c0 > 0 && c0 <= c1),
    rule("floordiv-of-mod",     floordiv(x % c0, c1),                        floordiv(x, c1) % (c0 / c1), c1 > 1 && c0 > c1 && c0 % c1 == 0),

    // Rounded up.
    rule("ceildiv-one",         ceildiv(x, 1),                               x),
    rule("ceildiv-minus-one",   ceildiv(x, -1),                              -x),
    rule("ceildiv-multiple",    ceildiv(x * c0, c1),                         x * (c0 / c1), c1 != 0 && c0 % c1 == 0),
    rule("ceildiv-split",       ceildiv(x * c0 + y, c1),                     x * (c0 / c1) + ceildiv(y, c1), c1 != 0 && c0 % c1 == 0),
    rule("ceildiv-common",      ceildiv(x * z + y, z),                       x + ceildiv(y, z)),
    rule("ceildiv-common-one",  ceildiv(z + y, z),                           ceildiv(y, z) + 1),
    rule("ceildiv-offset",      ceildiv(x + c0, c1),                         ceildiv(x + c0 % c1, c1) + floordiv(c0, c1), c1 != 0 && c0 % c1 != c0),
    rule("ceildiv-reduce",      ceildiv(x * c0, c1),                         ceildiv(x, c1 / c0), c0 > 1 && c1 != 0 && c1 % c0 == 0),
    rule("ceildiv-reduce-off",  ceildiv(x * c0 + c1, c2),                    ceildiv(x + ceildiv(c1, c0), c2 / c0), c0 > 1 && c2 > 0 && c2 % c0 == 0),
    rule("ceildiv-nested",      ceildiv(ceildiv(x, c0), c1),                 ceildiv(x, c0 * c1), c0 != 0 && c1 > 0),
    rule("ceildiv-nested-off",  ceildiv(ceildiv(x, c0) + c1, c2),            ceildiv(x + c0 * c1, c0 * c2), c0 != 0 && c2 > 0),

    // Remainders.
    rule("mod-one",             x % c0,                                      0, c0 == 1 || c0 == -1),
    rule("mod-multiple",        x * c0 % c1,                                 0, c1 != 0 && c0 % c1 == 0),
    rule("mod-split",           (x * c0 + y) % c1,                           y % c1, c1 != 0 && c0 % c1 == 0),
    rule("mod-common",          (x * z + y) % z,                             y % z),
    rule("mod-common-one",      (z + y) % z,                                 y % z),
    rule("mod-factor",          x * c0 % c1,                                 x * (c0 % c1) % c1, c1 > 0 && (c0 >= c1 || c0 <= -c1)),
    rule("mod-factor-sum",      (x * c0 + y) % c1,                           (x * (c0 % c1) + y) % c1, c1 > 0 && (c0 >= c1 || c0 <= -c1)),
    rule("mod-offset",          (x + c0) % c1,                               (x + c0 % c1) % c1, c1 != 0 && c0 % c1 != c0),
    rule("mod-reduce",          x * c0 % c1,                                 x % (c1 / c0) * c0, c0 > 1 && c1 != 0 && c1 % c0 == 0),
    rule("mod-nested",          x % c0 % c1,                                 x % c1, c0 != 0 && c1 != 0 && c0 % c1 == 0),
    rule("mod-nested-small",    x % c0 % c1,                                 x % c0, c0 > 0 && c0 <= c1),
    rule("mod-nested-sum",      (x % c0 + y) % c1,                           (x + y) % c1, c0 != 0 && c1 != 0 && c0 % c1 == 0),
    rule("mod-nested-scaled",   (x % c0 * c2 + y) % c1,                      (x * c2 + y) % c1, c0 != 0 && c1 != 0 && c0 * c2 % c1 == 0),

    // Minimum and maximum.
    rule("min-constants",       min(c0, c1),                                 min(c0, c1)),
    rule("min-offsets",         min(x + c0, x + c1),                         x + min(c0, c1)),
    rule("min-offset",          min(x + c0, x),                              x + min(c0, 0)),
    rule("min-absorb",          min(max(x, y), x),                           x),
    rule("min-clamp",           min(max(x, c0), c1),                         c1, c1 <= c0),
    rule("min-mod-above",       min(x % c0, c1),                             x % c0, c0 > 0 && c1 >= c0 - 1),
    rule("min-mod-below",       min(x % c0, c1),                             c1, c0 > 0 && c1 <= 0),
    rule("max-constants",       max(c0, c1),                                 max(c0, c1)),
    rule("max-offsets",         max(x + c0, x + c1),                         x + max(c0, c1)),
    rule("max-offset",          max(x + c0, x),                              x + max(c0, 0)),
    rule("max-absorb",          max(min(x, y), x),                           x),
    rule("max-clamp",           max(min(x, c0), c1),                         c1, c1 >= c0),
    rule("max-mod-above",       max(x % c0, c1),                             c1, c0 > 0 && c1 >= c0 - 1),
    rule("max-mod-below",       max(x % c0, c1),                             x % c0, c0 > 0 && c1 <= 0),

    // Comparisons.
    rule("lt-factor",           x * c0 < c1,                                 x < ceildiv(c1, c0), c0 > 1),
    rule("lt-factor-right",     c1 < x * c0,                                 floordiv(c1, c0) < x, c0 > 1),
    rule("lt-factors",          x * c0 < y * c1,                             x < y * (c1 / c0), c0 > 1 && c1 % c0 == 0),
    rule("lt-factors-right",    x * c0 < y * c1,                             x * (c0 / c1) < y, c1 > 1 && c0 % c1 == 0),
    rule("lt-mod-above",        x % c0 < c1,                                 1, c0 > 0 && c1 >= c0),
    rule("lt-mod-below",        x % c0 < c1,                                 0, c0 > 0 && c1 <= 0),
    rule("lt-mod-reaches",      c1 < x % c0,                                 0, c0 > 0 && c1 >= c0 - 1),
    rule("lt-mod-exceeds",      c1 < x % c0,                                 1, c0 > 0 && c1 < 0),
    rule("lt-floordiv",         floordiv(x, c0) < c1,                        x < c0 * c1, c0 > 0),
    rule("lt-floordiv-right",   c1 < floordiv(x, c0),                        c0 * c1 + c0 <= x, c0 > 0),
    rule("lt-ceildiv",          ceildiv(x, c0) < c1,                         x <= c0 * c1 - c0, c0 > 0),
    rule("lt-ceildiv-right",    c1 < ceildiv(x, c0),                         c0 * c1 < x, c0 > 0),
    rule("le-factor",           x * c0 <= c1,                                x <= floordiv(c1, c0), c0 > 1),
    rule("le-factor-right",     c1 <= x * c0,                                ceildiv(c1, c0) <= x, c0 > 1),
    rule("le-factors",          x * c0 <= y * c1,                            x <= y * (c1 / c0), c0 > 1 && c1 % c0 == 0),
    rule("le-factors-right",    x * c0 <= y * c1,                            x * (c0 / c1) <= y, c1 > 1 && c0 % c1 == 0),
    rule("le-mod-above",        x % c0 <= c1,                                1, c0 > 0 && c1 >= c0 - 1),
    rule("le-mod-below",        x % c0 <= c1,                                0, c0 > 0 && c1 < 0),
    rule("le-mod-reaches",      c1 <= x % c0,                                0, c0 > 0 && c1 >= c0),
    rule("le-mod-exceeds",      c1 <= x % c0,                                1, c0 > 0 && c1 <= 0),
    rule("le-floordiv",         floordiv(x, c0) <= c1,                       x < c0 * c1 + c0, c0 > 0),
    rule("le-floordiv-right",   c1 <= floordiv(x, c0),                       c0 * c1 <= x, c0 > 0),
    rule("le-ceildiv",          ceildiv(x, c0) <= c1,                        x <= c0 * c1, c0 > 0),
    rule("le-ceildiv-right",    c1 <= ceildiv(x, c0),                        c0 * c1 - c0 < x, c0 > 0),
    rule("eq-factor",           x * c0 == c1,                                x == c1 / c0, c0 > 1 && c1 % c0 == 0),
    rule("eq-factor-never",     x * c0 == c1,                                0, c0 > 1 && c1 % c0 != 0),
    rule("eq-factors",          x * c0 == y * c1,                            x == y * (c1 / c0), c0 > 1 && c1 % c0 == 0),
    rule("eq-mod-never",        x % c0 == c1,                                0, c0 > 0 && (c1 < 0 || c1 >= c0)),
    rule("ne-factor",           x * c0 != c1,                                x != c1 / c0, c0 > 1 && c1 % c0 == 0),
    rule("ne-factor-always",    x * c0 != c1,                                1, c0 > 1 && c1 % c0 != 0),
    rule("ne-factors",          x * c0 != y * c1,                            x != y * (c1 / c0), c0 > 1 && c1 % c0 == 0),
    rule("ne-mod-always",       x % c0 != c1,                                1, c0 > 0 && (c1 < 0 || c1 >= c0)),

    // Choices.
    rule("select-true",         select(c0, x, y),                            x, c0 != 0),
    rule("select-false",        select(c0, x, y),                            y, c0 == 0),
    rule("select-same",         select(z, x, x),                             x),
    rule("select-not-equal",    select(x != y, z, w),                      select(x == y, w, z)),
    rule("select-min",          select(x < y, x, y),                         min(x, y)),
    rule("select-min-le",       select(x <= y, x, y),                        min(x, y)),
    rule("select-max",          select(x < y, y, x),                         max(x, y)),
    rule("select-max-le",       select(x <= y, y, x),                        max(x, y)),
  };
  // clang-format on
}

} // namespace

const std::vector<Rule> &allRules() {
  static const std::vector<Rule> rules = buildRules();
  return rules;
}

const std::vector<const Rule *> &rulesFor(Kind kind) {
  constexpr size_t kinds = static_cast<size_t>(Kind::Constant) + 1;
  static const auto byKind = [] {
    std::array<std::vector<const Rule *>, kinds> table;
    for (const Rule &each : allRules())
      table[static_cast<size_t>(kindOf(each.pattern))].push_back(&each);
    return table;
  }();
  return byKind[static_cast<size_t>(kind)];
}

} // namespace wave::symbolic
