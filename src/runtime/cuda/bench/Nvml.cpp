//===- Nvml.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVML API reference guide.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/bench/Nvml.h"

#include <dlfcn.h>

namespace wave::cuda {

static constexpr int multiprocessorClock = 1; // NVML_CLOCK_SM
static constexpr int gpuSensor = 0;           // NVML_TEMPERATURE_GPU

Nvml::Nvml(int device) {
  void *library = ::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return;
  auto find = [&]<typename Function>(Function &function, const char *name) {
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
  };
  Result (*start)() = nullptr;
  Result (*deviceAt)(unsigned, void **) = nullptr;
  if (!find(start, "nvmlInit_v2") || !find(deviceAt, "nvmlDeviceGetHandleByIndex_v2") ||
      !find(clock, "nvmlDeviceGetClockInfo") || !find(power, "nvmlDeviceGetPowerUsage") ||
      !find(temperature, "nvmlDeviceGetTemperature") || start() != 0 ||
      deviceAt(static_cast<unsigned>(device), &handle) != 0)
    handle = nullptr;
}

std::optional<Readings> Nvml::read() const {
  Readings readings;
  unsigned milliwatts = 0;
  if (!handle || clock(handle, multiprocessorClock, &readings.megahertz) != 0 ||
      power(handle, &milliwatts) != 0 || temperature(handle, gpuSensor, &readings.celsius) != 0)
    return std::nullopt;
  readings.watts = milliwatts / 1000.0;
  return readings;
}

} // namespace wave::cuda
