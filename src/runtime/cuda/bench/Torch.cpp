//===- Torch.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/bench/Torch.h"

#include <dlfcn.h>

#include <array>
#include <cstring>
#include <utility>

#include "diagnostic/Fail.h"

namespace wave::cuda {

namespace {
/// The one interpreter of a process, through the two functions that every version of Python has.
class Python {
public:
  static const Python &get() {
    static const Python python;
    return python;
  }

  /// Runs `statements` and gives what they leave in `reply`.  Throws LaunchError
  /// "baseline-missing" with what Python says where it raises an exception.
  std::string run(const std::string &statements) const {
    // Python writes its answer here: the marks '+' or '-', then text.
    std::array<char, 512> answer{};
    std::string indented = "  ";
    for (const char c : statements)
      indented += c == '\n' ? std::string("\n  ") : std::string(1, c);
    const std::string program = "try:\n"
                                "  reply = ''\n" +
                                indented +
                                "\n"
                                "  reply = '+' + reply\n"
                                "except BaseException as error:\n"
                                "  reply = '-' + type(error).__name__ + ': ' + str(error)\n"
                                "import ctypes\n"
                                "reply = reply.encode()[:" +
                                std::to_string(answer.size() - 1) +
                                "]\n"
                                "ctypes.memmove(" +
                                std::to_string(reinterpret_cast<uintptr_t>(answer.data())) +
                                ", reply, len(reply))\n";
    if (runString(program.c_str(), nullptr) != 0 || answer[0] != '+')
      fail<LaunchError>("baseline-missing",
                        std::string("torch: ") +
                            (answer[0] == '-' ? answer.data() + 1 : "Python runs no statements"),
                        "put the folder that has torch into PYTHONPATH, choose f16, bf16 or f32, "
                        "or leave out --baseline");
    return answer.data() + 1;
  }

private:
  Python() {
    void *library = nullptr;
    // Symbols are for extensions too, which do not name the library that has them.
    for (const char *name :
         {"libpython3.so", "libpython3.14.so.1.0", "libpython3.13.so.1.0", "libpython3.12.so.1.0",
          "libpython3.11.so.1.0", "libpython3.10.so.1.0"})
      if (!library || !::dlsym(library, "PyRun_SimpleStringFlags"))
        library = ::dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    auto *begin =
        library ? reinterpret_cast<void (*)(int)>(::dlsym(library, "Py_InitializeEx")) : nullptr;
    if (library)
      runString =
          reinterpret_cast<decltype(runString)>(::dlsym(library, "PyRun_SimpleStringFlags"));
    if (!begin || !runString)
      fail<LaunchError>("baseline-missing", "cannot open libpython3.10.so.1.0 to 3.14",
                        "install Python's shared library, and put its folder into "
                        "LD_LIBRARY_PATH; or leave out --baseline torch");
    begin(0); // signals stay the program's
  }

  int (*runString)(const char *, void *) = nullptr;
};
} // namespace

static std::string torchTypeOf(DType dtype) {
  return dtype == DType::f16 ? "float16" : dtype == DType::bf16 ? "bfloat16" : "float32";
}

Torch::Torch(std::shared_ptr<const Context> owner, const Product &product)
    : context(std::move(owner)) {
  for (const DType dtype : {product.in, product.out})
    if (dtype != DType::f16 && dtype != DType::bf16 && dtype != DType::f32)
      fail<LaunchError>("baseline-missing",
                        "the baseline torch has no GEMM of " + std::string(dtype_name(dtype)) +
                            " here",
                        "leave out --baseline, or choose f16, bf16 or f32");
  const Context::Current current(*context);
  const std::string shape = std::to_string(product.m) + ", " + std::to_string(product.n) + ", " +
                            std::to_string(product.k);
  // Torch takes memory by NumPy's types, which have no bf16: of 2 bytes any will do.
  number = Python::get().run(
      "import torch\n"
      "class WaveMemory:\n"
      "  def __init__(self, address, shape, dtype):\n"
      "    size = torch.empty(0, dtype=dtype).element_size()\n"
      "    self.__cuda_array_interface__ = {'shape': shape, 'typestr': f'<i{size}',\n"
      "                                     'data': (address, False), 'version': 3}\n"
      "def wave_tensor(address, shape, dtype):\n"
      "  place = WaveMemory(address, shape, dtype)\n"
      "  return torch.as_tensor(place, device='cuda').view(dtype)\n"
      "def wave_multiply(a, b, c, stream, m, n, k, ins, out):\n"
      "  queue = torch.cuda.ExternalStream(stream) if stream else torch.cuda.default_stream()\n"
      "  with torch.cuda.stream(queue):\n"
      "    x, y = wave_tensor(a, (m, k), ins), wave_tensor(b, (n, k), ins)\n"
      "    z = wave_tensor(c, (m, n), out)\n"
      "    wide = {} if ins == out else {'out_dtype': out}\n"
      "    torch.mm(x, y.t(), out=z, **wide)\n"
      "wave_product = (" +
      shape + ", torch." + torchTypeOf(product.in) + ", torch." + torchTypeOf(product.out) +
      ")\n"
      "torch.cuda.init()\n"
      "reply = torch.__version__");
}

void Torch::multiply(size_t, Address a, Address b, Address c, StreamHandle stream) const {
  const Context::Current current(*context);
  std::string arguments;
  for (const uint64_t word :
       {uint64_t{a}, uint64_t{b}, uint64_t{c}, uint64_t{reinterpret_cast<uintptr_t>(stream)}})
    arguments += std::to_string(word) + ", ";
  Python::get().run("wave_multiply(" + arguments + "*wave_product)");
}

} // namespace wave::cuda
