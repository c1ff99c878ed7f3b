//===- HelpCommand.cpp - Pages about commands, errors and variables -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <unistd.h>

#include "diagnostic/Fail.h"
#include "driver/Environment.h"
#include "driver/main/Commands.h"
#include "driver/main/Completions.h"
#include "driver/main/ErrorPages.h"
#include "driver/main/Knobs.h"
#include "driver/main/Manual.h"
#include "driver/main/ProgramText.h"
#include "driver/main/StandardOutput.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

[[noreturn]] static void failUnknown(const std::string &topic, const ProgramText &program) {
  std::vector<std::string> known = {"errors", "environment"};
  for (const Command &command : commands())
    known.push_back(command.name);
  for (const ErrorPage &page : errorPages())
    known.emplace_back(page.id);
  fail<Error>("unknown-topic", "there is no help about '" + topic + "'",
              symbolic::suggestion(topic, known,
                                   "topics are the commands (" + commandNames() +
                                       "), errors, environment and the ids that " + program.name() +
                                       " help errors lists"));
}

static std::string pageOf(const std::string &topic, const ProgramText &program) {
  const bool bold = ::isatty(STDOUT_FILENO) && !environmentValue(Variable::NoColor);
  if (topic.empty() || commandNamed(topic))
    return helpText(topic, program);
  if (topic == "errors")
    return errorListText();
  if (topic == "environment")
    return program.text(environmentText());
  if (const ErrorPage *page = errorPage(topic))
    return errorPageText(*page, bold);
  failUnknown(topic, program);
}

/// One thing at a time: what would be left unsaid is refused.
static void checkAlone(const Options &options, const ProgramText &program) {
  const std::string help = "see " + program.name() + " help --help";
  std::vector<std::string> asked;
  if (options.man)
    asked.emplace_back("--man");
  if (!options.shell.empty())
    asked.emplace_back("--completions");
  if (options.markdown)
    asked.emplace_back("--markdown");
  if (asked.size() > 1)
    fail<Error>("usage", asked[0] + " excludes " + asked[1], help);
  const bool takesTopic = asked.empty() || (options.markdown && options.topic == "errors");
  if (!takesTopic && !options.topic.empty())
    fail<Error>("usage", asked[0] + " has no topic '" + options.topic + "'", help);
}

int helpCommand(const Options &options, Entries entries) {
  const ProgramText program(options.program, entries);
  checkAlone(options, program);
  std::string text;
  if (options.man)
    text = manPage(program);
  else if (!options.shell.empty())
    text = completions(options.shell, program);
  else if (options.markdown)
    text = options.topic == "errors" ? errorListMarkdown() : markdownPage();
  else
    text = pageOf(options.topic, program);
  writeStandardOutput(text);
  return Ok;
}

} // namespace wave::commandline
