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
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "diagnostic/Fail.h"
#include "runtime/StandardStreams.h"

namespace fs = std::filesystem;

namespace wave {
namespace {

constexpr int maxLinks = 40; // as many as Linux follows

struct Remedy {
  int error;
  const char *help;
};

constexpr std::array<Remedy, 9> remedies = {{
    {ENOENT, "create its folder first"},
    {ENOTDIR, "a part of its path is a file: choose another place"},
    {EISDIR, "name a file in that folder"},
    {EACCES, "choose a place that you may write to"},
    {EPERM, "choose a place that you may write to"},
    {EROFS, "choose a place that you may write to"},
    {ENOSPC, "make room there, or choose another disk"},
    {EDQUOT, "make room in your quota, or choose another disk"},
    {EFBIG, "raise the limit on the size of files, which `ulimit -f` shows"},
}};

/// A name beside `target` that nobody has.
std::string freshName(const std::string &target) {
  static std::atomic<unsigned> counter{0};
  return (fs::path(target).parent_path() / (".wave-" + std::to_string(::getpid()) + "-" +
                                            std::to_string(counter.fetch_add(1)) + ".tmp"))
      .string();
}

} // namespace

OutputFile::OutputFile(std::string path, std::string messagePrefix)
    : requested(std::move(path)), prefix(std::move(messagePrefix)), target_(resolveTarget()) {
  open();
}

OutputFile::~OutputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
  if (!temporary.empty())
    ::unlink(temporary.c_str());
}

void OutputFile::fail(const std::string &reason, const std::string &help) const {
  wave::fail<LaunchError>("file-unwritable", prefix + "cannot write '" + requested + "': " + reason,
                          help);
}

void OutputFile::fail(int error) const {
  const auto *known = std::ranges::find(remedies, error, &Remedy::error);
  fail(std::strerror(error),
       known == remedies.end() ? "choose another place for the file" : known->help);
}

void OutputFile::check(bool succeeded) const {
  if (!succeeded)
    fail(errno);
}

/// The file to replace: behind symbolic links, not the link, whether or not there is
/// something yet.  A device or a pipe must not be replaced by a file of the same name.
std::string OutputFile::resolveTarget() const {
  if (requested.empty())
    fail("it has no name", "give the name of a file");
  fs::path path = requested;
  std::error_code error;
  // Asked before links are followed: what /dev/stdout leads to need not have a path.
  if (const fs::file_status status = fs::status(path, error);
      fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    fail("not a regular file", "name a regular file; devices and pipes are not written to");
  for (int links = 0; fs::is_symlink(path, error); ++links) {
    if (links == maxLinks)
      fail(ELOOP);
    path = path.parent_path() / fs::read_symlink(path, error);
  }
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::none)
    fail(error.value());
  if (fs::is_directory(status) || path.filename().empty())
    fail(EISDIR);
  const fs::path folder =
      fs::canonical(path.parent_path().empty() ? "." : path.parent_path(), error);
  if (error)
    fail(error.value());
  const std::string target = (folder / path.filename()).string();
  // Replacing a file needs no right to write it; but it was protected for a reason.
  check(!fs::exists(status) || ::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) == 0);
  return target;
}

void OutputFile::open() {
  const std::string folder = fs::path(target_).parent_path().string();
  // Without /proc, a file that has no name could not be given one.
  if (::access("/proc/self/fd", X_OK) == 0)
    descriptor = ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
  // Not every file system has files without a name, and they say so in many ways.
  if (descriptor < 0)
    do {
      // O_EXCL rather than mkstemp(), whose files only the owner may read.  A process
      // killed half-way can have left its name to our id.
      temporary = freshName(target_);
      descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor < 0 && errno == EEXIST);
  descriptor = aboveStandardStreams(descriptor);
  check(descriptor >= 0);
  // What only its owner could read stays so, where the file system knows of modes.
  struct stat status;
  if (::stat(target_.c_str(), &status) == 0)
    (void)::fchmod(descriptor, status.st_mode & 0777);
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

/// What has no name can be linked, but cannot replace: it gets one beside the target.
void OutputFile::giveName() {
  const std::string self = "/proc/self/fd/" + std::to_string(descriptor);
  std::string name;
  int linked = 0;
  do {
    name = freshName(target_);
    linked = ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
  } while (linked != 0 && errno == EEXIST);
  check(linked == 0);
  temporary = name;
}

void OutputFile::publish() {
  // Without fsync a crash could leave the new name with none of the data.
  check(::fsync(descriptor) == 0);
  if (temporary.empty())
    giveName();
  const int closed = ::close(descriptor);
  descriptor = -1;
  check(closed == 0);
  check(std::rename(temporary.c_str(), target_.c_str()) == 0);
  temporary.clear();
}

} // namespace wave
