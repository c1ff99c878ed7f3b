//===- ReproducerTest.cpp - What a defect of the compiler leaves behind ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Reproducer.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <wave/wave.h>

#include "BreakOnPurpose.h"
#include "diagnostic/Fail.h"
#include "driver/CompileKey.h"
#include "driver/CompiledKernel.h"
#include "frontend/KernelTrace.h"
#include "passes/Pipeline.h"

using namespace wave;
namespace fs = std::filesystem;

namespace {

constexpr Symbol M{"M"};

class Reproducers : public ::testing::Test {
protected:
  Reproducers() {
    std::string pattern = (fs::temp_directory_path() / "reproducers-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
    ::setenv("WAVE_REPRODUCER_DIR", folder.c_str(), 1);
  }
  ~Reproducers() override {
    ::unsetenv("WAVE_REPRODUCER_DIR");
    fs::remove_all(folder);
  }

  /// Binds a kernel, then breaks in that way, or else calls `finish`.
  static void compile(const std::string &how, const std::function<void()> &finish = [] {}) {
    Memory a("a", {M}, f32), c("c", {M}, f32);
    Kernel kernel("doubled", {a, c}, {WorkgroupConstraint{M, 16, 0}},
                  [&] { write(read(a) * 2, c); });
    const WaveCompileOptions options{.subs = {M = 100}};
    auto context = frontend::makeContext();
    auto module = frontend::load(kernel, *context);
    const ir::DiagnosticCapture capture(context.get());
    auto passes = [&](mlir::OpPassManager &manager) {
      addBindPasses(manager, options.subs, "cpu");
      if (!how.empty())
        manager.nest<ir::KernelOp>().addPass(createBreakOnPurpose(how));
    };
    Reproducer(kernel.name(), optionsText(options))
        .run(*module, capture,
             {.doing = "testing",
              .passes = passes,
              .author = ir::Author::Compiler,
              .finish = finish,
              .command = "wave emit --stage object -o kernel.o --target cpu"});
  }

  /// The note of the InternalError that `body` throws.
  template <typename Body> static std::string noteOf(const std::string &id, const Body &body) {
    try {
      body();
    } catch (const InternalError &error) {
      EXPECT_EQ(error.diagnostic().id, id);
      return error.diagnostic().notes.empty() ? "" : error.diagnostic().notes.back().message;
    }
    return "nothing was thrown";
  }

  /// The one file that was left, whole: nothing else lies beside it.
  fs::path onlyFile() const {
    std::vector<fs::path> files;
    for (const auto &entry : fs::directory_iterator(folder))
      files.push_back(entry.path());
    EXPECT_EQ(files.size(), 1u);
    return files.empty() ? fs::path() : files.front();
  }

  static std::string contentOf(const fs::path &path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// What a command prints, and whether it succeeds.
  static std::pair<std::string, bool> outputOf(const std::string &command) {
    std::FILE *pipe = ::popen((command + " 2>&1").c_str(), "r");
    std::string text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
      text += static_cast<char>(c);
    return {text, ::pclose(pipe) == 0};
  }

  fs::path folder;
};

void expectHas(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in:\n" << text;
}

TEST_F(Reproducers, OfAPassThatFails) {
  const std::string note = noteOf("internal", [] { compile("pass"); });
  const fs::path file = onlyFile();
  EXPECT_EQ(note, "`wave-opt --run-reproducer " + file.string() + "` repeats it");
  EXPECT_EQ(file.filename().string().substr(0, 13), "wave-doubled-");
  const std::string text = contentOf(file);
  expectHas(text, "// kernel doubled\n// wave ");
  expectHas(text, "\n// processor ");
  expectHas(text, "\n// target cpu\n// subs M=100\n");
  expectHas(text, "grid [7, 1, 1]"); // bound, as the failing pass was given it
  expectHas(text, "pipeline: \"builtin.module(wave.kernel(break-on-purpose{how=pass}))\"");
  const auto [output, succeeded] = outputOf(WAVE_OPT " --run-reproducer " + file.string());
  EXPECT_FALSE(succeeded);
  expectHas(output, "broken on purpose");
}

TEST_F(Reproducers, OfAPassWhoseResultIsRefused) {
  const std::string note = noteOf("workgroup_constraint-c2", [] { compile("verifier"); });
  const fs::path file = onlyFile();
  expectHas(note, file.string());
  const auto [output, succeeded] = outputOf(WAVE_OPT " --run-reproducer " + file.string());
  EXPECT_FALSE(succeeded);
  expectHas(output, "workgroup_constraint-c2");
}

TEST_F(Reproducers, OfCodeGeneration) {
  auto finish = [] { wave::fail<InternalError>("code-generation", "no code"); };
  const std::string note = noteOf("code-generation", [&] { compile("", finish); });
  const fs::path file = onlyFile(), object = folder / "kernel.o";
  EXPECT_EQ(note,
            "`wave emit --stage object -o kernel.o --target cpu " + file.string() + "` repeats it");
  const auto [output, succeeded] = outputOf(WAVE_TOOL " emit -D M=100 --stage object -o " +
                                            object.string() + " " + file.string());
  EXPECT_TRUE(succeeded) << output;
  EXPECT_EQ(contentOf(object).substr(0, 4), "\x7f"
                                            "ELF");
  // What a compile was to load is loaded by `wave run`.
  EXPECT_TRUE(outputOf(WAVE_TOOL " run -D M=100 --target cpu " + file.string()).second);
}

TEST_F(Reproducers, ErrorsOfTheUserLeaveNone) {
  auto finish = [] { wave::fail<Error>("tiles-too-large", "too large"); };
  EXPECT_THROW(compile("", finish), Error);
  compile("");
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(Reproducers, AFolderThatCannotBeWrittenIsNamed) {
  ::setenv("WAVE_REPRODUCER_DIR", (folder / "missing").c_str(), 1);
  const std::string note = noteOf("internal", [] { compile("pass"); });
  expectHas(note, "no reproducer was written: ");
  expectHas(note, (folder / "missing").string());
}

/// LLVM ends the process, but not before the file has been written.
TEST_F(Reproducers, OfAFatalError) {
  EXPECT_EXIT(compile("fatal"), ::testing::ExitedWithCode(1),
              "LLVM ERROR: broken on purpose\n"
              "`wave-opt --run-reproducer /.*/wave-doubled-.*\\.mlir` repeats it\n");
  const auto [output, succeeded] = outputOf(WAVE_OPT " --run-reproducer " + onlyFile().string());
  EXPECT_FALSE(succeeded);
  expectHas(output, "broken on purpose");
}

} // namespace
