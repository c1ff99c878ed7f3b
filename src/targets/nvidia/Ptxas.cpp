//===- Ptxas.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Ptxas.h"

#include <cstring>

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "diagnostic/Fail.h"
#include "targets/llvm/CodeGenerator.h"
#include "targets/nvidia/Process.h"

namespace wave::nvidia {

/// The largest kernels that were measured take half a second.
static constexpr std::chrono::seconds longest{300};

namespace {
/// A file of its own, gone at the end.
class TemporaryFile {
public:
  explicit TemporaryFile(const char *suffix, llvm::StringRef text = "") {
    int descriptor = -1;
    if (std::error_code error =
            llvm::sys::fs::createTemporaryFile("wave", suffix, descriptor, path))
      refuse(error);
    remover.setFile(path);
    llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    out << text;
    out.close();
    if (out.has_error()) {
      const std::error_code error = out.error();
      out.clear_error();
      refuse(error);
    }
  }

  std::string name() const { return path.str().str(); }
  std::string contents() const {
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
    if (!file)
      refuse(file.getError());
    return (*file)->getBuffer().str();
  }

private:
  [[noreturn]] void refuse(std::error_code error) const {
    fail<LaunchError>("ptxas-failed", "the file '" + name() + "' for ptxas: " + error.message(),
                      "let TMPDIR name a folder that has room");
  }

  llvm::SmallString<128> path;
  llvm::FileRemover remover;
};
} // namespace

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

Assembled runPtxas(llvm::StringRef ptx, llvm::StringRef processor, const std::string &program) {
  const TemporaryFile source("ptx", ptx), cubin("cubin");
  Finished finished = runProgram(
      {program, "-arch=" + processor.str(), "-O3", "-v", "-o", cubin.name(), source.name()},
      longest);
  checkEnd(finished, program);
  std::string bytes = cubin.contents();
  if (bytes.empty())
    fail<LaunchError>("ptxas-failed", program + " has written nothing: " + finished.output,
                      "let WAVE_PTXAS name NVIDIA's ptxas");
  return {std::move(bytes), std::move(finished.output)};
}

} // namespace wave::nvidia
