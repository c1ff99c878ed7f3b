//===- Toolchain.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Toolchain.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Program.h"

#include <dlfcn.h>

#include "driver/Environment.h"
#include "driver/main/TemporaryFolder.h"
#include "runtime/MemoryFile.h"

namespace wave::commandline {

namespace fs = std::filesystem;

static constexpr unsigned secondsToWait = 60;

bool succeeds(const std::vector<std::string> &command, std::string *output) {
  auto program = llvm::sys::findProgramByName(command.front());
  if (!program)
    return false;
  // A program runs well whether or not there is a place for what it writes.
  std::optional<MemoryFile> log;
  if (output)
    try {
      log.emplace("wave.log").inherit();
    } catch (const std::system_error &) {
      log.reset();
    }
  llvm::SmallVector<llvm::StringRef> arguments(command.begin(), command.end());
  const std::string path = log ? log->path() : std::string();
  const std::optional<llvm::StringRef> streams[] = {"", path, path};
  const int status =
      llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, streams, secondsToWait);
  if (log)
    *output = log->contents();
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

/// What a linker complains of first: no heading ("in function `main':") and no warning, nor what
/// the compiler says of the linker in the end.
static std::string firstLinkerError(const std::string &text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && !line.ends_with(":") && line.find("warning:") == std::string::npos &&
        line.find("ld returned") == std::string::npos &&
        line.find("linker command failed") == std::string::npos)
      return line;
  return firstLine(text);
}

static constexpr const char *sourceName = "program.cpp", *objectName = "program.o",
                            *programName = "program";

/// Compiles and links a program in that folder, and keeps how far that went in `result`.
static void build(const std::vector<std::string> &compiler, const fs::path &library,
                  const fs::path &folder, Toolchain &result) {
  const fs::path source = folder / sourceName, object = folder / objectName;
  std::ofstream(source)
      << "#include <wave/wave.h>\n"
         "int main(int argc, char **argv) { return wave::main(argc, argv, {}); }\n";
  std::string output;
  auto succeedsWith = [&](const std::vector<std::string> &arguments) {
    std::vector<std::string> command = compiler;
    command.insert(command.end(), arguments.begin(), arguments.end());
    return succeeds(command, &output);
  };
  result.problem = {};
  result.compiles = succeedsWith({"-std=c++20", "-I" + result.headers, "-c", source, "-o", object});
  if (!result.compiles) {
    const std::string error = firstLine(output, "error");
    result.problem = compiler.front() +
                     " cannot compile a program: " + (error.empty() ? firstLine(output) : error);
  } else if (!succeedsWith({object, library, "-o", folder / programName})) {
    result.problem = compiler.front() + " cannot link a program with " + library.string() + ": " +
                     firstLinkerError(output);
  }
}

Toolchain tryToolchain() {
  const fs::path library = ownFile();
  Toolchain result;
  result.headers = findHeaders(library);
  const auto commands = candidates();
  result.problem = commands.size() > 1 ? "there is no C++ compiler on the PATH"
                                       : "CXX is " + commands[0][0] + ", which is no program";
  const TemporaryFolder folder({sourceName, objectName, programName});
  result.isTried = !folder.path().empty();
  auto tryWith = [&](const std::vector<std::string> &command, Toolchain &attempt) {
    if (result.headers.empty())
      attempt.problem = "the headers of wave are not beside the library";
    else if (!result.isTried)
      attempt.problem = "there is no folder for temporary files";
    else
      build(command, library, folder.path(), attempt);
  };

  for (const std::vector<std::string> &command : commands) {
    auto path = llvm::sys::findProgramByName(command.front());
    if (!path)
      continue;
    Toolchain attempt = result;
    tryWith(command, attempt);
    if (!result.compiler.empty() && !attempt.works())
      continue;
    attempt.compiler = *path;
    std::string version;
    succeeds({*path, "--version"}, &version);
    attempt.version = firstLine(version);
    result = attempt;
    if (result.works())
      break;
  }
  return result;
}

} // namespace wave::commandline
