//===- SeedTest.cpp - Schedules in C++ and as text ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleKernels.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol ADDRESS_SPACE_0{"ADDRESS_SPACE_0"};
constexpr const char *everyTarget[] = {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"};

/// `gemm_prefetch` as the document has it: b is [K, N], the result is f16, inputs and results have
/// address spaces of their own.
Kernel asWritten() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE_0), b("b", {K, N}, f16, ADDRESS_SPACE_0),
      c("c", {M, N}, f16, ADDRESS_SPACE);
  return Kernel("gemm_prefetch", {a, b, c},
                {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1},
                 TilingConstraint{K, BLOCK_K}, WaveConstraint{M, BLOCK_M / 2},
                 WaveConstraint{N, BLOCK_N / 2}},
                [&] {
                  Register c_reg({M, N}, f32, 0.0);
                  Register repeat =
                      iterate({.axis = K, .tag = "k_loop"}, {c_reg}, [&](Register acc) {
                        Register a_reg = read(a, {.tag = "read_a"});
                        Register b_reg = read(b, {.tag = "read_b"});
                        return mma(a_reg, b_reg, acc, {.tag = "mma"});
                      });
                  write(repeat, c);
                });
}

WaveCompileOptions optionsAsWritten(const char *target, SchedulingType type,
                                    const Bindings &sizes) {
  WaveCompileOptions options = optionsFor(target, type, sizes);
  options.subs.set("ADDRESS_SPACE_0", SHARED_ADDRESS_SPACE);
  options.subs.set("ADDRESS_SPACE", GLOBAL_ADDRESS_SPACE);
  return options;
}

/// c = a * b for integers that f16 holds exactly, and their products too.
Tensor productAsWritten(const CompiledKernel &compiled, int64_t k) {
  const Tensor a = Tensor::randint({130, k}, f16, -3, 3, 1),
               b = Tensor::randint({k, 70}, f16, -3, 3, 2);
  Tensor c = Tensor::full({130, 70}, f16, std::numeric_limits<double>::quiet_NaN());
  compiled(a, b, c);
  EXPECT_TRUE(allclose(c, matmul(a, b), 0, 0));
  return c;
}

/// A loop of eight operations: beside a product the sums of the rows of a.
Kernel eightOperations() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE), b("b", {N, K}, f16, ADDRESS_SPACE),
      c("c", {M, N}, f32), rows("rows", {M}, f32);
  return Kernel(
      "eight", {a, b, c, rows}, {WorkgroupConstraint{M, 64, 0}, TilingConstraint{K, 32}}, [&] {
        Register zero({M, N}, f32, 0.0), zeros({M}, f32, 0.0);
        auto [product, sums] = iterate(
            {.axis = K, .tag = "k_loop"}, {zero, zeros}, [&](Register product, Register sums) {
              Register x = read(a, {.tag = "read_a"}), y = read(b, {.tag = "read_b"});
              return yield(mma(x, y, product, {.tag = "mma"}),
                           sum(cast(x, f32), sums, K, {.tag = "sum"}));
            });
        write(product, c);
        write(sums, rows);
      });
}

} // namespace

TEST(Schedules, TheSeedsKernelAsWrittenIsRightEverywhere) {
  for (const char *target : everyTarget)
    for (int64_t k : {0, 33, 100}) { // 0, 2 and 4 iterations of 32
      SCOPED_TRACE(std::string(target) + ", K = " + std::to_string(k));
      for (const Bindings &sizes : {Bindings{M = 130, N = 70, K = k}, Bindings{}})
        productAsWritten(wave_compile(optionsAsWritten(target, SchedulingType::Manual, sizes),
                                      asWritten(), prefetch()),
                         k);
    }
}

TEST(Schedules, PrefetchIsTheSeedsProgramForItsKernelToo) {
  for (const char *target : simulators) {
    const auto code = [&](SchedulingType type, const auto &...schedule) {
      return wave_compile(optionsAsWritten(target, type, {M = 256, N = 256, K = 512}), asWritten(),
                          schedule...)
          .emit(Stage::Llvm);
    };
    EXPECT_EQ(code(SchedulingType::Prefetch), code(SchedulingType::Manual, prefetch())) << target;
  }
}

