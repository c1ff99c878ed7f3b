//===- SystemFaults.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemFaults.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <string_view>
#include <utility>
#include <vector>

namespace wave::test {

static std::vector<SystemFault *> &faults() {
  static std::vector<SystemFault *> list;
  return list;
}

SystemFault::SystemFault(std::string call, int number, int after)
    : name(std::move(call)), error(number), remaining(after) {
  faults().push_back(this);
}

SystemFault::~SystemFault() { std::erase(faults(), this); }

/// What the call `name` does: `real`, or what a test asked for.
template <typename Real> static auto callOf(std::string_view name, Real &&real) {
  for (SystemFault *fault : faults())
    if (fault->name == name && fault->remaining >= 0 && fault->remaining-- == 0) {
      errno = fault->error;
      return static_cast<decltype(real())>(fault->error == 0 ? 0 : -1);
    }
  return real();
}

} // namespace wave::test

using wave::test::callOf;

// NOLINTBEGIN: the names are the linker's.
extern "C" {

int __real_access(const char *path, int mode);
int __wrap_access(const char *path, int mode) {
  return callOf("access", [&] { return __real_access(path, mode); });
}

int __real_faccessat(int folder, const char *path, int mode, int flags);
int __wrap_faccessat(int folder, const char *path, int mode, int flags) {
  return callOf("faccessat", [&] { return __real_faccessat(folder, path, mode, flags); });
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const bool hasMode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  const int mode = hasMode ? va_arg(more, int) : 0;
  va_end(more);
  return callOf("open", [&] { return __real_open(path, flags, mode); });
}

int __real_fstat(int descriptor, struct stat *status);
int __wrap_fstat(int descriptor, struct stat *status) {
  return callOf("fstat", [&] { return __real_fstat(descriptor, status); });
}

ssize_t __real_read(int descriptor, void *to, size_t bytes);
ssize_t __wrap_read(int descriptor, void *to, size_t bytes) {
  return callOf("read", [&] { return __real_read(descriptor, to, bytes); });
}

ssize_t __real_write(int descriptor, const void *from, size_t bytes);
ssize_t __wrap_write(int descriptor, const void *from, size_t bytes) {
  return callOf("write", [&] { return __real_write(descriptor, from, bytes); });
}

int __real_fsync(int descriptor);
int __wrap_fsync(int descriptor) {
  return callOf("fsync", [&] { return __real_fsync(descriptor); });
}

int __real_close(int descriptor);
int __wrap_close(int descriptor) {
  return callOf("close", [&] { return __real_close(descriptor); });
}

int __real_linkat(int oldFolder, const char *oldPath, int newFolder, const char *newPath,
                  int flags);
int __wrap_linkat(int oldFolder, const char *oldPath, int newFolder, const char *newPath,
                  int flags) {
  return callOf("linkat",
                [&] { return __real_linkat(oldFolder, oldPath, newFolder, newPath, flags); });
}

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to) {
  return callOf("rename", [&] { return __real_rename(from, to); });
}
}
// NOLINTEND
