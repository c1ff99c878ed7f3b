//===- MemoryTest.cpp - What is found about memory and synchronisation ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <sys/mman.h>

#include "TwoWaves.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

const std::string writeMine = "llvm.store %i, %mine : i32, !llvm.ptr<3>\n";
const std::string readOther = "%v = llvm.load %other : !llvm.ptr<3> -> i32\n"
                              "llvm.store %v, %out : i32, !llvm.ptr<1>\n";

TEST(Races, FencesAndBarrierOrder) {
  Memory memory;
  EXPECT_EQ(textOf(memory.run(writeMine + releaseFence + barrier + acquireFence + readOther)), "");
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(memory.out[i], 127 - i);
}

TEST(Races, BothAccessesAreNamed) {
  Memory memory;
  const Report report = memory.run(writeMine + barrier + readOther);
  ASSERT_EQ(report.findings.size(), 1u) << textOf(report);
  const Finding &race = report.findings[0];
  EXPECT_EQ(race.kind, FindingKind::Race);
  EXPECT_EQ(race.at.operation, "llvm.load");
  EXPECT_EQ(race.other.operation, "llvm.store");
  EXPECT_EQ(race.count, 128u); // each lane of each wave
  EXPECT_EQ(race.wave, 0);
  EXPECT_EQ(race.lane, 0);
  // Number 127 of rows of 20: 6 rows and 7 more.
  EXPECT_NE(
      race.message.find("shared a slot 0 [M 6, K 7]: a read here, a write by wave 1, lane 63"),
      std::string::npos)
      << race.message;
}

TEST(Races, AReleaseThatComesLateDoesNotCount) {
  Memory memory;
  EXPECT_TRUE(memory.run(writeMine + barrier + releaseFence + acquireFence + readOther)
                  .has(FindingKind::Race));
  EXPECT_TRUE(memory.run(writeMine + releaseFence + acquireFence + barrier + readOther)
                  .has(FindingKind::Race));
}

TEST(Races, FencesOfAWaveOrderNothing) {
  Memory memory;
  EXPECT_TRUE(memory
                  .run(writeMine + "llvm.fence syncscope(\"wavefront\") release\n" + barrier +
                       acquireFence + readOther)
                  .has(FindingKind::Race));
}

TEST(Races, FencesOfGlobalMemoryDoNotOrderSharedMemory) {
  Memory memory;
  std::string tag = localTag;
  tag.replace(tag.find("\"local\""), 7, "\"global\"");
  const std::string release = "llvm.fence syncscope(\"workgroup\") release";
  EXPECT_TRUE(memory.run(writeMine + release + tag + barrier + acquireFence + readOther)
                  .has(FindingKind::Race));
  EXPECT_FALSE(memory.run(writeMine + release + localTag + barrier + acquireFence + readOther)
                   .has(FindingKind::Race));
}

/// Nobody may rely on where it begins but for the alignment that its variable declares.
TEST(Shared, BeginsWhereItsAlignmentAllows) {
  KernelText text = twoWaves("%number = llvm.ptrtoint %s : !llvm.ptr<3> to i32\n"
                             "llvm.store %number, %out : i32, !llvm.ptr<1>\n");
  for (int alignment : {1, 4, 16, 256, 1024}) {
    text.sharedAlignment = alignment;
    for (uint64_t seed = 0; seed < 8; ++seed) {
      Memory memory;
      EXPECT_EQ(textOf(run(text, {regionOf(memory.in), regionOf(memory.out)}, {.seed = seed})), "");
      EXPECT_EQ(memory.out[0] % (2 * alignment), alignment);
    }
  }
  text.sharedAlignment = 8192;
  EXPECT_THROW(programOf(text), Error);
}

TEST(Shared, AddressesWithoutItsBeginAreOutside) {
  Memory memory;
  const std::string found = textOf(memory.run("%zero = llvm.inttoptr %c0 : i32 to !llvm.ptr<3>\n"
                                              "llvm.store %i, %zero : i32, !llvm.ptr<3>\n"));
  EXPECT_NE(found.find("llvm.store of 4 bytes at address 0, "), std::string::npos) << found;
  EXPECT_NE(found.find(" bytes before the begin of shared memory, outside of the 1280 bytes of "
                       "shared memory"),
            std::string::npos)
      << found;
}

