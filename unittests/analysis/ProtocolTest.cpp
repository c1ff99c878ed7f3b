//===- ProtocolTest.cpp - What is proved of channels, and what is not -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Protocol.h"

#include <regex>

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

/// A step of the channel of ring `ring`, of as many slots: "acquire a %k".
std::string expand(const std::string &body, int64_t slots) {
  const std::string type = "!wave.buffer<" + std::to_string(slots) + ", [M = 8], f32>";
  std::string text =
      std::regex_replace(body, std::regex("\\b(acquire|commit|wait|release|drain) (\\w+) (%\\w+)"),
                         "wave.$1 %channel_$2 number $3");
  text = std::regex_replace(text, std::regex("\\bload (\\w+) (%\\w+)"),
                            "wave.copy %m at [%c0] to %$1 slot $2 : !wave.memory<[M = 8], f32, "
                            "SHARED_ADDRESS_SPACE>, " +
                                type);
  return std::regex_replace(text, std::regex("\\bread (\\w+) (%\\w+) (%\\w+)"),
                            "$3 = wave.shared_read %$1 slot $2 : " + type +
                                " -> !wave.tile<[M = 8], f32>");
}

using Roles = std::vector<std::pair<std::string, std::string>>;

/// The channel of ring `ring`, from the roles that fill it to those that read it; "" where no role
/// has a step of it.
std::string channelOf(const std::string &ring, const Roles &roles, const std::string &type) {
  std::string text;
  for (const auto &[steps, word, counted] : {std::tuple("acquire|commit|drain", "from", "commits"),
                                             std::tuple("wait|release", "to", "releases")}) {
    std::string names;
    int count = 0;
    for (const auto &[name, body] : roles)
      if (std::regex_search(body, std::regex("\\b(" + std::string(steps) + ") " + ring + "\\b"))) {
        names += (count++ ? ", \"" : "\"") + name + "\"";
      }
    if (count)
      text += std::string(" ") + word + " [" + names + "] " + counted + " " + std::to_string(count);
  }
  return text.empty() ? "" : "  %channel_" + ring + " = wave.channel %" + ring + text + type;
}

/// Roles and their bodies, over rings a and b of `slots`.
std::string kernelOf(const Roles &roles, int64_t slots = 2) {
  const std::string ring = " : !wave.buffer<" + std::to_string(slots) + ", [M = 8], f32>\n";
  std::string text = R"(
wave.kernel @k(%m: !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>, %table: !wave.memory<[T = 4], i32>,
            %sizes: !wave.memory<[K = K, N = N, P = P, TILE = 4], f32>)
    bindings {M = 8, T = 4} grid [1, 1, 1] {
  wave.tiling_constraint K tile 8
  wave.tiling_constraint TILE tile 1
  %a = wave.allocate "a")" +
                     ring + R"(  %b = wave.allocate "b")" + ring + channelOf("a", roles, ring) +
                     channelOf("b", roles, ring);
  for (const auto &[name, body] : roles)
    text += "  wave.role \"" + name + "\" waves 1 {\n    %c0 = wave.index 0\n" +
            expand(body, slots) + "  }\n";
  return text + "}\n";
}

/// "" where the protocol is proved; else why not, behind "wrong: " where it is shown to be wrong.
std::string gapOf(const Roles &roles, int64_t slots = 2) {
  KernelText text(kernelOf(roles, slots));
  const auto gap = protocolOf(text.kernel()).gap;
  return !gap ? "" : (gap->isWrong ? "wrong: " : "") + gap->text;
}

const std::string load = R"(
    %n = wave.index "N"
    wave.iterate K at %k count %n {
      %s = wave.index "$0 % 2" (%k)
      acquire a %k
      load a %s
      commit a %k
    }
)";

const std::string use = R"(
    %n = wave.index "N"
    wave.iterate K at %k count %n {
      %s = wave.index "$0 % 2" (%k)
      wait a %k
      read a %s %t
      release a %k
    }
)";

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Protocol, IsProvedForOpenTripCounts) { EXPECT_EQ(gapOf({{"load", load}, {"use", use}}), ""); }

