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
    fail(std::strerror(errno));
  struct stat status;
  std::string reason;
  if (::fstat(descriptor, &status) != 0)
    reason = std::strerror(errno);
  else if (S_ISDIR(status.st_mode))
    reason = std::strerror(EISDIR);
  else if (!S_ISREG(status.st_mode))
    reason = "not a regular file";
  if (!reason.empty()) {
    ::close(descriptor);
    fail(reason);
  }
  size_ = static_cast<uint64_t>(status.st_size);
}

RegularFile::~RegularFile() { ::close(descriptor); }

void RegularFile::fail(const std::string &reason) const {
  wave::fail<Error>("file-unreadable", prefix + "cannot read '" + path_ + "': " + reason);
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
      fail(std::strerror(errno));
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
