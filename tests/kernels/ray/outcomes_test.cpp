// The kernel on strips with lines filled at random, against a search bit by bit.
#include "kernels/ray/outcomes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

using Bytes = std::vector<std::uint8_t>;  // 16-byte boundaries, as operator new has them

bool bit_at(const Bytes& bits, std::int64_t address) {
  return bits[static_cast<std::size_t>(address / 8)] >> (address % 8) & 1;
}

void set_bit_at(Bytes& bits, std::int64_t address) {
  bits[static_cast<std::size_t>(address / 8)] |= static_cast<std::uint8_t>(1U << (address % 8));
}

// 0 .. most.
std::int64_t up_to(std::mt19937_64& random, std::int64_t most) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most + 1));
}

// One row whose lines are ones but for a few zeros, at addresses of every remainder modulo 64.
struct Row {
  Bytes bits;
  std::vector<RayLine> aligned;
  std::vector<RayLine> shifted;
  std::int64_t inner;
  std::int64_t lowest;

  Row(std::mt19937_64& random, std::size_t lines, std::size_t shifts, std::int64_t length)
      : inner(length), lowest(static_cast<std::int64_t>(random() % 20)) {
    const std::int64_t stride = 64 * (length / 64 + 4);
    bits.assign(static_cast<std::size_t>(stride / 8) * (lines + shifts + 1), 0xff);
    for (std::size_t i = 0; i < lines + shifts; ++i) {
      const std::int64_t start = 64 + stride * static_cast<std::int64_t>(i);
      if (i < lines)
        aligned.push_back({start, 0});
      else
        shifted.push_back({start + static_cast<std::int64_t>(random() % 64), 0});
    }
    for (int zeros = static_cast<int>(random() % 4); zeros > 0; --zeros)
      open(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(length)));
    for (auto& byte : bits) byte &= static_cast<std::uint8_t>(random() % 50 ? 0xff : random());
  }

  void open(std::int64_t k) {
    for (const auto& lines : {aligned, shifted})
      for (const RayLine& line : lines)
        bits[static_cast<std::size_t>((line.start + k) / 8)] &=
            static_cast<std::uint8_t>(~(1U << ((line.start + k) % 8)));
  }

  // By the definition; inner if there is none.
  std::int64_t first_free() const {
    for (std::int64_t k = lowest; k < inner; ++k) {
      bool attacked = false;
      for (const auto& lines : {aligned, shifted})
        for (const RayLine& line : lines) attacked = attacked || bit_at(bits, line.start + k);
      if (!attacked) return k;
    }
    return inner;
  }
};

TEST(RayRows, FindTheFirstFreePosition) {
  test::on_every_target([] {
    constexpr std::uint64_t seed = 3700;
    std::mt19937_64 random(seed);
    for (const std::int64_t length : {1, 7, 8, 63, 64, 65, 127, 255, 256, 320, 511, 512, 513, 900})
      for (std::size_t lines = 0; lines < 6; ++lines)
        for (std::size_t shifts = 0; shifts < 6; ++shifts) {
          SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << length << " positions, "
                                          << lines << " aligned, " << shifts << " shifted");
          Row row(random, lines, shifts, length);
          const std::int64_t expected = row.first_free();
          std::vector<std::uint16_t> section(1);
          RayRows rows{};
          rows.bits = row.bits;
          rows.aligned = row.aligned;
          rows.shifted = row.shifted;
          rows.last = 1;
          rows.inner = row.inner;
          rows.lowest = row.lowest;
          EXPECT_EQ(solve_ray_rows(rows, std::span(section), {}), 0U);
          EXPECT_EQ(section[0], expected < length ? expected + 1 : 0);
        }
  });
}

// Rows without lines, in which nothing attacks what is at least y.
struct BareRows {
  std::vector<std::uint32_t> section = std::vector<std::uint32_t>(400);
  RayRows rows{};

  explicit BareRows(std::int64_t first, std::int64_t last, std::int64_t inner) {
    rows.first = first;
    rows.last = last;
    rows.inner = inner;
    rows.exchangeable = true;
  }
  std::size_t solve(std::span<std::uint64_t> late) {
    return solve_ray_rows(rows, std::span(section), late);
  }
};

