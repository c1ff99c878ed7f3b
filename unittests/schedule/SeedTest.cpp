//===- SeedTest.cpp - Schedules in C++ and as text ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleKernels.h"

using namespace wave;
using namespace wave::test;

TEST(Schedules, TheSeedsProgramGivesTheUnscheduledResultEverywhere) {
  for (const char *target : simulators)
    for (int64_t k : {0, 32, 33, 64, 100}) { // 0, 1, 2, 2 and 4 iterations of 32
      SCOPED_TRACE(std::string(target) + ", K = " + std::to_string(k));
      const Bindings known = {M = 130, N = 70, K = k}, open = {};
      const Tensor expected =
          product(wave_compile(optionsFor(target, SchedulingType::None, known), gemm()), k);
      for (const Bindings &sizes : {known, open})
        EXPECT_TRUE(areEqual(product(wave_compile(optionsFor(target, SchedulingType::Manual, sizes),
                                                  gemm(), prefetch()),
                                     k),
                             expected));
    }
}

TEST(Schedules, DeeperPipelinesGiveTheSameForAnyNumberOfIterations) {
  for (const char *target : simulators)
    for (int64_t between : {1, 2})
      for (int64_t iterations : {0, 1, 2, 3, 4, 5}) {
        const int64_t k = iterations * 32;
        SCOPED_TRACE(std::string(target) + ", " + std::to_string(between + 2) + " stages, " +
                     std::to_string(iterations) + " iterations");
        const Bindings known = {M = 130, N = 70, K = k};
        const Tensor expected =
            product(wave_compile(optionsFor(target, SchedulingType::None, known), gemm()), k);
        for (const Bindings &sizes : {known, Bindings{}})
          EXPECT_TRUE(
              areEqual(product(wave_compile(optionsFor(target, SchedulingType::Manual, sizes),
                                            gemm(), prefetch(between)),
                               k),
                       expected));
      }
}

TEST(Schedules, PrefetchIsTheSeedsProgram) {
  for (const char *target : simulators) {
    const auto emit = [&](const CompiledKernel &compiled) { return compiled.emit(Stage::Llvm); };
    const Bindings sizes = {M = 256, N = 256, K = 512};
    EXPECT_EQ(
        emit(wave_compile(optionsFor(target, SchedulingType::Prefetch, sizes), gemm())),
        emit(wave_compile(optionsFor(target, SchedulingType::Manual, sizes), gemm(), prefetch())))
        << target;
  }
}

/// 1, 2, 3 slots where lanes store, 2, 3, 4 where copies fill the slot.
TEST(Schedules, RingsHaveAsManySlotsAsTheStagesNeed) {
  for (const char *target : simulators)
    for (int64_t between : {0, 1, 2}) {
      const int64_t slots = between + (std::string(target) == "sim:mi300x" ? 1 : 2);
      const Bindings sizes = {M = 256, N = 256, K = 2048};
      const CompiledKernel compiled = wave_compile(
          optionsFor(target, SchedulingType::Manual, sizes), gemm(), prefetch(between));
      const std::string scheduled = compiled.emit(Stage::Scheduled);
      EXPECT_NE(scheduled.find("wave.allocate \"a\" : <" + std::to_string(slots) + ","),
                std::string::npos)
          << target << ": " << scheduled.substr(0, 2000);
    }
}

TEST(Schedules, TextIsTheSchedule) {
  const Schedule written = prefetch();
  const Schedule read = Schedule::parse(written.str(), "prefetch.schedule");
  EXPECT_EQ(read.str(), written.str());
  EXPECT_EQ(read.name(), "prefetch");
  const Bindings sizes = {M = 256, N = 256, K = 512};
  const auto emit = [&](const Schedule &schedule) {
    return wave_compile(optionsFor("sim:mi355x", SchedulingType::Manual, sizes), gemm(), schedule)
        .emit(Stage::Llvm);
  };
  EXPECT_EQ(emit(read), emit(written));
}

TEST(Schedules, TheCpuRunsLoopsInOrderAndSaysSo) {
  const Bindings sizes = {M = 130, N = 70, K = 200};
  const CompiledKernel compiled =
      wave_compile(optionsFor("cpu", SchedulingType::Manual, sizes), gemm(), prefetch());
  bool isSaid = false;
  for (const Diagnostic &remark : compiled.remarks())
    isSaid |= remark.id == "schedule-unused";
  EXPECT_TRUE(isSaid);
  EXPECT_TRUE(
      areEqual(product(compiled, 200),
               product(wave_compile(optionsFor("cpu", SchedulingType::None, sizes), gemm()), 200)));
}

TEST(Schedules, AnOperandThatIsReadByDescriptorHasNoSharedLoad) {
  const Bindings sizes = {M = 256, N = 256, K = 512};
  const CompiledKernel compiled =
      wave_compile(optionsFor("sim:h200", SchedulingType::Manual, sizes), gemm(), prefetch());
  int said = 0;
  for (const Diagnostic &remark : compiled.remarks())
    said += remark.id == "empty-selection";
  EXPECT_EQ(said, 2);
}

