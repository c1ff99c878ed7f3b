//===- LinkerTest.cpp - lld in the process --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/Linker.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "TargetForm.h"
#include "targets/amd/CodeObject.h"
#include "wave/diagnostic.h"

namespace wave::amd {
namespace {

std::string messageOf(const std::function<void()> &call) {
  try {
    call();
  } catch (const InternalError &error) {
    return error.diagnostic().message;
  }
  return "";
}

TEST(Linker, RefusesUndefinedSymbols) {
  const std::string module =
      kernelWith(R"(
  %t = llvm.mlir.addressof @missing : !llvm.ptr<1>
  %x = llvm.load %t : !llvm.ptr<1> -> i32
  llvm.store %x, %q : i32, !llvm.ptr<1>)",
                 "llvm.mlir.global external @missing() {addr_space = 1 : i32} : i32\n");
  const std::string message = messageOf([&] { codeObject(module); });
  EXPECT_NE(message.find("linking: "), std::string::npos) << message;
  EXPECT_NE(message.find("undefined symbol: missing"), std::string::npos) << message;
  // The next link is none the worse for it.
  EXPECT_FALSE(codeObject(kernelWith("")).empty());
}

TEST(Linker, RefusesWhatIsNoObject) {
  EXPECT_NE(messageOf([] { linkCodeObject("this is no object"); }), "");
  EXPECT_NE(messageOf([] { linkCodeObject(""); }), "");
  EXPECT_FALSE(codeObject(kernelWith("")).empty());
}

TEST(Linker, ReportsWhatTheCodeGeneratorRefuses) {
  // Past the pass that refuses it with a place: still no end of the process.
  const std::string message = messageOf([] {
    codeObject(kernelWith(R"(
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  %y = llvm.intr.tanh(%x) : (f32) -> f32
  llvm.store %y, %q : f32, !llvm.ptr<1>)"));
  });
  EXPECT_EQ(message, "generating code: no libcall available for ftanh");
}

TEST(Linker, LinksInManyThreads) {
  const std::string module = kernelWith("  rocdl.s.barrier");
  const std::string expected = codeObject(module);
  std::vector<std::future<int>> threads;
  for (int i = 0; i < 4; ++i)
    threads.push_back(std::async(std::launch::async, [&] {
      int equal = 0;
      for (int link = 0; link < 10; ++link)
        equal += codeObject(module) == expected;
      return equal;
    }));
  for (auto &thread : threads)
    EXPECT_EQ(thread.get(), 10);
}

TEST(Linker, WritesMoreThanAPipeHolds) {
  std::string body;
  for (int i = 0; i < 6000; ++i)
    body += "  %v" + std::to_string(i) +
            " = llvm.load volatile %p : !llvm.ptr<1> -> i32\n  llvm.store volatile %v" +
            std::to_string(i) + ", %q : i32, !llvm.ptr<1>\n";
  const std::string bytes = codeObject(kernelWith(body));
  EXPECT_GT(bytes.size(), size_t{1} << 16);
  EXPECT_TRUE(bool(readCodeObject(bytes)));
}

} // namespace
} // namespace wave::amd
