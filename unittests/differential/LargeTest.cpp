//===- LargeTest.cpp - Counts and offsets beyond 2^31 ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Address space is cheap: reserved pages cost nothing until they are touched, and one
// file of 1 MiB mapped again and again makes gigabytes of it.
//
//===----------------------------------------------------------------------===//

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include <gtest/gtest.h>

#include "wave/wave.h"

using namespace wave;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr int64_t MiB = int64_t(1) << 20;

/// Address space without memory behind it until a page is touched.
class Reserved {
public:
  explicit Reserved(int64_t bytes) : bytes(static_cast<size_t>(bytes)) {
    void *address = ::mmap(nullptr, this->bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    EXPECT_NE(address, MAP_FAILED);
    data = static_cast<std::byte *>(address);
  }
  ~Reserved() { ::munmap(data, bytes); }
  Reserved(const Reserved &) = delete;
  Reserved &operator=(const Reserved &) = delete;

  template <typename T> T *as() const { return reinterpret_cast<T *>(data); }

  std::byte *data;

private:
  size_t bytes;
};

/// `count` bytes of which all but the last MiB are one MiB of memory, mapped again and
/// again.
class Folded {
public:
  explicit Folded(int64_t count) : range((count / MiB + 2) * MiB), last(count / MiB * MiB) {
    int file = ::memfd_create("folded", 0);
    EXPECT_EQ(::ftruncate(file, MiB), 0);
    for (int64_t at = 0; at < last; at += MiB)
      EXPECT_NE(
          ::mmap(range.data + at, MiB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0),
          MAP_FAILED);
    ::close(file);
  }

  std::byte *first() const { return range.data; }
  /// The part behind the folded one, 2 MiB or what is left of them.
  std::byte *tail() const { return range.data + last; }
  int64_t tailStart() const { return last; }

private:
  Reserved range;
  int64_t last;
};

} // namespace

TEST(Large, OffsetsBeyondTwoToThe31) {
  // 5 by 3 elements, 2^32 + 3 and 2^30 + 1 elements apart: 160 GiB of addresses.
  const std::vector<int64_t> far = {(int64_t(1) << 33) + 3, (int64_t(1) << 31) + 1};
  const int64_t span = (4 * far[0] + 2 * far[1] + 1) * 4;
  Reserved input(span), output(span);
  Tensor a = Tensor::view(input.as<float>(), {5, 3}, far);
  Tensor c = Tensor::view(output.as<float>(), {5, 3}, far);
  for (int64_t i = 0; i < 5; ++i)
    for (int64_t j = 0; j < 3; ++j)
      a.set({i, j}, static_cast<double>(10 * i + j));
  Memory from("a", {M, N}, f32), to("c", {M, N}, f32);
  Kernel kernel("twice", {from, to}, {WorkgroupConstraint{M, 2, 0}, WorkgroupConstraint{N, 2, 1}},
                [&] { write(read(from) * 2.0, to); });
  for (const Bindings &subs : {Bindings{M = 5, N = 3}, Bindings{}}) {
    c.fill(-1);
    wave_compile({.subs = subs}, kernel)(a, c);
    for (int64_t i = 0; i < 5; ++i)
      for (int64_t j = 0; j < 3; ++j)
        EXPECT_EQ(c.at({i, j}), 2 * static_cast<double>(10 * i + j)) << i << ", " << j;
  }
}

TEST(Large, ProductsBeyondTwoToThe31) {
  // Rows of 2^31 elements and more, of which the product reads a few.
  const int64_t apart = (int64_t(1) << 31) + 5;
  Reserved left(7 * apart * 4), right(7 * apart * 4);
  Tensor a = Tensor::view(left.as<float>(), {7, 4}, {apart, 1});
  Tensor b = Tensor::view(right.as<float>(), {6, 4}, {apart, 1});
  Tensor c = Tensor::full({7, 6}, f32, -1);
  for (int64_t i = 0; i < 7; ++i)
    for (int64_t k = 0; k < 4; ++k) {
      a.set({i, k}, static_cast<double>(i - k));
      if (i < 6)
        b.set({i, k}, static_cast<double>(i + 2 * k));
    }
  Memory x("a", {M, K}, f32), y("b", {N, K}, f32), z("c", {M, N}, f32);
  Kernel kernel("product", {x, y, z}, {WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{N, 4, 1}},
                [&] { write(mma(read(x), read(y)), z); });
  wave_compile({}, kernel)(a, b, c);
  EXPECT_TRUE(allclose(c, matmul(a, b, /*transpose_b=*/true), 0, 0));
}

