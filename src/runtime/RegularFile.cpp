//===- RegularFile.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/RegularFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "diagnostic/Fail.h"

namespace wave {

RegularFile::RegularFile(std::string path, std::string messagePrefix)
    : path_(std::move(path)), prefix(std::move(messagePrefix)) {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  descriptor = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    fail(std::strerror(errno), errno);
  struct stat status;
  int error = 0;
  if (::fstat(descriptor, &status) != 0)
    error = errno;
  else if (S_ISDIR(status.st_mode))
    error = EISDIR;
  else if (!S_ISREG(status.st_mode))
    error = EINVAL;
  if (error != 0) {
    ::close(descriptor);
    fail(error == EINVAL ? "not a regular file" : std::strerror(error), error);
  }
  size_ = static_cast<uint64_t>(status.st_size);
}

RegularFile::~RegularFile() { ::close(descriptor); }

/// What can be done about an error of the system.
static std::string wayOut(int error) {
  switch (error) {
  case ENOENT:
  case ENOTDIR:
    return "check the name; without a / in front it starts in the current folder";
  case EACCES:
  case EPERM:
    return "make it readable, and the folders that it is in";
  case EISDIR:
    return "name a file in that folder";
  case EINVAL:
    return "copy its contents to a file, and name that";
  default:
    return "name a file that can be read";
  }
}

void RegularFile::fail(const std::string &reason, int error) const {
  wave::fail<Error>("file-unreadable", prefix + "cannot read '" + path_ + "': " + reason,
                    wayOut(error));
}

uint64_t RegularFile::read(void *to, uint64_t bytes) {
  auto *target = static_cast<char *>(to);
  uint64_t done = 0;
  while (done < bytes) {
    const uint64_t wanted = std::min(bytes - done, uint64_t{1} << 30);
    const ssize_t got = ::read(descriptor, target + done, static_cast<size_t>(wanted));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      fail(std::strerror(errno), errno);
    if (got == 0)
      break;
    done += static_cast<uint64_t>(got);
    position += static_cast<uint64_t>(got);
  }
  return done;
}

std::string textOfFile(const std::string &path) {
  RegularFile file(path);
  std::string text(file.size(), '\0');
  text.resize(file.read(text.data(), text.size()));
  return text;
}

} // namespace wave
