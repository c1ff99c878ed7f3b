//===- Trace.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Trace.h"

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

} // namespace

void Trace::begin() {
  out = "{\"traceEvents\": [";
  for (unsigned wave = 0; wave < program.waves(); ++wave) {
    out += wave > 0 ? ",\n" : "\n";
    out +=
        "{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 0, \"tid\": " + std::to_string(wave) +
        ", \"args\": {\"name\": \"wave " + std::to_string(wave) + "\"}}";
  }
}

void Trace::add(unsigned wave, uint32_t site, uint64_t time) {
  if (++events > mostEvents) {
    ++leftOut;
    return;
  }
  const Site &at = program.sites[site];
  out += ",\n{\"ph\": \"X\", \"pid\": 0, \"tid\": " + std::to_string(wave) +
         ", \"ts\": " + std::to_string(time) +
         ", \"dur\": 1, \"name\": " + quoted(at.name.empty() ? at.operation : at.name) +
         ", \"args\": {\"operation\": " + quoted(at.operation) +
         ", \"line\": " + quoted(at.where.file + ":" + std::to_string(at.where.line)) + "}}";
}

void Trace::end() {
  out += "\n], \"otherData\": {\"events_left_out\": " + std::to_string(leftOut) + "}}\n";
}

} // namespace wave::executor
