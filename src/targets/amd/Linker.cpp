//===- Linker.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lld in this process.  It names files, so that it is given descriptors of memory: a memfd
// to read, and a pipe to write, because it replaces a regular file by one that it
// makes beside it, which the folder of descriptors does not allow.
//
// lld keeps its state in variables of the process: one link at a time.  It leaves the
// process only at input that is no object (lld::fatal), and its input is LLVM's.
//
//===----------------------------------------------------------------------===//

#include "targets/amd/Linker.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <future>
#include <mutex>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "lld/Common/Driver.h"
#include "llvm/Support/raw_ostream.h"

#include "runtime/MemoryFile.h"
#include "targets/llvm/CodeGenerator.h"

LLD_HAS_DRIVER(elf)

namespace wave::amd {

static InternalError linkError(const std::string &reason) {
  return codegen::internalError("linking", llvm::createStringError(reason));
}

static InternalError systemError(const char *call) {
  return linkError(std::string(call) + ": " + std::strerror(errno));
}

namespace {
/// Closed at the end of its life, if not before.
class Descriptor {
public:
  explicit Descriptor(int number) : number(number) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { close(); }

  void close() {
    if (number >= 0)
      ::close(number);
    number = -1;
  }
  int get() const { return number; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(number); }

private:
  int number;
};
} // namespace

/// All that comes through a pipe until its last writer closes it.
static std::string readAll(int file) {
  std::string bytes;
  std::array<char, 1 << 16> part;
  for (ssize_t count; (count = ::read(file, part.data(), part.size())) != 0;) {
    if (count > 0)
      bytes.append(part.data(), static_cast<size_t>(count));
    else if (errno != EINTR)
      throw systemError("read");
  }
  return bytes;
}

static std::string linked(llvm::StringRef object) {
  const MemoryFile input("kernel.o", {object.data(), object.size()});
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw systemError("pipe2");
  Descriptor readEnd(ends[0]);
  std::future<std::string> result; // which ends when, as below, the pipe has no writer left
  Descriptor writeEnd(ends[1]);
  // A pipe holds less than a code object may need.
  result = std::async(std::launch::async, [&] { return readAll(readEnd.get()); });

  const std::string in = input.path(), out = writeEnd.path();
  const char *const arguments[] = {"ld.lld",      "-shared",  "-z", "defs",
                                   "--threads=1", in.c_str(), "-o", out.c_str()};
  std::string output, errors;
  llvm::raw_string_ostream outputStream(output), errorStream(errors);
  static std::mutex oneAtATime;
  lld::Result done;
  {
    const std::lock_guard<std::mutex> lock(oneAtATime);
    done = lld::lldMain(arguments, outputStream, errorStream, {{lld::Gnu, &lld::elf::link}});
  }
  writeEnd.close();
  std::string bytes = result.get();
  if (done.retCode != 0 || bytes.empty())
    throw linkError(errors.empty() ? "lld wrote nothing" : errors);
  return bytes;
}

std::string linkCodeObject(llvm::StringRef object) {
  try {
    return linked(object);
  } catch (const std::system_error &error) {
    throw linkError(error.what());
  }
}

} // namespace wave::amd
