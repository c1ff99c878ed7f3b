//===- Property.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Property.h"

#include <cstdlib>
#include <map>
#include <string>

#include <rapidcheck/gtest.h>

namespace wave::test {

namespace {

struct Share {
  double percent = 0;
  int of = 0, draws = 0;
};

std::map<std::string, Share> shares; ///< of the property being checked

} // namespace

void cover(double percent, bool condition, const char *label) {
  Share &share = shares[label];
  share.percent = percent;
  share.of += condition ? 1 : 0;
  ++share.draws;
}

void checkLaw(const std::function<void()> &law) {
  shares.clear();
  rc::detail::checkGTest(law);
  if (::testing::Test::HasFailure())
    return; // shrinking has called cover as well

  // Fewer draws say little about a share of 1 %.
  constexpr int enough = 1000;
  for (const auto &[label, share] : shares)
    if (share.draws >= enough)
      EXPECT_GE(100.0 * share.of, share.percent * share.draws)
          << share.of << " of " << share.draws << " draws were '" << label
          << "', expected at least " << share.percent << " %";
}

} // namespace wave::test

int main(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const char *draws = std::getenv("WAVE_TEST_DRAWS");
  const std::string parameters = "seed=" + std::to_string(wave::test::testSeed()) +
                                 " max_success=" + (draws ? draws : "2000") +
                                 " max_discard_ratio=100";
  ::setenv("RC_PARAMS", parameters.c_str(), 1);
  return RUN_ALL_TESTS();
}