TEST(Protocol, SlotReleasedBeforeItIsRead) {
  EXPECT_EQ(gapOf({{"load", load},
                   {"use", replaced(replaced(use, "      release a %k\n", ""), "      read",
                                    "      release a %k\n      read")}}),
            "wrong: it reads slot K % 2 of 2 for use K, and the role holds no use");
}

TEST(Protocol, FilledAfterItIsHandedOver) {
  EXPECT_EQ(gapOf({{"load", replaced(replaced(load, "      load a %s\n", ""), "      commit a %k\n",
                                     "      commit a %k\n      load a %s\n")},
                   {"use", use}}),
            "wrong: commit of use K, and 'a' has had K writes");
}

// Loads of a use may begin before those of the use before are complete.
TEST(Protocol, SeveralUsesAreFilledAtOnce) {
  const std::string ahead = R"(
    %n = wave.index 4
    %c1 = wave.index 1
    %c2 = wave.index 2
    %c3 = wave.index 3
    acquire a %c0
    load a %c0
    acquire a %c1
    load a %c1
    commit a %c0
    commit a %c1
    acquire a %c2
    load a %c0
    acquire a %c3
    load a %c1
    commit a %c2
    commit a %c3
)";
  EXPECT_EQ(gapOf({{"load", ahead}, {"use", replaced(use, "wave.index \"N\"", "wave.index 4")}}),
            "");
}

// A late release needs a slot more.
TEST(Protocol, LateReleaseDeadlocksWithOneSlot) {
  const std::string oneLoad = replaced(load, "$0 % 2\" (%k)", "0\"");
  const std::string late = R"(
      wait a %c0
      %n = wave.index "N - 1"
      wave.iterate K at %k count %n {
        %i = wave.index "$0 + 1" (%k)
        wait a %i
        release a %k
      }
      %last = wave.index "N - 1"
      release a %last
)";
  const std::string guarded =
      "    %some = wave.index \"1 <= N\"\n    wave.if %some {\n" + late + "    } else {\n    }\n";
  EXPECT_EQ(gapOf({{"load", load}, {"use", guarded}}, 2), "");
  EXPECT_EQ(gapOf({{"load", oneLoad}, {"use", guarded}}, 1),
            "wrong: for N = 2: role 'load' waits for ever in acquire of use 1 of 'a'");
  // Without a use it awaits one.
  EXPECT_EQ(gapOf({{"load", load}, {"use", late}}, 2),
            "wrong: for N = 0: role 'use' waits for ever in wait of use 0 of 'a'");
}

TEST(Protocol, OneEnd) {
  EXPECT_EQ(gapOf({{"load", load}}),
            "wrong: channel 'a': role 'load' fills it, and no role awaits it");
  EXPECT_EQ(gapOf({{"use", use}}),
            "wrong: channel 'a': role 'use' awaits it, and no role fills it");
  EXPECT_EQ(gapOf({{"load", load}, {"again", load}, {"use", use}}),
            "wrong: channel 'a': roles 'load' and 'again' both write 'a'");
}

TEST(Protocol, RingsWithoutAChannel) {
  EXPECT_EQ(gapOf({{"load", "    load a %c0\n"}, {"use", "    read a %c0 %t\n"}}),
            "wrong: roles share 'a' and hand it over in no channel");
  EXPECT_EQ(gapOf({{"alone", "    load a %c0\n    read a %c0 %t\n"}}), "");
}

// Each role waits for what the other one sends after it.
TEST(Protocol, TwoChannelsInACycle) {
  const auto exchange = [](const std::string &first, const std::string &second) {
    return "    %n = wave.index \"N\"\n    wave.iterate K at %k count %n {\n" + first + second +
           "    }\n";
  };
  const auto send = [](const std::string &ring) {
    return "      acquire " + ring + " %k\n      %s" + ring +
           " = wave.index \"$0 % 2\" (%k)\n      load " + ring + " %s" + ring + "\n      commit " +
           ring + " %k\n";
  };
  const auto take = [](const std::string &ring) {
    return "      wait " + ring + " %k\n      release " + ring + " %k\n";
  };
  EXPECT_EQ(
      gapOf({{"left", exchange(send("a"), take("b"))}, {"right", exchange(send("b"), take("a"))}}),
      "");
  EXPECT_EQ(
      gapOf({{"left", exchange(take("b"), send("a"))}, {"right", exchange(take("a"), send("b"))}}),
      "wrong: roles wait for each other: wait of 'b', of 2 slots, and commit of 'b' are in "
      "a cycle");
}

