//===- ScheduleCall.h - The arguments of one call in a schedule -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the arguments of a call in the language of schedules, by position or by name, and reports
// what is wrong with them at the statement.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/Nodes.h"
#include "dialect/BrokenConstraint.h"
#include "schedule/Program.h"

namespace wave {

/// Thrown when an error of the schedule has been reported; ends the run of the program.
struct ScheduleRefused {};

/// Reports the error.
[[noreturn]] void refuse(const ir::BrokenConstraint &report);

/// get_hardware_constraint(): numbers by name.
struct Hardware {
  std::map<std::string, int64_t> numbers;
};
/// One of them.
struct HeldNumber {
  int64_t value;
};

/// What a variable of a schedule holds, or what a term stands for: nodes, the number of a pipeline.
using Held = std::variant<analysis::NodeList, size_t, Hardware, HeldNumber>;
using Variables = std::map<std::string, Held>;

/// Gives what a term stands for: what a variable holds, or what a call results in; nothing for
/// other terms.
using Evaluate = llvm::function_ref<std::vector<Held>(const schedule::Term &)>;

class ScheduleCall {
public:
  ScheduleCall(const schedule::Call &call, mlir::Location where, Evaluate evaluate)
      : call(call), where(where), evaluate(evaluate) {}

  /// A call that is an argument of this one.
  ScheduleCall inner(const schedule::Call &other) const { return {other, where, evaluate}; }

  static constexpr int64_t anyNumber = std::numeric_limits<int64_t>::max();

  /// The argument of that name, or else the next one by position; null where there is none.
  const schedule::Term *find(llvm::StringRef name);

  // As what they are; anything else, and none, is an error "schedule-argument".
  const schedule::Term &value(llvm::StringRef name);
  std::string text(llvm::StringRef name);
  /// A type, an address space.
  std::string word(llvm::StringRef name);
  std::optional<std::string> optionalWord(llvm::StringRef name);
  /// All further arguments without a name, as words.
  std::vector<std::string> words(llvm::StringRef name);
  /// One text, or a set of them.
  std::vector<std::string> texts(llvm::StringRef name);
  int64_t number(llvm::StringRef name, int64_t least, int64_t most = anyNumber);
  /// The same, or `absent` where there is none.
  int64_t numberOr(llvm::StringRef name, int64_t least, int64_t absent, int64_t most = anyNumber);
  std::optional<int64_t> optionalNumber(llvm::StringRef name, int64_t least,
                                        int64_t most = anyNumber);
  /// True or False, by name alone; False where it is not there.
  bool flag(llvm::StringRef name);
  /// One of these words or numbers, as it is written.  By name alone, and nothing where it is not
  /// there; or, of an argument that is alone, by position too, and where it is not there True, if
  /// that is one of them.
  std::optional<std::string> oneOf(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> values,
                                   bool isAlone);
  std::vector<int64_t> numbers(llvm::StringRef name, const schedule::Term &list, int64_t least);
  /// The elements of a list.
  llvm::ArrayRef<schedule::Term> list(llvm::StringRef name, const schedule::Term &value);

  /// What a value selects, each node once.
  analysis::NodeList nodes(llvm::StringRef name) { return nodesOf(name, value(name)); }
  analysis::NodeList nodesOf(llvm::StringRef name, const schedule::Term &value);
  /// The same in the order of the lists, with what they repeat.
  analysis::NodeList sequenceOf(llvm::StringRef name, const schedule::Term &value);
  /// The same, where selections of one trip of a pipelined loop are refused.
  analysis::NodeList wholeNodesOf(llvm::StringRef name, const schedule::Term &value);
  /// A selection of one loop.
  ir::IterateOp loop(llvm::StringRef name, const schedule::Term &value);
  /// Says where a value selects nothing on this target.
  void remarkIfEmpty(llvm::StringRef name, const schedule::Term &value);
  /// The number of a pipeline; nothing for any other value.
  std::optional<size_t> pipelineOf(const schedule::Term &value);

  /// To be called when all have been read.
  void end();

  [[noreturn]] void fail(const llvm::Twine &claim, const llvm::Twine &help) const;
  mlir::Location at() const { return where; }
  const std::string &function() const { return call.function; }
  /// The call as a whole, whose arguments have been read.
  const schedule::Call &all();

private:
  /// A number, as it is or as one of the hardware; nothing for any other term.
  std::optional<int64_t> numberIn(const schedule::Term &found) const;
  int64_t numberOf(llvm::StringRef name, const schedule::Term &found, int64_t least,
                   int64_t most = anyNumber) const;
  [[noreturn]] void failKind(llvm::StringRef name, const schedule::Term &found,
                             llvm::StringRef wanted) const;

  const schedule::Call &call;
  mlir::Location where;
  Evaluate evaluate;
  size_t position = 0;               ///< of the next argument without a name
  std::vector<std::string> expected; ///< names that were asked for
};

} // namespace wave
