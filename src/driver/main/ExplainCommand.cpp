//===- ExplainCommand.cpp - What became of a kernel -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <memory>
#include <optional>

#include "diagnostic/Fail.h"
#include "driver/Explain.h"
#include "driver/OrderVariants.h"
#include "driver/main/Commands.h"
#include "driver/main/KernelRequest.h"
#include "driver/main/Knobs.h"
#include "driver/main/OutputFiles.h"
#include "driver/main/ScheduleChoice.h"
#include "driver/main/Sizes.h"
#include "driver/main/StandardOutput.h"
#include "picture/Page.h"
#include "picture/Picture.h"
#include "symbolic/NearestName.h"

namespace wave::commandline {

namespace {

/// Where the explanation goes; opened before the compile, so that what cannot be written is known.
struct Outputs {
  explicit Outputs(const Options &options) : page(openPage(options)) {
    if (!options.picture.empty() && options.json)
      fail<Error>("usage", "--svg and --json both say what to print", "leave one of them out");
    const bool prints = options.page.empty() || options.json || !options.picture.empty();
    if (!prints && !options.outputFile.empty())
      fail<Error>("usage", "-o has nothing to write beside --html",
                  "leave -o out, or add --json or --svg NAME");
    if (!options.outputFile.empty()) {
      const std::string option = "-o " + options.outputFile;
      printed.emplace(options.outputFile);
      checkOverwritesNoInput(option, *printed, options);
      if (!options.picture.empty())
        checkReplacesDrawing(option, *printed, picture::svgFileStart());
      if (page && page->target() == printed->target())
        fail<Error>("output-twice", option + ": that file is written by --html " + options.page,
                    "give each of them a file of its own");
    }
  }

  std::unique_ptr<OutputFile> page;
  std::optional<OutputFile> printed;
};

} // namespace

static std::string svgOf(const picture::Facts &facts, const std::string &name) {
  const auto known = std::ranges::find(picture::pictures(), name, &picture::Picture::name);
  const bool isKnown = known != picture::pictures().end();
  const picture::Drawn drawn = isKnown ? known->draw(facts) : picture::Drawn{};
  if (!drawn.drawings.empty())
    return picture::svgFile(*known, drawn.drawings);
  const std::vector<std::string> names = picture::namesOfPictures(facts);
  const std::vector<Note> why =
      isKnown ? std::vector<Note>{{drawn.absence, {}}} : std::vector<Note>{};
  const std::string kernel = "kernel '" + picture::shown(picture::at(facts, "kernel")) + "'";
  const std::string problem =
      isKnown ? kernel + " has no picture '" + name + "'" : "there is no picture '" + name + "'";
  if (names.empty())
    fail<Error>("unknown-picture",
                problem + "; for " + picture::shown(picture::at(facts, "target")) +
                    " it has none at all",
                "choose a GPU, such as --target sim:h200", why);
  fail<Error>("unknown-picture",
              problem + "; the pictures of this kernel are: " + enumeration(names),
              symbolic::suggestion(name, names), why);
}

int explainCommand(const Options &options, Entries entries) {
  const KernelRequest request = requestOf(options, entries);
  Outputs outputs(options);
  checkMeant(request.choice, request.subs);
  const WaveCompileOptions asked = compileOptionsOf(options, request);
  const CompiledKernel compiled = compileAsAsked(asked, request.choice, options);
  report::Explanation explanation = explanationOf(compiled);
  addOrderVariants(explanation, asked, request.choice.kernel);
  if (options.quiet)
    explanation.remarks.clear();
  const std::string json = report::jsonOf(explanation);
  const picture::Facts facts = picture::Facts::parse(json);
  std::string printed;
  if (!options.picture.empty())
    printed = svgOf(facts, options.picture);
  else if (options.json)
    printed = json;
  else if (!outputs.page)
    printed = report::textOf(explanation);
  if (outputs.page)
    writeTo(*outputs.page, picture::page(facts));
  if (outputs.printed)
    writeTo(*outputs.printed, printed);
  else
    writeStandardOutput(printed);
  return Ok;
}

} // namespace wave::commandline