TEST(Large, CountsBeyondTwoToThe31) {
  const int64_t count = (int64_t(1) << 31) + 3 * MiB + 77;
  Folded input(count), output(count);
  std::memset(output.first(), 0x55, MiB);
  std::memset(output.tail(), 0x55, 2 * MiB);
  for (int64_t i = 0; i < MiB; ++i)
    input.first()[i] = static_cast<std::byte>(i % 101);
  for (int64_t i = 0; i < count - input.tailStart(); ++i)
    input.tail()[i] = static_cast<std::byte>(i % 97);
  Memory from("a", {M}, i8), to("c", {M}, i8);
  Kernel kernel("copy", {from, to}, {WorkgroupConstraint{M, 1 << 16, 0}},
                [&] { write(read(from), to); });
  CompiledKernel compiled = wave_compile({}, kernel);
  compiled(Tensor::view(input.first(), i8, {count}), Tensor::view(output.first(), i8, {count}));
  EXPECT_EQ(std::memcmp(output.first(), input.first(), MiB), 0);
  const int64_t rest = count - output.tailStart();
  EXPECT_EQ(std::memcmp(output.tail(), input.tail(), static_cast<size_t>(rest)), 0);
  for (int64_t i = rest; i < 2 * MiB; ++i)
    ASSERT_EQ(output.tail()[i], std::byte{0x55}) << i - rest << " bytes behind the end";
  EXPECT_EQ(compiled.grid({M = count})[0], 32768 + 49);
}

TEST(Large, ProductsThatOverflowAreRefused) {
  const int64_t most = int64_t(1) << 62;
  auto idOf = [](auto attempt) -> std::string {
    try {
      attempt();
    } catch (const Error &error) {
      return error.diagnostic().id;
    }
    return "nothing was thrown";
  };
  std::byte byte{1};
  EXPECT_EQ(idOf([&] { Tensor::zeros({most, 4}, i8); }), "tensor-shape");
  EXPECT_EQ(idOf([&] { Tensor::view(&byte, i8, {most, 4}, {0, 0}); }), "tensor-shape");
  EXPECT_EQ(idOf([&] { Tensor::view(&byte, i8, {4, 4}, {most, most}); }), "tensor-shape");
  EXPECT_EQ(idOf([&] { Tensor::view(&byte, f64, {2}, {most}); }), "tensor-shape");
  // Where a factor is 0 there is nothing to compute and nothing to refuse.
  Memory from("a", {M, N}, i8), to("c", {M, N}, i8);
  Kernel kernel("copy", {from, to}, {WorkgroupConstraint{M, 1, 0}, WorkgroupConstraint{N, 1, 1}},
                [&] { write(read(from), to); });
  Tensor none = Tensor::view(&byte, i8, {most, 0}, {0, 0});
  EXPECT_NO_THROW(wave_compile({}, kernel)(none, none));
  // A tile of 2^62 elements is none that a thread could hold.
  Kernel whole("whole", {from, to}, {}, [&] { write(read(from) * 2, to); });
  EXPECT_EQ(idOf([&] { wave_compile({.subs = {M = most, N = 4}}, whole); }), "tiles-too-large");
  CompiledKernel open = wave_compile({}, whole);
  Tensor long1 = Tensor::view(&byte, i8, {int64_t(1) << 31, 1}, {0, 0});
  EXPECT_EQ(idOf([&] {
              Reserved room(int64_t(1) << 31);
              open(long1, Tensor::view(room.data, i8, {int64_t(1) << 31, 1}));
            }),
            "tiles-too-large");
}

TEST(Large, SizesOfOne) {
  Memory x("a", {M, K}, f32), y("b", {N, K}, f32), z("c", {M, N}, f32);
  Kernel kernel("product", {x, y, z},
                {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}},
                [&] { write(mma(read(x), read(y)) + 1.0, z); });
  Tensor a = Tensor::full({1, 1}, f32, 3), b = Tensor::full({1, 1}, f32, 5), c = a.clone();
  for (const Bindings &subs : {Bindings{M = 1, N = 1, K = 1}, Bindings{}}) {
    wave_compile({.subs = subs}, kernel)(a, b, c);
    EXPECT_EQ(c.at({0, 0}), 16);
  }
}
