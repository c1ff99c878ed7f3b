//===- NpyWrite.cpp - Writing .npy files ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "diagnostic/Fail.h"
#include "runtime/NpyFile.h"
#include "runtime/NpyHeader.h"

namespace wave {
namespace {

[[noreturn]] void failUnwritable(const std::string &path, const std::string &reason) {
  fail<LaunchError>("file-unwritable", "npy: cannot write '" + path + "': " + reason);
}

/// The file to replace: behind a symbolic link, not the link.  A device or a pipe
/// must not be replaced by a file of the same name.
std::string resolveTarget(const std::string &path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0)
    return path;
  if (S_ISDIR(status.st_mode))
    failUnwritable(path, std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode))
    failUnwritable(path, "not a regular file");
  const std::unique_ptr<char, void (*)(void *)> real(::realpath(path.c_str(), nullptr), std::free);
  return real ? std::string(real.get()) : path;
}

/// A new file beside its target, which becomes the target by publish() and is
/// removed otherwise.
class OutputFile {
public:
  explicit OutputFile(const std::string &requestedPath)
      : requested(requestedPath), target(resolveTarget(requestedPath)) {
    static std::atomic<unsigned> counter{0};
    const size_t slash = target.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : target.substr(0, slash + 1);
    // open() with O_EXCL rather than mkstemp(), whose files only the owner may
    // read.  A process killed half-way can have left its name to our id.
    do {
      temporary = folder + ".wave-npy-" + std::to_string(::getpid()) + "-" +
                  std::to_string(counter.fetch_add(1)) + ".tmp";
      descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor < 0 && errno == EEXIST);
    if (descriptor < 0)
      failUnwritable(requested, std::strerror(errno));
  }
  ~OutputFile() {
    if (descriptor >= 0)
      ::close(descriptor);
    if (!isPublished)
      ::unlink(temporary.c_str());
  }
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  void write(const void *from, uint64_t bytes) {
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

  void publish() {
    // Without fsync a crash could leave the new name with none of the data.
    check(::fsync(descriptor) == 0);
    const int closed = ::close(descriptor);
    descriptor = -1;
    check(closed == 0);
    check(std::rename(temporary.c_str(), target.c_str()) == 0);
    isPublished = true;
  }

private:
  void check(bool succeeded) {
    if (!succeeded)
      failUnwritable(requested, std::strerror(errno));
  }

  const std::string &requested;
  std::string target;
  std::string temporary;
  int descriptor = -1;
  bool isPublished = false;
};

} // namespace

void writeNpy(const std::string &path, const Tensor &tensor) {
  if (tensor.shape().size() > npyMaxRank)
    failNpy(path, "too many dimensions to write", "at most " + std::to_string(npyMaxRank),
            std::to_string(tensor.shape().size()));
  // clone() also reports a view without memory.
  const Tensor data = tensor.is_contiguous() && tensor.data() != nullptr ? tensor : tensor.clone();
  const std::string header = renderNpyHeader(data.shape(), data.dtype());
  OutputFile file(path);
  file.write(header.data(), header.size());
  file.write(data.data(), static_cast<uint64_t>(data.num_elements() * size_in_bytes(data.dtype())));
  file.publish();
}

} // namespace wave