/// The seed's options.  What is wrong with a schedule, wherever the compiler finds it, is said
/// where no code is made of it too.
TEST(Schedules, AreVerifiedWithoutCode) {
  const auto compileToMlir = [](const char *target, const Schedule &schedule) {
    WaveCompileOptions options =
        optionsFor(target, SchedulingType::Manual, {M = 256, N = 256, K = 512});
    options.compile_to_mlir = true;
    return wave_compile(options, gemm(), schedule);
  };
  const Schedule unknown("unknown", [](ScheduleBuilder &s) { s.get_node_by_tag("k_lop"); });
  const Schedule illegal("illegal", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    auto loop = s.pipeline(of.loop);
    loop.set_stage({{of.a[0], of.b[0]}, {of.write_a, of.write_b}});
    loop.set_stage({{of.mma}, {of.a[1], of.b[1]}});
  });
  // Found when the schedule is applied to roles, and when barriers are placed.
  const Schedule roles("roles", [](ScheduleBuilder &s) {
    s.role("load", {.warps = 4}, {s.get_node_by_tag({"read_a", "read_b"})});
  });
  const Schedule halves("halves", [](ScheduleBuilder &s) {
    const SeedNodes of(s);
    s.insert_before(of.mma, s.barrier());
    s.stagger(of.loop);
  });
  const auto idOf = [&](const char *target, const Schedule &schedule) -> std::string {
    try {
      (void)compileToMlir(target, schedule);
      return "";
    } catch (const Error &error) {
      EXPECT_TRUE(error.diagnostic().where.is_known()) << error.what();
      return error.diagnostic().id;
    }
  };
  for (const char *target : {"hip:gfx942", "hip:gfx950", "sim:mi300x", "sim:mi355x", "sim:h200",
                             "sim:b200", "cuda:sm_90a", "cuda:sm_100a"}) {
    SCOPED_TRACE(target);
    EXPECT_EQ(idOf(target, prefetch()), "");
    EXPECT_EQ(idOf(target, unknown), "unknown-tag");
    const bool byDescriptor = std::string(target).find("mi3") == std::string::npos &&
                              std::string(target).find("gfx") == std::string::npos;
    // MMAs that read by descriptor would run while their operands are on their way.
    EXPECT_EQ(idOf(target, illegal), byDescriptor ? "" : "illegal-schedule");
    EXPECT_EQ(idOf(target, roles), byDescriptor ? "unscheduled" : "schedule-role");
    const std::string refusal = idOf(target, halves);
    EXPECT_TRUE(refusal == "schedule-stagger" || refusal == "schedule-barrier") << refusal;
  }
  // What a target has nothing of is remarked by the compile, and not again by emit.
  const CompiledKernel compiled = compileToMlir("sim:h200", prefetch());
  const auto countEmpty = [](const std::vector<Diagnostic> &remarks) {
    return std::ranges::count(remarks, "empty-selection", &Diagnostic::id);
  };
  EXPECT_EQ(countEmpty(compiled.remarks()), 2);
  std::vector<Diagnostic> again;
  (void)compiled.emit(Stage::Scheduled,
                      [&](Severity, const Diagnostic &each) { again.push_back(each); });
  EXPECT_EQ(countEmpty(again), 0);
}

/// mlir() has the schedule that was asked for, in the form that emit prints too.
TEST(Schedules, MlirShowsTheFormWithItsSchedule) {
  const Bindings sizes = {M = 256, N = 256, K = 512};
  for (const char *target : {"hip:gfx942", "sim:mi355x", "sim:h200", "cuda:sm_100a"})
    for (const bool isMlir : {true, false}) {
      if (std::string(target).starts_with("cuda") && !isMlir)
        continue;
      SCOPED_TRACE(target);
      WaveCompileOptions options = optionsFor(target, SchedulingType::Manual, sizes);
      options.compile_to_mlir = isMlir;
      const std::string text = wave_compile(options, gemm(), prefetch()).mlir();
      EXPECT_NE(text.find("wave.time = #wave.time<1, 1>"), std::string::npos) << text;
      EXPECT_NE(text.find("wave.pipeline = "), std::string::npos) << text;
      options.schedule = SchedulingType::Prefetch;
      EXPECT_NE(wave_compile(options, gemm()).mlir().find("wave.time"), std::string::npos);
      options.schedule = SchedulingType::None;
      const CompiledKernel none = wave_compile(options, gemm());
      EXPECT_EQ(none.mlir(), none.emit(Stage::Bound));
    }
  const CompiledKernel onCpu =
      wave_compile(optionsFor("cpu", SchedulingType::Manual, sizes), gemm(), prefetch());
  EXPECT_EQ(onCpu.mlir(), onCpu.emit(Stage::Bound)); // nothing is scheduled there
}

/// The product, with tags or without.
static Kernel productOf(bool isTagged) {
  const auto tag = [&](const char *name) { return std::string(isTagged ? name : ""); };
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      c("c", {M, N}, f32);
  return Kernel("product", {a, b, c},
                {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                 TilingConstraint{K, BLOCK_K}},
                [&] {
                  Register zero({M, N}, f32, 0.0);
                  Register sum =
                      iterate({.axis = K, .tag = tag("k_loop")}, {zero}, [&](Register acc) {
                        Register x = read(a, {.tag = tag("read_a")}),
                                 y = read(b, {.tag = tag("read_b")});
                        return mma(x, y, acc, {.tag = tag("mma")});
                      });
                  write(sum, c, {.tag = tag("write_c")});
                });
}

TEST(Schedules, TagsChangeNothingElse) {
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"})
    for (const SchedulingType type : {SchedulingType::None, SchedulingType::Prefetch}) {
      SCOPED_TRACE(target);
      const auto code = [&](bool isTagged) {
        return wave_compile(optionsFor(target, type, {}), productOf(isTagged)).emit(Stage::Llvm);
      };
      EXPECT_EQ(code(true), code(false));
    }
}
