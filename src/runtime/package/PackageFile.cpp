//===- PackageFile.cpp - Sections of a file, and their checksums ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   bytes   what
//   8       signature: 89 'W' 'P' 'K' 0d 0a 1a 0a.  As in PNG files, a transfer that takes
//           the file for text changes it.
//   4       version of the format, 1
//   4       number of sections
//   each 56   of a section: its name, filled up with 0, 16; offset, 4 and size in bytes, 4;
//             SHA-256 of its bytes, 32
//   32      SHA-256 of everything before
//   ...     the sections, one after the other, and no byte more
//
// All numbers are little-endian.  The sections are "manifest", then "image.0", "image.1" ...
//
//===----------------------------------------------------------------------===//

#include "runtime/package/Package.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "diagnostic/Fail.h"
#include "runtime/RegularFile.h"
#include "runtime/package/Sha256.h"

namespace wave {

static constexpr std::string_view signature("\x89WPK\r\n\x1a\n", 8);
static constexpr uint32_t formatVersion = 1;
static constexpr size_t nameBytes = 16, rowBytes = nameBytes + 4 + 4 + 32, digestBytes = 32;
static constexpr uint32_t maxSections = 64;

static void addNumber(std::string &bytes, uint64_t value) {
  if (value > UINT32_MAX)
    fail<Error>("package-file", "a package would have " + std::to_string(value) + " bytes",
                "a package takes less than 4 GiB");
  for (int i = 0; i < 4; ++i)
    bytes += static_cast<char>(value >> (8 * i));
}

static std::string digestOf(std::string_view bytes) {
  const auto digest = sha256(bytes);
  return std::string(digest.begin(), digest.end());
}

std::string packageBytes(const Package &package) {
  std::vector<std::pair<std::string, std::string>> sections = {{"manifest", manifestText(package)}};
  for (const CodeImage &image : package.images)
    sections.emplace_back("image." + std::to_string(sections.size() - 1), image.bytes);
  std::string head(signature);
  addNumber(head, formatVersion);
  addNumber(head, sections.size());
  uint64_t offset = head.size() + sections.size() * rowBytes + digestBytes;
  for (const auto &[name, bytes] : sections) {
    head += name + std::string(nameBytes - name.size(), '\0');
    addNumber(head, offset);
    addNumber(head, bytes.size());
    head += digestOf(bytes);
    offset += bytes.size();
  }
  head += digestOf(head);
  for (const auto &[name, bytes] : sections)
    head += bytes;
  return head;
}

namespace {
/// Takes a file apart.  What it returns was covered by a checksum.
class Reader {
public:
  Reader(std::string_view bytes, const std::string &name) : bytes(bytes), name(name) {}

  struct Section {
    std::string name;
    std::string_view bytes;
  };

  std::vector<Section> sections() {
    if (bytes.empty())
      damaged("it is empty");
    if (!bytes.starts_with(signature)) {
      const bool isShort = signature.starts_with(bytes);
      if (bytes.starts_with("\x89WPK") && !isShort)
        damaged("line ends were changed when it was copied as text");
      if (!isShort)
        fail<Error>("package-file", "'" + name + "' is not a package of wave",
                    "wave emit KERNEL --target cuda:sm_90a -o FILE.wpk writes one");
    }
    position = signature.size();
    const uint32_t version = number();
    if (version != formatVersion)
      fail<Error>("package-file",
                  "'" + name + "' has version " + std::to_string(version) +
                      " of the package's format, this program reads version " +
                      std::to_string(formatVersion),
                  "write it and read it with the same version of wave");
    const uint32_t count = number();
    if (count == 0 || count > maxSections)
      damaged("it has " + std::to_string(count) + " sections");
    const size_t headBytes = position + count * rowBytes;
    need(headBytes + digestBytes);
    if (bytes.substr(headBytes, digestBytes) != digestOf(bytes.substr(0, headBytes)))
      damaged("the checksum of its head does not match");
    std::vector<Section> list;
    size_t next = headBytes + digestBytes;
    for (uint32_t i = 0; i < count; ++i) {
      const std::string_view row = bytes.substr(position, nameBytes);
      position += nameBytes;
      const uint32_t offset = number(), size = number();
      const std::string_view digest = bytes.substr(position, digestBytes);
      position += digestBytes;
      const std::string section(row.substr(0, std::min(row.find('\0'), row.size())));
      if (offset != next)
        damaged("section " + section + " does not follow the one before");
      need(size_t{offset} + size);
      next = size_t{offset} + size;
      list.push_back({section, bytes.substr(offset, size)});
      if (digest != digestOf(list.back().bytes))
        damaged("the checksum of section " + section + " does not match");
    }
    if (next != bytes.size())
      damaged("it has " + std::to_string(bytes.size() - next) + " bytes too many");
    return list;
  }

  [[noreturn]] void damaged(const std::string &what) const {
    fail<Error>("package-file", "package '" + name + "' is damaged: " + what,
                "copy it again as it is, or write it again with wave emit");
  }

private:
  void need(size_t end) const {
    if (end > bytes.size())
      damaged("it ends after " + std::to_string(bytes.size()) + " bytes, at least " +
              std::to_string(end) + " were written");
  }

  uint32_t number() {
    need(position + 4);
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
      value |= uint32_t{static_cast<uint8_t>(bytes[position++])} << (8 * i);
    return value;
  }

  std::string_view bytes;
  const std::string &name;
  size_t position = 0;
};
} // namespace

Package parsePackage(std::string_view bytes, const std::string &name) {
  Reader reader(bytes, name);
  const std::vector<Reader::Section> sections = reader.sections();
  try {
    if (sections.front().name != "manifest")
      throw std::runtime_error("its first section is " + sections.front().name);
    Package package = parseManifest(sections.front().bytes);
    if (package.images.size() + 1 != sections.size())
      throw std::runtime_error("the manifest lists " + std::to_string(package.images.size()) +
                               " images, the file has " + std::to_string(sections.size() - 1));
    for (size_t i = 0; i < package.images.size(); ++i)
      package.images[i].bytes = sections[i + 1].bytes;
    return package;
  } catch (const Failure &failure) { // of an expression
    reader.damaged(failure.diagnostic().message);
  } catch (const std::runtime_error &error) {
    reader.damaged(error.what());
  }
}

Package readPackage(const std::string &path) { return parsePackage(textOfFile(path), path); }

} // namespace wave
