//===- MemoryFile.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/MemoryFile.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "runtime/StandardStreams.h"

namespace wave {

[[noreturn]] static void fail(const char *call) {
  throw std::system_error(errno, std::generic_category(), call);
}

MemoryFile::MemoryFile(const char *name, std::string_view text)
    : number(aboveStandardStreams(::memfd_create(name, MFD_CLOEXEC))) {
  if (number < 0)
    fail("memfd_create");
  while (!text.empty()) {
    const ssize_t put = ::write(number, text.data(), text.size());
    if (put < 0 && errno != EINTR) {
      const int error = errno;
      ::close(number);
      errno = error;
      fail("memfd");
    }
    if (put > 0)
      text.remove_prefix(static_cast<size_t>(put));
  }
}

MemoryFile::~MemoryFile() { ::close(number); }

void MemoryFile::inherit() const {
  if (::fcntl(number, F_SETFD, 0) != 0)
    fail("fcntl");
}

std::string MemoryFile::contents() const {
  std::string text;
  std::array<char, 1 << 16> part;
  while (true) {
    const ssize_t got = ::pread(number, part.data(), part.size(), static_cast<off_t>(text.size()));
    if (got == 0)
      return text;
    if (got > 0)
      text.append(part.data(), static_cast<size_t>(got));
    else if (errno != EINTR)
      fail("memfd");
  }
}

} // namespace wave
