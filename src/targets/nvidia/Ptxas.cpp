//===- Ptxas.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Ptxas.h"

#include <cstring>

#include <cstring>
#include <system_error>

#include "diagnostic/Fail.h"
#include "runtime/MemoryFile.h"
#include "targets/llvm/CodeGenerator.h"
#include "targets/nvidia/Process.h"

namespace wave::nvidia {

/// The largest kernels that were measured take half a second.
static constexpr std::chrono::seconds longest{300};

static void checkEnd(const Finished &finished, const std::string &program) {
  auto refuse = [&](const std::string &how) {
    fail<LaunchError>("ptxas-failed", program + " " + how,
                      "see whether '" + program +
                          " --version' works, or let WAVE_PTXAS name another one");
  };
  switch (finished.how) {
  case Finished::NotStarted:
    refuse("could not be started: " + std::string(std::strerror(finished.number)));
    break;
  case Finished::TimedOut:
    refuse("has not ended after " + std::to_string(longest.count()) + " s");
    break;
  case Finished::Killed:
    refuse("was ended by signal " + std::to_string(finished.number));
    break;
  case Finished::Exited:
    // What a shell and the loader say of a program that they cannot run.
    if (finished.number == 126 || finished.number == 127)
      refuse("could not be started: " + finished.output);
    // "Unsupported .version 9.0; current version is '8.5'"
    if (finished.number != 0 && llvm::StringRef(finished.output).contains("Unsupported .version"))
      fail<Error>(
          "ptxas-missing", program + " is older than CUDA 13.0: it does not read PTX 9.0",
          "let WAVE_PTXAS name a newer one, or run script/bootstrap with a PATH without it");
    if (finished.number != 0)
      throw codegen::internalError(program, llvm::createStringError(finished.output));
  }
}

static Assembled assembled(llvm::StringRef ptx, llvm::StringRef processor,
                           const std::string &program) {
  const MemoryFile source("wave.ptx", {ptx.data(), ptx.size()}), cubin("wave.cubin");
  Finished finished = runProgram(
      {program, "-arch=" + processor.str(), "-O3", "-v", "-o", cubin.path(), source.path()},
      longest, {source.descriptor(), cubin.descriptor()});
  checkEnd(finished, program);
  std::string bytes = cubin.contents();
  if (bytes.empty())
    fail<LaunchError>("ptxas-failed", program + " has written nothing: " + finished.output,
                      "let WAVE_PTXAS name NVIDIA's ptxas");
  return {std::move(bytes), std::move(finished.output)};
}

Assembled runPtxas(llvm::StringRef ptx, llvm::StringRef processor, const std::string &program) {
  try {
    return assembled(ptx, processor, program);
  } catch (const std::system_error &error) {
    fail<LaunchError>("ptxas-failed", std::string("a file in memory for ptxas: ") + error.what(),
                      "let the process have more memory and more open files (ulimit -v, -n)");
  }
}

} // namespace wave::nvidia
