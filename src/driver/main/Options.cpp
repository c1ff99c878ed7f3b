//===- Options.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Options.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "CLI/CLI.hpp"

#include "diagnostic/Fail.h"
#include "driver/Version.h"
#include "driver/main/Knobs.h"
#include "driver/main/ProgramText.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

//===----------------------------------------------------------------------===//
// The rows of Knobs.def, declared for CLI11
//===----------------------------------------------------------------------===//

static std::string exampleText(const std::vector<std::string> &examples) {
  std::string text = examples.size() == 1 ? "\nExample:" : "\nExamples:";
  for (const std::string &example : examples)
    text += "\n  " + example;
  return text;
}

static std::string exitText() {
  std::string text = "\nExit status:";
  for (const ExitMeaning &exit : exitMeanings())
    text += "\n  " + std::to_string(exit.code) + "  " + exit.meaning;
  return text;
}

static void declare(CLI::App &app, const Command &command, Options &options,
                    const ProgramText &program) {
  CLI::App *sub = app.add_subcommand(command.name, command.summary);
  // Unknown words are collected, to be reported with the nearest known one.
  sub->allow_extras();
  if (!command.argument.empty())
    sub->add_option(command.argument, command.name == "help" ? options.topic : options.kernel,
                    program.text(command.argumentHelp))
        ->type_name("");
  for (const Knob &knob : knobs())
    if (knob.isOf(command)) {
      const std::string names = enumeration(knob.names), help = knob.fullHelp();
      if (knob.isFlag())
        sub->add_flag(names, help)->disable_flag_override(); // --json=x is no flag
      else
        sub->add_option(names, help)
            ->type_name(knob.value)
            ->type_size(1)
            ->expected(1)
            ->allow_extra_args(false)
            ->multi_option_policy(knob.repeats ? CLI::MultiOptionPolicy::TakeAll
                                               : CLI::MultiOptionPolicy::Throw);
    }
}

static void declareAll(CLI::App &app, Options &options, const ProgramText &program) {
  app.name(program.name());
  app.description("Compile, run and check kernels of the Wave language.");
  app.set_version_flag("--version", "wave " WAVE_VERSION " (LLVM " WAVE_LLVM_VERSION ")");
  app.allow_extras();
  app.require_subcommand(0, 1); // what is missing, the caller reports
  for (const Command &command : commands())
    declare(app, command, options, program);
}

namespace {
/// CLI11 writes an argument that is not required as one that may be left out, but what is
/// missing is reported by us, by its name.
class CommandFormatter : public CLI::Formatter {
public:
  explicit CommandFormatter(std::string synopsis) : synopsis(std::move(synopsis)) {}
  std::string make_usage(const CLI::App *, std::string) const override {
    return "Usage: " + synopsis + "\n";
  }

private:
  std::string synopsis;
};
} // namespace

std::string helpText(const std::string &name, const ProgramText &program) {
  CLI::App app;
  Options options;
  declareAll(app, options, program);
  if (name.empty()) {
    app.footer(exampleText({program.examples(*commandNamed("run")).front()}) + "\n" + exitText());
    return app.help();
  }
  const Command &command = *commandNamed(name);
  CLI::App &sub = *app.get_subcommand(name);
  sub.footer(exampleText(program.examples(command)));
  sub.formatter(std::make_shared<CommandFormatter>(program.synopsis(command)));
  return sub.help();
}

//===----------------------------------------------------------------------===//
// What was written
//===----------------------------------------------------------------------===//

[[noreturn]] static void failUsage(const std::string &message, const std::string &help) {
  fail<Error>("usage", message, help);
}

static std::string helpOf(const std::string &command, const ProgramText &program) {
  return "see " + program.name() + " " + (command.empty() ? "" : command + " ") + "--help";
}

/// The words that may stand where `unknown` does.
static std::vector<std::string> knownWords(const CLI::App &app, bool isFlag) {
  std::vector<std::string> words;
  if (!isFlag)
    for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
      words.push_back(command->get_name());
  else
    for (const CLI::Option *option : app.get_options()) {
      for (const std::string &name : option->get_lnames())
        words.push_back("--" + name);
      for (const std::string &name : option->get_snames())
        words.push_back("-" + name);
    }
  return words;
}

/// Dashes are no letters of a name: one letter is not near another one.
static std::optional<std::string> nearestOption(const std::string &word,
                                                const std::vector<std::string> &known) {
  auto bare = [](const std::string &option) {
    return option.substr(std::min(option.find_first_not_of('-'), option.size()));
  };
  std::vector<std::string> names;
  for (const std::string &option : known)
    names.push_back(bare(option));
  const auto nearest = symbolic::nearestName(bare(word), names);
  if (!nearest)
    return std::nullopt;
  return known[static_cast<size_t>(std::ranges::find(names, *nearest) - names.begin())];
}

/// The command that does have an option.
static std::string whoHas(const std::string &option, const std::string &command,
                          const ProgramText &program) {
  for (const Knob &knob : knobs())
    if (std::ranges::count(knob.names, option) > 0)
      return "'" + program.name() + " " + knob.commands.front() + "' has it";
  return helpOf(command, program);
}

