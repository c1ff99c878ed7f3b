//===- Knobs.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Knobs.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <sstream>

#include "diagnostic/Fail.h"
#include "driver/Requirements.h"
#include "driver/TargetPasses.h"
#include "runtime/ThreadPool.h"
#include "wave/target.h"

namespace wave::commandline {

static std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

//===----------------------------------------------------------------------===//
// Readers: the column FIELD of Knobs.def
//===----------------------------------------------------------------------===//

namespace {
struct Field {
  Reader read;
  bool repeats = false;
};
} // namespace

static Field flag(bool Options::*field) {
  return {[=](Options &options, const Knob &, const auto &) { options.*field = true; }};
}

static Field text(std::string Options::*field) {
  return {[=](Options &options, const Knob &knob, const auto &values) {
    if (values.front().empty())
      fail<Error>("usage", knob.longestName() + " takes " + knob.value + ", not ''",
                  knob.choices().empty() ? "leave it out"
                                         : "choose one of: " + enumeration(knob.choices()));
    options.*field = values.front();
  }};
}

static Field file(std::string Options::*field) {
  return {[=](Options &options, const Knob &knob, const auto &values) {
    if (values.front().empty())
      fail<Error>("usage", knob.longestName() + " takes the name of a file, not ''",
                  "leave it out to write to " + knob.byDefault);
    options.*field = values.front();
  }};
}

template <typename T> static Field number(T Options::*field, int64_t low, int64_t high) {
  return {[=](Options &options, const Knob &knob, const auto &values) {
    const std::string &text = values.front();
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
      fail<Error>("usage",
                  knob.longestName() + " takes a whole number from " + std::to_string(low) +
                      " to " + std::to_string(high) + ", not '" + text + "'",
                  "leave it out for " + knob.byDefault);
    if constexpr (requires { typename T::value_type; })
      options.*field = static_cast<typename T::value_type>(value);
    else
      options.*field = static_cast<T>(value);
  }};
}

/// "-D M=1000", from an example of a command.
static std::string exampleOf(const Knob &knob) {
  const std::string start = knob.longestName() + " ";
  for (const Command &command : commands())
    for (const std::string &example : command.examples)
      if (const size_t at = example.find(start); at != std::string::npos)
        return example.substr(at, example.find(' ', at + start.size()) - at);
  return start + knob.value;
}

static Assignment assignment(const Knob &knob, ErrorId id, const std::string &text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    fail<Error>(id, knob.longestName() + " takes " + knob.value + ", not '" + text + "'",
                "write it without blanks, as in " + exampleOf(knob));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

/// Words between commas, of all times that the option was given.
static Field words(std::vector<std::string> Options::*field) {
  return {[=](Options &options, const Knob &, const auto &values) {
            for (const std::string &value : values)
              for (const std::string &word : split(value + ",", ','))
                (options.*field).push_back(word);
          },
          true};
}

/// A later -D of a symbol replaces an earlier one, as in a compiler.
static Field definitions() {
  return {[](Options &options, const Knob &knob, const auto &values) {
            for (const std::string &text : values)
              options.definitions.push_back(assignment(knob, "definition-syntax", text));
          },
          true};
}

/// NAME=VALUE; several in one argument where there is a separator for them.
static Field assignments(std::vector<Assignment> Options::*field, char separator = '\0') {
  return {[=](Options &options, const Knob &knob, const auto &values) {
            std::vector<Assignment> &result = options.*field;
            for (const std::string &value : values)
              for (const std::string &text :
                   separator ? split(value + separator, separator) : std::vector{value}) {
                Assignment next = assignment(knob, "usage", text);
                if (std::ranges::count(result, next.name, &Assignment::name))
                  fail<Error>("usage", knob.longestName() + " " + next.name + " is given twice",
                              "leave one of them out");
                result.push_back(std::move(next));
              }
          },
          true};
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const std::vector<Command> &commands() {
  static const std::vector<Command> rows = {
#define WAVE_COMMAND(NAME, ARGUMENT, ARGUMENT_HELP, SUMMARY, EXAMPLES, CALL)                       \
  {NAME, ARGUMENT, ARGUMENT_HELP, SUMMARY, split(EXAMPLES, '\n')},
#include "driver/Knobs.def"
  };
  return rows;
}

static Knob option(const std::string &commands, const std::string &names, const std::string &value,
                   const std::string &words, const std::string &byDefault, const Field &field,
                   const std::string &help) {
  return {split(commands, ' '), split(names, ','), value, words, byDefault,
          field.read,           field.repeats,     help};
}

const std::vector<Knob> &knobs() {
  static const std::vector<Knob> rows = {
#define WAVE_OPTION(...) option(__VA_ARGS__),
#include "driver/Knobs.def"
  };
  return rows;
}

const std::vector<EnvironmentKnob> &environmentKnobs() {
  static const std::vector<EnvironmentKnob> rows = {
#define WAVE_VARIABLE(ID, NAME, VALUE, DEFAULT, HELP) {NAME, VALUE, DEFAULT, HELP},
#include "driver/Knobs.def"
  };
  return rows;
}

const std::vector<ExitMeaning> &exitMeanings() {
  static const std::vector<ExitMeaning> rows = {
#define WAVE_EXIT(ID, CODE, MEANING) {CODE, MEANING},
#include "driver/Knobs.def"
  };
  return rows;
}

//===----------------------------------------------------------------------===//
// What rows say
//===----------------------------------------------------------------------===//

std::string Command::synopsis() const {
  std::string text = "wave " + name;
  if (!argument.empty())
    text += argument == "TOPIC" ? " [TOPIC]" : " " + argument;
  return text + " [OPTIONS]";
}

bool Knob::isOf(const Command &command) const {
  return std::ranges::count(commands, command.name) > 0;
}

std::vector<std::string> Knob::choices() const {
  if (words == "@target")
    return Target::names();
  if (words == "@requirement")
    return requirementNames();
  if (words == "@pass") {
    std::vector<std::string> passes = knownPasses();
    passes.emplace_back("all");
    return passes;
  }
  return words.starts_with("@") ? std::vector<std::string>() : split(words, ' ');
}

std::string Knob::fullHelp() const {
  std::string text = help;
  if (!choices().empty())
    text += ": " + enumeration(choices(), "or");
  if (!byDefault.empty())
    text += " [" + byDefault + "]";
  return text;
}

std::string commandNames() {
  std::vector<std::string> names;
  for (const Command &command : commands())
    names.push_back(command.name);
  return enumeration(names);
}

const Command *commandNamed(const std::string &name) {
  auto found = std::ranges::find(commands(), name, &Command::name);
  return found == commands().end() ? nullptr : &*found;
}

const Knob &knobNamed(const std::string &name) {
  auto isNamed = [&](const Knob &knob) { return std::ranges::count(knob.names, name) > 0; };
  return *std::ranges::find_if(knobs(), isNamed);
}

std::string enumeration(const std::vector<std::string> &items, const std::string &last) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i)
    text += (i == 0                                   ? ""
             : !last.empty() && i + 1 == items.size() ? " " + last + " "
                                                      : ", ") +
            items[i];
  return text;
}

} // namespace wave::commandline
