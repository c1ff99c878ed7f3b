//===- Main.cpp - The command line, from arguments to exit code -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <new>

#include "diagnostic/Fail.h"
#include "driver/main/Commands.h"
#include "driver/main/Messages.h"
#include "driver/main/ProgramText.h"
#include "driver/main/StandardOutput.h"

namespace wave {
namespace commandline {

static int dispatch(int argc, char **argv, Entries entries, RunReport &report) {
  const CommandLine line =
      parseCommandLine(argc, argv, ProgramText(argc > 0 ? argv[0] : "", entries));
  if (line.text) {
    writeStandardOutput(*line.text);
    return Ok;
  }
  const Options &options = line.options;
#define WAVE_COMMAND(NAME, ARGUMENT, ARGUMENT_HELP, SUMMARY, EXAMPLES, CALL)                       \
  if (options.command == NAME)                                                                     \
    return CALL;
#include "driver/Knobs.def"
  fail<InternalError>("internal", "there is no function for the command " + options.command);
}

namespace {

/// How failures are told.
struct FailureReport {
  Options options; ///< as far as they matter here, whether or not the rest can be parsed
  const RunReport &report;

  int tell(const Diagnostic &diagnostic, ExitCode code) const {
    if (!(options.json && options.quiet))
      writeError(diagnostic, options);
    if (options.json)
      try {
        RunReport failed = report;
        failed.ok = false;
        writeStandardOutput(jsonText(toJson(failed, &diagnostic)));
      } catch (const LaunchError &) {
        return MachineError;
      }
    return code;
  }

  int tell(ErrorId id, const std::string &message, const std::string &help, ExitCode code) const {
    return tell({.id = id, .message = message, .where = {}, .notes = {}, .help = help}, code);
  }
};

} // namespace
} // namespace commandline

int main(int argc, char **argv, std::span<const KernelEntry> kernels) {
  using namespace commandline;
  prepareStandardStreams();
  RunReport report;
  Options asked;
  asked.program = argc > 0 ? argv[0] : "wave";
  asked.json = asksFor(argc, argv, "--json");
  asked.quiet = asksFor(argc, argv, "--quiet", 'q');
  asked.verbose = asksFor(argc, argv, "--verbose", 'v');
  const FailureReport failure{asked, report};
  if (!asked.quiet)
    warnOfVariables();
  try {
    return dispatch(argc, argv, kernels, report);
  } catch (const Error &error) {
    return failure.tell(error.diagnostic(), UserError);
  } catch (const LaunchError &error) {
    return failure.tell(error.diagnostic(), MachineError);
  } catch (const Failure &error) {
    return failure.tell(error.diagnostic(), OwnError);
  } catch (const std::bad_alloc &) {
    return failure.tell("out-of-memory", "the machine has not enough memory",
                        "choose smaller sizes, or raise the limit on the process's memory (ulimit "
                        "-v)",
                        MachineError);
  } catch (const std::exception &error) {
    return failure.tell("exception",
                        std::string("an exception that is none of wave's: ") + error.what(),
                        "it came from the kernel's own code or is a bug in wave", OwnError);
  } catch (...) {
    return failure.tell("exception", "an exception of unknown type",
                        "it came from the kernel's own code or is a bug in wave", OwnError);
  }
}

} // namespace wave
