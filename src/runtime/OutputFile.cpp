//===- OutputFile.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/OutputFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "diagnostic/Fail.h"

namespace wave {

OutputFile::OutputFile(std::string path, std::string messagePrefix)
    : requested(std::move(path)), prefix(std::move(messagePrefix)), target(resolveTarget()) {
  static std::atomic<unsigned> counter{0};
  const size_t slash = target.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : target.substr(0, slash + 1);
  // open() with O_EXCL rather than mkstemp(), whose files only the owner may
  // read.  A process killed half-way can have left its name to our id.
  do {
    temporary = folder + ".wave-" + std::to_string(::getpid()) + "-" +
                std::to_string(counter.fetch_add(1)) + ".tmp";
    descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor < 0 && errno == EEXIST);
  check(descriptor >= 0);
}

OutputFile::~OutputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
  if (!isPublished)
    ::unlink(temporary.c_str());
}

void OutputFile::fail(const std::string &reason) const {
  wave::fail<LaunchError>("file-unwritable",
                          prefix + "cannot write '" + requested + "': " + reason);
}

void OutputFile::check(bool succeeded) const {
  if (!succeeded)
    fail(std::strerror(errno));
}

/// The file to replace: behind a symbolic link, not the link.  A device or a pipe
/// must not be replaced by a file of the same name.
std::string OutputFile::resolveTarget() const {
  struct stat status;
  if (::stat(requested.c_str(), &status) != 0)
    return requested;
  if (S_ISDIR(status.st_mode))
    fail(std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode))
    fail("not a regular file");
  const std::unique_ptr<char, void (*)(void *)> real(::realpath(requested.c_str(), nullptr),
                                                     std::free);
  return real ? std::string(real.get()) : requested;
}

void OutputFile::write(const void *from, uint64_t bytes) {
  const auto *source = static_cast<const char *>(from);
  while (bytes > 0) {
    const ssize_t put =
        ::write(descriptor, source, static_cast<size_t>(std::min(bytes, uint64_t{1} << 30)));
    if (put < 0 && errno == EINTR)
      continue;
    check(put >= 0);
    source += put;
    bytes -= static_cast<uint64_t>(put);
  }
}

void OutputFile::publish() {
  // Without fsync a crash could leave the new name with none of the data.
  check(::fsync(descriptor) == 0);
  const int closed = ::close(descriptor);
  descriptor = -1;
  check(closed == 0);
  check(std::rename(temporary.c_str(), target.c_str()) == 0);
  isPublished = true;
}

} // namespace wave
