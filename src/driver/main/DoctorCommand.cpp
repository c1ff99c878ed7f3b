//===- DoctorCommand.cpp - What this machine offers -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <filesystem>

#include "driver/Environment.h"
#include "driver/Version.h"
#include "driver/main/Commands.h"
#include "driver/main/StandardOutput.h"
#include "driver/main/Toolchain.h"
#include "machine/HostCpu.h"
#include "runtime/cuda/Driver.h"
#include "wave/compile.h"

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

static std::vector<Missing> missing(const Toolchain &toolchain) {
  const std::string ownKernels = "to build kernels of your own";
  std::vector<Missing> list;
  if (toolchain.headers.empty())
    list.push_back({"the headers of wave", ownKernels, "install the whole package"});
  const bool isRefused = toolchain.isTried && !toolchain.compiles && !toolchain.headers.empty();
  if (!toolchain.isTried)
    list.push_back(
        {"a folder for temporary files that can be written", ownKernels, "export TMPDIR=FOLDER"});
  if (toolchain.compiler.empty() || isRefused)
    list.push_back(
        {"a C++20 compiler, g++ 12, clang++ 16 or newer", ownKernels, "apt-get install g++"});
  else if (toolchain.compiles && !toolchain.works())
    list.push_back({"a linker that links with the library", ownKernels,
                    "install wave again, or set CXX to another compiler"});
  if (!succeeds({"cmake", "--version"}))
    list.push_back({"CMake", "for projects with find_package(wave)", "apt-get install cmake"});
  // The python3 of the PATH need not be Debian's, which the package belongs to.
  if (!succeeds({"python3", "-c", "import numpy"}) &&
      !succeeds({"/usr/bin/python3", "-c", "import numpy"}))
    list.push_back(
        {"NumPy for python3", "to make and read .npy files", "apt-get install python3-numpy"});
  // A clone of the repository has benchmarks, an install has not.
  if (std::filesystem::exists(toolchain.headers + "/../bench/CMakeLists.txt") &&
      !std::filesystem::exists("/usr/include/oneapi/dnnl/dnnl.hpp"))
    list.push_back({"oneDNN", "to build the benchmarks in bench/", "apt-get install libdnnl-dev"});
  return list;
}

/// What NVIDIA's driver has; without one, why.
static void addGpus(Json &json) {
  json["gpus"] = Json::array();
  json["gpu_problem"] = nullptr;
  try {
    const auto driver =
        cuda::Driver::load(environmentValue(Variable::CudaDriver).value_or(cuda::driverName));
    for (const cuda::DeviceInfo &gpu : cuda::devices(*driver))
      json["gpus"].push_back({{"name", gpu.name},
                              {"architecture", gpu.architecture()},
                              {"multiprocessors", gpu.multiprocessors},
                              {"memory_bytes", gpu.memoryBytes},
                              {"driver_cuda", driver->version()}});
  } catch (const LaunchError &failure) {
    json["gpu_problem"] = failure.diagnostic().message;
  }
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
  addGpus(json);
  json["targets"] = {{"cpu", cpu}};
  const Toolchain toolchain = tryToolchain();
  json["own_kernels"] = {{"ok", toolchain.works()},
                         {"problem", orNull(toolchain.problem)},
                         {"compiler", orNull(toolchain.compiler)},
                         {"compiler_version", orNull(toolchain.version)},
                         {"headers", orNull(toolchain.headers)}};
  json["missing"] = Json::array();
  for (const Missing &item : missing(toolchain))
    json["missing"].push_back(
        {{"what", item.what}, {"purpose", item.purpose}, {"command", item.command}});
  json["error"] = nullptr;
  return json;
}

static std::string doctorText(const Json &json) {
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
  for (const Json &gpu : json["gpus"])
    row("GPU", gpu["name"].get<std::string>() + ", " + gpu["architecture"].get<std::string>() +
                   ", " + std::to_string(gpu["multiprocessors"].get<int>()) + " SMs, " +
                   std::to_string(gpu["memory_bytes"].get<uint64_t>() >> 20) + " MiB");
  if (json["gpus"].empty())
    row("GPU", "none: " + (json["gpu_problem"].is_null() ? std::string("the driver has none")
                                                         : json["gpu_problem"].get<std::string>()));
  row("target cpu", json["targets"]["cpu"].get<std::string>());
  const Json &own = json["own_kernels"];
  row("own kernels", own["ok"] ? "ok" : "no, " + own["problem"].get<std::string>());
  if (!own["compiler"].is_null())
    row("compiler", own["compiler"].get<std::string>() +
                        (own["compiler_version"].is_null()
                             ? ""
                             : ", " + own["compiler_version"].get<std::string>()));
  if (!own["headers"].is_null())
    row("headers", own["headers"].get<std::string>());
  for (const Json &item : json["missing"])
    row("missing", item["what"].get<std::string>() + ", " + item["purpose"].get<std::string>() +
                       ": " + item["command"].get<std::string>());
  return text;
}

int doctorCommand(const Options &options) {
  const std::string cpu = tryCpu();
  const Json json = report(cpu);
  writeStandardOutput(options.json ? jsonText(json) : doctorText(json));
  return cpu == "ok" ? Ok : MachineError;
}

} // namespace wave::commandline