TEST(Races, OneWaveIsOrderedInItself) {
  Memory memory;
  const std::string body = "%n = llvm.xor %i, %c1 : i32\n" +
                           addressText("near", "%s", 3, "%n", "i32") + writeMine +
                           "%v = llvm.load %near : !llvm.ptr<3> -> i32\n"
                           "llvm.store %v, %out : i32, !llvm.ptr<1>\n";
  EXPECT_EQ(textOf(memory.run(body)), "");
  EXPECT_EQ(memory.out[4], 5);
}

TEST(Races, WritesAfterReads) {
  Memory memory;
  const std::string begin = writeMine + releaseFence + barrier + acquireFence + readOther;
  EXPECT_TRUE(memory.run(begin + writeMine).has(FindingKind::Race));
  EXPECT_EQ(textOf(memory.run(begin + releaseFence + barrier + acquireFence + writeMine)), "");
}

TEST(Races, AWriteFindsTheReadBefore) {
  // Wave 0 only reads and runs first, so that the read itself finds nothing.
  Memory memory;
  const Report report =
      memory.run(writeMine + releaseFence + barrier + acquireFence + "scf.if %first {\n" +
                 readOther + "} else {\n" + writeMine + "}\n");
  ASSERT_EQ(report.findings.size(), 1u) << textOf(report);
  EXPECT_NE(report.findings[0].message.find("a write here, a read by wave 0"), std::string::npos)
      << textOf(report);
}

TEST(Races, HalvesOfAWordAreDifferentPlaces) {
  // Wave 0 writes even halves, wave 1 odd ones.
  KernelText text = twoWaves(
      "%c63 = llvm.mlir.constant(63 : i32) : i32\n%c6 = llvm.mlir.constant(6 : i32) : i32\n"
      "%l = llvm.and %i, %c63 : i32\n%w = llvm.lshr %i, %c6 : i32\n%d = llvm.add %l, %l : i32\n"
      "%h = llvm.add %d, %w : i32\n%x = llvm.trunc %i : i32 to i16\n" +
      addressText("half", "%s", 3, "%h", "i16") + "llvm.store %x, %half : i16, !llvm.ptr<3>\n");
  Memory memory;
  EXPECT_EQ(textOf(run(text, {regionOf(memory.in), regionOf(memory.out)})), "");
}

TEST(Races, LanesOfOneStoreThatDisagree) {
  Memory memory;
  const std::string body = "scf.if %first {\nllvm.store %VALUE, %s : i32, !llvm.ptr<3>\n}\n";
  auto with = [&](const std::string &value) {
    std::string text = body;
    return memory.run(text.replace(text.find("%VALUE"), 6, value));
  };
  EXPECT_TRUE(with("%i").has(FindingKind::Race));
  EXPECT_EQ(textOf(with("%c1")), "");
}

TEST(Races, AtomicsDoNotRaceWithEachOther) {
  Memory memory;
  const std::string start = "%z = llvm.icmp \"eq\" %i, %c0 : i32\nscf.if %z {\n"
                            "llvm.store %c0, %s : i32, !llvm.ptr<3>\n}\n" +
                            releaseFence + barrier + acquireFence;
  const std::string add = "%old = llvm.atomicrmw add %s, %i monotonic : !llvm.ptr<3>, i32\n";
  const std::string end = releaseFence + barrier + acquireFence +
                          "%v = llvm.load %s : !llvm.ptr<3> -> i32\n"
                          "llvm.store %v, %out : i32, !llvm.ptr<1>\n";
  EXPECT_EQ(textOf(memory.run(start + add + end)), "");
  EXPECT_EQ(memory.out[5], 127 * 64);
  EXPECT_TRUE(
      memory.run(start + add + "%v = llvm.load %s : !llvm.ptr<3> -> i32\n").has(FindingKind::Race));
}