// Each has its P-position at k = y, marked and mirrored.
TEST(RayRows, MarkMirrorAndHandOut) {
  test::on_every_target([] {
    Bytes bits(64);
    const std::vector<RayMark> marks{{0, 8, 1, std::numeric_limits<std::int64_t>::max()},
                                     {128, 8, 1, 4}};
    const std::vector<std::uint64_t> of_row{0, 0, 0, 0, 0, 0};
    const std::vector<std::uint64_t> of_inner{10, 11, 12, 13, 14, 15};
    const std::vector<RayMirror> mirrors{{100, of_row.data(), of_inner.data(), 20}};
    BareRows bare(2, 6, 6);
    bare.section[3] = 77;  // known already: skipped
    std::vector<std::uint64_t> late(12);
    bare.rows.bits = bits;
    bare.rows.marks = marks;
    bare.rows.mirrors = mirrors;
    ASSERT_EQ(bare.solve(late), 1U);
    EXPECT_EQ(late[0], 128U + 8 * 5 + 5);
    for (const std::int64_t y : {2, 4, 5}) {
      const auto row = static_cast<std::size_t>(y);
      EXPECT_EQ(bare.section[row], row + 1);
      EXPECT_EQ(bare.section[110 + row], 21U);
      EXPECT_TRUE(bit_at(bits, 9 * y));
      EXPECT_EQ(bit_at(bits, 128 + 9 * y), y <= 4);
    }
    EXPECT_EQ(bare.section[3], 77U);
    EXPECT_FALSE(bit_at(bits, 27));
  });
}

// Every row has a line that attacks its own k = y alone, so it takes the next that is free:
// y + 1, and row y + 1 is known with it, be it one of the 64 rows looked at together or not.
TEST(RayRows, ThatMayBeExchangedAreKnownInPairs) {
  test::on_every_target([] {
    for (const std::int64_t first : {0, 1, 2, 63}) {
      SCOPED_TRACE(testing::Message() << "from row " << first);
      constexpr std::int64_t inner = 200;
      Bytes bits(8 * 4 * (inner + 1));
      for (std::int64_t y = 0; y < inner; ++y)
        bits[static_cast<std::size_t>(32 * y + y / 8)] = static_cast<std::uint8_t>(1 << y % 8);
      const std::vector<RayLine> own{{0, 256}};
      BareRows bare(first, inner, inner);
      bare.rows.bits = bits;
      bare.rows.aligned = own;
      EXPECT_EQ(bare.solve({}), 0U);
      for (std::int64_t y = first; y < inner; ++y) {
        const std::int64_t other = (y - first) % 2 == 0 ? y + 1 : y - 1;
        EXPECT_EQ(bare.section[static_cast<std::size_t>(y)], other < inner ? other + 1 : 0) << y;
      }
    }
  });
}

// A strip of rows with lines and marks at random, each in an array of its own.
template <class Entry>
struct Strip {
  static constexpr std::int64_t most_rows = 150;
  static constexpr std::int64_t row_bits = 26 * 64;
  static constexpr std::int64_t array_bits = 2 * row_bits * (most_rows + 1);
  static constexpr std::int64_t mirrored = 2000;  // entries from here on are those of other rows

  Bytes bits;
  std::vector<RayLine> aligned;
  std::vector<RayLine> shifted;
  std::vector<RayMark> marks;
  std::vector<std::uint64_t> offsets = std::vector<std::uint64_t>(row_bits);
  std::vector<RayMirror> mirrors;
  std::vector<Entry> section = std::vector<Entry>(2 * row_bits + mirrored);
  std::vector<std::uint64_t> late;
  RayRows rows{};

  explicit Strip(std::mt19937_64& random) {
    rows.exchangeable = random() % 2;
    rows.inner = 1 + up_to(random, random() % 4 ? 299 : 1500);
    rows.last = 1 + up_to(random, std::min(rows.inner, most_rows) - 1);
    rows.first = up_to(random, std::min<std::int64_t>(rows.last - 1, 70));
    rows.lowest = up_to(random, 2);
    rows.section_start = random() % 3;
    for (std::int64_t n = up_to(random, 4); n > 0; --n)
      aligned.push_back({new_array(), row_bits * (up_to(random, 2) - 1)});
    for (std::int64_t n = up_to(random, 4); n > 0; --n)
      shifted.push_back({new_array() + up_to(random, 63), up_to(random, 1) * (row_bits + 2) - 1});
    for (std::int64_t n = up_to(random, 9); n > 0; --n)
      marks.push_back({new_array(), up_to(random, 80) - 40, up_to(random, 80) - 40,
                       n % 2 ? up_to(random, 299) : std::numeric_limits<std::int64_t>::max()});
    for (const auto* lines : {&aligned, &shifted})
      for (const RayLine& line : *lines) attack(random, line);
    for (std::int64_t y = rows.first; y < rows.last; ++y) entry(y) = Entry(random() % 4 ? 0 : 7);
    std::iota(offsets.begin(), offsets.end(), 0);
    if (random() % 2) mirrors.push_back({mirrored, offsets.data(), offsets.data(), 40});
  }

  std::int64_t new_array() {
    const auto start = static_cast<std::int64_t>(8 * bits.size()) + array_bits / 2;
    bits.resize(bits.size() + array_bits / 8);
    return start;
  }

