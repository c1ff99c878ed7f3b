//===- NpyHeader.cpp - The header of a .npy file --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/NpyHeader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "diagnostic/Fail.h"

namespace wave {
namespace {

struct TypeCode {
  std::string_view code;
  DType dtype;
};

constexpr std::array<TypeCode, 8> typeCodes = {{{"f2", DType::f16},
                                                {"f4", DType::f32},
                                                {"f8", DType::f64},
                                                {"i1", DType::i8},
                                                {"i4", DType::i32},
                                                {"i8", DType::i64},
                                                {"b1", DType::i1},
                                                {"V2", DType::bf16}}};

/// A piece of the file fit for a message.
std::string quoted(std::string_view text) {
  constexpr size_t longest = 60;
  std::string result = "'";
  for (char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr std::string_view digits = "0123456789abcdef";
    if (byte < 0x20 || byte >= 0x7F)
      (result += "\\x").append({digits[byte >> 4], digits[byte & 15]});
    else
      result += c;
  }
  return result + (text.size() > longest ? "..." : "") + "'";
}

/// Reads just the literals that NumPy writes; anything else is a defect.
class HeaderParser {
public:
  HeaderParser(const std::string &file, std::string_view contents) : path(file), text(contents) {}

  NpyHeader parse() {
    expect('{', "a dictionary");
    while (!accept('}')) {
      parseEntry();
      if (!accept(',')) {
        expect('}', "',' or '}'");
        break;
      }
    }
    skipSpace();
    if (position != text.size())
      failHere("nothing after the dictionary");
    requireKey(hasDescr, "descr");
    requireKey(hasOrder, "fortran_order");
    requireKey(hasShape, "shape");
    return header;
  }

private:
  void parseEntry() {
    const std::string_view key = parseString("a key in quotes");
    bool *seen = key == "descr"           ? &hasDescr
                 : key == "fortran_order" ? &hasOrder
                 : key == "shape"         ? &hasShape
                                          : nullptr;
    if (seen == nullptr || *seen)
      failNpy(path, seen == nullptr ? "unknown key in the header" : "repeated key in the header",
              "the keys 'descr', 'fortran_order' and 'shape', once each", quoted(key));
    *seen = true;
    expect(':', "':'");
    if (seen == &hasDescr)
      parseDescr();
    else if (seen == &hasOrder)
      parseOrder();
    else
      parseShape();
  }

  void parseDescr() {
    skipSpace();
    if (position < text.size() && text[position] == '[')
      failType(text.substr(position));
    const std::string_view descr = parseString("an element type in quotes");
    const char order = descr.empty() ? '?' : descr[0];
    const auto *known = std::find_if(typeCodes.begin(), typeCodes.end(), [&](const TypeCode &type) {
      return descr.size() == 3 && descr.substr(1) == type.code;
    });
    if (known == typeCodes.end())
      failType(descr);
    header.dtype = known->dtype;
    // '|' says that there is no byte order to speak of.  ml_dtypes never writes
    // '>V2': what numpy calls that has no agreed meaning.
    const bool isOpaque = known->dtype == DType::bf16;
    const bool hasOneByte = size_in_bytes(known->dtype) == 1;
    if (order == '>' && !isOpaque)
      header.isBigEndian = true;
    else if (order != '<' && order != '=' && !(order == '|' && (isOpaque || hasOneByte)))
      failType(descr);
  }

  void parseOrder() {
    skipSpace();
    const std::string_view rest = text.substr(position);
    header.isFortranOrder = rest.starts_with("True");
    if (!header.isFortranOrder && !rest.starts_with("False"))
      failHere("True or False");
    position += header.isFortranOrder ? 4 : 5;
  }

  void parseShape() {
    expect('(', "a tuple of sizes");
    while (!accept(')')) {
      header.shape.push_back(parseSize());
      if (!accept(',')) {
        if (header.shape.size() == 1)
          failHere("',' after the only size of a tuple");
        expect(')', "',' or ')'");
        break;
      }
    }
    if (header.shape.size() > npyMaxRank)
      failNpy(path, "too many dimensions", "at most " + std::to_string(npyMaxRank),
              std::to_string(header.shape.size()), "reshape the array before numpy.save");
  }