TEST(Barriers, UnreachedByEndedWaves) {
  Memory memory;
  const Report report = memory.run("scf.if %first {\n" + barrier + "}\n");
  ASSERT_EQ(report.findings.size(), 1u) << textOf(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::BarrierUnreached);
  EXPECT_NE(textOf(report).find("waves 0 (rocdl.s.barrier at kernel.mlir:"), std::string::npos)
      << textOf(report);
  EXPECT_NE(textOf(report).find("ended have 1"), std::string::npos);
}

TEST(Barriers, Divergent) {
  Memory memory;
  const Report report =
      memory.run("%b = llvm.icmp \"eq\" %c0, %i : i32\n"
                 "%a = llvm.and %i, %c1 : i32\n%odd = llvm.icmp \"eq\" %a, %c1 : i32\n"
                 "scf.if %odd {\n" +
                 barrier + "}\n");
  EXPECT_TRUE(report.has(FindingKind::BarrierDivergent)) << textOf(report);
  EXPECT_EQ(report.findings[0].lane, 0);
}

TEST(Shared, UnwrittenBytesAreFound) {
  Memory memory;
  const Report report = memory.run("scf.if %first {\n" + writeMine + "}\n" + releaseFence +
                                   barrier + acquireFence + readOther);
  ASSERT_EQ(report.findings.size(), 1u) << textOf(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Uninitialised);
  EXPECT_EQ(report.findings[0].count, 64u);
  Options options;
  options.uninitialised = false;
  EXPECT_EQ(textOf(memory.run("scf.if %first {\n" + writeMine + "}\n" + releaseFence + barrier +
                                  acquireFence + readOther,
                              options)),
            "");
}

TEST(Shared, BoundsAndAlignment) {
  Memory memory;
  Report report = memory.run(
      "%c = llvm.mlir.constant(256 : i32) : i32\n%far = llvm.add %i, %c : i32\n" +
      addressText("q", "%s", 3, "%far", "i32") + "llvm.store %i, %q : i32, !llvm.ptr<3>\n");
  ASSERT_EQ(report.findings.size(), 1u) << textOf(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::OutOfBounds);
  EXPECT_EQ(report.findings[0].count, 64u); // of wave 1
  EXPECT_EQ(report.findings[0].wave, 1);
  report =
      memory.run(addressText("q", "%s", 3, "%i", "i8") + "llvm.store %i, %q : i32, !llvm.ptr<3>\n");
  ASSERT_TRUE(report.has(FindingKind::Misaligned)) << textOf(report);
  EXPECT_EQ(report.findings.back().count, 96u);
}

TEST(Shared, PaddingIsNamed) {
  Memory memory;
  const Report report =
      memory.run("%q = llvm.getelementptr %s[176] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32\n"
                 "%v = llvm.load %q : !llvm.ptr<3> -> i32\n");
  ASSERT_FALSE(report.isClean());
  // 704 bytes: slot 1, number 16 of a row of 20, of which 16 are used.
  EXPECT_NE(textOf(report).find("shared a slot 1 [padding]"), std::string::npos) << textOf(report);
}

TEST(Values, UndefinedOnesAreFound) {
  Memory memory;
  Report report =
      memory.run("%u = llvm.mlir.undef : i32\nllvm.store %u, %out : i32, !llvm.ptr<1>\n");
  ASSERT_TRUE(report.has(FindingKind::Undefined)) << textOf(report);
  EXPECT_NE(textOf(report).find("the stored value of llvm.store is undef or poison"),
            std::string::npos);
  report = memory.run("%u = llvm.mlir.poison : i1\nscf.if %u {\n}\n");
  EXPECT_TRUE(report.has(FindingKind::Undefined)) << textOf(report);
  report = memory.run("%u = llvm.mlir.poison : vector<2xi32>\n"
                      "%v = llvm.insertelement %i, %u[%c0 : i32] : vector<2xi32>\n"
                      "%x = llvm.extractelement %v[%c0 : i32] : vector<2xi32>\n"
                      "llvm.store %x, %out : i32, !llvm.ptr<1>\n");
  EXPECT_EQ(textOf(report), "");
}

