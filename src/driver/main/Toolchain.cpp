//===- Toolchain.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Toolchain.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <dlfcn.h>

namespace wave::commandline {

namespace fs = std::filesystem;

static constexpr unsigned secondsToWait = 60;

bool succeeds(const std::vector<std::string> &command, std::string *output) {
  auto program = llvm::sys::findProgramByName(command.front());
  llvm::SmallString<128> log;
  if (!program || llvm::sys::fs::createTemporaryFile("wave", "log", log))
    return false;
  llvm::scope_exit removeLog([&] { llvm::sys::fs::remove(log); });
  llvm::SmallVector<llvm::StringRef> arguments(command.begin(), command.end());
  const std::optional<llvm::StringRef> streams[] = {"", log.str(), log.str()};
  const int status =
      llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, streams, secondsToWait);
  if (auto text = llvm::MemoryBuffer::getFile(log); text && output)
    *output = (*text)->getBuffer();
  return status == 0;
}

/// The library, or the program where it is a part of one.
static fs::path ownFile() {
  Dl_info info;
  std::error_code failed;
  if (!dladdr(reinterpret_cast<void *>(&ownFile), &info))
    return {};
  return fs::canonical(info.dli_fname, failed);
}

static std::string findHeaders(const fs::path &library) {
  // Of an install, lib/ and include/; of a clone, build/lib/ and include/.
  for (const char *way : {"../include", "../../include"}) {
    std::error_code failed;
    fs::path folder = fs::weakly_canonical(library.parent_path() / way, failed);
    if (!failed && fs::exists(folder / "wave/wave.h", failed))
      return folder;
  }
  return {};
}

/// Commands that may be a compiler: the user's choice, or the usual ones.
static std::vector<std::vector<std::string>> candidates() {
  const char *choice = std::getenv("CXX");
  std::istringstream words(choice ? choice : "");
  std::vector<std::string> command(std::istream_iterator<std::string>(words), {});
  if (!command.empty())
    return {command};
  return {{"c++"}, {"g++"}, {"clang++"}, {"g++-12"}, {"clang++-22"}};
}

static std::string firstLine(const std::string &text, const std::string &with = {}) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.find(with) != std::string::npos)
      return line;
  return {};
}

/// Compiles and links a program in that folder: empty, or what went wrong.
static std::string build(std::vector<std::string> command, const std::string &headers,
                         const fs::path &library, const fs::path &folder) {
  const fs::path source = folder / "program.cpp";
  std::ofstream(source)
      << "#include <wave/wave.h>\n"
         "int main(int argc, char **argv) { return wave::main(argc, argv, {}); }\n";
  command.insert(command.end(),
                 {"-std=c++20", "-I" + headers, source, library, "-o", folder / "program"});
  std::string output;
  if (succeeds(command, &output))
    return {};
  const std::string error = firstLine(output, "error");
  return command.front() +
         " cannot build a program: " + (error.empty() ? firstLine(output) : error);
}

Toolchain tryToolchain() {
  const fs::path library = ownFile();
  Toolchain result;
  result.headers = findHeaders(library);
  const auto commands = candidates();
  result.problem = commands.size() > 1 ? "there is no C++ compiler on the PATH"
                                       : "CXX is " + commands[0][0] + ", which is no program";
  llvm::SmallString<128> folder;
  if (llvm::sys::fs::createUniqueDirectory("wave-doctor", folder)) {
    result.problem = "there is no folder for temporary files";
    return result;
  }
  llvm::scope_exit removeFolder([&] { llvm::sys::fs::remove_directories(folder); });

  for (const std::vector<std::string> &command : commands) {
    auto path = llvm::sys::findProgramByName(command.front());
    if (!path)
      continue;
    const std::string problem = result.headers.empty()
                                    ? "the headers of wave are not beside the library"
                                    : build(command, result.headers, library, folder.str().str());
    if (!result.compiler.empty() && !problem.empty())
      continue;
    result.compiler = *path;
    result.problem = problem;
    std::string version;
    succeeds({*path, "--version"}, &version);
    result.version = firstLine(version);
    if (problem.empty())
      break;
  }
  return result;
}

} // namespace wave::commandline
