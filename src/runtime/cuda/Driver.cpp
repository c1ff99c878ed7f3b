//===- Driver.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/Driver.h"

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "diagnostic/Fail.h"

namespace wave::cuda {

namespace {
struct ResultRow {
  Result number;
  const char *name;
  ErrorId id;
  bool losesContext;
  const char *help;
};
constexpr ResultRow resultRows[] = {
#define WAVE_CUDA_RESULT(NUMBER, NAME, ID, LOSES, HELP) {NUMBER, #NAME, ErrorId(ID), LOSES, HELP},
#include "runtime/cuda/Results.def"
};
} // namespace

static const ResultRow *resultRow(Result result) {
  const auto *row = std::ranges::find(resultRows, result, &ResultRow::number);
  return row == std::end(resultRows) ? nullptr : row;
}

bool losesContext(Result result) {
  const ResultRow *row = resultRow(result);
  return row && row->losesContext;
}

static constexpr const char *noGpuNeeded = "--target cpu and the simulated GPUs (sim:) need none";

Driver::Driver(const std::string &path) : path_(path) {
  void *library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = ::dlerror();
    fail<LaunchError>("cuda-driver",
                      "cannot open the CUDA driver: " + std::string(reason ? reason : path),
                      "install NVIDIA's driver 525 or newer (in a container: give it the GPU); " +
                          std::string(noGpuNeeded));
  }
  try {
    find(library);
    check(cuInit(0), "starting the CUDA driver");
    check(cuDriverGetVersion(&version_), "asking the CUDA driver for its version");
  } catch (...) {
    ::dlclose(library);
    throw;
  }
  // Open for as long as the process lives: its threads may be in it to the end.
}

void Driver::find(void *library) {
  auto symbol = [&](const char *name) {
    void *found = ::dlsym(library, name);
    if (!found)
      fail<LaunchError>("cuda-driver",
                        "the CUDA driver " + path_ + " has no function " + name +
                            ": it is older than 525, or no driver at all",
                        "install NVIDIA's driver 525 or newer; " + std::string(noGpuNeeded));
    return found;
  };
#define WAVE_CUDA_FUNCTION(NAME, SYMBOL, PARAMETERS)                                               \
  NAME = reinterpret_cast<decltype(NAME)>(symbol(SYMBOL));
#include "runtime/cuda/Driver.def"
}

std::shared_ptr<const Driver> Driver::load(const std::string &path) {
  static std::mutex mutex;
  static auto *loaded = new std::map<std::string, std::shared_ptr<const Driver>>();
  const std::lock_guard lock(mutex);
  std::shared_ptr<const Driver> &driver = (*loaded)[path];
  if (!driver)
    driver = std::make_shared<const Driver>(path);
  return driver;
}

Diagnostic Driver::diagnose(Result result, const std::string &doing) const {
  const ResultRow *row = resultRow(result);
  const char *name = nullptr, *text = nullptr;
  if (cuGetErrorName(result, &name) != 0 || !name)
    name = row ? row->name : nullptr;
  if (cuGetErrorString(result, &text) != 0)
    text = nullptr;
  std::string message = doing + " failed: " + (name ? name : "result " + std::to_string(result));
  if (text)
    message += ", " + std::string(text);
  return {.id = row ? row->id : ErrorId("cuda-error"),
          .message = std::move(message),
          .where = {},
          .notes = {},
          .help = row ? row->help : "look for that name in the manual of the CUDA driver's API"};
}

void Driver::check(Result result, const std::string &doing) const {
  if (result != 0)
    throw LaunchError(diagnose(result, doing));
}

DeviceInfo deviceInfo(const Driver &driver, int ordinal) {
  const std::string gpu = "GPU " + std::to_string(ordinal);
  DeviceInfo info;
  driver.check(driver.cuDeviceGet(&info.number, ordinal), "looking for " + gpu);
  char name[256] = {};
  driver.check(driver.cuDeviceGetName(name, sizeof name - 1, info.number),
               "asking for the name of " + gpu);
  info.name = name;
  auto attribute = [&](int which) {
    int value = 0;
    driver.check(driver.cuDeviceGetAttribute(&value, which, info.number),
                 "asking for attribute " + std::to_string(which) + " of " + gpu);
    return value;
  };
  info.major = attribute(ComputeCapabilityMajor);
  info.minor = attribute(ComputeCapabilityMinor);
  info.multiprocessors = attribute(MultiprocessorCount);
  info.sharedBytes = attribute(MaxSharedBytesOptIn);
  for (int i = 0; i < 3; ++i)
    info.maxGrid[i] = attribute(MaxGridX + i);
  driver.check(driver.cuDeviceTotalMem(&info.memoryBytes, info.number),
               "asking for the memory of " + gpu);
  return info;
}

std::vector<DeviceInfo> devices(const Driver &driver) {
  int count = 0;
  driver.check(driver.cuDeviceGetCount(&count), "counting the GPUs");
  std::vector<DeviceInfo> list;
  for (int i = 0; i < count; ++i)
    list.push_back(deviceInfo(driver, i));
  return list;
}

} // namespace wave::cuda