TEST(Global, UnwrittenRegionsAreFound) {
  Memory memory;
  const KernelText text = twoWaves("%v = llvm.load %in : !llvm.ptr<1> -> i32\n"
                                   "llvm.store %v, %out : i32, !llvm.ptr<1>\n"
                                   "%w = llvm.load %out : !llvm.ptr<1> -> i32\n");
  EXPECT_EQ(textOf(run(text, {regionOf(memory.in), regionOf(memory.out, false)})), "");
  const Report report = run(text, {regionOf(memory.in, false), regionOf(memory.out)});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Uninitialised);
  EXPECT_EQ(report.findings[0].count, 128u);
}

TEST(Global, NegativeOffsetsAndAlignment) {
  Memory memory;
  Report report =
      memory.run("%q = llvm.getelementptr %in[-2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32\n"
                 "%v = llvm.load %q : !llvm.ptr<1> -> i32\n");
  ASSERT_EQ(report.findings.size(), 1u) << textOf(report);
  EXPECT_EQ(report.findings[0].count, 2u);
  EXPECT_NE(textOf(report).find("region 0, 8 bytes before its begin"), std::string::npos)
      << textOf(report);
  report = memory.run("%v = llvm.load %in {alignment = 16 : i64} : !llvm.ptr<1> -> i32\n");
  EXPECT_TRUE(report.has(FindingKind::Misaligned));
}

TEST(Global, RegionsBeyondFourGigabytes) {
  constexpr size_t bytes = size_t{6} << 30;
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  KernelText text;
  text.arguments = "%p: !llvm.ptr<1>, %n: i64";
  text.body = "%i = rocdl.workitem.id.x : i32\n%w = llvm.zext %i : i32 to i64\n"
              "%x = llvm.add %w, %n : i64\n"
              "%q = llvm.getelementptr %p[%x] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32\n"
              "llvm.store %i, %q : i32, !llvm.ptr<1>";
  const int64_t last = static_cast<int64_t>(bytes / 4) - 64;
  EXPECT_EQ(textOf(run(text, {Region{memory, bytes}, last})), "");
  EXPECT_EQ(static_cast<int32_t *>(memory)[last + 63], 63);
  EXPECT_TRUE(run(text, {Region{memory, bytes}, last + 1}).has(FindingKind::OutOfBounds));
  munmap(memory, bytes);
}

TEST(Global, OutputsLargerThanTheirRegionAreErrors) {
  std::vector<float> memory(64);
  KernelText text;
  text.arguments = "%p: !llvm.ptr<1>, %n: i64, %s: i64";
  text.attributes = ", wave.memories = [{name = \"c\", dtype = f32, dims = [\"N\"], pointer = 0, "
                    "sizes = [1], strides = [2], access = \"write\"}]";
  const Program program = programOf(text);
  const Launch fits = {{1, 1, 1}, {regionOf(memory), int64_t{64}, int64_t{1}}};
  EXPECT_TRUE(execute(program, fits, {}).has(FindingKind::NeverWritten));
  const Launch tooMany = {{1, 1, 1}, {regionOf(memory), int64_t{65}, int64_t{1}}};
  EXPECT_THROW(execute(program, tooMany, {}), Error);
}

TEST(Global, AtomicsOfAllWorkgroups) {
  std::vector<float> sum(1);
  KernelText text;
  text.arguments = "%p: !llvm.ptr<1>";
  text.body = "%one = llvm.mlir.constant(1.0 : f32) : f32\n"
              "%o = llvm.atomicrmw fadd %p, %one monotonic : !llvm.ptr<1>, f32";
  Options options;
  options.threads = 3;
  const Report report = execute(programOf(text), {{10, 2, 1}, {regionOf(sum)}}, options);
  EXPECT_EQ(textOf(report), "");
  EXPECT_EQ(sum[0], 1280.0f);
}

/// %r loads or stores at lane * 4 with 40 numbers in the buffer.
const std::string resource =
    "%stride = llvm.mlir.constant(0 : i16) : i16\n%records = llvm.mlir.constant(160 : i64) : i64\n"
    "%flags = llvm.mlir.constant(159744 : i32) : i32\n%c4 = llvm.mlir.constant(4 : i32) : i32\n"
    "%at = llvm.mul %i, %c4 : i32\n";

