//===- DoctorCommand.cpp - What this machine offers -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <filesystem>

#include "driver/Version.h"
#include "driver/main/Commands.h"
#include "driver/main/StandardOutput.h"
#include "machine/HostCpu.h"
#include "wave/compile.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wave::commandline {

namespace {

/// Something that is not there, and how it comes to be.
struct Missing {
  std::string what, purpose, command;
};

} // namespace

/// Compiles and runs a small kernel: "ok", or what went wrong.
static std::string tryCpu() {
  try {
    Expr size = Expr::symbol("N");
    Memory from("from", {size}, f32), to("to", {size}, f32);
    Expr tile = Expr::constant(16);
    Kernel doubled("doubled", {from, to}, {WorkgroupConstraint{size, tile, 0}},
                   [&] { write(read(from) + read(from), to); });
    Bindings subs;
    subs.set("N", Expr::constant(37));
    CompiledKernel compiled = wave_compile({.subs = subs}, doubled);
    Tensor input = Tensor::randn({37}, f32, 0), output = Tensor::zeros({37}, f32);
    compiled(input, output);
    for (int64_t i = 0; i < 37; ++i)
      if (output.at({i}) != 2 * input.at({i}))
        return "a small kernel computes a wrong result";
    return "ok";
  } catch (const std::exception &failure) {
    return failure.what();
  }
}

/// Whether that interpreter starts and finds the module; no shell is asked.
static bool importsNumpy(const char *python) {
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string arguments[] = {python, "-c", "import numpy"};
  char *argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(), nullptr};
  pid_t child = 0;
  int status = -1;
  if (posix_spawnp(&child, python, &quiet, nullptr, argv, environ) == 0)
    waitpid(child, &status, 0);
  posix_spawn_file_actions_destroy(&quiet);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static std::vector<Missing> missing() {
  std::vector<Missing> list;
  // The python3 of the PATH need not be Debian's, which the package belongs to.
  if (!importsNumpy("python3") && !importsNumpy("/usr/bin/python3"))
    list.push_back(
        {"NumPy for python3", "to make and read .npy files", "apt-get install python3-numpy"});
  if (!std::filesystem::exists("/usr/include/oneapi/dnnl/dnnl.hpp"))
    list.push_back({"oneDNN", "to build the benchmarks in bench/", "apt-get install libdnnl-dev"});
  return list;
}

static Json report(const std::string &cpu) {
  Json json = {{"schema_version", jsonSchemaVersion},
               {"ok", cpu == "ok"},
               {"wave", WAVE_VERSION},
               {"llvm", WAVE_LLVM_VERSION},
               {"processor", machine::hostCpuName()},
               {"vectors", machine::hostVectorIsa().name},
               {"threads", machine::hostThreads()},
               {"memory_bytes", machine::hostMemoryBytes()}};
  json["targets"] = {{"cpu", cpu}};
  json["missing"] = Json::array();
  for (const Missing &item : missing())
    json["missing"].push_back(
        {{"what", item.what}, {"purpose", item.purpose}, {"command", item.command}});
  json["error"] = nullptr;
  return json;
}

static std::string toText(const Json &json) {
  std::string text;
  auto row = [&](std::string name, const std::string &value) {
    name.resize(12, ' ');
    text += name + value + "\n";
  };
  auto string = [&](const char *key) { return json[key].get<std::string>(); };
  row("wave", string("wave"));
  row("LLVM", string("llvm"));
  row("processor", string("processor"));
  row("vectors", string("vectors"));
  row("threads", std::to_string(json["threads"].get<unsigned>()));
  row("memory", std::to_string(json["memory_bytes"].get<int64_t>() >> 20) + " MiB");
  row("target cpu", json["targets"]["cpu"].get<std::string>());
  for (const Json &item : json["missing"])
    row("missing", item["what"].get<std::string>() + ", " + item["purpose"].get<std::string>() +
                       ": " + item["command"].get<std::string>());
  return text;
}

int doctorCommand(const Options &options) {
  const std::string cpu = tryCpu();
  const Json json = report(cpu);
  writeStandardOutput(options.json ? jsonText(json) : toText(json));
  return cpu == "ok" ? Ok : MachineError;
}

} // namespace wave::commandline
