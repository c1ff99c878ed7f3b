//===- PackageTest.cpp - Kernels in files, whole and damaged --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scene.h"

#include <random>

#include "runtime/package/Sha256.h"

namespace wave::cuda {

static Package fullPackage() {
  Package package = doublePackage();
  package.arguments[0].where = SourceLocation("kernels/double.cpp", 12, 3);
  package.images.push_back({CodeImage::Kind::Ptx, "sm_90", std::string("PTX \0 text", 10)});
  package.entries[0].cluster = {2, 1, 1};
  package.entries[0].sharedBytes = 12345;
  Argument scale;
  scale.name = "scale";
  scale.is_scalar = scale.is_read = true;
  package.arguments.push_back(scale);
  package.entries[0].launchValues = {ceildiv(Expr::symbol("M"), 7), Expr::symbol("scale")};
  package.entries[0].maps = {{.memory = 1, .box = {64, 128}, .swizzleBytes = 128}};
  for (EntryPoint &entry : package.entries)
    entry.memories.push_back({.name = "debug_log.0",
                              .sizes = {true},
                              .strides = {true},
                              .use = MemoryUse::Write,
                              .logSite = 0});
  const Expr id = Expr::symbol("WORKGROUP_0"), counter = Expr::symbol("$T"),
             tiles = ceildiv(Expr::symbol("M"), 16);
  TileCoverage coverage{.memory = "c",
                        .where = SourceLocation("kernels/double.cpp", 30, 5),
                        .dims = {"M"},
                        .tile = {16},
                        .map = {{"WORKGROUP_0"},
                                {Expr(4)},
                                {{"$T", id, (counter < tiles).value(), counter + 4}},
                                {counter},
                                {tiles}},
                        .others = {},
                        .proof = {}};
  coverage.others.push_back({SourceLocation("kernels/double.cpp", 31, 5), coverage.map});
  coverage.others[0].map.tile = {counter + 1};
  package.coverage = {coverage};
  package.scalars = {{.where = SourceLocation("kernels/double.cpp", 33, 7),
                      .value = counter * 1000,
                      .indices = {{"$T", Expr(0), tiles - 1}, {"WORKGROUP_0", Expr(0), {}}}}};
  package.unchecked = "a test";
  package.precision = Precision::TF32x3;
  return package;
}

static std::string digest(std::string_view bytes) {
  std::string text;
  for (const uint8_t byte : sha256(bytes)) {
    constexpr char digits[] = "0123456789abcdef";
    text += {digits[byte / 16], digits[byte % 16]};
  }
  return text;
}

TEST(Sha256, IsThatOfTheStandard) {
  // FIPS 180-4, examples.
  EXPECT_EQ(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Packages, AreReadAsTheyWereWritten) {
  const Package package = fullPackage();
  const std::string bytes = packageBytes(package);
  const Package read = parsePackage(bytes, "double.wpk");
  EXPECT_EQ(packageBytes(read), bytes);
  EXPECT_EQ(manifestText(read), manifestText(package));
  ASSERT_EQ(read.images.size(), 2U);
  EXPECT_EQ(read.images[1].bytes, package.images[1].bytes);
  EXPECT_EQ(read.images[1].kind, CodeImage::Kind::Ptx);
  EXPECT_EQ(read.arguments[0].where.line, 12U);
  EXPECT_TRUE(read.grid[0].same_as(package.grid[0]));
  EXPECT_EQ(read.entries[0].maps[0].box, package.entries[0].maps[0].box);
  EXPECT_EQ(read.entries[1].memories[2].logSite, 0U);
  EXPECT_EQ(read.known.find("BLOCK_M")->str(), "16");
  ASSERT_EQ(read.coverage.size(), 1U);
  EXPECT_EQ(read.coverage[0].where.line, 30U);
  EXPECT_TRUE(
      read.coverage[0].map.loops[0].condition.same_as(package.coverage[0].map.loops[0].condition));
  EXPECT_TRUE(read.coverage[0].others[0].map.tile[0].same_as(Expr::symbol("$T") + 1));
  ASSERT_EQ(read.scalars.size(), 1U);
  EXPECT_TRUE(read.scalars[0].indices[0].high->same_as(*package.scalars[0].indices[0].high));
  EXPECT_FALSE(read.scalars[0].indices[1].high);
  Bindings sizes;
  sizes.set("M", int64_t{1} << 30);
  const Diagnostic refusal =
      failureOf([&] { LaunchRanges().require(read.scalars, read.grid, sizes); });
  EXPECT_EQ(refusal.id, "index-range");
  EXPECT_EQ(refusal.where.line, 33U);
  EXPECT_EQ(read.unchecked, "a test");
  EXPECT_EQ(read.precision, Precision::TF32x3);
}

TEST(Packages, HoldTheMapsThatLaunchesEvaluate) {
  Package package = fullPackage();
  package.coverage[0].others.clear();
  package = parsePackage(packageBytes(package), "double.wpk");
  Bindings sizes;
  sizes.set("M", 1000);
  LaunchCoverage().require("double", package.coverage, sizes);
  package.coverage[0].map.loops[0].next = Expr::symbol("$T") + 5;
  const Diagnostic refusal =
      failureOf([&] { LaunchCoverage().require("double", package.coverage, sizes); });
  EXPECT_EQ(refusal.id, "not-covered");
  EXPECT_EQ(refusal.where.line, 30U);
}

/// With a first argument of i32, `pages`, of which each workgroup reads an element.
static Package packageWithTable() {
  Package package = fullPackage();
  package.arguments[0].dtype = DType::i32;
  package.arguments[0].dims.erase(package.arguments[0].dims.begin() + 1,
                                  package.arguments[0].dims.end());
  for (EntryPoint &entry : package.entries) {
    entry.memories[0].sizes.resize(1);
    entry.memories[0].strides.resize(1);
    entry.maps.clear();
  }
  package.scalars.clear();
  const Expr page = Expr::symbol("$pages");
  symbolic::TileMap map{.workgroups = {"WORKGROUP_0"},
                        .grid = {Expr(3)},
                        .loops = {},
                        .tile = {page},
                        .tiles = {Expr(3)}};
  map.reads = {{"$pages", 0, {Expr::symbol("WORKGROUP_0")}, -7}};
  package.coverage = {{.memory = "c",
                       .where = SourceLocation("kernels/double.cpp", 30, 5),
                       .dims = {"M"},
                       .tile = {16},
                       .map = map,
                       .others = {},
                       .proof = {}}};
  map.tile = {(page < 3).value()};
  map.tiles = {Expr(1)};
  package.assumptions.conditions = {
      {"pages < 3", {}, SourceLocation("kernels/double.cpp", 27, 5), map}};
  return package;
}

TEST(Packages, HoldWhatLaunchesReadAndAssume) {
  Package package = packageWithTable();
  package.assumptions.permutations = {
      {0, package.arguments[0].name, SourceLocation("kernels/double.cpp", 28, 5)}};
  const std::string bytes = packageBytes(package);
  package = parsePackage(bytes, "double.wpk");
  EXPECT_EQ(packageBytes(package), bytes);
  EXPECT_EQ(memoriesReadBy(package.assumptions, package.coverage, package.independence),
            std::vector<size_t>{0});
  std::vector<int32_t> pages = {2, 0, 1};
  const std::vector<Tensor> tensors = {Tensor::view(pages.data(), {3})};
  const auto launch = [&](bool isPermutationChecked) {
    Assumptions assumptions = package.assumptions;
    if (!isPermutationChecked)
      assumptions.permutations.clear();
    LaunchAssumptions().require("double", assumptions, {}, tensors);
    LaunchCoverage().require("double", package.coverage, {}, tablesOf(tensors));
  };
  launch(true);
  pages[2] = 2;
  EXPECT_EQ(failureOf([&] { launch(true); }).id, "no-permutation");
  EXPECT_EQ(failureOf([&] { launch(true); }).where.line, 28U);
  EXPECT_EQ(failureOf([&] { launch(false); }).id, "not-covered");
  pages[2] = 3;
  const Diagnostic violated = failureOf([&] { launch(false); });
  EXPECT_EQ(violated.message,
            "kernel 'double' assumes pages < 3, which does not hold for pages = 3");
  EXPECT_EQ(violated.where.line, 27U);
}

static Diagnostic refusal(const std::string &bytes) {
  return failureOf([&] { parsePackage(bytes, "double.wpk"); });
}

TEST(Packages, AreRefusedWhereTheyEnd) {
  const std::string bytes = packageBytes(fullPackage());
  for (size_t size = 0; size < bytes.size(); ++size)
    ASSERT_EQ(refusal(bytes.substr(0, size)).id, "package-file") << size;
  EXPECT_EQ(refusal("").message, "package 'double.wpk' is damaged: it is empty");
  EXPECT_EQ(refusal(bytes.substr(0, bytes.size() - 1)).message,
            "package 'double.wpk' is damaged: it ends after " + std::to_string(bytes.size() - 1) +
                " bytes, at least " + std::to_string(bytes.size()) + " were written");
  EXPECT_EQ(refusal(bytes + "x").message,
            "package 'double.wpk' is damaged: it has 1 bytes too many");
}

TEST(Packages, AreRefusedWhereAnyBitIsAnother) {
  const std::string bytes = packageBytes(fullPackage());
  for (size_t i = 0; i < bytes.size(); ++i)
    for (const int bit : {0, 5, 7}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      ASSERT_EQ(refusal(damaged).id, "package-file") << "byte " << i << ", bit " << bit;
    }
}

TEST(Packages, AreToldFromOtherFiles) {
  EXPECT_EQ(refusal("\x7f"
                    "ELF and so on, for some more bytes")
                .message,
            "'double.wpk' is not a package of wave");
  std::string bytes = packageBytes(fullPackage());
  std::string asText = bytes;
  asText.erase(4, 1); // the carriage return
  EXPECT_EQ(refusal(asText).message, "package 'double.wpk' is damaged: line ends were changed "
                                     "when it was copied as text");
  bytes[8] = 2;
  EXPECT_EQ(refusal(bytes).message, "'double.wpk' has version 2 of the package's format, this "
                                    "program reads version 1");
}

TEST(Packages, AreMissed) {
  EXPECT_EQ(failureOf([] { readPackage("/no/such/file.wpk"); }).id, "file-unreadable");
}

/// What parseManifest says of the manifest with one text replaced.
static std::string complaint(const std::string &from, const std::string &to) {
  std::string text = manifestText(fullPackage());
  const size_t at = text.find(from);
  if (at == std::string::npos)
    return "the test replaces what is not there: " + from;
  text.replace(at, from.size(), to);
  try {
    parseManifest(text);
  } catch (const std::exception &error) {
    return error.what();
  }
  return "read";
}

TEST(Packages, HaveManifestsThatSayWhatIsWrong) {
  EXPECT_EQ(complaint("\"schema_version\": 1", "\"schema_version\": 2"),
            "in its manifest, schema_version is 2, this program reads 1");
  EXPECT_EQ(complaint("\"kernel\"", "\"colonel\""), "its manifest has no kernel");
  EXPECT_EQ(complaint("\"f32\"", "\"f31\""),
            "in its manifest, arguments[0].dtype is 'f31', which is no element type");
  EXPECT_EQ(complaint("\"shared_bytes\": 12345", "\"shared_bytes\": -1"),
            "in its manifest, entry_points[0].shared_bytes is not a number that counts something");
  EXPECT_EQ(complaint("\"shared_bytes\": 12345", "\"shared_bytes\": 99999999999"),
            "in its manifest, entry_points[0].shared_bytes is 99999999999, not within 0 and "
            "16777216");
  EXPECT_EQ(complaint("\"shared_bytes\": 12345", "\"shared_bytes\": 1.5"),
            "in its manifest, entry_points[0].shared_bytes is not a number that counts something");
  EXPECT_EQ(complaint("\"swizzle_bytes\": 128", "\"swizzle_bytes\": 48"),
            "in its manifest, entry_points[0].tensor_maps[0].swizzle_bytes is 48, not 0, 32, 64 "
            "or 128");
  EXPECT_EQ(complaint("\"memory\": 1", "\"memory\": 3"),
            "in its manifest, entry_points[0].tensor_maps[0].memory is 3, not within 0 and 2");
  EXPECT_EQ(complaint("\"use\": \"read\"", "\"use\": \"borrow\""),
            "in its manifest, entry_points[0].memories[0].use is 'borrow', which is not known");
  EXPECT_TRUE(complaint("\"ceildiv(M, 16)\"", "\"ceildiv(M, \"")
                  .starts_with("in its manifest, grid[0] is no expression: "));
  EXPECT_EQ(complaint("\"kind\": \"ptx\"", "\"kind\": \"elf\""),
            "in its manifest, images[1].kind is 'elf', which is not known");
  EXPECT_EQ(complaint("\"is_read\": true", "\"is_read\": 1"),
            "in its manifest, arguments[0].is_read is neither true nor false");
  EXPECT_EQ(complaint("\"counter\": \"$T\"", "\"counter\": \"WORKGROUP_0\""),
            "in its manifest, coverage[0].writes[0].loops[0].counter is 'WORKGROUP_0' once more");
  EXPECT_EQ(complaint("\"dims\": [\n        \"M\"\n      ]", "\"dims\": []"),
            "in its manifest, coverage[0].tile has 1 sizes for 0 dimensions");
  EXPECT_EQ(complaint("\"workgroups\"", "\"groups\""),
            "its manifest has no coverage[0].writes[0].workgroups");
  EXPECT_TRUE(complaint("{", "").starts_with("its manifest is no JSON: "));
}

TEST(Packages, HaveExpressionsWithAValue) {
  EXPECT_EQ(complaint("\"size\": \"M\"", "\"size\": \"1/0\""),
            "in its manifest, arguments[0].dims[0].size has no value: 1 / 0 divides by zero");
  EXPECT_EQ(complaint("\"value\": \"16\"", "\"value\": \"1/2\""),
            "in its manifest, known[0].value has no value: 1 / 2 is not exact");
  EXPECT_EQ(complaint("\"ceildiv(M, 16)\"", "\"7 % 0\""),
            "in its manifest, grid[0] has no value: 7 % 0 divides by zero");
  // Of sizes, launches say it.
  EXPECT_EQ(complaint("\"size\": \"M\"", "\"size\": \"1 / M\""), "read");
}

TEST(Packages, HaveTheSameMemoriesInEachEntryPoint) {
  const auto refused = [](const auto &change) {
    Package package = fullPackage();
    change(package.entries);
    return failureOf([&] { parsePackage(packageBytes(package), "double.wpk"); }).message;
  };
  EXPECT_NE(refused([](auto &entries) {
              entries[1].memories.push_back(entries[1].memories.back());
            }).find("entry_points[1].memories has other dimensions than entry_points[0].memories"),
            std::string::npos);
  EXPECT_NE(refused([](auto &entries) {
              entries[0].memories.insert(entries[0].memories.begin(), entries[0].memories.back());
            }).find("entry_points[0].memories has '"),
            std::string::npos);
}

TEST(Packages, TakeAnyManifestWithoutHarm) {
  // Damage behind the checksums: a file that somebody made on purpose.
  const std::string text = manifestText(fullPackage());
  std::mt19937_64 random(1);
  const std::string_view pieces[] = {"{",    "}",  "[",    "]",     "\"", ",",     "-1",  "0",
                                     "1e99", "\\", "null", "false", ":",  "(((((", "\x80"};
  int read = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::string damaged = text;
    for (uint64_t edits = 1 + random() % 3; edits > 0; --edits) {
      const std::string_view piece = pieces[random() % std::size(pieces)];
      damaged.replace(random() % damaged.size(), random() % 12, piece);
    }
    try {
      parseManifest(damaged);
      ++read;
    } catch (const std::runtime_error &error) {
      EXPECT_NE(std::string(error.what()), "");
    }
  }
  EXPECT_LT(read, 1500); // most edits do harm
  const std::string deep(100000, '[');
  EXPECT_THROW(parseManifest(deep), std::runtime_error);
}

TEST(Packages, ReadNoTableThatIsNone) {
  const auto refused = [](const auto &change) {
    Package package = packageWithTable();
    change(package);
    return failureOf([&] { parsePackage(packageBytes(package), "double.wpk"); }).message;
  };
  EXPECT_NE(refused([](Package &package) {
              package.coverage[0].map.reads[0].memory = 9;
            }).find("coverage[0].writes[0].reads[0].memory is 9, and there are"),
            std::string::npos);
  EXPECT_NE(refused([](Package &package) {
              package.coverage[0].map.reads[0].at.emplace_back(1);
            }).find("reads[0].at has 2 elements instead of 1"),
            std::string::npos);
  EXPECT_NE(refused([](Package &package) {
              package.arguments[0].dtype = DType::f32;
            }).find("which has no elements of i32 or i64"),
            std::string::npos);
  EXPECT_NE(refused([](Package &package) {
              package.coverage[0].map.reads[0].symbol = "WORKGROUP_0";
            }).find("is 'WORKGROUP_0' once more"),
            std::string::npos);
}

} // namespace wave::cuda
