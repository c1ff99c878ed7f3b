//===- Options.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <charconv>
#include <functional>
#include <limits>

#include "diagnostic/Fail.h"
#include "driver/main/Roff.h"
#include "runtime/cuda/bench/Baseline.h"

namespace wave::launch {

[[noreturn]] static void failUsage(const std::string &message) {
  fail<Error>("usage", message, "see wave-launch --help");
}

static int64_t numberOf(const std::string &option, const std::string &text, int64_t low,
                        int64_t high) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
    failUsage(option + " " + text + ": expected a number from " + std::to_string(low) + " to " +
              std::to_string(high));
  return value;
}

static std::pair<std::string, std::string> assignmentOf(const std::string &option,
                                                        const std::string &text) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    failUsage(option + " " + text + ": expected NAME=VALUE");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

namespace {
struct Row {
  const char *name, *value, *help;
  std::function<void(Options &, const std::string &)> read;
};
} // namespace

static const std::vector<Row> &rows() {
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  static const std::vector<Row> list = {
      {"-D", "SIZE=N", "Value of a size that the package leaves open",
       [](Options &o, const std::string &v) {
         auto [name, number] = assignmentOf("-D", v);
         o.sizes.emplace_back(name, numberOf("-D " + name, number, 0, most));
       }},
      {"--input", "NAME=FILE", "Contents of a buffer, from an .npy file; or the value of a scalar",
       [](Options &o, const std::string &v) { o.inputs.push_back(assignmentOf("--input", v)); }},
      {"--output", "NAME=FILE", "Write a buffer to an .npy file",
       [](Options &o, const std::string &v) { o.outputs.push_back(assignmentOf("--output", v)); }},
      {"--expected", "NAME=FILE", "Compare a buffer with an .npy file, bit for bit",
       [](Options &o, const std::string &v) {
         o.expected.push_back(assignmentOf("--expected", v));
       }},
      {"--values", "KIND",
       "Inputs that no file gives: normal numbers (normal) or small whole "
       "numbers (integer)",
       [](Options &o, const std::string &v) {
         if (v != "normal" && v != "integer")
           failUsage("--values " + v + ": expected normal or integer");
         o.values = v == "integer" ? Values::Integer : Values::Normal;
       }},
      {"--seed", "N", "Seed of the inputs, and of the shapes of --sweep",
       [](Options &o, const std::string &v) {
         o.seed = static_cast<uint64_t>(numberOf("--seed", v, 0, most));
       }},
      {"--check", "", "Compare with the reference of the kernel of that name",
       [](Options &o, const std::string &) { o.check = true; }},
      {"--sweep", "N", "Check N shapes, drawn with the seed, in several layouts",
       [](Options &o, const std::string &v) {
         o.sweep = static_cast<int>(numberOf("--sweep", v, 1, 100000));
       }},
      {"--repeat", "N", "Launches whose results have to be equal, bit for bit",
       [](Options &o, const std::string &v) {
         o.repeat = static_cast<int>(numberOf("--repeat", v, 1, 1000000));
       }},
      {"--timeout", "S", "Seconds after which a launch is given up; 0 waits for ever",
       [](Options &o, const std::string &v) {
         o.timeoutSeconds = static_cast<double>(numberOf("--timeout", v, 0, 86400));
       }},
      {"--device", "N", "The GPU, from 0",
       [](Options &o, const std::string &v) {
         o.device = static_cast<int>(numberOf("--device", v, 0, 1023));
       }},
      {"--driver", "FILE", "The library of the CUDA driver",
       [](Options &o, const std::string &v) { o.driver = v; }},
      {"--json", "FILE", "Write the results as JSON",
       [](Options &o, const std::string &v) { o.jsonFile = v; }},
      {"--bench", "", "Time the kernel, in bursts and sustained",
       [](Options &o, const std::string &) { o.bench = true; }},
      {"--baseline", "LIST", "With --bench: time cublas, torch or cublas,torch beside it",
       [](Options &o, const std::string &v) { o.baselines = cuda::baselinesOf(v); }},
      {"--rounds", "N", "With --bench: rounds, of which the median is taken",
       [](Options &o, const std::string &v) {
         o.rounds = static_cast<int>(numberOf("--rounds", v, 1, 1000));
       }},
      {"--help", "", "Print the options", [](Options &o, const std::string &) { o.help = true; }},
      {"--man", "", "Print the man page wave-launch(1)",
       [](Options &o, const std::string &) { o.man = true; }},
  };
  return list;
}

