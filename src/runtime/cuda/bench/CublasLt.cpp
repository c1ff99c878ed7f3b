//===- CublasLt.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/bench/CublasLt.h"

#include <dlfcn.h>

#include <utility>

#include "diagnostic/Fail.h"

namespace wave::cuda {

// cublasLt.h, cublas_api.h, library_types.h of CUDA 13.0.
static constexpr int computeFloat32 = 68, transposeA = 3, transposeB = 4, maxWorkspace = 1;
static constexpr int transposed = 1, notTransposed = 0;
static constexpr int wantedAlgorithms = 8;
static constexpr size_t workspaceBytes = size_t{64} << 20; ///< what libraries give on Hopper

static int cublasType(DType dtype) {
  switch (dtype) {
  case DType::f16:
    return 2;
  case DType::bf16:
    return 14;
  case DType::f32:
    return 0;
  default:
    fail<LaunchError>("baseline-missing",
                      "the baseline cublas has no GEMM of " + std::string(dtype_name(dtype)) +
                          " here",
                      "leave out --baseline, or choose f16, bf16 or f32");
  }
}

void CublasLt::open() {
  void *library = nullptr;
  for (const char *name : {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so",
                           "/usr/local/cuda/lib64/libcublasLt.so"})
    if (!library)
      library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
  auto symbol = [&](const char *name) {
    void *found = library ? ::dlsym(library, name) : nullptr;
    if (!found)
      fail<LaunchError>("baseline-missing",
                        library ? std::string("libcublasLt has no function ") + name
                                : std::string("cannot open libcublasLt.so"),
                        "install cuBLAS 12 or newer, and put its folder into LD_LIBRARY_PATH; or "
                        "leave out --baseline");
    return found;
  };
#define WAVE_CUBLASLT_FUNCTION(ANSWER, NAME, PARAMETERS)                                           \
  NAME = reinterpret_cast<decltype(NAME)>(symbol(#NAME));
#include "runtime/cuda/bench/CublasLt.def"
}

void CublasLt::check(int status, const char *doing) const {
  if (status != 0)
    fail<LaunchError>("baseline-missing",
                      std::string("cublasLt: ") + doing + " failed with status " +
                          std::to_string(status),
                      "leave out --baseline, or choose other sizes");
}

CublasLt::CublasLt(std::shared_ptr<const Context> owner, const Product &product)
    : context(std::move(owner)), workspace(context, workspaceBytes) {
  open();
  const Context::Current current(*context);
  check(cublasLtCreate(&handle), "starting");
  describe(product);
}

/// Its matrices are column-major: c^T = b * a^T, where b is stored transposed.
void CublasLt::describe(const Product &product) {
  const auto [m, n, k, in, out] = product;
  check(cublasLtMatmulDescCreate(&desc, computeFloat32, cublasType(DType::f32)), "describing");
  check(cublasLtMatmulDescSetAttribute(desc, transposeA, &transposed, sizeof transposed),
        "describing");
  check(cublasLtMatmulDescSetAttribute(desc, transposeB, &notTransposed, sizeof notTransposed),
        "describing");
  const auto rows = static_cast<uint64_t>(m), columns = static_cast<uint64_t>(n),
             depth = static_cast<uint64_t>(k);
  check(cublasLtMatrixLayoutCreate(&bLayout, cublasType(in), depth, columns, k), "describing b");
  check(cublasLtMatrixLayoutCreate(&aLayout, cublasType(in), depth, rows, k), "describing a");
  check(cublasLtMatrixLayoutCreate(&cLayout, cublasType(out), columns, rows, n), "describing c");
  void *preference = nullptr;
  check(cublasLtMatmulPreferenceCreate(&preference), "describing");
  check(cublasLtMatmulPreferenceSetAttribute(preference, maxWorkspace, &workspaceBytes,
                                             sizeof workspaceBytes),
        "describing");
  heuristics.resize(wantedAlgorithms);
  int found = 0;
  const int status =
      cublasLtMatmulAlgoGetHeuristic(handle, desc, bLayout, aLayout, cLayout, cLayout, preference,
                                     wantedAlgorithms, heuristics.data(), &found);
  cublasLtMatmulPreferenceDestroy(preference);
  check(status, "looking for algorithms");
  heuristics.resize(static_cast<size_t>(found));
  std::erase_if(heuristics, [](const Heuristic &heuristic) { return heuristic.status != 0; });
  if (heuristics.empty())
    fail<LaunchError>("baseline-missing", "cublasLt has no algorithm for this GEMM",
                      "leave out --baseline, or choose other sizes");
}

CublasLt::~CublasLt() {
  for (void *layout : {aLayout, bLayout, cLayout})
    if (layout)
      cublasLtMatrixLayoutDestroy(layout);
  if (desc)
    cublasLtMatmulDescDestroy(desc);
  if (handle)
    cublasLtDestroy(handle);
}

void CublasLt::multiply(size_t algorithm, Address a, Address b, Address c,
                        StreamHandle stream) const {
  const Context::Current current(*context);
  const float one = 1, zero = 0;
  auto pointer = [](Address address) { return reinterpret_cast<void *>(address); };
  check(cublasLtMatmul(handle, desc, &one, pointer(b), bLayout, pointer(a), aLayout, &zero,
                       pointer(c), cLayout, pointer(c), cLayout, heuristics[algorithm].algorithm,
                       pointer(workspace.address()), workspaceBytes, stream),
        "multiplying");
}

std::string CublasLt::version() const { return "cublasLt " + std::to_string(cublasLtGetVersion()); }

} // namespace wave::cuda
