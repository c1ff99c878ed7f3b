//===- Context.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/Context.h"

#include <unistd.h>

#include <chrono>
#include <map>
#include <thread>
#include <utility>

#include "diagnostic/Fail.h"

namespace wave::cuda {

static constexpr Result notReady = 600; // CUDA_ERROR_NOT_READY

std::shared_ptr<Context> Context::shared(const std::string &driverPath, int device) {
  static std::mutex mutex;
  static auto *contexts = new std::map<std::pair<std::string, int>, std::shared_ptr<Context>>();
  const std::lock_guard lock(mutex);
  std::shared_ptr<Context> &context = (*contexts)[{driverPath, device}];
  if (!context)
    context = std::make_shared<Context>(Driver::load(driverPath), device);
  return context;
}

Context::Context(std::shared_ptr<const Driver> driver, int device)
    : driver_(std::move(driver)), ordinal(device), process(::getpid()) {
  int count = 0;
  driver_->check(driver_->cuDeviceGetCount(&count), "counting the GPUs");
  if (device < 0 || device >= count)
    fail<LaunchError>("cuda-device",
                      "there is no GPU " + std::to_string(device) + ": the driver has " +
                          std::to_string(count),
                      "GPUs are counted from 0; check CUDA_VISIBLE_DEVICES and nvidia-smi");
  info = deviceInfo(*driver_, device);
  driver_->check(driver_->cuDevicePrimaryCtxRetain(&handle, info.number),
                 "making a context on " + gpu());
}

Context::~Context() {
  if (::getpid() == process)
    driver_->cuDevicePrimaryCtxRelease(info.number);
}

Context::Current::Current(const Context &context) : context(context) {
  context.checkUsable();
  context.check(context.driver().cuCtxPushCurrent(context.handle),
                "choosing the context of " + context.gpu());
}

Context::Current::~Current() {
  ContextHandle previous = nullptr;
  context.driver().cuCtxPopCurrent(&previous);
}

void Context::check(Result result, const std::string &doing) const {
  if (result == 0)
    return;
  Diagnostic diagnostic = driver_->diagnose(result, doing);
  if (losesContext(result)) {
    const std::lock_guard lock(mutex);
    if (!fault)
      fault = diagnostic.message;
  }
  throw LaunchError(std::move(diagnostic));
}

void Context::checkUsable() const {
  if (::getpid() != process)
    fail<LaunchError>("cuda-context",
                      "this process was made by fork() after its parent had used " + gpu() +
                          ": the CUDA driver does not work in it",
                      "use the GPU in the child alone, or start a new program instead of fork()");
  const std::lock_guard lock(mutex);
  if (fault)
    fail<LaunchError>("cuda-context",
                      gpu() + " was lost to this process by an earlier fault, and with it all " +
                          "memory on the GPU",
                      "start the program again", {{"the fault: " + *fault, {}}});
}

void Context::wait(StreamHandle stream, const std::string &doing, double seconds) const {
  if (seconds <= 0)
    return check(driver_->cuStreamSynchronize(stream), doing);
  const auto start = std::chrono::steady_clock::now();
  for (;;) {
    const Result result = driver_->cuStreamQuery(stream);
    if (result != notReady)
      return check(result, doing);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (passed.count() > seconds) {
      const std::string message =
          doing + " has not ended after " + std::to_string(passed.count()) + " s";
      {
        const std::lock_guard lock(mutex);
        if (!fault)
          fault = message;
      }
      fail<LaunchError>("cuda-timeout", message,
                        "allow more time, or choose smaller sizes; a kernel that never ends is a "
                        "bug in wave: please report it");
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

} // namespace wave::cuda
