//===- Knobs.h - The rows of Knobs.def ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/main/Options.h"

namespace wave::commandline {

struct Knob;

/// Puts what was written for an option where it belongs.  `values` has one text for
/// each time that the option was given, none for a flag.
using Reader =
    std::function<void(Options &options, const Knob &knob, const std::vector<std::string> &values)>;

struct Command {
  std::string name;
  std::string argument, argumentHelp; ///< "KERNEL", "TOPIC"; empty for none
  std::string summary;
  std::vector<std::string> examples;

  /// "wave run KERNEL [OPTIONS]".
  std::string synopsis() const;
};

/// An option of one or more commands.
struct Knob {
  std::vector<std::string> commands;
  std::vector<std::string> names; ///< "-v", "--verbose"
  std::string value, words, byDefault;
  Reader read;
  bool repeats; ///< may be given more than once
  std::string help;

  bool isFlag() const { return value.empty(); }
  bool isOf(const Command &command) const;
  const std::string &longestName() const { return names.back(); }
  /// The words that the value may be; none where they are not known beforehand.
  std::vector<std::string> choices() const;
  /// The help with what the row says beside it: "Timed runs [0.2 s, at most 20]".
  std::string fullHelp() const;
};

struct EnvironmentKnob {
  std::string name, value, byDefault, help;
};

struct ExitMeaning {
  int code;
  std::string meaning;
};

const std::vector<Command> &commands();
const std::vector<Knob> &knobs();
const std::vector<EnvironmentKnob> &environmentKnobs();
const std::vector<ExitMeaning> &exitMeanings();

/// The option of that name, "--stage"; there must be one.
const Knob &knobNamed(const std::string &name);

/// "list, run, emit".
std::string commandNames();
const Command *commandNamed(const std::string &name);

/// "a, b and c" for `last` "and".
std::string enumeration(const std::vector<std::string> &items, const std::string &last = {});

} // namespace wave::commandline
