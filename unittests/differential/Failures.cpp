//===- Failures.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Failures.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "Reduce.h"

namespace wave::test {

static std::filesystem::path folder() {
  const char *given = std::getenv("WAVE_TEST_FAILURES");
  return given ? given
               : std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() /
                     "failures";
}

/// The id of the outcome in a process of its own: "crash" where that one does not survive.
static std::string idOf(const Trial &trial) {
  int ends[2];
  if (::pipe(ends) != 0)
    return "no-pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string id = attempt(trial).id;
    ::_exit(::write(ends[1], id.data(), id.size()) == static_cast<ssize_t>(id.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  std::string id;
  char part[256];
  for (ssize_t count; (count = ::read(ends[0], part, sizeof part)) > 0;)
    id.append(part, static_cast<size_t>(count));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? id : "crash";
}

/// Row-major tensors, known sizes, plain order and schedule, as far as the failure stays.
static void simplify(Trial &trial, const std::string &id) {
  auto keepIf = [&](Trial simpler) {
    if (idOf(simpler) == id)
      trial = std::move(simpler);
  };
  Trial simpler = trial;
  simpler.layouts.clear();
  keepIf(simpler);
  simpler = trial;
  simpler.open.clear();
  keepIf(simpler);
  simpler = trial;
  simpler.simulation = {};
  keepIf(simpler);
  simpler = trial;
  simpler.options.schedule = SchedulingType::None;
  keepIf(simpler);
}

/// As test/regressions takes it.
static void write(const std::filesystem::path &path, const Trial &trial, const std::string &text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path);
  std::istringstream lines("WAVE_TEST_SEED=" + std::to_string(testSeed()) + "\nRUN: %" +
                           trial.command("%s") + "\n" + text);
  for (std::string line; std::getline(lines, line);)
    file << "// " << line << "\n";
  file << "\n" << trial.kernel.str();
}

std::string keepFailure(Trial trial) {
  const Outcome outcome = attempt(trial);
  if (outcome.id.empty())
    return "not reduced: with other tensors it succeeds\n";
  simplify(trial, outcome.id);
  const Reduction reduced = reduce(trial.kernel, [&](const Kernel &smaller) {
    Trial next = trial;
    next.kernel = smaller;
    return idOf(next) == outcome.id;
  });
  trial.kernel = reduced.kernel;
  std::string layouts;
  for (const auto &[argument, layout] : trial.layouts)
    if (layout != Layout::RowMajor &&
        trial.kernel.str().find("%" + argument + ":") != std::string::npos)
      layouts += "Argument " + argument + " is " + name(layout) + ", which the command's is not.\n";
  const std::filesystem::path path =
      folder() / (outcome.id + "-" + std::to_string(testSeed()) + ".mlir");
  write(path, trial,
        layouts + "[" + outcome.id + "], reduced in " + std::to_string(reduced.tries) +
            " tries:\n" + attempt(trial).text);
  return "reduced to " + path.string() + "\n" + layouts + trial.command(path.string()) + "\n" +
         trial.kernel.str();
}

CrashReport::CrashReport(const Trial &trial)
    : path(folder() / ("crash-" + std::to_string(::getpid()) + ".mlir")) {
  write(path, trial, "This ended the process.\n");
}

CrashReport::~CrashReport() {
  std::error_code ignored; // a file too many is no harm
  std::filesystem::remove(path, ignored);
}

} // namespace wave::test
