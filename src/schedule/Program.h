//===- Program.h - A schedule as data -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule is a list of statements that select operations of a kernel and say when they run.
// The C++ of include/wave/schedule.h records one, and text is read into one:
//
//   wave_schedule 1 "prefetch"
//   k_loop = get_node_by_tag("k_loop")
//   load, rest = partition_by_address_space(get_node_by_tag("read_a"), GLOBAL_ADDRESS_SPACE)
//   loop = pipeline(k_loop, buffers=2)
//   loop.set_stage([(load), ()])
//
// Nothing here knows what the functions do: a schedule means something when it meets a kernel
// (passes/schedule/ManualSchedule.h).  The grammar is in docs/schedules.md.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "wave/diagnostic.h"
#include "wave/expr.h"

namespace wave::schedule {

/// The version of the language that the header names.
constexpr int64_t version = 1;

struct Call;

/// What a function is given.
struct Term {
  enum class Kind {
    Number,
    Text, ///< "a"
    Name, ///< a variable, a number of one, "hardware.waves_per_block", a type, True or False
    List, ///< [a, b]
    Tuple,
    Set, ///< {a, b}
    Call
  };
  Kind kind = Kind::Number;
  int64_t number = 0;
  std::string text;           ///< of Text and Name
  std::vector<Term> elements; ///< of List, Tuple and Set
  std::shared_ptr<const Call> call;

  static Term ofNumber(int64_t number);
  static Term ofText(std::string text);
  static Term ofName(std::string name);
  static Term of(Kind kind, std::vector<Term> elements);
  static Term of(Call call);
};

struct Argument {
  std::string name; ///< empty for one by position
  Term value;
};

/// function(arguments), or object.function(arguments).
struct Call {
  std::string object, function;
  std::vector<Argument> arguments;
};

/// results = call
struct Statement {
  std::vector<std::string> results;
  Call call;
  SourceLocation where;
};

struct Program {
  std::string name;
  std::vector<Statement> statements;

  /// As text, one statement in a line.
  std::string str() const;
  /// The same with the place of each statement in its source, for messages.
  std::string located() const;
  /// The values of symbols that its statements give: subs(BLOCK_M=128, NUM_CTAS="2 * TILES").
  /// Throws Error "schedule-argument".
  Bindings subs() const;
};

/// The same of one statement; empty for any other one.
Bindings subsOf(const Statement &statement);

/// "k_loop", as it stands in text.
std::string textOf(const Term &value);

/// What a user's text may have.
constexpr size_t maxBytes = 1 << 20;

/// Reads text.  Places in messages are in `file`, unless a statement says its own.  Throws Error
/// "schedule-syntax".
Program parse(const std::string &text, const std::string &file, size_t mostBytes = maxBytes);

} // namespace wave::schedule
