//===- Options.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Options.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>

#include "diagnostic/Fail.h"
#include "driver/main/Usage.h"
#include "runtime/ThreadPool.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

[[noreturn]] static void failUsage(const std::string &message, const std::string &help) {
  fail<Error>("usage", message, help);
}

static std::string helpOf(const std::string &command) {
  return "see wave " + (command.empty() ? "" : command + " ") + "--help";
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

/// Reports the first word that no option and no argument took.
static void refuseExtras(const CLI::App &app, const std::string &command) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty())
    return;
  std::string word = extras.front();
  const bool isFlag = word.starts_with("-");
  if (isFlag)
    word = word.substr(0, word.find('='));
  const std::vector<std::string> known = knownWords(app, isFlag);
  auto nearest = symbolic::nearestName(word, known);
  std::string help = nearest ? "did you mean " + *nearest + "?" : helpOf(command);
  if (command.empty() && !isFlag)
    failUsage("there is no command '" + word + "'; the commands are: list, run, emit, doctor",
              help);
  if (!isFlag && word.find('=') != std::string::npos)
    help = "write the option before each value, as in -D " + word;
  failUsage("'wave" + (command.empty() ? "" : " " + command) + "' has no " +
                (isFlag ? "option '" : "argument '") + word + "'",
            help);
}

template <typename T>
static T wholeNumber(const std::string &option, const std::string &text, T low, T high) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
    failUsage(option + " takes a whole number from " + std::to_string(low) + " to " +
                  std::to_string(high) + ", not '" + text + "'",
              "");
  return value;
}

static Assignment assignment(const std::string &option, const std::string &form,
                             const std::string &text, ErrorId id = "usage") {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    fail<Error>(id, option + " takes " + form + ", not '" + text + "'");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

static std::vector<Assignment> assignments(const std::string &option, const std::string &form,
                                           const std::vector<std::string> &texts) {
  std::vector<Assignment> result;
  for (const std::string &text : texts) {
    Assignment next = assignment(option, form, text);
    if (std::ranges::count(result, next.name, &Assignment::name))
      failUsage(option + " " + next.name + " is given twice", "leave one of them out");
    result.push_back(std::move(next));
  }
  return result;
}

/// The parts of "in=f16,out=f32", of all texts together.
static std::vector<std::string> splitAtCommas(const std::vector<std::string> &texts) {
  std::vector<std::string> parts;
  for (const std::string &text : texts)
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find(',', begin), text.size());
      parts.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  return parts;
}

static void understand(const RawOptions &raw, const CLI::App &command, Options &options) {
  auto isGiven = [&](const std::string &name) {
    const CLI::Option *option = command.get_option_no_throw(name);
    return option && option->count() > 0;
  };
  // A later -D of a symbol replaces an earlier one, as in a compiler.
  for (const std::string &text : raw.definitions)
    options.definitions.push_back(assignment("-D", "SYMBOL=EXPRESSION", text, "definition-syntax"));
  options.dtypes = assignments("--dtype", "PARAMETER=TYPE", splitAtCommas(raw.dtypes));
  options.dynamic = splitAtCommas(raw.dynamic);
  options.inputs = assignments("--input", "NAME=FILE", raw.inputs);
  options.outputs = assignments("--output", "NAME=FILE", raw.outputs);
  if (isGiven("-o") && options.outputFile.empty())
    failUsage("-o takes the name of a file, not ''", "leave it out to write to standard output");
  if (isGiven("--seed"))
    options.seed = static_cast<uint64_t>(
        wholeNumber<int64_t>("--seed", raw.seed, 0, std::numeric_limits<int64_t>::max()));
  if (isGiven("--threads"))
    options.threads = wholeNumber<unsigned>("--threads", raw.threads, 0, ThreadPool::maxSize);
  if (isGiven("--repeat"))
    options.repeat = wholeNumber<int>("--repeat", raw.repeat, 1, 1'000'000);
}

/// What CLI11 says, in our form: its own text starts with a capital letter.
[[noreturn]] static void failParse(const CLI::ParseError &error, const std::string &command) {
  std::string message = error.what();
  // "--seed: 1 required N missing", "--seed: At most 1 required but received 2"
  if (dynamic_cast<const CLI::ArgumentMismatch *>(&error)) {
    bool isTwice = message.find("received") != std::string::npos;
    failUsage(message.substr(0, message.find(':')) +
                  (isTwice ? " is given twice" : " needs a value"),
              helpOf(command));
  }
  if (message.size() > 1 && std::isupper(static_cast<unsigned char>(message[0])) &&
      std::islower(static_cast<unsigned char>(message[1])))
    message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
  failUsage(message, helpOf(command));
}

CommandLine parseCommandLine(int argc, const char *const *argv) {
  CommandLine line;
  RawOptions raw;
  CLI::App app;
  declareCommands(app, line.options, raw);
  std::string command;
  auto parsed = [&] {
    for (const CLI::App *chosen : app.get_subcommands())
      command = chosen->get_name();
  };
  try {
    app.parse(argc, argv);
    parsed();
  } catch (const CLI::CallForHelp &) {
    line.text = app.help();
    return line;
  } catch (const CLI::CallForVersion &) {
    line.text = app.version() + "\n";
    return line;
  } catch (const CLI::ParseError &error) {
    parsed();
    failParse(error, command);
  }
  refuseExtras(app, "");
  if (command.empty())
    failUsage("a command is missing; the commands are: list, run, emit, doctor", helpOf(""));
  refuseExtras(*app.get_subcommand(command), command);
  const bool needsKernel = command == "run" || command == "emit";
  if (needsKernel && line.options.kernel.empty())
    failUsage("'wave " + command + "' needs the name of a kernel", "see wave list");
  if (command == "emit" && line.options.stage.empty())
    failUsage("'wave emit' needs --stage", "the stages are: traced, bound, llvm, asm, object");
  understand(raw, *app.get_subcommand(command), line.options);
  line.options.command = command;
  return line;
}

bool asksFor(int argc, const char *const *argv, const std::string &flag,
             const std::string &shortFlag) {
  for (int i = 1; i < argc; ++i)
    if (argv[i] == flag || (!shortFlag.empty() && argv[i] == shortFlag))
      return true;
  return false;
}

} // namespace wave::commandline
