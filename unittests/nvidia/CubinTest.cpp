//===- CubinTest.cpp - What is read from a cubin --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Cubin.h"

#include <gtest/gtest.h>

#include "TargetForm.h"
#include "wave/diagnostic.h"

namespace wave::nvidia {
namespace {

/// Loads one f32 for each lane, and stores it through shared memory.
const char *const copy = R"(
  %lane = nvvm.read.ptx.sreg.tid.x : i32
  %from = llvm.getelementptr %p[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %to = llvm.getelementptr %q[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %at = llvm.getelementptr %s[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
  %x = llvm.load %from : !llvm.ptr<1> -> f32
  llvm.store volatile %x, %at : f32, !llvm.ptr<3>
  nvvm.barrier
  %y = llvm.load volatile %at : !llvm.ptr<3> -> f32
  llvm.store %y, %to : f32, !llvm.ptr<1>)";

/// An element that is chosen at run time, which takes a stack.
const char *const choose = R"(
  %v = llvm.load volatile %p : !llvm.ptr<1> -> vector<8xf32>
  %x = llvm.extractelement %v[%n : i32] : vector<8xf32>
  llvm.store %x, %q : f32, !llvm.ptr<1>)";

CubinNotes read(const std::string &bytes) {
  auto notes = readCubin(bytes);
  EXPECT_TRUE(bool(notes));
  return notes ? *notes : CubinNotes();
}

TEST(Cubin, SaysWhatAKernelTakes) {
  const Object object = objectOf(kernelWith(copy));
  ASSERT_TRUE(object.isCubin);
  const CubinNotes notes = read(object.bytes);
  EXPECT_EQ(notes.architecture, 90);
  EXPECT_TRUE(notes.undefinedSymbols.empty());
  ASSERT_EQ(notes.entryPoints.size(), 1u);
  const CubinEntry &kernel = notes.entryPoints[0];
  EXPECT_EQ(kernel.name, "kernel");
  EXPECT_EQ(kernel.barriers, 1);
  EXPECT_EQ(kernel.stackBytes, 0);
  // What a launch adds is not the code's own.
  EXPECT_LE(kernel.sharedBytes, 1024);
  EXPECT_EQ(kernel.argumentBytes, 20);
  EXPECT_EQ(kernel.workgroup, (std::array<int64_t, 3>{64, 2, 1}));
  EXPECT_EQ(kernel.arguments, (std::vector<CubinArgument>{{0, 8}, {8, 8}, {16, 4}}));
}

TEST(Cubin, AgreesWithPtxas) {
  for (const char *body : {"", copy, choose}) {
    const Object object = objectOf(kernelWith(body));
    const CubinNotes notes = read(object.bytes);
    ASSERT_EQ(object.entries.size(), 1u);
    ASSERT_EQ(notes.entryPoints.size(), 1u);
    EXPECT_EQ(object.entries[0].name, "kernel");
    EXPECT_GT(object.entries[0].registers, 0);
    EXPECT_EQ(object.entries[0].registers, notes.entryPoints[0].registers);
    EXPECT_EQ(object.entries[0].stackBytes, notes.entryPoints[0].stackBytes);
    EXPECT_EQ(object.entries[0].barriers, notes.entryPoints[0].barriers);
  }
  EXPECT_GT(read(objectOf(kernelWith(choose)).bytes).entryPoints[0].stackBytes, 0);
}

TEST(Cubin, FunctionsThatPtxasCallsAreNoEntryPoints) {
  const CubinNotes notes = read(objectOf(kernelWith(R"(
  %x = llvm.load %p : !llvm.ptr<1> -> f64
  %y = llvm.fdiv %x, %x : f64
  llvm.store %y, %q : f64, !llvm.ptr<1>)"))
                                    .bytes);
  ASSERT_EQ(notes.entryPoints.size(), 1u);
  EXPECT_EQ(notes.entryPoints[0].name, "kernel");
}

TEST(Cubin, OtherBytesAreRefused) {
  for (const std::string bytes : {"", "no cubin", "\177ELF\2\1\1"}) {
    auto notes = readCubin(bytes);
    EXPECT_FALSE(notes);
    EXPECT_FALSE(llvm::toString(notes.takeError()).empty());
  }
  // An object of this machine.
  std::string other = objectOf(kernelWith(copy)).bytes;
  other[18] = 62; // e_machine: x86-64
  EXPECT_EQ(llvm::toString(readCubin(other).takeError()), "the object is not for NVIDIA's chips");
}

TEST(Cubin, DamageIsNoCrash) {
  const std::string bytes = objectOf(kernelWith(copy)).bytes;
  int refused = 0;
  for (size_t size = 0; size < bytes.size(); size += 7) {
    auto notes = readCubin(llvm::StringRef(bytes).take_front(size));
    refused += !notes;
    llvm::consumeError(notes.takeError());
  }
  EXPECT_GT(refused, 0);
  refused = 0;
  const machine::Chip &chip = *machine::chipNamed("sm_90a");
  for (const int mask : {0xff, 0x80, 0x11, 0x01})
    for (size_t at = 0; at < bytes.size(); ++at) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ mask);
      auto notes = readCubin(damaged);
      refused += !notes;
      if (notes)
        llvm::consumeError(verifyCubin(*notes, chip));
      llvm::consumeError(notes.takeError());
    }
  EXPECT_GT(refused, 0);
}

TEST(Cubin, VerifyNamesWhatNoLaunchCouldRepair) {
  const machine::Chip &chip = *machine::chipNamed("sm_90a");
  auto message = [&](const CubinNotes &notes) { return llvm::toString(verifyCubin(notes, chip)); };
  CubinNotes notes{.architecture = 90, .entryPoints = {}, .undefinedSymbols = {}};
  EXPECT_EQ(message(notes), "there is no entry point");
  CubinEntry &kernel = notes.entryPoints.emplace_back();
  kernel.name = "k";
  kernel.registers = 255;
  kernel.sharedBytes = chip.sharedBytes;
  EXPECT_EQ(message(notes), "");
  kernel.sharedBytes += 1;
  EXPECT_EQ(message(notes),
            "entry point 'k' takes 232449 bytes of shared memory, sm_90a has 232448");
  kernel.registers = 256;
  EXPECT_EQ(message(notes), "entry point 'k' takes 256 registers, a lane of sm_90a names 255");
  notes.undefinedSymbols = {"vprintf"};
  EXPECT_EQ(message(notes), "symbol 'vprintf' is undefined");
  notes.architecture = 100;
  EXPECT_EQ(message(notes), "the code is for sm_100, not for sm_90a");
}

} // namespace
} // namespace wave::nvidia
