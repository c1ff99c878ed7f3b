//===- diagnostic.h - Errors and remarks, with the user's file and line ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every message is a Diagnostic: an error and its location, notes with the
// conflicting facts, and a suggested fix.  Failures are one of three exceptions:
// `Error` (the kernel or its use), `LaunchError` (the machine), `InternalError`
// (a bug in this library).
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/platform.h"

#include <cstdint>
#include <functional>
#include <source_location>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace wave {

/// A location in a source file.  Line and column count from 1.  Line 0 means that the location is
/// unknown; it is not printed.
struct SourceLocation {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;

  SourceLocation() = default;
  SourceLocation(std::string path, uint32_t atLine, uint32_t atColumn)
      : file(std::move(path)), line(atLine), column(atColumn) {}
  SourceLocation(const std::source_location &where)
      : file(where.file_name()), line(where.line()), column(where.column()) {}

  bool is_known() const { return line != 0; }
};

/// A fact that explains a message, with its location.
struct Note {
  std::string message;
  SourceLocation where;
};

struct Diagnostic {
  std::string id;      ///< stable name, for example "mma-c1" or "unbound-symbol"
  std::string message; ///< `what: claim`, lower case, no full stop
  SourceLocation where;
  std::vector<Note> notes;
  std::string help; ///< suggested fix; may be empty

  /// The message in the format of a compiler, with the source line if the file can be read.
  /// `severity` is "error", "warning" or "remark".
  std::string render(const std::string &severity = "error") const;
};

enum class Severity { Remark, Error };

/// "remark" or "error", for Diagnostic::render.
const char *severity_name(Severity severity);

/// Receives the diagnostics of a compile (WaveCompileOptions::on_diagnostic).
using DiagnosticCallback = std::function<void(Severity, const Diagnostic &)>;

/// Base of the three exceptions; `what()` is the rendered diagnostic.
class Failure : public std::runtime_error {
public:
  explicit Failure(Diagnostic diagnostic);
  const Diagnostic &diagnostic() const noexcept { return diagnostic_; }

private:
  Diagnostic diagnostic_;
};

/// The kernel, its options or its arguments are wrong.
class Error : public Failure {
  using Failure::Failure;
};

/// The machine failed: memory, device, driver.
class LaunchError : public Failure {
  using Failure::Failure;
};

/// A bug in this library.  For a compile, a note names a reproducer file in the directory
/// WAVE_REPRODUCER_DIR (environment variable), else in the system's temporary directory.
class InternalError : public Failure {
  using Failure::Failure;
};

} // namespace wave
#pragma GCC visibility pop
