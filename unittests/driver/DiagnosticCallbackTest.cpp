//===- DiagnosticCallbackTest.cpp - What on_diagnostic hears --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <wave/wave.h>

using namespace wave;

namespace {

constexpr Symbol M{"M"};

/// Two writes that narrow.
Kernel narrowing() {
  Memory a("a", {M}, f32), c("c", {M}, f16), d("d", {M}, bf16);
  return Kernel("narrowing", {a, c, d}, {}, [&] {
    write(read(a), c);
    write(read(a), d);
  });
}

std::vector<std::string> heard(WaveCompileOptions options) {
  std::vector<std::string> texts;
  options.on_diagnostic = [&](Severity severity, const Diagnostic &diagnostic) {
    texts.push_back(std::string(severity_name(severity)) + " " + diagnostic.id + " " +
                    diagnostic.message);
  };
  try {
    wave_compile(options, narrowing());
  } catch (const Error &error) {
    texts.push_back("thrown " + error.diagnostic().id);
  }
  return texts;
}

TEST(DiagnosticCallback, HearsRemarksInOrderAlsoOfASharedCompile) {
  const std::vector<std::string> expected = {
      "remark narrowing-write write: f32 values are narrowed to f16 in memory 'c'",
      "remark narrowing-write write: f32 values are narrowed to bf16 in memory 'd'"};
  const uint64_t before = compile_statistics().compiles;
  EXPECT_EQ(heard({.subs = {M = 4}}), expected);
  EXPECT_EQ(heard({.subs = {M = 4}}), expected);
  EXPECT_EQ(compile_statistics().compiles, before + 1);
}

TEST(DiagnosticCallback, HearsTheErrorBeforeItIsThrown) {
  const std::vector<std::string> texts = heard({.subs = {M = -1}});
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts[0].substr(0, 19), "error negative-size");
  EXPECT_EQ(texts[1], "thrown negative-size");
}

TEST(DiagnosticCallback, MayThrowAndTakesNothingBack) {
  WaveCompileOptions options{.subs = {M = 5}};
  options.on_diagnostic = [](Severity, const Diagnostic &diagnostic) {
    throw std::runtime_error(diagnostic.id);
  };
  EXPECT_THROW(wave_compile(options, narrowing()), std::runtime_error);
  const uint64_t before = compile_statistics().compiles;
  EXPECT_EQ(heard({.subs = {M = 5}}).size(), 2u);
  EXPECT_EQ(compile_statistics().compiles, before);
}

TEST(DiagnosticCallback, MayCompileAndIsCalledFromTheCompilingThread) {
  WaveCompileOptions options{.subs = {M = 6}};
  int calls = 0;
  options.on_diagnostic = [&, caller = std::this_thread::get_id()](Severity, const Diagnostic &) {
    ++calls;
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(wave_compile({.subs = {M = 6}}, narrowing()).remarks().size(), 2u);
  };
  wave_compile(options, narrowing());
  EXPECT_EQ(calls, 2);
}

} // namespace
