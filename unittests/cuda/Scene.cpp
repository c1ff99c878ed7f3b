//===- Scene.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scene.h"

#include <dlfcn.h>

namespace wave::cuda {

FakeCuda &fakeState() {
  static FakeCuda *state = [] {
    void *library = ::dlopen(WAVE_FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<FakeCuda *(*)()>(::dlsym(library, "fakeCuda"))();
  }();
  return *state;
}

static EntryMemory memory(const std::string &name, bool isAligned, MemoryUse use) {
  return {.name = name,
          .sizes = {true, true},
          .strides = {true, !isAligned},
          .use = use,
          .logSite = {}};
}

static EntryPoint entry(const std::string &name, bool isAligned) {
  return {.name = name,
          .needsAlignedRows = isAligned,
          .workgroup = {128, 1, 1},
          .cluster = {1, 1, 1},
          .sharedBytes = 0,
          .memories = {memory("a", isAligned, MemoryUse::Read),
                       memory("c", isAligned, MemoryUse::Write)},
          .launchValues = {},
          .maps = {}};
}

Package doublePackage() {
  const Expr m = Expr::symbol("M"), n = Expr::symbol("N");
  Argument a, c;
  a.name = "a", c.name = "c";
  a.dims = c.dims = {{"M", m}, {"N", n}};
  a.is_read = c.is_written = true;
  return {.kernel = "double",
          .target = "cuda:sm_90a",
          .producer = "wave 0.0.0",
          .arguments = {a, c},
          .known = {{"BLOCK_M", 16}},
          .grid = {ceildiv(m, 16), ceildiv(n, 64), 1},
          .entries = {entry("double", true), entry("double_any", false)},
          .images = {{CodeImage::Kind::Cubin, "sm_90a", "not really machine code"}}};
}

/// What both entry points do.
static void runDouble(const FakeCuda::Launch &launch) {
  const bool isAligned = launch.kernel == "double";
  const auto *a = reinterpret_cast<const float *>(launch.argument<Address>(0));
  const size_t second = isAligned ? 4 : 5;
  auto *c = reinterpret_cast<float *>(launch.argument<Address>(second));
  const auto rows = launch.argument<int64_t>(1), columns = launch.argument<int64_t>(2);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      auto at = [&](size_t first) {
        return i * launch.argument<int64_t>(first) +
               j * (isAligned ? 1 : launch.argument<int64_t>(first + 1));
      };
      c[at(second + 3)] = 2 * a[at(3)];
    }
}

void Scene::SetUp() {
  FakeCuda fresh;
  fresh.parameters = {{"double", std::vector<size_t>(8, 8)},
                      {"double_any", std::vector<size_t>(10, 8)}};
  fresh.run = runDouble;
  fakeState() = fresh;
}

void Scene::TearDown() {
  EXPECT_EQ(fakeState().pushed, 0) << "a context was left current";
  if (!fakeState().failures.empty())
    return; // what could not be given back is left
  EXPECT_EQ(fakeState().allocatedBytes, 0U);
  EXPECT_EQ(fakeState().modules, 0);
  EXPECT_EQ(fakeState().events, 0);
}

Diagnostic failureOf(const std::function<void()> &body) {
  try {
    body();
  } catch (const Failure &failure) {
    return failure.diagnostic();
  }
  return {};
}

} // namespace wave::cuda
