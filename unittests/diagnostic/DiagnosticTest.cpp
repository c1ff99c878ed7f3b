//===- DiagnosticTest.cpp - What a message looks like -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/diagnostic.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace {

using namespace wave;

/// A folder to run in, so that messages show file names without a folder.
class DiagnosticTest : public testing::Test {
protected:
  void SetUp() override {
    before = std::filesystem::current_path();
    folder =
        std::filesystem::temp_directory_path() / ("wave-diagnostic-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
  }
  void TearDown() override {
    std::filesystem::current_path(before);
    std::filesystem::remove_all(folder);
  }
  static void write(const std::string &name, const std::string &text) {
    std::ofstream(name, std::ios::binary) << text;
  }
  static std::string renderAt(const std::string &file, uint32_t line, uint32_t column) {
    return Diagnostic{"some-id", "what: claim", SourceLocation(file, line, column), {}, {}}
        .render();
  }

  std::filesystem::path before;
  std::filesystem::path folder;
};

TEST_F(DiagnosticTest, RendersPlaceExcerptNotesAndHelp) {
  write("gemm.cpp", std::string(30, '\n') + "      return mma(lhs, rhs, acc, {.tag = \"mma\"});\n");
  const Diagnostic diagnostic{"mma-c1",
                              "mma: lhs and rhs do not share a reduction dimension",
                              SourceLocation("gemm.cpp", 31, 14),
                              {{"lhs is [M, K] f16, read from 'a'", {"gemm.cpp", 29, 22}},
                               {"rhs is [K, N] f16, read from 'b'", {"gemm.cpp", 30, 22}},
                               {"no place", {}}},
                              "declare 'b' as {N, K}"};
  EXPECT_EQ(diagnostic.render(),
            R"(gemm.cpp:31:14: error: mma: lhs and rhs do not share a reduction dimension [mma-c1]
   31 |       return mma(lhs, rhs, acc, {.tag = "mma"});
      |              ^
gemm.cpp:29:22: note: lhs is [M, K] f16, read from 'a'
gemm.cpp:30:22: note: rhs is [K, N] f16, read from 'b'
note: no place
help: declare 'b' as {N, K})");
}

TEST_F(DiagnosticTest, WithoutPlace) {
  const Diagnostic diagnostic{"some-id", "what: claim", {}, {}, {}};
  EXPECT_EQ(diagnostic.render(), "error: what: claim [some-id]");
  EXPECT_EQ(diagnostic.render("remark"), "remark: what: claim [some-id]");
}

TEST_F(DiagnosticTest, NoExcerptWhereThereIsNone) {
  write("short.cpp", "one line\n");
  write("large.cpp", std::string(size_t{4} << 20, '\n'));
  const std::string rest = "error: what: claim [some-id]";
  EXPECT_EQ(renderAt("missing.cpp", 3, 4), "missing.cpp:3:4: " + rest);
  EXPECT_EQ(renderAt("short.cpp", 2, 1), "short.cpp:2:1: " + rest);
  EXPECT_EQ(renderAt("large.cpp", 3, 1), "large.cpp:3:1: " + rest);
  EXPECT_EQ(renderAt(".", 1, 1), ".:1:1: " + rest);
}

TEST_F(DiagnosticTest, ColumnsUnknownOrBeyondTheLineGetNoCaret) {
  write("a.cpp", "abc\r\n");
  EXPECT_EQ(renderAt("a.cpp", 1, 0), "a.cpp:1: error: what: claim [some-id]\n    1 | abc");
  EXPECT_EQ(renderAt("a.cpp", 1, 4),
            "a.cpp:1:4: error: what: claim [some-id]\n    1 | abc\n      |    ^");
  EXPECT_EQ(renderAt("a.cpp", 1, 5), "a.cpp:1:5: error: what: claim [some-id]\n    1 | abc");
}

TEST_F(DiagnosticTest, CaretStandsUnderTabsAndCodePoints) {
  write("a.cpp", "\tx\t= \xC3\xA9\xC3\xA9 + y;\n");
  EXPECT_EQ(renderAt("a.cpp", 1, 13), "a.cpp:1:13: error: what: claim [some-id]\n"
                                      "    1 | \tx\t= \xC3\xA9\xC3\xA9 + y;\n"
                                      "      | \t \t       ^");
}

TEST_F(DiagnosticTest, EscapeSequencesDoNotReachTheTerminal) {
  write("a.cpp", "a\x1b[31mb\n");
  EXPECT_EQ(renderAt("a.cpp", 1, 1),
            "a.cpp:1:1: error: what: claim [some-id]\n    1 | a?[31mb\n      | ^");
}

TEST_F(DiagnosticTest, LongLinesAreCutAroundTheColumn) {
  write("a.cpp", std::string(300, 'a') + "X" + std::string(300, 'b') + "\n");
  EXPECT_EQ(renderAt("a.cpp", 1, 301), "a.cpp:1:301: error: what: claim [some-id]\n    1 | ..." +
                                           std::string(100, 'a') + "X" + std::string(99, 'b') +
                                           "...\n      | " + std::string(103, ' ') + "^");
  EXPECT_EQ(renderAt("a.cpp", 1, 1), "a.cpp:1:1: error: what: claim [some-id]\n    1 | " +
                                         std::string(200, 'a') + "...\n      | ^");
  EXPECT_EQ(renderAt("a.cpp", 1, 601), "a.cpp:1:601: error: what: claim [some-id]\n    1 | ..." +
                                           std::string(200, 'b') + "\n      | " +
                                           std::string(202, ' ') + "^");
}

TEST_F(DiagnosticTest, WhatUsersWroteIsQuotedWithoutItsControls) {
  const Diagnostic diagnostic{
      "id", "no \x1b[31mred\x7f", {}, {{"a\rb", {"c\x07.cpp", 1, 1}}}, "two\nlines\t"};
  EXPECT_EQ(diagnostic.render(), "error: no ?[31mred? [id]\n"
                                 "c?.cpp:1:1: note: a?b\n"
                                 "help: two\nlines\t");
}

TEST_F(DiagnosticTest, LongTextsAreCutInTheMiddle) {
  const std::string begin(1000, 'a'), end(500, 'b');
  const Diagnostic fits{"id", begin + end, {}, {}, {}};
  EXPECT_EQ(fits.render(), "error: " + begin + end + " [id]");
  const std::string cut = " ... (100000 bytes left out) ... ";
  const Diagnostic exceeds{"id", begin + std::string(100000, 'x') + end, {}, {}, {}};
  EXPECT_EQ(exceeds.render(), "error: " + begin + cut + end + " [id]");
  // Never within a character.
  std::string umlauts;
  for (int i = 0; i < 2000; ++i)
    umlauts += "\xC3\xA4";
  const std::string text = Diagnostic{"", "x" + umlauts + "y", {}, {}, {}}.render();
  EXPECT_EQ(text.substr(0, 10), "error: x\xC3\xA4");
  EXPECT_EQ(text.substr(1006, 6), " ... (");
  EXPECT_EQ(text.substr(text.size() - 508, 8), "out) ...");
}

TEST(Failure, CarriesTheDiagnosticAndItsText) {
  try {
    throw LaunchError(Diagnostic{"out-of-memory", "tensor: no", {}, {}, "use less"});
  } catch (const Failure &failure) {
    EXPECT_STREQ(failure.what(), "error: tensor: no [out-of-memory]\nhelp: use less");
    EXPECT_EQ(failure.diagnostic().id, "out-of-memory");
  }
}

} // namespace