Options parseOptions(int argc, const char *const *argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word.empty() || word[0] != '-') {
      if (!options.package.empty())
        failUsage("two packages: " + options.package + " and " + word);
      options.package = word;
      continue;
    }
    std::optional<std::string> value;
    if (const size_t equals = word.find('='); word.starts_with("--") && equals != word.npos) {
      value = word.substr(equals + 1);
      word.resize(equals);
    }
    const Row *found = nullptr;
    for (const Row &row : rows())
      if (word == row.name)
        found = &row;
    if (!found)
      failUsage("there is no option " + word);
    const bool takesValue = found->value[0] != '\0';
    if (takesValue && !value) {
      if (++i == argc)
        failUsage(word + " needs " + found->value);
      value = argv[i];
    }
    if (!takesValue && value)
      failUsage(word + " takes no value");
    found->read(options, value.value_or(""));
  }
  if (!options.help && !options.man && options.package.empty())
    failUsage("which package?");
  if (options.sweep && options.bench)
    failUsage("--sweep excludes --bench");
  if (!options.baselines.empty() && !options.bench)
    failUsage("--baseline belongs to --bench");
  return options;
}

//===----------------------------------------------------------------------===//
// Texts made from the rows
//===----------------------------------------------------------------------===//

static const std::string synopsis = "wave-launch PACKAGE.wpk [options]";
static const std::string summary =
    "Runs a kernel that `wave emit KERNEL --target cuda:sm_90a -o PACKAGE.wpk` has compiled";

static const std::vector<std::string> &examples() {
  static const std::vector<std::string> lines = {
      "wave-launch gemm.wpk -D M=1000 -D N=777 -D K=333 --check",
      "wave-launch gemm.wpk -D M=64 -D N=64 -D K=64 --input a=a.npy --input b=b.npy --output "
      "c=c.npy",
      "wave-launch gemm.wpk --sweep 40 --seed 1 --repeat 20",
      "wave-launch gemm.wpk --bench --baseline cublas -D M=8192 -D N=8192 -D K=8192"};
  return lines;
}

std::string helpText() {
  std::string text = "usage: " + synopsis + "\n\n" + summary + ".\n\n";
  for (const Row &row : rows()) {
    std::string head = std::string("  ") + row.name + " " + row.value;
    head.resize(24, ' ');
    text += head + row.help + "\n";
  }
  text += "\nExamples:\n";
  for (const std::string &example : examples())
    text += "  " + example + "\n";
  return text;
}

std::string manPage() {
  using namespace commandline;
  std::string page = manHeader("wave-launch", "run, check and time packages of the Wave language") +
                     ".SH SYNOPSIS\n.B " + roff(synopsis) + "\n.SH DESCRIPTION\n" + roff(summary) +
                     ".\nIt needs the driver of NVIDIA, and neither the compiler nor LLVM.\n"
                     ".SH OPTIONS\n";
  for (const Row &row : rows())
    page += manEntry(std::string(row.name) + (*row.value ? " " : "") + row.value, row.help);
  page += ".SH EXAMPLES\n" + manExamples(examples()) + ".SH EXIT STATUS\n";
#define WAVE_EXIT(ID, CODE, MEANING) page += manEntry(std::to_string(CODE), MEANING);
#include "driver/Knobs.def"
  return page + ".SH SEE ALSO\n.BR wave (1)\n";
}

} // namespace wave::launch
