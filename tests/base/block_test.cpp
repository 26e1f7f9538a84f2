// Memory of all sizes: zeros, where it begins, and that it may be written to the end.
#include "base/block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

namespace grundy::memory {
namespace {

std::uint64_t address_of(const Block& block) {
  return reinterpret_cast<std::uintptr_t>(block.data());
}

// Slack included.
bool all_zero(const Block& block) {
  return std::all_of(block.data(), block.data() + block.size() + Block::slack,
                     [](std::byte byte) { return byte == std::byte{0}; });
}

TEST(Block, HoldsZerosUpToTheEndOfItsSlack) {
  for (const std::uint64_t around :
       {std::uint64_t{64}, Block::least_mapped, Block::large_page, 3 * Block::large_page})
    for (const std::uint64_t bytes : {around - 64, around - 1, around, around + 1, around + 4096}) {
      SCOPED_TRACE(bytes);
      auto block = Block::zeros(bytes);
      ASSERT_TRUE(block) << block.error().message;
      ASSERT_EQ(block->size(), bytes);
      EXPECT_EQ(address_of(*block) % 64, 0u);
      EXPECT_TRUE(all_zero(*block));
      std::fill(block->data(), block->data() + bytes, std::byte{0xff});
    }
}

TEST(Block, LargeOnesBeginWithALargePage) {
  for (const std::uint64_t bytes : {Block::least_mapped, 2 * Block::large_page + 12345}) {
    const auto one = Block::zeros(bytes);
    const auto another = Block::zeros(bytes);
    ASSERT_TRUE(one && another);
    EXPECT_EQ(address_of(*one) % Block::large_page, 0u);
    EXPECT_EQ(address_of(*another) % Block::large_page, 0u);
  }
}

TEST(Block, HoldsWhatItHeldWhenAllItsPagesAreTaken) {
  std::atomic<bool> stop{false};
  for (const std::size_t threads : {1U, 3U})
    for (const std::uint64_t bytes : {std::uint64_t{100}, 3 * Block::large_page + 12345})
      for (const bool stopped : {false, true}) {
        const auto executor = *parallel::make_executor("tbb", threads);
        auto block = *Block::zeros(bytes);
        std::fill_n(block.data(), bytes / 2, std::byte{7});
        stop = stopped;
        block.take_pages(*executor, &stop);
        EXPECT_EQ(std::count(block.data(), block.data() + bytes, std::byte{7}), bytes / 2);
        EXPECT_EQ(std::count(block.data(), block.data() + bytes, std::byte{0}), bytes - bytes / 2);
      }
}

TEST(Block, ClearedOnesHoldZeros) {
  for (const std::uint64_t bytes : {std::uint64_t{100}, 3 * Block::large_page + 12345}) {
    for (const bool file : {false, true}) {
      auto block = file ? Block::in_file(bytes, testing::TempDir()) : Block::zeros(bytes);
      ASSERT_TRUE(block) << block.error().message;
      std::fill_n(block->data(), bytes, std::byte{7});
      block->clear();
      EXPECT_TRUE(all_zero(*block));
      std::fill_n(block->data(), bytes, std::byte{7});
      EXPECT_EQ(std::count(block->data(), block->data() + bytes, std::byte{7}), bytes);
    }
  }
}

std::uint64_t bytes_of_files_in_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "RssFile:") {
      std::uint64_t kilobytes = 0;
      status >> kilobytes;
      return kilobytes << 10;
    }
  return 0;
}

TEST(Block, InAFileKeepsWhatItHoldsAndLittleOfItInMemory) {
  constexpr std::uint64_t piece = std::uint64_t{1} << 20;
  constexpr std::uint64_t pieces = 3 * Block::most_held / piece;
  auto block = Block::in_file(pieces * piece + 5, testing::TempDir());
  ASSERT_TRUE(block) << block.error().message;
  EXPECT_TRUE(all_zero(*block));
  block->touched(2 * Block::most_held);
  const std::uint64_t before = bytes_of_files_in_memory();
  std::uint64_t most = 0;
  for (std::uint64_t i = 0; i < pieces; ++i) {
    std::fill_n(block->data() + i * piece, piece, static_cast<std::byte>(i + 1));
    block->touched(piece);
    most = std::max(most, bytes_of_files_in_memory());
  }
  EXPECT_LE(most, before + Block::most_held + piece);
  for (std::uint64_t i = 0; i < pieces; ++i)
    EXPECT_EQ(std::count(block->data() + i * piece, block->data() + (i + 1) * piece,
                         static_cast<std::byte>(i + 1)),
              piece);
}

TEST(Block, InAFileThatCannotBeSaysWhy) {
  const auto nowhere = Block::in_file(100, "/no/such/folder");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, Errc::io);
  EXPECT_NE(nowhere.error().message.find("/no/such/folder"), std::string::npos);
  for (const std::uint64_t bytes : {std::uint64_t{1} << 61, ~std::uint64_t{0} >> 1}) {
    const auto large = Block::in_file(bytes, testing::TempDir());
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, Errc::io);
  }
}

TEST(Block, SaysHowMuchTheSystemRefused) {
  const auto block = Block::zeros(std::uint64_t{1} << 60);
  ASSERT_FALSE(block);
  EXPECT_EQ(block.error().code, Errc::memory);
  EXPECT_NE(block.error().message.find("1152921504606846976"), std::string::npos);
}

}  // namespace
}  // namespace grundy::memory