TEST(Buffers, ReadsOutsideAreZeroAndWritesAreDropped) {
  Memory memory;
  Report report = memory.run(
      resource +
      "%r = rocdl.make.buffer.rsrc %p, %stride, %records, %flags : !llvm.ptr<1> to !llvm.ptr<8>\n"
      "%w = rocdl.make.buffer.rsrc %o, %stride, %records, %flags : !llvm.ptr<1> to !llvm.ptr<8>\n"
      "%v = rocdl.raw.ptr.buffer.load %r, %at, %c4, %c0 : i32\n"
      "rocdl.raw.ptr.buffer.store %v, %w, %at, %c0, %c0 : i32\n");
  EXPECT_EQ(textOf(report), "");
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(memory.out[i], i >= 40 ? -1 : i == 39 ? 0 : 3 * (i + 1));
}

TEST(Buffers, WideAccessesAreCheckedWordByWord) {
  Memory memory;
  const Report report = memory.run(
      resource +
      "%r = rocdl.make.buffer.rsrc %p, %stride, %records, %flags : !llvm.ptr<1> to !llvm.ptr<8>\n"
      "%v = rocdl.raw.ptr.buffer.load %r, %at, %c0, %c0 : vector<2xi32>\n"
      "%x = llvm.extractelement %v[%c0 : i32] : vector<2xi32>\n"
      "%y = llvm.extractelement %v[%c1 : i32] : vector<2xi32>\n%z = llvm.add %x, %y : i32\n"
      "llvm.store %z, %out : i32, !llvm.ptr<1>\n");
  EXPECT_EQ(textOf(report), "");
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(memory.out[i], i >= 40 ? 0 : i == 39 ? 3 * 39 : 3 * (2 * i + 1));
}

TEST(Buffers, ResourcesThatPromiseTooMuchAreFound) {
  Memory memory;
  std::string text = resource;
  text.replace(text.find("160"), 3, "640");
  EXPECT_TRUE(memory
                  .run(text + "%r = rocdl.make.buffer.rsrc %p, %stride, %records, %flags : "
                              "!llvm.ptr<1> to !llvm.ptr<8>\n%f = llvm.add %at, %at : i32\n"
                              "%v = rocdl.raw.ptr.buffer.load %r, %f, %c0, %c0 : i32\n")
                  .has(FindingKind::OutOfBounds));
}

/// Each wave copies its numbers to its part of shared memory, lane by lane.
const std::string copyMine =
    "%c6 = llvm.mlir.constant(6 : i32) : i32\n%w = llvm.lshr %i, %c6 : i32\n"
    "%base = llvm.mul %w, %c64 : i32\n" +
    addressText("part", "%s", 3, "%base", "i32") +
    "rocdl.load.to.lds %in, %part, 4, 0, 0 : !llvm.ptr<1>\n";
const std::string readMine = "%v = llvm.load %mine : !llvm.ptr<3> -> i32\n"
                             "llvm.store %v, %out : i32, !llvm.ptr<1>\n";
// vmcnt 0, all other counts at their greatest.
const std::string waitForAll = "rocdl.s.waitcnt 3952\n";

TEST(Copies, AreThereAfterTheWait) {
  for (Order order : {Order::First, Order::Random}) {
    Memory memory;
    Options options;
    options.order = order;
    EXPECT_EQ(textOf(memory.run(copyMine + waitForAll + readMine, options)), "");
    EXPECT_EQ(memory.out, memory.in);
  }
}

TEST(Copies, AreNotThereBefore) {
  Memory memory;
  const Report report = memory.run(copyMine + readMine + waitForAll);
  ASSERT_TRUE(report.has(FindingKind::Race)) << textOf(report);
  EXPECT_NE(textOf(report).find("an asynchronous copy that was not waited for"), std::string::npos);
  EXPECT_NE(memory.out, memory.in);
  // A wait that lets one copy be under way does not wait for this one.
  EXPECT_TRUE(memory.run(copyMine + "rocdl.s.waitcnt 3953\n" + readMine).has(FindingKind::Race));
}

