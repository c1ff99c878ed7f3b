//===- Toolchain.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Toolchain.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <dlfcn.h>

#include "driver/Environment.h"

namespace wave::commandline {

namespace fs = std::filesystem;

static constexpr unsigned secondsToWait = 60;

bool succeeds(const std::vector<std::string> &command, std::string *output) {
  auto program = llvm::sys::findProgramByName(command.front());
  if (!program)
    return false;
  // A program runs well whether or not there is a place for what it writes.
  llvm::SmallString<128> log;
  if (output && llvm::sys::fs::createTemporaryFile("wave", "log", log))
    log.clear();
  llvm::scope_exit removeLog([&] {
    if (!log.empty())
      llvm::sys::fs::remove(log);
  });
  llvm::SmallVector<llvm::StringRef> arguments(command.begin(), command.end());
  const std::optional<llvm::StringRef> streams[] = {"", log.str(), log.str()};
  const int status =
      llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, streams, secondsToWait);
  if (!log.empty())
    if (auto text = llvm::MemoryBuffer::getFile(log))
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
  std::istringstream words(environmentValue(Variable::Compiler).value_or(""));
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
  result.isTried = !llvm::sys::fs::createUniqueDirectory("wave-doctor", folder);
  llvm::scope_exit removeFolder([&] {
    if (result.isTried)
      llvm::sys::fs::remove_directories(folder);
  });
  auto problemOf = [&](const std::vector<std::string> &command) -> std::string {
    if (result.headers.empty())
      return "the headers of wave are not beside the library";
    if (!result.isTried)
      return "there is no folder for temporary files";
    return build(command, result.headers, library, folder.str().str());
  };

  for (const std::vector<std::string> &command : commands) {
    auto path = llvm::sys::findProgramByName(command.front());
    if (!path)
      continue;
    const std::string problem = problemOf(command);
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
