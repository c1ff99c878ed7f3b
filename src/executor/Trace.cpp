//===- Trace.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Trace.h"

#include <algorithm>
#include <set>

namespace wave::executor {
namespace {

std::string quoted(const std::string &text) {
  constexpr const char *digits = "0123456789abcdef";
  std::string result = "\"";
  for (char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (result += '\\') += c;
    else if (code < 0x20)
      ((result += "\\u00") += digits[code >> 4]) += digits[code & 15];
    else
      result += c;
  }
  return result + '"';
}

constexpr size_t mostEvents = 100000;

constexpr const char *names[issueUnitCount] = {"vector ALUs",   "scalar unit",      "matrix unit",
                                               "shared memory", "global memory",    "TMA unit",
                                               "tensor memory", "control and waits"};

size_t trackOf(const IssueSpan &span) {
  return span.wave * issueUnitCount + static_cast<size_t>(span.unit);
}

} // namespace

std::string traceText(const Program &program, const std::vector<IssueSpan> &spans) {
  const size_t count = std::min(spans.size(), mostEvents);
  std::set<size_t> tracks;
  for (size_t i = 0; i < count; ++i)
    tracks.insert(trackOf(spans[i]));
  std::string out = "{\"traceEvents\": [";
  const char *separator = "\n";
  for (size_t track : tracks) {
    out += separator;
    out +=
        "{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 0, \"tid\": " + std::to_string(track) +
        ", \"args\": {\"name\": \"wave " + std::to_string(track / issueUnitCount) + ", " +
        names[track % issueUnitCount] +
        "\"}},\n{\"ph\": \"M\", \"name\": \"thread_sort_index\", \"pid\": 0, \"tid\": " +
        std::to_string(track) + ", \"args\": {\"sort_index\": " + std::to_string(track) + "}}";
    separator = ",\n";
  }
  for (size_t i = 0; i < count; ++i) {
    const IssueSpan &span = spans[i];
    const Site &at = program.sites[program.code[span.instruction].site];
    out += separator;
    out += "{\"ph\": \"X\", \"pid\": 0, \"tid\": " + std::to_string(trackOf(span)) +
           ", \"ts\": " + std::to_string(span.begin) +
           ", \"dur\": " + std::to_string(span.end - span.begin) +
           ", \"name\": " + quoted(at.name.empty() ? at.operation : at.name) +
           ", \"args\": {\"operation\": " + quoted(at.operation) +
           ", \"line\": " + quoted(at.where.file + ":" + std::to_string(at.where.line)) + "}}";
    separator = ",\n";
  }
  out += "\n], \"otherData\": {\"unit_of_time\": \"cycles\", \"events_left_out\": " +
         std::to_string(spans.size() - count) + "}}\n";
  return out;
}

} // namespace wave::executor