TEST(Copies, OfOtherWavesNeedTheFencesToo) {
  const std::string localRelease = "llvm.fence syncscope(\"workgroup\") release" + localTag;
  Memory memory;
  EXPECT_EQ(
      textOf(memory.run(copyMine + waitForAll + localRelease + barrier + acquireFence + readOther)),
      "");
  EXPECT_EQ(memory.out[3], 3 * 124);
  // A release of all memory waits by itself, one of shared memory does not.
  EXPECT_EQ(textOf(memory.run(copyMine + releaseFence + barrier + acquireFence + readOther)), "");
  EXPECT_TRUE(memory.run(copyMine + localRelease + barrier + acquireFence + readOther)
                  .has(FindingKind::Race));
  EXPECT_TRUE(memory.run(copyMine + waitForAll + barrier + acquireFence + readOther)
                  .has(FindingKind::Race));
}

/// A second copy of the same numbers, to the second half of shared memory.
const std::string copyAgain =
    "%c128 = llvm.mlir.constant(128 : i32) : i32\n%far = llvm.add %base, %c128 : i32\n" +
    addressText("second", "%s", 3, "%far", "i32") +
    "rocdl.load.to.lds %in, %second, 4, 0, 0 : !llvm.ptr<1>\n";

TEST(Copies, EndInOrder) {
  const std::string agent = "llvm.fence syncscope(\"agent\") ";
  const std::string meet = agent + "release" + localTag + barrier + agent + "acquire" + localTag;
  const std::string readSecond = "%far2 = llvm.add %back, %c128 : i32\n" +
                                 addressText("there", "%s", 3, "%far2", "i32") +
                                 "%v = llvm.load %there : !llvm.ptr<3> -> i32\n"
                                 "llvm.store %v, %out : i32, !llvm.ptr<1>\n";
  const auto waitFor = [](int underWay) {
    return "rocdl.s.waitcnt " + std::to_string(3952 + underWay) + "\n";
  };
  // A fence of shared memory that reaches beyond the workgroup waits for no copies, and a wait that
  // leaves one under way is for all others.
  Memory memory;
  EXPECT_EQ(textOf(memory.run(copyMine + copyAgain + waitFor(1) + meet + readOther)), "");
  EXPECT_EQ(memory.out[3], 3 * 124);
  for (const int underWay : {2, 1, 0}) {
    const Report report = memory.run(copyMine + copyAgain + waitFor(underWay) + meet + readSecond);
    EXPECT_EQ(report.has(FindingKind::Race), underWay != 0) << textOf(report);
  }
  EXPECT_TRUE(
      memory.run(copyMine + copyAgain + waitFor(2) + meet + readOther).has(FindingKind::Race));
  EXPECT_TRUE(
      memory.run(copyMine + copyAgain + waitFor(1) + barrier + readOther).has(FindingKind::Race));
}

TEST(Copies, WideOnesAreOfCdna4) {
  KernelText text = twoWaves(copyMine);
  text.body.replace(text.body.find("%part, 4,"), 9, "%part, 16,");
  EXPECT_THROW(programOf(text), Error);
  // 64 lanes of 16 bytes each fill 1024 bytes with the numbers of the region.
  KernelText wide = twoWaves(
      "%c4 = llvm.mlir.constant(4 : i32) : i32\n%x = llvm.mul %i, %c4 : i32\n" +
      addressText("from", "%p", 1, "%x", "i32") +
      "scf.if %first {\nrocdl.load.to.lds %from, %s, 16, 0, 0 : !llvm.ptr<1>\n" + waitForAll +
      "%v = llvm.load %mine : !llvm.ptr<3> -> i32\nllvm.store %v, %out : i32, !llvm.ptr<1>\n}\n");
  wide.chip = "mi355x";
  std::vector<int32_t> in(256), out(128);
  for (int i = 0; i < 256; ++i)
    in[i] = 5 * i;
  EXPECT_EQ(textOf(run(wide, {regionOf(in), regionOf(out)})), "");
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], 5 * i);
}

} // namespace
} // namespace wave::executor
