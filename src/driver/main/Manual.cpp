//===- Manual.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Manual.h"

#include "driver/main/Knobs.h"
#include "driver/main/ProgramText.h"
#include "driver/main/Roff.h"

namespace wave::commandline {

static std::string optionHead(const Knob &knob, const std::string &separator) {
  std::string text;
  for (const std::string &name : knob.names)
    text += (text.empty() ? "" : separator) + name;
  return knob.isFlag() ? text : text + " " + knob.value;
}

//===----------------------------------------------------------------------===//
// The man page
//===----------------------------------------------------------------------===//

std::string manPage(const ProgramText &program) {
  std::string page =
      manHeader(program.name(), "compile, run and check kernels of the Wave language") +
      ".SH SYNOPSIS\n";
  for (const Command &command : commands())
    page += ".B " + roff(program.synopsis(command)) + "\n.br\n";
  page += ".SH DESCRIPTION\n"
          "A kernel says what is computed over named dimensions; constraints say where.\n"
          "A program of your own that ends in wave::main has the same commands for its own "
          "kernels.\n"
          ".SH COMMANDS\n";
  for (const Command &command : commands()) {
    page += ".SS " + roff(program.synopsis(command)) + "\n" + roff(command.summary) + ".\n";
    if (!command.argument.empty())
      page += manEntry(command.argument, program.text(command.argumentHelp));
    for (const Knob &knob : knobs())
      if (knob.isOf(command))
        page += manEntry(optionHead(knob, ", "), knob.fullHelp());
    page += manExamples(program.examples(command));
  }
  page += ".SH EXIT STATUS\n";
  for (const ExitMeaning &exit : exitMeanings())
    page += manEntry(std::to_string(exit.code), exit.meaning);
  page += ".SH ENVIRONMENT\n";
  for (const EnvironmentKnob &knob : environmentKnobs())
    page += manEntry(knob.name, program.text(knob.help) + " [" + knob.byDefault + "]");
  page += program.text(".SH SEE ALSO\n"
                       "Each error has an id; wave help ID explains it, and wave help errors "
                       "lists all.\n");
  return page;
}

//===----------------------------------------------------------------------===//
// docs/command-line.md
//===----------------------------------------------------------------------===//

/// `text` for a cell of a table.
static std::string cell(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result;
}

static std::string row(const std::string &first, const std::string &second) {
  return "| " + cell(first) + " | " + cell(second) + " |\n";
}

static std::string optionTable(const Command &command) {
  std::string rows;
  if (!command.argument.empty())
    rows += row("`" + command.argument + "`", command.argumentHelp);
  for (const Knob &knob : knobs())
    if (knob.isOf(command))
      rows += row("`" + optionHead(knob, "`, `") + "`", knob.fullHelp());
  return rows.empty() ? "" : "| option | meaning |\n|---|---|\n" + rows + "\n";
}

std::string markdownPage() {
  std::string page =
      "# The command line\n\n"
      "`wave` and every program that ends in `wave::main` have these commands. This page, the "
      "man page, `--help` and the\n"
      "completions are made from one table, `src/driver/Knobs.def`: `wave help --markdown` "
      "prints this page.\n\n";
  for (const Command &command : commands()) {
    page += "## " + command.synopsis() + "\n\n" + command.summary + ".\n\n" + optionTable(command) +
            "```sh\n";
    for (const std::string &example : command.examples)
      page += example + "\n";
    page += "```\n\n";
  }
  page += "## Exit status\n\n| code | meaning |\n|---|---|\n";
  for (const ExitMeaning &exit : exitMeanings())
    page += row(std::to_string(exit.code), exit.meaning);
  page += "\n## Environment\n\n| variable | value | meaning |\n|---|---|---|\n";
  for (const EnvironmentKnob &knob : environmentKnobs())
    page += "| `" + knob.name + "` " + row(knob.value, knob.help + " [" + knob.byDefault + "]");
  page += "\nA variable `WAVE_*` that is none of these is named in a warning, with the nearest "
          "one. `WAVE_TEST_*` belong to the tests.\n"
          "The library by itself prints nothing about any of them.\n\n"
          "## Errors\n\n"
          "Each error carries an id in brackets. `wave help ID` prints its page, `wave help "
          "errors` the list; they are\n"
          "[docs/errors/](errors/README.md). On a terminal, and with `-v`, an error ends with "
          "that hint.\n\n"
          "## Completions\n\n"
          "```sh\n"
          "source <(wave help --completions bash)\n"
          "wave help --completions zsh > ~/.zfunc/_wave    # a folder of $fpath\n"
          "wave help --completions fish > ~/.config/fish/completions/wave.fish\n"
          "```\n\n"
          "Names of kernels, symbols, arguments and element types come from `wave list`. A program "
          "of your own prints its own:\n"
          "`source <(my_program help --completions bash)`.\n";
  return page;
}

//===----------------------------------------------------------------------===//
// Texts for a terminal
//===----------------------------------------------------------------------===//

std::string environmentText() {
  std::string text;
  for (const EnvironmentKnob &knob : environmentKnobs())
    text += knob.name + "=" + knob.value + "\n    " + knob.help + " [" + knob.byDefault + "]\n";
  return text;
}

} // namespace wave::commandline
