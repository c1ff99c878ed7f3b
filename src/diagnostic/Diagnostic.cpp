//===- Diagnostic.cpp - Rendering messages as a compiler prints them ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/diagnostic.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <optional>
#include <utility>

namespace wave {
namespace {

// A message must not become slow or unreadable because of what the named file
// turned into since the program was compiled.
constexpr off_t maxSourceBytes = off_t{4} << 20;
constexpr size_t maxExcerptWidth = 200;
// What a user wrote is quoted in messages, and can be of any length.
constexpr size_t maxTextLength = 1500;

std::optional<std::string> readLine(const std::string &path, uint32_t line) {
  struct stat status;
  // A pipe or a device could block or never end: only regular files are opened.
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size >= maxSourceBytes)
    return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  for (uint32_t current = 0; current < line; ++current)
    if (!std::getline(file, text))
      return std::nullopt;
  if (!text.empty() && text.back() == '\r')
    text.pop_back();
  return text;
}

bool isUtf8Continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

/// Escape sequences in a source line or a name must not reach the terminal.
void replaceControls(std::string &text) {
  for (char &c : text)
    if (c != '\t' && c != '\n' && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F))
      c = '?';
}

/// A message fit to be read: its begin and its end, where it is too long.
std::string readable(std::string text) {
  replaceControls(text);
  if (text.size() <= maxTextLength)
    return text;
  size_t begin = maxTextLength * 2 / 3, end = text.size() - maxTextLength / 3;
  while (begin > 0 && isUtf8Continuation(text[begin]))
    --begin;
  while (end < text.size() && isUtf8Continuation(text[end]))
    ++end;
  return text.substr(0, begin) + " ... (" + std::to_string(end - begin) + " bytes left out) ... " +
         text.substr(end);
}

/// The part of a line around byte `at`, with "..." where something was cut.
/// `at` is updated to where that byte now is.
std::string cutAround(const std::string &text, size_t &at) {
  if (text.size() <= maxExcerptWidth)
    return text;
  size_t begin = at > maxExcerptWidth / 2 ? at - maxExcerptWidth / 2 : 0;
  begin = std::min(begin, text.size() - maxExcerptWidth);
  size_t end = begin + maxExcerptWidth;
  while (begin > 0 && isUtf8Continuation(text[begin]))
    --begin;
  while (end < text.size() && isUtf8Continuation(text[end]))
    ++end;
  std::string result = text.substr(begin, end - begin);
  at -= begin;
  if (begin > 0) {
    result.insert(0, "...");
    at += 3;
  }
  if (end < text.size())
    result += "...";
  return result;
}

/// Compilers count columns in bytes; the caret's line has to be as wide as what
/// is shown above it, so tabs stay tabs and a code point takes one space.
std::string caretPadding(const std::string &text, size_t bytes) {
  std::string padding;
  for (size_t i = 0; i < bytes; ++i)
    if (i >= text.size() || !isUtf8Continuation(text[i]))
      padding += i < text.size() && text[i] == '\t' ? '\t' : ' ';
  return padding;
}

std::string renderExcerpt(const SourceLocation &where) {
  std::optional<std::string> line = readLine(where.file, where.line);
  if (!line)
    return {};
  replaceControls(*line);
  // A column beyond the line means that the file has changed: no caret then.
  bool hasCaret = where.column != 0 && where.column <= line->size() + 1;
  size_t at = hasCaret ? where.column - 1 : 0;
  std::string shown = cutAround(*line, at);

  std::string number = std::to_string(where.line);
  if (number.size() < 5)
    number.insert(0, 5 - number.size(), ' ');
  std::string result = "\n" + number + " | " + shown;
  if (hasCaret)
    result += "\n" + std::string(number.size(), ' ') + " | " + caretPadding(shown, at) + "^";
  return result;
}

std::string renderPlace(const SourceLocation &where) {
  if (!where.is_known())
    return {};
  std::string result = readable(where.file) + ":" + std::to_string(where.line);
  if (where.column != 0)
    result += ":" + std::to_string(where.column);
  return result + ": ";
}

} // namespace

std::string Diagnostic::render(const std::string &severity) const {
  std::string result = renderPlace(where) + severity + ": " + readable(message);
  if (!id.empty())
    result += " [" + id + "]";
  if (where.is_known())
    result += renderExcerpt(where);
  for (const Note &note : notes)
    result += "\n" + renderPlace(note.where) + "note: " + readable(note.message);
  if (!help.empty())
    result += "\nhelp: " + readable(help);
  return result;
}

const char *severity_name(Severity severity) {
  return severity == Severity::Remark ? "remark" : "error";
}

Failure::Failure(Diagnostic diagnostic)
    : std::runtime_error(diagnostic.render()), diagnostic_(std::move(diagnostic)) {}

} // namespace wave