TEST(Protocol, ConsumerThatSkipsAUse) {
  const std::string skipping = R"(
    %n = wave.index "N"
    %some = wave.index "0 < N"
    wave.iterate K at %k count %n {
      %s = wave.index "$0 % 2" (%k)
      %odd = wave.index "$0 % 2" (%k)
      wave.if %odd {
        wait a %k
        read a %s %t
        release a %k
      } else {
      }
    }
)";
  EXPECT_EQ(gapOf({{"load", load}, {"use", skipping}}),
            "wrong: for N = 1: role 'use' has had 0 waits of 'a' at its end, and another end 1");
}

TEST(Protocol, ConsumerWithOtherTrips) {
  EXPECT_EQ(gapOf({{"load", load}, {"use", replaced(use, "\"N\"", "\"N + 1\"")}}),
            "wrong: channel 'a': role 'use' has N + 1 uses, and another end has N");
  EXPECT_EQ(gapOf({{"load", load}, {"use", replaced(use, "\"N\"", "\"P\"")}}),
            "wrong: for N = 0, P = 1: role 'use' waits for ever in wait of use 0 of 'a'");
}

TEST(Protocol, TwoConsumers) {
  EXPECT_EQ(gapOf({{"load", load}, {"use", use}, {"other", use}}), "");
  // One that has other trips.
  EXPECT_EQ(gapOf({{"load", load}, {"use", use}, {"other", replaced(use, "\"N\"", "\"N - 1\"")}}),
            "wrong: for N = 1: role 'other' has had 0 waits of 'a' at its end, and another end 1");
  EXPECT_EQ(gapOf({{"load", load}, {"use", use}, {"other", replaced(use, "\"N\"", "\"N + 1\"")}}),
            "wrong: channel 'a': role 'other' has N + 1 uses, and another end has N");
  EXPECT_EQ(
      gapOf({{"load", load}, {"use", use}, {"other", replaced(use, "      release a %k\n", "")}}),
      "wrong: for N = 1: role 'other' has had 0 releases of 'a' at its end, and another end 1");
  // One that reads what another one has awaited.
  EXPECT_EQ(gapOf({{"load", load},
                   {"use", use},
                   {"other",
                    replaced(replaced(use, "      release a %k\n", ""), "      wait a %k\n", "")}}),
            "wrong: it reads slot K % 2 of 2 for use K, and the role holds no use");
}

/// Tiles of as many steps as a table says, which both roles read.
std::string tiles(const std::string &steps, const std::string &place) {
  return R"(
    %two = wave.index 2
    %r = wave.iterate TILE at %tile count %two iter_args(%done = %c0) -> index {
      %place = wave.index ")" +
         place +
         R"(" (%tile)
      %read = wave.read_index %table [%place] : <[T = 4], i32>
      %count = wave.index "0 + Max($0, 0) + 0" (%read)
      wave.iterate K at %k count %count {
        %u = wave.index "$0 + $1" (%k, %done)
        %s = wave.index "($0 + $1) % 2" (%k, %done)
)" + steps +
         R"(
      }
      %next = wave.index "$0 + Max($1, 0) + 0" (%done, %read)
      wave.yield %next : index
    }
)";
}

TEST(Protocol, TripCountsFromMemory) {
  const std::string fill = "        acquire a %u\n        load a %s\n        commit a %u\n";
  const std::string take = "        wait a %u\n        read a %s %t\n        release a %u\n";
  EXPECT_EQ(gapOf({{"load", tiles(fill, "$0")}, {"use", tiles(take, "$0")}}), "");
  // Another element of the table.
  EXPECT_NE(gapOf({{"load", tiles(fill, "$0")}, {"use", tiles(take, "$0 + 1")}}), "");
}