/// Stage 0 is [(op1, op2), (op3, op4)], stage 1 [(op5, op6), (op7, op8)]: those of one position run
/// together, across the stages too.
TEST(Schedules, TwoStagesOfEightOperations) {
  const Schedule schedule("two stages", [](ScheduleBuilder &s) {
    const SeedNodes seed(s);
    const auto [op1, op5] = seed.a;
    const auto [op2, op6] = seed.b;
    const Nodes op3 = seed.write_a, op4 = seed.write_b, op7 = seed.mma,
                op8 = s.get_node_by_tag("sum");
    auto loop = s.pipeline(seed.loop);
    loop.set_stage({{op1, op2}, {op3, op4}});
    loop.set_stage({{op5, op6}, {op7, op8}});
  });
  for (const char *target : everyTarget) {
    SCOPED_TRACE(target);
    const CompiledKernel compiled =
        wave_compile({.target = Target::named(target),
                      .subs = {M = 130, N = 70, K = 100, ADDRESS_SPACE = SHARED_ADDRESS_SPACE},
                      .retarget = true,
                      .schedule = SchedulingType::Manual},
                     eightOperations(), schedule);
    const Tensor a = Tensor::randint({130, 100}, f16, -3, 3, 1),
                 b = Tensor::randint({70, 100}, f16, -3, 3, 2);
    Tensor c = Tensor::zeros({130, 70}, f32), rows = Tensor::zeros({130}, f32);
    compiled(a, b, c, rows);
    EXPECT_TRUE(allclose(c, matmul(a, b, /*transpose_b=*/true), 0, 0));
    EXPECT_TRUE(allclose(Tensor::view(rows.data(), f32, {130, 1}),
                         matmul(a, Tensor::full({100, 1}, f16, 1)), 0, 0));
  }
  const std::string printed =
      wave_compile({.target = Target::named("sim:mi300x"),
                    .subs = {M = 130, N = 70, K = 100, ADDRESS_SPACE = SHARED_ADDRESS_SPACE},
                    .schedule = SchedulingType::Manual},
                   eightOperations(), schedule)
          .emit(Stage::Schedule);
  EXPECT_NE(printed.find("set_stage([(read_a_read, read_b_read), (read_a_shared_write, "
                         "read_b_shared_write)])"),
            std::string::npos)
      << printed;
  EXPECT_NE(
      printed.find("set_stage([(read_a_shared_read, read_b_shared_read), (mma, cast, mask, sum)])"),
      std::string::npos)
      << printed;
}

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

/// Braces are a set of tags wherever a function takes tags.
TEST(Schedules, TagsInBraces) {
  const auto textOf = [](const std::function<void(ScheduleBuilder &)> &body) {
    const std::string text = Schedule("s", body).str();
    return text.substr(text.find('\n') + 1);
  };
  EXPECT_EQ(textOf([](ScheduleBuilder &s) {
              s.get_node_by_tag("a");
              s.get_node_by_tag({"a"});
              s.get_node_by_tag({"a", "b"});
              s.get_node_by_tag_and_type<Read>("a");
              s.get_node_by_tag_and_type<Read>({"a", "b"});
              s.get_node_by_tag_and_type<Write>({std::string("a"), std::string_view("b"), "c"});
              s.get_node_by_tag_and_iteration({"a", "b"}, 1);
              s.get_node_by_tag_and_iteration<Mma>({"a", "b"}, 0);
            }),
            R"(a = get_node_by_tag("a")
a_2 = get_node_by_tag("a")
a_b = get_node_by_tag({"a", "b"})
a_Read = get_node_by_tag_and_type("a", Read)
a_b_Read = get_node_by_tag_and_type({"a", "b"}, Read)
a_b_c_Write = get_node_by_tag_and_type({"a", "b", "c"}, Write)
a_b_1 = get_node_by_tag_and_iteration({"a", "b"}, 1)
a_b_Mma_0 = get_node_by_tag_and_iteration({"a", "b"}, 0, Mma)
)");
  // The seed's program in fewer statements.
  const Schedule shorter("shorter", [](ScheduleBuilder &s) {
    auto [loads, shared_loads] = s.partition_by_address_space(
        s.get_node_by_tag_and_type<Read>({"read_a", "read_b"}), GLOBAL_ADDRESS_SPACE);
    auto loop = s.pipeline(s.get_node_by_tag("k_loop"));
    loop.set_stage({{loads}, {s.get_node_by_tag_and_type<Write>({"read_a", "read_b"})}});
    loop.set_stage({{shared_loads}, {s.get_node_by_tag("mma")}});
  });
  for (const char *target : simulators) {
    const auto code = [&](const Schedule &schedule) {
      return wave_compile(optionsFor(target, SchedulingType::Manual, {M = 256, N = 256, K = 512}),
                          gemm(), schedule)
          .emit(Stage::Target);
    };
    EXPECT_EQ(code(shorter), code(prefetch())) << target;
  }
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
  for (const char *target : everyTarget)
    for (const SchedulingType type : {SchedulingType::None, SchedulingType::Prefetch}) {
      SCOPED_TRACE(target);
      const auto code = [&](bool isTagged) {
        return wave_compile(optionsFor(target, type, {}), productOf(isTagged)).emit(Stage::Llvm);
      };
      EXPECT_EQ(code(true), code(false));
    }
}