/// Reports the first word that no option and no argument took; in `plain`, what stands
/// after "--", nothing is an option.
static void refuseExtras(const CLI::App &app, std::string command, const ProgramText &program,
                         std::span<const char *const> plain, const std::string &chosen = {}) {
  std::vector<std::string> extras = app.remaining();
  std::erase(extras, "--");
  if (extras.empty())
    return;
  std::string word = extras.front();
  const bool isPlain = std::ranges::count(plain, word) > 0;
  if (isPlain && !chosen.empty()) // CLI11 gives it to the program
    command = chosen;
  const bool isFlag = word.starts_with("-") && !isPlain;
  if (isFlag)
    word = word.substr(0, word.find('='));
  const std::vector<std::string> known = knownWords(app, isFlag);
  std::optional<std::string> nearest;
  if (isFlag)
    nearest = nearestOption(word, known);
  else if (!isPlain) // what stands after "--" is no command
    nearest = symbolic::nearestName(word, known);
  std::string help = nearest  ? "did you mean " + *nearest + "?"
                     : isFlag ? whoHas(word, command, program)
                              : helpOf(command, program);
  if (command.empty() && !isFlag)
    failUsage("there is no command '" + word + "'; the commands are: " + commandNames(), help);
  if (!isFlag && word.starts_with("="))
    help = "write no blanks around =";
  else if (!isFlag && word.find('=') != std::string::npos)
    help = "write the option before each value, as in -D " + word;
  failUsage("'" + program.name() + (command.empty() ? "" : " " + command) + "' has no " +
                (isFlag ? "option '" : "argument '") + word + "'",
            help);
}

/// What CLI11 says, in our form: its own text starts with a capital letter.
[[noreturn]] static void failParse(const CLI::ParseError &error, const std::string &command,
                                   const ProgramText &program) {
  std::string message = error.what();
  const std::string help = helpOf(command, program);
  // "json was given a disallowed flag override"
  if (const size_t end = message.find(" was given a disallowed"); end != std::string::npos)
    failUsage((end == 1 ? "-" : "--") + message.substr(0, end) + " takes no value", help);
  // "--seed: 1 required N missing", "--seed: At most 1 required but received 2"
  if (dynamic_cast<const CLI::ArgumentMismatch *>(&error)) {
    bool isTwice = message.find("received") != std::string::npos;
    failUsage(message.substr(0, message.find(':')) +
                  (isTwice ? " is given twice" : " needs a value"),
              help);
  }
  if (message.size() > 1 && std::isupper(static_cast<unsigned char>(message[0])) &&
      std::islower(static_cast<unsigned char>(message[1])))
    message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
  failUsage(message, help);
}

static void readKnobs(const CLI::App &app, const Command &command, Options &options) {
  for (const Knob &knob : knobs())
    if (knob.isOf(command))
      if (const CLI::Option *option = app.get_option(knob.longestName()); option->count() > 0)
        knob.read(options, knob, option->results());
}

/// What no single option can say.
static void checkTogether(const Options &options, const ProgramText &program) {
  const Command &command = *commandNamed(options.command);
  if (options.verbose && options.quiet)
    failUsage("--verbose excludes --quiet", helpOf(command.name, program));
  if (command.argument == "KERNEL" && options.kernel.empty())
    failUsage("'" + program.name() + " " + command.name + "' needs the name of a kernel",
              "see " + program.name() + " list");
  // The name of a package says what it is.
  if (command.name == "emit" && options.stage.empty() && !options.outputFile.ends_with(".wpk"))
    failUsage("'" + program.name() + " emit' needs --stage",
              "the stages are: " + enumeration(knobNamed("--stage").choices()));
}

std::optional<Unchecked> uncheckedOf(const Options &options) {
  return options.unchecked.empty() ? std::nullopt : std::optional(unchecked(options.unchecked));
}

CommandLine parseCommandLine(int argc, const char *const *argv, const ProgramText &program) {
  CommandLine line;
  CLI::App app;
  declareAll(app, line.options, program);
  std::string command;
  auto parsed = [&] {
    for (const CLI::App *chosen : app.get_subcommands())
      command = chosen->get_name();
  };
  try {
    app.parse(argc, argv);
    parsed();
  } catch (const CLI::CallForHelp &) {
    parsed();
    line.text = helpText(command, program);
    return line;
  } catch (const CLI::CallForVersion &) {
    line.text = app.version() + "\n";
    return line;
  } catch (const CLI::ParseError &error) {
    parsed();
    failParse(error, command, program);
  }
  const std::span<const char *const> words(argv, static_cast<size_t>(argc));
  const auto end = std::ranges::find(words, std::string_view("--"));
  const std::span<const char *const> plain(end, words.end());
  refuseExtras(app, "", program, plain, command);
  if (command.empty())
    failUsage("a command is missing; the commands are: " + commandNames(), helpOf("", program));
  const CLI::App &chosen = *app.get_subcommand(command);
  refuseExtras(chosen, command, program, plain);
  line.options.program = argc > 0 ? argv[0] : "wave";
  line.options.command = command;
  readKnobs(chosen, *commandNamed(command), line.options);
  checkTogether(line.options, program);
  return line;
}

/// Whether a word sets the flag of that letter, alone or among others: "-qv".
static bool hasLetter(std::string_view word, char letter) {
  if (!word.starts_with("-") || word.starts_with("--"))
    return false;
  for (const char other : word.substr(1)) {
    if (other == letter)
      return true;
    const std::string name = {'-', other};
    const bool isFlag = std::ranges::any_of(knobs(), [&](const Knob &knob) {
      return knob.isFlag() && std::ranges::count(knob.names, name) > 0;
    });
    if (!isFlag)
      return false; // what follows is its value
  }
  return false;
}

bool asksFor(int argc, const char *const *argv, const std::string &flag, char letter) {
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i)
    if (argv[i] == flag || (letter != '\0' && hasLetter(argv[i], letter)))
      return true;
  return false;
}

} // namespace wave::commandline
