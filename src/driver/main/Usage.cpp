//===- Usage.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Usage.h"

#include "driver/Version.h"

namespace wave::commandline {

/// An option that takes one value each time it is given.
static void addList(CLI::App *command, const std::string &name, std::vector<std::string> &values,
                    const std::string &type, const std::string &help) {
  command->add_option(name, values, help)
      ->type_name(type)
      ->type_size(1)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

static void addValue(CLI::App *command, const std::string &name, std::string &value,
                     const std::string &type, const std::string &help) {
  command->add_option(name, value, help)->type_name(type);
}

static CLI::App *addCommand(CLI::App &app, const std::string &name, const std::string &help,
                            const std::string &example) {
  CLI::App *command = app.add_subcommand(name, help);
  // Unknown words are collected, to be reported with the nearest known one.
  command->allow_extras();
  command->footer("\n" + example);
  return command;
}

static void addKernel(CLI::App *command, Options &options, RawOptions &raw) {
  command->add_option("KERNEL", options.kernel, "Name from `wave list`, or a file NAME.mlir")
      ->type_name("");
  addList(command, "-D", raw.definitions, "SYM=EXPR",
          "Value of a symbol: a number or an expression over other symbols");
  addList(command, "--dynamic", raw.dynamic, "SYM,SYM",
          "Sizes that stay open in the compiled kernel; -D gives their values for this run");
  addList(command, "--dtype", raw.dtypes, "PARAMETER=TYPE",
          "Element types of the kernel, as in in=bf16,out=f32");
  addValue(command, "--target", options.target, "TARGET", "What to compile for: cpu");
}

static void declareList(CLI::App &app, Options &options) {
  CLI::App *list = addCommand(app, "list", "Show the kernels, their symbols and defaults",
                              "Example:\n  wave list --json");
  list->add_flag("--json", options.json, "Print one JSON object");
}

static void declareRun(CLI::App &app, Options &options, RawOptions &raw) {
  CLI::App *run = addCommand(app, "run", "Compile a kernel, run it, time it and check it",
                             "Examples:\n"
                             "  wave run gemm -D M=1000 -D N=777 -D K=333 --check\n"
                             "  wave run gemm --dtype in=f32 --input a=a.npy --input b=b.npy "
                             "--output c=c.npy");
  addKernel(run, options, raw);
  addList(run, "--input", raw.inputs, "NAME=FILE",
          "Contents of a buffer, from an .npy file; it gives the sizes that -D does not");
  addList(run, "--output", raw.outputs, "NAME=FILE", "Write a buffer that the kernel writes");
  addValue(run, "--seed", raw.seed, "N", "Seed of the other inputs, which are normal numbers [0]");
  addValue(run, "--threads", raw.threads, "N", "Threads; 0 takes one for each processor [0]");
  addValue(run, "--repeat", raw.repeat, "N", "Timed runs [0.2 s, at most 20]");
  run->add_flag("--check", options.check,
                "Compare with the kernel's reference, or with the interpreter");
  run->add_flag("--json", options.json, "Print one JSON object, also for a failure");
  auto *verbose = run->add_flag("-v,--verbose", options.verbose, "Say what is being done");
  auto *quiet = run->add_flag("-q,--quiet", options.quiet, "No remarks");
  quiet->excludes(verbose);
}

static void declareEmit(CLI::App &app, Options &options, RawOptions &raw) {
  CLI::App *emit = addCommand(app, "emit", "Write a kernel in one of the compiler's forms",
                              "Examples:\n"
                              "  wave emit gemm --stage traced > gemm.mlir\n"
                              "  wave emit gemm -D M=100 --stage object -o gemm.o");
  addKernel(emit, options, raw);
  addValue(emit, "--stage", options.stage, "STAGE", "traced, bound, llvm, asm or object");
  addValue(emit, "-o", options.outputFile, "FILE", "Write here instead of standard output");
  emit->add_flag("-q,--quiet", options.quiet, "No remarks");
}

void declareCommands(CLI::App &app, Options &options, RawOptions &raw) {
  app.name("wave");
  app.description("Compile, run and check kernels of the Wave language.");
  app.set_version_flag("--version", "wave " WAVE_VERSION " (LLVM " WAVE_LLVM_VERSION ")");
  app.allow_extras();
  app.require_subcommand(0, 1); // what is missing, the caller reports
  app.footer("\nExample:\n  wave run gemm -D M=1000 -D N=777 -D K=333 --check\n\n"
             "Exit status: 0 ok; 1 checked and found wrong; 2 usage or compile error;\n"
             "3 the machine could not do it; 4 a defect of wave.");
  declareList(app, options);
  declareRun(app, options, raw);
  declareEmit(app, options, raw);
  CLI::App *doctor =
      addCommand(app, "doctor", "Show what this machine offers", "Example:\n  wave doctor");
  doctor->add_flag("--json", options.json, "Print one JSON object");
}

} // namespace wave::commandline
