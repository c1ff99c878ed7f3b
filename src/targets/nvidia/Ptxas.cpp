//===- Ptxas.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Ptxas.h"

#include <cstring>

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "diagnostic/Fail.h"
#include "targets/llvm/CodeGenerator.h"
#include "targets/nvidia/Process.h"

namespace wave::nvidia {

/// The largest kernels that were measured take a second.
static constexpr std::chrono::seconds longest{300};

static std::string programIn(llvm::StringRef folder) {
  if (folder.empty())
    return {};
  llvm::SmallString<256> file(folder);
  llvm::sys::path::append(file, "ptxas");
  return llvm::sys::fs::can_execute(file) ? file.str().str() : std::string();
}

Assembler findAssembler(const AssemblerPlaces &places) {
  if (!places.chosen.empty()) {
    if (!llvm::sys::fs::can_execute(places.chosen))
      fail<Error>("code-generation", "'" + places.chosen + "' is no program that can be run",
                  "let WAVE_PTXAS name the file of ptxas, or unset it to have it looked for");
    return {places.chosen};
  }
  llvm::SmallVector<llvm::StringRef> folders;
  llvm::StringRef(places.path).split(folders, ':', -1, /*KeepEmpty=*/false);
  const std::string inToolkit = places.toolkit.empty() ? "" : places.toolkit + "/bin";
  folders.append({inToolkit, "/usr/local/cuda/bin", places.cache});
  for (llvm::StringRef folder : folders)
    if (std::string program = programIn(folder); !program.empty())
      return {program};
  return {};
}

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
    fail<LaunchError>("code-generation", "the file '" + name() + "' for ptxas: " + error.message(),
                      "let TMPDIR name a folder that has room");
  }

  llvm::SmallString<128> path;
  llvm::FileRemover remover;
};
} // namespace

static void checkEnd(const Finished &finished, const std::string &program) {
  auto refuse = [&](const std::string &how) {
    fail<LaunchError>("code-generation", program + " " + how,
                      "run it by hand, or let WAVE_PTXAS name another one");
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
    if (finished.number != 0)
      throw codegen::internalError(program, llvm::createStringError(finished.output));
  }
}

Cubin assemble(llvm::StringRef ptx, llvm::StringRef processor, const Assembler &assembler) {
  const TemporaryFile source("ptx", ptx), cubin("cubin");
  const Finished finished = runProgram(
      {assembler.ptxas, "-arch=" + processor.str(), "-O3", "-v", "-o", cubin.name(), source.name()},
      longest);
  checkEnd(finished, assembler.ptxas);
  PtxasLog log = parsePtxasLog(finished.output);
  return {.bytes = cubin.contents(), .entryPoints = std::move(log.entryPoints)};
}

} // namespace wave::nvidia
