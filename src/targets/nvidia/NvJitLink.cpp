//===- NvJitLink.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/NvJitLink.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>

#include "diagnostic/Fail.h"
#include "targets/llvm/CodeGenerator.h"

namespace wave::nvidia {
namespace {

using Handle = void *;

/// nvJitLink.h: NVJITLINK_SUCCESS and NVJITLINK_INPUT_PTX.
constexpr int successful = 0, inputPtx = 2;

/// The functions of the library; null where it is none.  It stays loaded, as others that
/// the program may have do: what it starts, it does not end.
struct Library {
  int (*create)(Handle *, uint32_t, const char **) = nullptr;
  int (*destroy)(Handle *) = nullptr;
  int (*addData)(Handle, int, const void *, size_t, const char *) = nullptr;
  int (*complete)(Handle) = nullptr;
  int (*cubinSize)(Handle, size_t *) = nullptr;
  int (*cubin)(Handle, void *) = nullptr;
  int (*errorSize)(Handle, size_t *) = nullptr;
  int (*error)(Handle, char *) = nullptr;
  int (*infoSize)(Handle, size_t *) = nullptr;
  int (*info)(Handle, char *) = nullptr;

  explicit Library(const std::string &file) {
    void *library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return;
    find(library, "nvJitLinkCreate", create);
    find(library, "nvJitLinkDestroy", destroy);
    find(library, "nvJitLinkAddData", addData);
    find(library, "nvJitLinkComplete", complete);
    find(library, "nvJitLinkGetLinkedCubinSize", cubinSize);
    find(library, "nvJitLinkGetLinkedCubin", cubin);
    find(library, "nvJitLinkGetErrorLogSize", errorSize);
    find(library, "nvJitLinkGetErrorLog", error);
    find(library, "nvJitLinkGetInfoLogSize", infoSize);
    find(library, "nvJitLinkGetInfoLog", info);
  }

  bool isWhole() const {
    return create && destroy && addData && complete && cubinSize && cubin && errorSize && error &&
           infoSize && info;
  }

private:
  template <typename Function>
  static void find(void *library, const char *name, Function *&function) {
    function = reinterpret_cast<Function *>(::dlsym(library, name));
  }
};

/// One module on its way.
class Link {
public:
  Link(const Library &library, llvm::StringRef processor) : library(library) {
    const std::string arch = "-arch=" + processor.str();
    const char *options[] = {arch.c_str(), "-O3", "-verbose"};
    if (library.create(&handle, std::size(options), options) != successful)
      handle = nullptr;
  }
  ~Link() {
    if (handle)
      library.destroy(&handle);
  }
  Link(const Link &) = delete;
  Link &operator=(const Link &) = delete;

  bool assemble(const std::string &ptx) const {
    // The text ends with a zero, which counts.
    return handle &&
           library.addData(handle, inputPtx, ptx.c_str(), ptx.size() + 1, "wave") == successful &&
           library.complete(handle) == successful;
  }
  std::string cubin() const { return read(library.cubinSize, library.cubin); }
  std::string errors() const { return text(library.errorSize, library.error); }
  std::string log() const { return text(library.infoSize, library.info); }

private:
  template <typename Element>
  std::string read(int (*sizeOf)(Handle, size_t *), int (*get)(Handle, Element *)) const {
    size_t size = 0;
    if (!handle || sizeOf(handle, &size) != successful)
      return {};
    std::string bytes(size, '\0');
    return get(handle, bytes.data()) == successful ? bytes : std::string();
  }
  std::string text(int (*sizeOf)(Handle, size_t *), int (*get)(Handle, char *)) const {
    return read(sizeOf, get).c_str(); // it ends with a zero
  }

  const Library &library;
  Handle handle = nullptr;
};

} // namespace

bool hasNvJitLink(const std::string &library) { return Library(library).isWhole(); }

Assembled runNvJitLink(llvm::StringRef ptx, llvm::StringRef processor, const std::string &file) {
  const Library library(file);
  if (!library.isWhole())
    fail<LaunchError>("ptxas-failed", file + " cannot be loaded",
                      "install ptxas, which is taken first: script/bootstrap does");
  const Link link(library, processor);
  if (!link.assemble(ptx.str()))
    throw codegen::internalError(file, llvm::createStringError(link.errors()));
  return {link.cubin(), link.log()};
}

} // namespace wave::nvidia