/// Of what is not proved: "up to 4 in 5", or what goes wrong for a few trips.
std::string trialOf(const Roles &roles, int64_t slots = 2) {
  KernelText text(kernelOf(roles, slots));
  const Protocol protocol = protocolOf(text.kernel());
  if (!protocol.gap)
    return "proved";
  if (!protocol.trial)
    return "no trial: " + protocol.gap->text;
  if (protocol.trial->failure)
    return (protocol.gap->isWrong ? "wrong: " : "") + protocol.gap->text;
  return "up to " + std::to_string(protocol.trial->upTo) + " in " +
         std::to_string(protocol.trial->executions);
}

/// A consumer whose uses are taken by two loops: of `first` and of `rest` trips.
std::string inTwoLoops(const std::string &first, const std::string &rest) {
  return "    %first = wave.index \"" + first + R"text("
    wave.iterate K at %k count %first {
      %s = wave.index "$0 % 2" (%k)
      wait a %k
      read a %s %t
      release a %k
    }
    %rest = wave.index ")text" +
         rest + R"text("
    wave.iterate K at %k count %rest {
      %i = wave.index "$0 + )text" +
         first + R"text(" (%k)
      %s = wave.index "($0 + )text" +
         first + R"text() % 2" (%k)
      wait a %i
      read a %s %t
      release a %i
    }
)text";
}

TEST(Protocol, HalvesAreAWhole) {
  EXPECT_EQ(trialOf({{"load", load}, {"use", inTwoLoops("ceildiv(N, 2)", "floordiv(N, 2)")}}),
            "proved");
}

// A sum that is N, of which it is not known.
TEST(Protocol, CheckedForAFewTrips) {
  EXPECT_EQ(trialOf({{"load", load}, {"use", inTwoLoops("Min(N, 2)", "Max(N - 2, 0)")}}),
            "up to 4 in 5");
  EXPECT_EQ(trialOf({{"load", load}, {"use", inTwoLoops("Min(N, 2)", "Max(N - 3, 0)")}}),
            "wrong: for N = 3: role 'use' has had 2 waits of 'a' at its end, and another end 3");
}

/// The loop of tiles, pipelined: the consumer is a tile ahead, or begins with one before the loop.
TEST(Protocol, LoopsAroundLoopsThatOneRolePipelines) {
  const std::string fill = R"text(
    %n = wave.index "N"
    %p = wave.index "P"
    wave.iterate TILE at %t count %p {
      wave.iterate K at %k count %n {
        %i = wave.index "$0 * N + $1" (%t, %k)
        %s = wave.index "($0 * N + $1) % 2" (%t, %k)
        acquire a %i
        load a %s
        commit a %i
      }
    }
)text";
  // The first tile before the loop, the others in it.
  const std::string take = R"text(
    %n = wave.index "N"
    %has = wave.index "1 <= P"
    wave.if %has {
      wave.iterate K at %k count %n {
        %s = wave.index "$0 % 2" (%k)
        wait a %k
        read a %s %x
        release a %k
      }
      %rest = wave.index "P - 1"
      wave.iterate TILE at %t count %rest {
        wave.iterate K at %k count %n {
          %i = wave.index "($0 + 1) * N + $1" (%t, %k)
          %s = wave.index "(($0 + 1) * N + $1) % 2" (%t, %k)
          wait a %i
          read a %s %y
          release a %i
        }
      }
    } else {
    }
)text";
  EXPECT_EQ(trialOf({{"load", fill}, {"use", take}}), "proved");
  // A tile fewer in the loop.
  EXPECT_EQ(
      trialOf({{"load", fill}, {"use", replaced(take, "\"P - 1\"", "\"Max(P - 2, 0)\"")}}),
      "wrong: for P = 2, N = 1: role 'use' has had 1 waits of 'a' at its end, and another end 2");
  // Each tile begins with the last use of the one before.
  EXPECT_EQ(trialOf({{"load", fill},
                     {"use", replaced(take, "($0 + 1) * N + $1", "($0 + 1) * N + $1 - 1")}}),
            "wrong: for P = 2, N = 1: role 'use' has wait of use 0 of 'a', and use 1 is next");
}

TEST(Protocol, WithoutRolesThereIsNothing) {
  KernelText text("wave.kernel @k(%m: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] "
                  "{\n}\n");
  const Protocol protocol = protocolOf(text.kernel());
  EXPECT_TRUE(protocol.channels.empty());
  EXPECT_FALSE(protocol.gap);
}

} // namespace
} // namespace wave::analysis