  // Low positions without a gap, sometimes all, and some others. The same of all rows where they
  // read the line at the same k, or at the same k - y.
  void attack(std::mt19937_64& random, const RayLine& line) {
    const std::int64_t low = up_to(random, random() % 4 ? 70 : rows.inner);
    for (std::int64_t y = 0; y < rows.last; ++y) {
      const std::int64_t first = line.start + y * line.step;
      const std::int64_t all_below = line.step == -1 ? y + low : low;
      for (std::int64_t k = 0; k < std::min(all_below, rows.inner); ++k)
        set_bit_at(bits, first + k);
    }
    for (std::int64_t n = rows.inner; n > 0; --n)
      set_bit_at(bits, line.start + up_to(random, rows.last - 1) * line.step +
                           up_to(random, rows.inner - 1));
  }

  Entry& entry(std::int64_t y) {
    return section[rows.section_start + static_cast<std::uint64_t>(y)];
  }

  void solve_by_kernel() {
    late.resize(static_cast<std::size_t>(rows.last) * marks.size());
    rows.bits = bits;
    rows.aligned = aligned;
    rows.shifted = shifted;
    rows.marks = marks;
    rows.mirrors = mirrors;
    late.resize(solve_ray_rows(rows, std::span(section), late));
  }

  void solve_by_definition() {
    for (std::int64_t y = rows.first; y < rows.last; ++y)
      for (std::int64_t k = rows.lowest + (rows.exchangeable ? y : 0);
           entry(y) == 0 && k < rows.inner; ++k)
        if (!attacked(y, k)) found(y, k);
  }

  bool attacked(std::int64_t y, std::int64_t k) const {
    const auto attacks = [&](const RayLine& line) {
      return bit_at(bits, line.start + y * line.step + k);
    };
    return std::any_of(aligned.begin(), aligned.end(), attacks) ||
           std::any_of(shifted.begin(), shifted.end(), attacks);
  }

  void found(std::int64_t y, std::int64_t k) {
    entry(y) = static_cast<Entry>(k + 1);
    if (rows.exchangeable) entry(k) = static_cast<Entry>(y + 1);
    if (!mirrors.empty()) section[static_cast<std::size_t>(mirrored + y + k)] = Entry(41);
    for (const auto* lines : {&aligned, &shifted})
      for (const RayLine& line : *lines) set_bit_at(bits, line.start + y * line.step + k);
    for (const RayMark& mark : marks) {
      const std::int64_t address = mark.start + y * mark.of_row + k * mark.of_inner;
      if (k <= mark.limit)
        set_bit_at(bits, address);
      else
        late.push_back(static_cast<std::uint64_t>(address));
    }
  }
};

template <class Entry>
void expect_the_definition(std::mt19937_64& random) {
  const std::mt19937_64 same = random;
  Strip<Entry> strip(random);
  std::mt19937_64 again = same;
  Strip<Entry> expected(again);
  SCOPED_TRACE(testing::Message() << "rows " << strip.rows.first << " to " << strip.rows.last
                                  << " of " << strip.rows.inner
                                  << (strip.rows.exchangeable ? ", exchangeable" : "")
                                  << ", entries of " << sizeof(Entry) << " bytes");
  strip.solve_by_kernel();
  expected.solve_by_definition();
  EXPECT_TRUE(std::equal(strip.section.begin(), strip.section.end(), expected.section.begin()));
  EXPECT_EQ(strip.bits, expected.bits);
  EXPECT_EQ(strip.late, expected.late);
}

TEST(RayRows, OfRandomStripsAgreeWithTheDefinition) {
  test::on_every_target([] {
    constexpr std::uint64_t seed = 3800;
    std::mt19937_64 random(seed);
    for (int round = 0; round < 400; ++round) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
      if (round % 4 == 0)
        expect_the_definition<ThreeBytes>(random);
      else if (round % 4 == 1)
        expect_the_definition<std::uint32_t>(random);
      else
        expect_the_definition<std::uint16_t>(random);
      if (testing::Test::HasFailure()) return;
    }
  });
}

// The largest entry, and each byte by itself.
TEST(ThreeBytes, KeepWhatTheyAreGiven) {
  for (const std::int64_t value : {0x0, 0x1, 0xff, 0x100, 0xff00, 0x10000, 0xff0000, 0xffffff})
    EXPECT_EQ(ThreeBytes(value), static_cast<std::uint32_t>(value));
}

TEST(SetBits, SharesTheBitsOutByPages) {
  std::mt19937_64 random(11);
  Bytes all(9 * 4096);
  Bytes shared(all.size());
  std::vector<std::uint64_t> addresses(1500);
  for (auto& address : addresses) address = random() % (8 * all.size());
  for (const std::uint64_t address : addresses)
    all[address / 8] |= static_cast<std::uint8_t>(1U << address % 8);
  for (std::size_t part = 0; part < 4; ++part) {
    Bytes own(all.size());
    set_bits(own, addresses, part, 4);
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_TRUE(own[i] == 0 || i / 4096 % 4 == part);
      shared[i] |= own[i];
    }
  }
  EXPECT_EQ(shared, all);
}

}  // namespace
}  // namespace grundy::kernels
