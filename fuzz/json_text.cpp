//===- json_text.cpp - Any names and numbers in the report of a run -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>
#include <cmath>

#include "fuzzer/FuzzedDataProvider.h"

#include "Expect.h"
#include "driver/main/RunReport.h"

using namespace wave;
using namespace wave::commandline;

static std::string text(FuzzedDataProvider &input) { return input.ConsumeRandomLengthString(64); }

/// Any double: NaN, infinities and denormals as well.
static double number(FuzzedDataProvider &input) {
  return std::bit_cast<double>(input.ConsumeIntegral<uint64_t>());
}

static SourceLocation place(FuzzedDataProvider &input) {
  return {text(input), input.ConsumeIntegral<uint32_t>(), input.ConsumeIntegral<uint32_t>()};
}

static Diagnostic diagnostic(FuzzedDataProvider &input) {
  Diagnostic result{text(input), text(input), place(input), {}, text(input)};
  for (int notes = input.ConsumeIntegralInRange(0, 3); notes > 0; --notes)
    result.notes.push_back({text(input), place(input)});
  return result;
}

static CheckResult check(FuzzedDataProvider &input) {
  CheckResult result{{}, text(input)};
  for (int elements = input.ConsumeIntegralInRange(0, 3); elements > 0; --elements) {
    Element element{};
    element.expected = number(input);
    element.actual = number(input);
    element.tolerance = number(input);
    result.comparison.add(element);
  }
  return result;
}

static RunReport report(FuzzedDataProvider &input) {
  RunReport result;
  result.kernel = text(input);
  result.target = text(input);
  if (input.ConsumeBool())
    result.seed = input.ConsumeIntegral<uint64_t>();
  for (int sizes = input.ConsumeIntegralInRange(0, 4); sizes > 0; --sizes)
    result.sizes.emplace_back(text(input), input.ConsumeIntegral<int64_t>());
  if (input.ConsumeBool())
    result.compileMs = number(input);
  if (input.ConsumeBool())
    result.timing = Timing{number(input), number(input), input.ConsumeIntegral<int>()};
  result.arithmetic = number(input);
  if (input.ConsumeBool())
    result.check = check(input);
  return result;
}

static bool isPlain(const std::string &text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<signed char>(c) >= 0; });
}

static void expectString(const Json &json, const char *key, const std::string &written) {
  if (isPlain(written) && !written.empty())
    fuzz::expect(json.at(key) == written, "a string reads back as it was", written);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  FuzzedDataProvider input(data, size);
  const Diagnostic error = diagnostic(input);
  const RunReport run = report(input);
  const std::string written = jsonText(toJson(run, input.ConsumeBool() ? &error : nullptr));
  fuzz::expect(std::ranges::count(written, '\n') == 1 && written.back() == '\n',
               "a report is one line", written);
  const Json read = Json::parse(written, nullptr, /*allow_exceptions=*/false);
  fuzz::expect(read.is_object(), "a report is one JSON object", written);
  expectString(read, "kernel", run.kernel);
  expectString(read, "target", run.target);
  if (!read.at("error").is_null())
    expectString(read.at("error"), "message", error.message);
  (void)toText(run);
  (void)error.render();
  return 0;
}
