//===- Scene.h - A kernel, its package, and a GPU that is not there -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "FakeCuda.h"
#include "runtime/cuda/LoadedKernel.h"
#include "runtime/cuda/Memory.h"

namespace wave::cuda {

/// The state of the fake driver's library.
FakeCuda &fakeState();

/// c[m, n] = 2 * a[m, n]: what a compile for sm_90a would leave.
Package doublePackage();

/// A fresh fake driver, and what is made with it.
class Scene : public ::testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  std::shared_ptr<const Driver> driver() const {
    return std::make_shared<const Driver>(WAVE_FAKE_CUDA);
  }
  std::shared_ptr<const Context> context() const {
    return std::make_shared<const Context>(driver(), 0);
  }
};

/// What `body` throws; a diagnostic without an id where it throws nothing.
Diagnostic failureOf(const std::function<void()> &body);

} // namespace wave::cuda
