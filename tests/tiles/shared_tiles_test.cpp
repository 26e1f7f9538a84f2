// What ranks that share out tiles make of messages, errors and saved states.
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>

#include "base/value.hpp"
#include "ranks/transport.hpp"
#include "tiles/on_ranks.hpp"
#include "tiles/ordered_tiles.hpp"

namespace grundy::tiles {
namespace {

constexpr std::size_t tile_count = 50;

// Each value is 1 more than that of the tile before: none may be solved, or set, too early.
struct Chain {
  std::vector<std::uint8_t> values = std::vector<std::uint8_t>(tile_count);

  OrderedTiles ordered() {
    std::vector<std::uint32_t> order(tile_count);
    std::iota(order.begin(), order.end(), 0U);
    return {Kernel("chain"),
            std::move(order),
            [](std::size_t tile, const auto& holds) { return tile == 0 || holds(tile - 1); },
            [&](std::size_t tile, std::size_t) -> Result<std::uint64_t> {
              values[tile] = static_cast<std::uint8_t>(1 + (tile == 0 ? 0 : values[tile - 1]));
              return 1;
            },
            {std::as_writable_bytes(std::span(values))},
            nullptr,
            {},
            [&](std::size_t tile, std::size_t) { return cluster::Bytes{std::byte{values[tile]}}; },
            [&](std::size_t tile, std::span<const std::byte> bytes,
                std::size_t) -> Result<std::uint64_t> {
              if (bytes.size() != 1) return Error{Errc::corrupt, "not one byte"};
              values[tile] = std::to_integer<std::uint8_t>(bytes[0]);
              return 1;
            }};
  }
};

Result<std::vector<std::uint8_t>> solve_chain(std::size_t ranks, const auto& change) {
  const auto executor = *parallel::make_executor("tbb", ranks);
  return on_local_ranks(ranks, *executor, {},
                        [&](cluster::Transport& transport, parallel::Executor& own,
                            const Watch& watch) -> Result<std::vector<std::uint8_t>> {
                          Chain chain;
                          OrderedTiles ordered = chain.ordered();
                          change(transport, ordered);
                          if (Status s = solve_tiles(std::move(ordered), own, watch, &transport);
                              !s)
                            return s.error();
                          return std::move(chain.values);
                        });
}

TEST(SharedTiles, EachWaitsForThoseOfOtherRanks) {
  std::vector<std::uint8_t> expected(tile_count);
  std::iota(expected.begin(), expected.end(), std::uint8_t{1});
  for (const std::size_t ranks : {1u, 2u, 3u, 7u, 60u}) {
    const auto values = solve_chain(ranks, [](auto&, auto&) {});
    ASSERT_TRUE(values) << values.error().message;
    EXPECT_EQ(*values, expected) << ranks;
  }
}

TEST(SharedTiles, AnErrorOfAnyRankEndsAll) {
  for (const std::size_t failing : {0u, 2u}) {
    const auto values = solve_chain(3, [&](cluster::Transport& transport, OrderedTiles& ordered) {
      if (transport.rank() == failing)
        ordered.solve = [](std::size_t, std::size_t) -> Result<std::uint64_t> {
          return Error{Errc::unsupported, "too large"};
        };
    });
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().code, Errc::unsupported);
    EXPECT_EQ(values.error().message, "too large");
  }
}

TEST(SharedTiles, BytesThatDoNotFitAreAnError) {
  const auto values = solve_chain(2, [](cluster::Transport& transport, OrderedTiles& ordered) {
    if (transport.rank() == 1)
      ordered.pack = [](std::size_t, std::size_t) { return cluster::Bytes(2); };
  });
  ASSERT_FALSE(values);
  EXPECT_EQ(values.error().code, Errc::corrupt);
}

// Each message is sent by rank 1 of 2.
TEST(SharedTiles, MessagesThatDoNotFitAreAnError) {
  const std::vector<std::pair<cluster::Subject, std::size_t>> messages{
      {{7, 0, 0}, 1},            // of no kind
      {{1, 0, tile_count}, 1},   // of no tile
      {{0, 0, 0}, tile_count}};  // the word to begin, which is rank 0's
  for (const auto& [subject, bytes] : messages) {
    const auto values = solve_chain(2, [&](cluster::Transport& transport, OrderedTiles&) {
      if (transport.rank() == 1) transport.send(0, subject, cluster::Bytes(bytes));
    });
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().code, Errc::corrupt);
    EXPECT_NE(values.error().message.find("does not fit"), std::string::npos);
  }
}

// Two chains of three tiles: 0, 1, 2 and 3, 4, 5. Who gets them sets them level by level, and would
// have to keep the first chain until the second one came.
TEST(SharedTiles, WhatWasSavedIsSentLevelByLevel) {
  std::vector<std::uint64_t> sent;
  cluster::run_local(2, [&](cluster::Transport& transport) {
    if (transport.rank() == 1) {
      std::atomic<std::size_t> came{0};
      transport.listen(cluster::Topic::solving, [&](const cluster::Message& message) {
        if (message.subject.kind == 1) sent.push_back(message.subject.number);
        ++came;
      });
      while (came < 7) std::this_thread::yield();
      return transport.listen(cluster::Topic::solving, {});
    }
    const std::vector<std::uint32_t> order{0, 1, 2, 3, 4, 5};
    SharedTiles tiles(transport, order, [](std::size_t tile, const auto& holds) {
      return tile % 3 == 0 || holds(tile - 1);
    });
    const std::vector<std::uint8_t> done(6, 1);
    EXPECT_TRUE(tiles.begin(
        done, [](std::size_t) { return cluster::Bytes(1); }, nullptr));
  });
  std::vector<std::uint64_t> levels;
  for (const std::uint64_t tile : sent) levels.push_back(tile % 3);
  EXPECT_EQ(levels, (std::vector<std::uint64_t>{0, 0, 1, 1, 2, 2}));
}

}  // namespace
}  // namespace grundy::tiles
