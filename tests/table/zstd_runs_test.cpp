// Frames made of runs are read by zstd, and are as small as those that zstd makes.

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "table/codec.hpp"

namespace grundy::table {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t block = 128 << 10;  // of zstd, at most

// Cells of `width` bytes, all of one value but for `others` random ones of `values` in all.
Bytes sparse_cells(std::size_t cells, unsigned width, std::size_t others, unsigned values,
                   std::mt19937_64& random) {
  Bytes bytes(cells * width);
  const auto put = [&](std::size_t cell, std::uint64_t value) {
    std::memcpy(bytes.data() + cell * width, &value, width);  // little endian
  };
  for (std::size_t cell = 0; cell < cells; ++cell) put(cell, 1);
  for (std::size_t i = 0; i < others; ++i) put(random() % cells, random() % values);
  return bytes;
}

// Few long runs, each of another value.
Bytes steps(std::size_t cells, unsigned width, std::size_t runs, std::mt19937_64& random) {
  std::vector<std::size_t> ends(runs);
  for (std::size_t& end : ends) end = random() % cells;
  std::ranges::sort(ends);
  Bytes bytes(cells * width);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::uint64_t run =
        static_cast<std::uint64_t>(std::ranges::upper_bound(ends, cell) - ends.begin()) * 0x0102;
    std::memcpy(bytes.data() + cell * width, &run, width);
  }
  return bytes;
}

Bytes as_runs(const Bytes& cells, unsigned width) {
  Bytes frame(ZSTD_compressBound(cells.size()));
  frame.resize(compress_runs(cells, width, frame));
  return frame;
}

Bytes as_searched(const Bytes& cells) {
  Bytes frame(ZSTD_compressBound(cells.size()));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), cells.data(), cells.size(), 1));
  return frame;
}

// Whether there is a frame; if so, it is one that zstd decodes.
bool pays(const Bytes& cells, unsigned width) {
  const Bytes frame = as_runs(cells, width);
  if (frame.empty()) return false;
  EXPECT_EQ(ZSTD_getFrameContentSize(frame.data(), frame.size()), cells.size());
  Bytes decoded(cells.size());
  EXPECT_EQ(ZSTD_decompress(decoded.data(), decoded.size(), frame.data(), frame.size()),
            cells.size());
  EXPECT_EQ(decoded, cells);
  return true;
}

constexpr std::size_t sizes[] = {1,     2,         63,    127,     128,   129,       200,
                                 1000,  32768,     65535, 65536,   65537, 65600,     70000,
                                 99999, block - 1, block, 1 << 16, 64000, block + 1, 3 * block};

TEST(ZstdRuns, AreDecodedByZstd) {
  std::mt19937_64 random(/*seed=*/26);
  std::size_t paid = 0;
  for (const unsigned width : {1u, 2u, 4u})
    for (const std::size_t size : sizes)
      for (const std::size_t others : {0u, 1u, 2u, 20u, 90u, 300u, 700u, 3000u})
        for (const unsigned values : {2u, 200u, 70000u}) {
          const std::size_t cells = std::max<std::size_t>(size / width, 1);
          SCOPED_TRACE(testing::Message() << width << " bytes, " << cells << " cells, " << others
                                          << " others of " << values);
          paid += pays(sparse_cells(cells, width, others, values, random), width);
          paid += pays(steps(cells, width, others, random), width);
        }
  EXPECT_GT(paid, 500u);
}

// All others lie where blocks, and the lengths that zstd has short codes for, begin and end.
TEST(ZstdRuns, MayBeginAndEndAnywhere) {
  for (const unsigned width : {1u, 2u, 4u})
    for (const std::size_t at :
         {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{63},
          std::size_t{64}, std::size_t{65}, std::size_t{65535}, std::size_t{65536},
          std::size_t{65537}, std::size_t{65538}, std::size_t{65539}, std::size_t{65540}, block - 9,
          block - 8, block - 2, block - 1}) {
      SCOPED_TRACE(testing::Message() << width << " bytes, another one at " << at);
      Bytes cells(block, std::byte{1});
      cells[at] = std::byte{0};
      EXPECT_TRUE(pays(cells, width));
    }
}

TEST(ZstdRuns, AreOneBlockOfFewRuns) {
  std::mt19937_64 random(/*seed=*/27);
  EXPECT_TRUE(pays(sparse_cells(block, 1, 900, 1, random), 1));
  EXPECT_FALSE(pays(sparse_cells(block, 1, 2000, 1, random), 1)) << "zstd may find more";
  EXPECT_FALSE(pays(sparse_cells(block + 1, 1, 10, 2, random), 1)) << "zstd would split them";
  EXPECT_FALSE(pays(sparse_cells(100, 1, 0, 2, random), 1));
  // The second cell of each pair differs from the first.
  EXPECT_FALSE(pays(sparse_cells(1 << 15, 1, 1 << 15, 256, random), 1));
}

// What each chunk costs counts: of outcomes most have some dozen of P-positions.
TEST(ZstdRuns, AreNoLargerThanWhatASearchFinds) {
  std::mt19937_64 random(/*seed=*/28);
  for (const std::size_t others : {0u, 3u, 14u, 60u, 200u, 400u}) {
    std::size_t runs = 0;
    std::size_t searched = 0;
    for (int chunk = 0; chunk < 20; ++chunk) {
      const Bytes cells = sparse_cells(64000, 1, others, 1, random);
      runs += as_runs(cells, 1).size();
      searched += as_searched(cells).size();
    }
    EXPECT_GT(runs, 0u);
    EXPECT_LE(100 * runs, 103 * searched) << others << " others";
  }
}

// What a thread encoded before changes nothing.
TEST(ZstdRuns, DependOnTheCellsAlone) {
  std::mt19937_64 random(/*seed=*/29);
  const Bytes cells = sparse_cells(64000, 1, 200, 2, random);
  const Bytes first = as_runs(cells, 1);
  (void)as_runs(steps(30000, 4, 100, random), 4);
  EXPECT_EQ(as_runs(cells, 1), first);
}

// They are what level 1 writes, and no other level.
TEST(ZstdRuns, AreOfTheQuickestLevel) {
  std::mt19937_64 random(/*seed=*/30);
  const Bytes cells = sparse_cells(64000, 1, 200, 2, random);
  const Bytes frame = as_runs(cells, 1);
  for (const int level : {1, 9}) {
    Bytes encoded;
    ASSERT_TRUE(encode_chunk({Codec::Kind::zstd, Codec::Shuffle::none, level}, cells, 1, encoded));
    encoded.resize(encoded.size() - 4);  // the checksum
    EXPECT_EQ(encoded == frame, level == 1);
  }
}

}  // namespace
}  // namespace grundy::table
