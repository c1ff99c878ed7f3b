//===- diagnostic.h - Errors and remarks, with the user's file and line ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every message of the project is a Diagnostic: what is wrong and where, the
// facts that disagree, and a way out.  `id` is stable: tests and documentation
// refer to it.  A failure reaches the user as one of three exceptions, by whose
// move it is: `Error` (the kernel or its use), `LaunchError` (the machine),
// `InternalError` (ours).
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

/// A place in a source file.  Line and column count from 1; line 0 means "no
/// place is known" and is not printed.
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

/// One of the facts behind a message, with its own place.
struct Note {
  std::string message;
  SourceLocation where;
};

struct Diagnostic {
  std::string id;      ///< stable name, for example "mma-c1" or "unbound-symbol"
  std::string message; ///< `what: claim`, lower case, no full stop
  SourceLocation where;
  std::vector<Note> notes;
  std::string help; ///< a way out; may be empty

  /// The message as a compiler would print it, with the line of source it
  /// points at where that file can be read.  `severity` is "error", "warning" or "remark".
  std::string render(const std::string &severity = "error") const;
};

/// What a diagnostic asks of its reader: nothing, or a repair.
enum class Severity { Remark, Error };

/// "remark" or "error", as Diagnostic::render takes it.
const char *severity_name(Severity severity);

/// Hears of the diagnostics of a compile (WaveCompileOptions::on_diagnostic).
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

/// The machine could not do what was asked: memory, device, driver.
class LaunchError : public Failure {
  using Failure::Failure;
};

/// A defect of this library.  After a compile a note names the file that repeats
/// it, in the folder WAVE_REPRODUCER_DIR or else the system's for temporary files.
class InternalError : public Failure {
  using Failure::Failure;
};

} // namespace wave
#pragma GCC visibility pop
