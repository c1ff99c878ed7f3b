//===- wave-launch.cpp - Runs packages, without the compiler --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>

#include "nlohmann/json.hpp"

#include "Sweep.h"
#include "diagnostic/Fail.h"
#include "runtime/Arguments.h"
#include "runtime/ComputeUnits.h"
#include "runtime/NpyFile.h"
#include "runtime/OutputFile.h"
#include "runtime/ScalarValues.h"
#include "runtime/cuda/bench/GemmBench.h"
#include "symbolic/NearestName.h"

namespace wave::launch {

using Json = nlohmann::ordered_json;

static const Argument &argumentNamed(const Package &package, const std::string &option,
                                     const std::string &name) {
  std::vector<std::string> names;
  for (const Argument &argument : package.arguments) {
    if (argument.name == name)
      return argument;
    names.push_back(argument.name);
  }
  fail<Error>("unknown-argument",
              option + " " + name + ": kernel '" + package.kernel + "' has no such buffer",
              symbolic::suggestion(name, names, "leave it out"));
}

static Json deviceJson(const cuda::Context &context) {
  const cuda::DeviceInfo &device = context.device();
  return {{"name", device.name},
          {"architecture", device.architecture()},
          {"multiprocessors", device.multiprocessors},
          {"driver_cuda", context.driver().version()}};
}

static Json toJson(const std::string &trial, const Outcome &outcome) {
  return {{"trial", trial},
          {"entry", outcome.entry},
          {"elements", outcome.elements},
          {"worst_ratio", outcome.worstRatio},
          {"problems", outcome.problems}};
}

/// What a failure keeps of a sweep: the shapes behind it may be good all the same.
static Outcome outcomeOf(const Subject &subject, const Trial &trial, bool &isLost) {
  try {
    checkMemory(subject.package, trial);
    checkClaims(subject.package, trial);
    return carryOut(subject, trial);
  } catch (const Failure &failure) {
    const Diagnostic &diagnostic = failure.diagnostic();
    isLost = diagnostic.id == "cuda-fault" || diagnostic.id == "cuda-context" ||
             diagnostic.id == "cuda-timeout";
    Outcome outcome;
    outcome.problems.push_back(diagnostic.message + " [" + diagnostic.id + "]");
    return outcome;
  }
}

static int sweep(const Subject &subject, const Options &options, Json &json) {
  int passed = 0, failed = 0;
  json["experiments"] = Json::array();
  bool isLost = false;
  for (Trial &trial : drawTrials(subject.package, *options.sweep, options.seed)) {
    setComputeUnits(trial.sizes, subject.package.grid, subject.package.known,
                    subject.context->device().multiprocessors);
    trial.repeat = options.repeat;
    trial.timeoutSeconds = options.timeoutSeconds;
    const Outcome outcome = outcomeOf(subject, trial, isLost);
    json["experiments"].push_back(toJson(textOf(trial), outcome));
    ++(outcome.problems.empty() ? passed : failed);
    for (const std::string &problem : outcome.problems)
      std::cout << "FAIL " << subject.package.kernel << " " << textOf(trial) << " " << outcome.entry
                << ": " << problem << std::endl;
    if (isLost)
      break;
  }
  const int left = *options.sweep - passed - failed;
  json["passed"] = passed;
  json["failed"] = failed;
  json["not_run"] = left;
  std::cout << subject.package.kernel << ": " << passed << " of " << *options.sweep
            << " shapes right, " << failed << " wrong, " << left << " not run, each launched "
            << options.repeat << " times" << std::endl;
  return failed + left == 0 ? Ok : Wrong;
}

/// How the buffers differ from files that say what should be in them.
static std::vector<std::string> differences(const Subject &subject, const Options &options,
                                            const Outcome &outcome) {
  std::vector<std::string> texts;
  for (const auto &[name, file] : options.expected)
    for (size_t i = 0; i < subject.package.arguments.size(); ++i)
      if (subject.package.arguments[i].name == name)
        if (std::string text = differenceOf(name, outcome.tensors[i], readNpy(file)); !text.empty())
          texts.push_back(std::move(text));
  return texts;
}

/// What the options ask for, but for the contents of files.
static Trial trialOf(const Options &options, const Bindings &sizes) {
  return {.sizes = sizes,
          .layout = Layout::Dense,
          .values = options.values,
          .seed = options.seed,
          .repeat = options.repeat,
          .check = options.check,
          .timeoutSeconds = options.timeoutSeconds,
          .contents = {}};
}

/// The files among that.
static void readInputs(const Package &package, const Options &options, Trial &trial) {
  for (const auto &[name, file] : options.inputs)
    if (const Argument &argument = argumentNamed(package, "--input", name); argument.is_scalar)
      trial.contents.insert_or_assign(name, tensorOf(package.kernel, argument, file));
    else if (argument.is_read)
      trial.contents.insert_or_assign(name, readNpy(file));
    else
      fail<Error>("input-unused", "--input " + name + ": the kernel does not read that buffer",
                  "leave it out");
}

static int runOnce(const Subject &subject, const Options &options, const Trial &trial, Json &json) {
  for (const auto &[name, file] : options.outputs)
    if (!argumentNamed(subject.package, "--output", name).is_written)
      fail<Error>("output-unwritten",
                  "--output " + name + ": the kernel does not write that buffer", "leave it out");
  for (const auto &[name, file] : options.expected)
    argumentNamed(subject.package, "--expected", name);
  const auto start = std::chrono::steady_clock::now();
  Outcome outcome = carryOut(subject, trial);
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
  for (const auto &[name, file] : options.outputs)
    for (size_t i = 0; i < subject.package.arguments.size(); ++i)
      if (subject.package.arguments[i].name == name)
        writeNpy(file, outcome.tensors[i]);
  for (std::string &text : differences(subject, options, outcome))
    outcome.problems.push_back(std::move(text));
  json["experiments"] = Json::array({toJson(textOf(trial), outcome)});
  if (outcome.remark)
    std::cerr << outcome.remark->render("remark") << std::endl;
  for (const std::string &problem : outcome.problems)
    std::cout << "FAIL " << problem << std::endl;
  if (outcome.problems.empty())
    std::cout << outcome.entry << " on " << subject.context->device().name << ": "
              << (options.check ? std::to_string(outcome.elements) + " elements right" : "done")
              << ", " << passed.count() << " ms with copies" << std::endl;
  return outcome.problems.empty() ? Ok : Wrong;
}

static void writeFile(std::optional<OutputFile> &file, const std::string &text) {
  if (!file)
    return;
  file->write(text.data(), text.size());
  file->publish();
}

static int bench(const std::shared_ptr<const cuda::Context> &context, const Package &package,
                 const Options &options, const Trial &trial, std::optional<OutputFile> &file) {
  cuda::BenchRequest request{.sizes = trial.sizes,
                             .baselines = options.baselines,
                             .protocol = {},
                             .seed = options.seed,
                             .scalars = trial.contents};
  request.protocol.rounds = options.rounds;
  request.protocol.seed = options.seed;
  const cuda::BenchResult result = cuda::bench(context, package, request);
  if (result.remark)
    std::cerr << result.remark->render("remark") << std::endl;
  std::cout << textOf(result) << std::flush;
  writeFile(file, jsonOf(result));
  return Ok;
}

static int run(const Options &options) {
  if (options.help || options.man) {
    std::cout << (options.help ? helpText() : manPage());
    return Ok;
  }
  std::optional<OutputFile> file;
  if (!options.jsonFile.empty())
    file.emplace(options.jsonFile);
  const Package package = readPackage(options.package);
  // What can be said without a GPU comes first.
  const Bindings sizes = options.sweep ? Bindings() : sizesOf(package, options);
  Trial trial = trialOf(options, sizes);
  if (!options.sweep) {
    if (options.bench)
      cuda::checkBenchMemory(withSizes(package.arguments, trial.sizes));
    else
      checkMemory(package, trial);
    readInputs(package, options, trial);
    if (!takesComputeUnits(package.grid))
      checkClaims(package, trial);
  }
  if (package.unchecked)
    std::cerr << uncheckedRemark(package.kernel, *package.unchecked).render("remark") << std::endl;
  const auto context = cuda::Context::shared(options.driver, options.device);
  if (!options.sweep && takesComputeUnits(package.grid)) { // which the GPU knows
    setComputeUnits(trial.sizes, package.grid, package.known, context->device().multiprocessors);
    checkClaims(package, trial);
  }
  if (options.bench)
    return bench(context, package, options, trial, file);
  cuda::LoadedKernel kernel(context, package);
  const Subject subject{package, context, kernel};
  Json json = {{"schema_version", 1},
               {"package", options.package},
               {"kernel", package.kernel},
               {"target", package.target}};
  json["device"] = deviceJson(*context);
  json["entry_points"] = Json::array();
  for (const EntryPoint &entry : kernel.entries()) {
    const cuda::Function &function = kernel.functionOf(entry);
    json["entry_points"].push_back(
        {{"name", entry.name},
         {"registers", function.registers()},
         {"local_bytes", function.localBytes()},
         {"shared_bytes", function.sharedBytes() + static_cast<int>(entry.sharedBytes)}});
  }
  const int code =
      options.sweep ? sweep(subject, options, json) : runOnce(subject, options, trial, json);
  json["ok"] = code == Ok;
  writeFile(file, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  return code;
}

} // namespace wave::launch

int main(int argc, char **argv) {
  using namespace wave;
  using namespace wave::launch;
  auto report = [](const Failure &failure, int code) {
    std::cerr << failure.what() << std::endl;
    return code;
  };
  int code = OwnError;
  try {
    code = run(parseOptions(argc, argv));
  } catch (const Error &error) {
    code = report(error, error.diagnostic().id == "check-inconclusive" ? Inconclusive : UserError);
  } catch (const LaunchError &error) {
    code = report(error, MachineError);
  } catch (const Failure &error) {
    code = report(error, OwnError);
  } catch (const std::bad_alloc &) {
    std::cerr << "error: the host has not enough memory [out-of-memory]" << std::endl;
    code = MachineError;
  } catch (const std::exception &error) {
    std::cerr << "error: an exception that is none of wave's: " << error.what()
              << " [exception]\nhelp: this is a bug in wave: please report it with the package"
              << std::endl;
    code = OwnError;
  }
  // After a fault or a timeout, what would be given back at the end may wait for the GPU.
  std::cout.flush();
  std::_Exit(code);
}