  int64_t parseSize() {
    skipSpace();
    const char *begin = text.data() + position;
    int64_t size = 0;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), size);
    const std::string_view digits(begin, static_cast<size_t>(end - begin));
    if (error == std::errc::result_out_of_range)
      failNpy(path, "size out of range", "sizes from 0 to 2^63 - 1", quoted(digits));
    if (error != std::errc())
      failHere("a size");
    if (size < 0)
      failNpy(path, "negative size", "sizes from 0 to 2^63 - 1", quoted(digits));
    position += digits.size();
    if (position < text.size() && text[position] == 'L') // a long integer of Python 2
      ++position;
    return size;
  }

  std::string_view parseString(const std::string &expected) {
    skipSpace();
    const char quote = position < text.size() ? text[position] : '\0';
    const size_t end =
        quote == '\'' || quote == '"' ? text.find(quote, position + 1) : std::string_view::npos;
    if (end == std::string_view::npos)
      failHere(expected);
    const std::string_view result = text.substr(position + 1, end - position - 1);
    position = end + 1;
    return result;
  }

  void skipSpace() {
    while (position < text.size() && (text[position] == ' ' || text[position] == '\n'))
      ++position;
  }

  bool accept(char wanted) {
    skipSpace();
    if (position >= text.size() || text[position] != wanted)
      return false;
    ++position;
    return true;
  }

  void expect(char wanted, const std::string &expected) {
    if (!accept(wanted))
      failHere(expected);
  }

  void requireKey(bool seen, const std::string &key) {
    if (!seen)
      failNpy(path, "the header has no '" + key + "'",
              "the keys 'descr', 'fortran_order' and 'shape'", quoted(text));
  }

  [[noreturn]] void failHere(const std::string &expected) {
    failNpy(path, "the header does not parse at byte " + std::to_string(position), expected,
            position < text.size() ? quoted(text.substr(position)) : "the end of the header");
  }

  [[noreturn]] void failType(std::string_view descr) {
    std::string supported;
    for (const TypeCode &type : typeCodes)
      supported += (supported.empty() ? "" : ", ") + std::string(type.code);
    failNpy(path, "unsupported element type",
            "one of " + supported + " (bfloat16) with a byte order, as in '<f4'", quoted(descr),
            "convert the array before numpy.save, as in array.astype('float32')");
  }

  const std::string &path;
  std::string_view text;
  size_t position = 0;
  NpyHeader header;
  bool hasDescr = false;
  bool hasOrder = false;
  bool hasShape = false;
};

} // namespace

void failNpy(const std::string &path, const std::string &claim, const std::string &expected,
             const std::string &found, const std::string &help) {
  fail<Error>("npy-file", "npy: '" + path + "': " + claim, help,
              {Note{"expected: " + expected, {}}, Note{"found: " + found, {}}});
}

NpyHeader parseNpyHeader(const std::string &path, std::string_view text) {
  return HeaderParser(path, text).parse();
}

bool isNpyType(DType dtype) {
  return std::any_of(typeCodes.begin(), typeCodes.end(),
                     [&](const TypeCode &code) { return code.dtype == dtype; });
}

std::string renderNpyHeader(const Shape &shape, DType dtype) {
  const auto *type = std::find_if(typeCodes.begin(), typeCodes.end(),
                                  [&](const TypeCode &code) { return code.dtype == dtype; });
  std::string sizes;
  for (size_t i = 0; i < shape.size(); ++i)
    sizes += (i == 0 ? "" : " ") + std::to_string(shape[i]) +
             (i + 1 < shape.size() || shape.size() == 1 ? "," : "");
  std::string text = std::string("{'descr': '") + (size_in_bytes(dtype) == 1 ? "|" : "<") +
                     std::string(type->code) + "', 'fortran_order': False, 'shape': (" + sizes +
                     "), }";
  // NumPy leaves room for the first size to grow in place, to 21 digits, and then
  // lets the data begin at a multiple of 64.
  if (!shape.empty())
    text.append(21 - std::to_string(shape[0]).size(), ' ');
  constexpr size_t fixedBytes = npyMagic.size() + 4;
  text.append(63 - (fixedBytes + text.size()) % 64, ' ');
  text += '\n';

  std::string result(npyMagic);
  result +=
      {'\x01', '\x00', static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
  return result + text;
}

} // namespace wave
