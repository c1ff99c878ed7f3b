//===- Reproducer.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Reproducer.h"

#include <unistd.h>

#include <filesystem>
#include <random>

#include "mlir/IR/AsmState.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"

#include "driver/Environment.h"
#include "driver/FatalErrors.h"
#include "driver/Version.h"
#include "machine/HostCpu.h"
#include "runtime/OutputFile.h"

using namespace mlir;

namespace wave {

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static std::filesystem::path folder() {
  std::optional<std::string> given = environmentValue(Variable::ReproducerDir);
  return given ? std::filesystem::path(*given) : std::filesystem::temp_directory_path();
}

static std::string comment(const std::string &text) {
  std::string result;
  for (StringRef line : llvm::split(StringRef(text).rtrim(), '\n'))
    result += ("// " + line + "\n").str();
  return result;
}

/// In the format of `mlir-opt --run-reproducer`.
static std::string withPipeline(Operation *root, const std::string &pipeline) {
  std::string text;
  llvm::raw_string_ostream out(text);
  AsmState state(root, OpPrintingFlags().enableDebugInfo());
  state.attachResourcePrinter("mlir_reproducer", [&](Operation *, AsmResourceBuilder &builder) {
    builder.buildString("pipeline", pipeline);
    builder.buildBool("disable_threading", true);
    builder.buildBool("verify_each", true);
  });
  root->print(out, state);
  return text + "\n";
}

/// For `wave run` and `wave emit`, which read kernels and nothing else.
static std::string withoutPipeline(Operation *root) {
  std::string text;
  llvm::raw_string_ostream out(text);
  root->print(out, OpPrintingFlags().enableDebugInfo());
  return text + "\n";
}

/// Returns what to tell about it; `command` is what repeats the failure.
std::string Reproducer::write(const std::string &ir, const std::string &command) const {
  try {
    // A name that nobody can foresee, because others may write to the folder too.
    std::random_device random;
    const std::filesystem::path path =
        folder() /
        ("wave-" + name.substr(0, 64) + "-" + std::to_string(::getpid()) + "-" +
         llvm::utohexstr(uint64_t{random()} << 32 | random(), /*LowerCase=*/true) + ".mlir");
    const std::string text =
        comment("kernel " + name +
                "\nwave " WAVE_VERSION ", LLVM " WAVE_LLVM_VERSION "\nprocessor " +
                machine::hostCpuName() + ", " + std::string(machine::hostVectorIsa().name) + "\n" +
                options) +
        ir;
    OutputFile file(path.string());
    file.write(text.data(), text.size());
    file.publish();
    return "`" + command + path.string() + "` repeats it";
  } catch (const std::exception &failure) {
    return std::string("no reproducer was written: ") + failure.what();
  }
}

static const std::string runPasses = "wave-opt --run-reproducer ";

//===----------------------------------------------------------------------===//
// The pass that fails
//===----------------------------------------------------------------------===//

namespace {
/// Takes down the module before each pass; what stands there after a failure is
/// what the failing pass was given.
struct BeforePass : PassInstrumentation {
  explicit BeforePass(std::string &text) : text(text) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    // Passes without an argument run others.
    if (hasFailed || pass->getArgument().empty())
      return;
    std::string pipeline;
    llvm::raw_string_ostream out(pipeline);
    pass->printAsTextualPipeline(out);
    Operation *root = op;
    for (; root->getParentOp(); root = root->getParentOp())
      pipeline = (root->getName().getStringRef() + "(" + pipeline + ")").str();
    text = withPipeline(root, (root->getName().getStringRef() + "(" + pipeline + ")").str());
  }
  void runAfterPassFailed(Pass *, Operation *) override { hasFailed = true; }

  std::string &text;
  bool hasFailed = false;
};
} // namespace

static std::string textOf(const OpPassManager &passes) {
  std::string text;
  llvm::raw_string_ostream out(text);
  passes.printAsTextualPipeline(out);
  return text;
}

/// Fails once more to see where: a compile that succeeds need not take anything down.
std::string Reproducer::saveFailingPass(ModuleOp before, const AddPasses &addPasses) const {
  ScopedDiagnosticHandler silence(before.getContext(), [](mlir::Diagnostic &) {});
  PassManager passes(before.getContext());
  addPasses(passes);
  std::string text;
  passes.addInstrumentation(std::make_unique<BeforePass>(text));
  OwningOpRef<ModuleOp> module = before.clone();
  if (failed(passes.run(*module)))
    return write(text, runPasses);
  return write(withPipeline(before, textOf(passes)), runPasses);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static InternalError withNote(const InternalError &error, const std::string &note) {
  wave::Diagnostic diagnostic = error.diagnostic();
  diagnostic.notes.push_back({note, {}});
  return InternalError(std::move(diagnostic));
}

void Reproducer::run(ModuleOp module, const ir::DiagnosticCapture &capture,
                     const Work &work) const {
  OwningOpRef<ModuleOp> before = module.clone();
  PassManager passes(module.getContext());
  work.passes(passes);
  if (work.report)
    work.report->watch(passes);
  if (work.watch)
    work.watch(passes);
  bool hasPassed = false;
  auto saveAll = [&] {
    return hasPassed ? write(withoutPipeline(*before), work.command + " ")
                     : write(withPipeline(*before, textOf(passes)), runPasses);
  };
  const FatalErrorGuard guard(saveAll);
  try {
    if (failed(passes.run(module)))
      capture.throwError(work.doing, work.author);
    hasPassed = true;
    if (work.finish && work.report)
      work.report->measure("machine code", work.finish);
    else if (work.finish)
      work.finish();
  } catch (const InternalError &error) {
    throw withNote(error, hasPassed ? saveAll() : saveFailingPass(*before, work.passes));
  }
}

} // namespace wave
