// Outcomes of games of rays: against the oracle and against the generic kernel.
#include "methods/rays/outcomes.hpp"

#include <gtest/gtest.h>

#include "base/digest.hpp"
#include "methods/rays/rays.hpp"
#include "oracle/oracle.hpp"
#include "rays/random_rays.hpp"
#include "support/digest.hpp"
#include "support/expected.hpp"
#include "support/targets.hpp"
#include "support/visited_p_ranks.hpp"

namespace grundy::ray {
namespace {

using namespace sweep;

using support::RayGame;

struct Way {
  std::string executor;
  std::size_t threads;
  std::int64_t block;
};

// Every way of solving, in turn.
class Ways {
 public:
  Ways() {
    for (const std::int64_t block : {0, 1, 2, 3, 7})
      for (const std::string executor : {"serial", "openmp", "tbb"})
        for (const std::size_t threads : {1u, 2u, 3u}) all_.push_back({executor, threads, block});
  }
  const Way& next() { return all_[(turn_++ * 7) % all_.size()]; }  // 7 and 45 are coprime

 private:
  std::vector<Way> all_;
  std::size_t turn_ = 0;
};

Result<family::Section> solve_with(const Rays& rays, const Box& box, Convention convention,
                                   const Way& way, const tiles::Watch& watch = {}) {
  const auto executor = parallel::make_executor(way.executor, way.threads);
  if (!executor) return executor.error();
  return solve_outcomes(rays, box, convention, **executor, watch, way.block);
}

// The ranks of P-positions by is_p, which asks for one position at a time.
std::vector<std::uint64_t> p_ranks(const family::Section& section) {
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t rank = 0; rank < *section.box().volume(); ++rank)
    if (section.is_p(section.box().position(rank))) ranks.push_back(rank);
  return ranks;
}

std::vector<std::uint64_t> p_ranks_by_oracle(const RayGame& game, Convention convention) {
  oracle::Oracle oracle(game.rules, convention, game.box);
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t rank = 0; rank < *game.box.volume(); ++rank) {
    const auto outcome = oracle.outcome(game.box.position(rank));
    EXPECT_TRUE(outcome);
    if (*outcome == Outcome::P) ranks.push_back(rank);
  }
  return ranks;
}

Digest digest_of(const family::Section& section) {
  const RankKeys keys(section.box());
  Digest digest;
  for (const std::uint64_t rank : support::visited_p_ranks(section)) digest.add(keys.at(rank));
  return digest;
}

Digest digest_of(const Box& box, const std::vector<std::uint64_t>& ranks) {
  Digest digest;
  for (const std::uint64_t rank : ranks) digest.add(test::digest_key(box, rank));
  return digest;
}

// Rows are long along any axis, short along the others, or all sides are equal.
Box random_box(std::mt19937_64& random, std::size_t dimensions, double volume) {
  const bool equal = random() % 2 == 0;
  const std::int64_t longest[] = {1, 2, 9, 63, 64, 65, 66, 127, 130};
  Box box;
  double left = volume;
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    const double fair = std::pow(left, 1.0 / static_cast<double>(dimensions - axis));
    const auto side = equal || dimensions == 1 ? static_cast<std::int64_t>(fair)
                      : random() % 3 == 0      ? longest[random() % 9]
                                               : 1 + static_cast<std::int64_t>(random() % 6);
    const std::int64_t low = equal ? 0 : static_cast<std::int64_t>(random() % 3);
    const auto extent = std::max<std::int64_t>(1, std::min(side, static_cast<std::int64_t>(left)));
    box.low.push_back(low);
    box.high.push_back(low + extent - 1);
    if (!equal)
      left = std::max(1.0, left / static_cast<double>(extent));
    else
      left /= fair;
  }
  return box;
}

// On every target, each in another way.
void expect_the_oracle(const RayGame& game, const Rays& rays, Convention convention, Ways& ways) {
  const auto expected = p_ranks_by_oracle(game, convention);
  test::on_every_target([&] {
    const Way& way = ways.next();
    SCOPED_TRACE(testing::Message()
                 << game.text << ", " << to_string(convention) << ", " << way.executor << " "
                 << way.threads << ", block " << way.block);
    const auto section = solve_with(rays, game.box, convention, way);
    ASSERT_TRUE(section) << section.error().message;
    EXPECT_EQ(p_ranks(*section), expected);
    EXPECT_EQ(digest_of(*section).hex(), digest_of(game.box, expected).hex());
  });
}

TEST(RayOutcomes, AgreeWithTheOracle) {
  constexpr std::uint64_t seed = 5100;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  Ways ways;
  for (int round = 0; round < 80; ++round) {
    const std::size_t dimensions = 1 + random() % 5;
    const Rays rays = support::random_rays(random, dimensions);
    const RayGame game = support::ray_game(rays, random_box(random, dimensions, 200));
    for (const Convention convention : {Convention::normal, Convention::misere})
      expect_the_oracle(game, rays, convention, ways);
  }
}

// Rows on both sides of words and vectors.
TEST(RayOutcomes, AgreeWithTheOracleOnLongRows) {
  const Rays rays{{{0, 1}, {1, 0}, {1, 1}}};
  Ways ways;
  for (const std::int64_t side : {1, 63, 64, 65, 257, 511, 512, 513}) {
    const Convention convention = side % 2 ? Convention::misere : Convention::normal;
    for (const Box& box : {Box{{0, 1}, {2, side}}, Box{{3, 2}, {2 + side, 4}}})
      expect_the_oracle(support::ray_game(rays, box), rays, convention, ways);
  }
}

// The generic kernel's digest.
Result<std::string> generic_digest(const RayGame& game, Convention convention) {
  plan::Request request;
  request.rules = game.rules;
  request.high = game.box.high;
  request.quantity = Quantity::outcome;
  request.convention = convention;
  request.kernel = "generic";
  const auto plan = plan::make_plan(request);
  if (!plan) return plan.error();
  const auto executor = parallel::make_executor("openmp", 2);
  if (!executor) return executor.error();
  const auto cells = solve(*plan, **executor);
  if (!cells) return cells.error();
  return statistics(*plan, *cells, **executor).digest.hex();
}

TEST(RayOutcomes, AgreeWithTheGenericKernelOnLargerBoxes) {
  constexpr std::uint64_t seed = 5200;
  std::mt19937_64 random(seed);
  Ways ways;
  for (int round = 0; round < 30; ++round) {
    const std::size_t dimensions = 2 + random() % 4;
    const Rays rays = support::random_rays(random, dimensions);
    const RayGame game = support::ray_game(rays, random_box(random, dimensions, 40'000));
    const Convention convention = round % 2 ? Convention::normal : Convention::misere;
    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << game.text);
    const auto expected = generic_digest(game, convention);
    ASSERT_TRUE(expected) << expected.error().message;
    test::on_every_target([&] {
      const Way& way = ways.next();
      SCOPED_TRACE(testing::Message() << way.executor << way.threads << " block " << way.block);
      const auto section = solve_with(rays, game.box, convention, way);
      ASSERT_TRUE(section) << section.error().message;
      EXPECT_EQ(digest_of(*section).hex(), *expected);
    });
  }
}

// Three piles, any number from one or the same number from two.
const Rays three_piles{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}}};
const Box up_to_300{{0, 0, 0}, {300, 300, 300}};

TEST(RayOutcomes, AreTheSameHoweverTheyAreSolved) {
  std::string expected;
  for (const std::string executor : {"serial", "openmp", "tbb"})
    for (const std::size_t threads : {1u, 2u, 3u, 8u})
      for (const std::int64_t block : {0, 5, 32, 1000}) {
        const Way way{executor, threads, block};
        const auto section = solve_with(three_piles, up_to_300, Convention::normal, way);
        ASSERT_TRUE(section) << section.error().message;
        const std::string digest = digest_of(*section).hex();
        if (expected.empty()) expected = digest;
        EXPECT_EQ(digest, expected) << executor << " " << threads << ", block " << block;
      }
}

TEST(RayOutcomes, OfThreePilesUpTo300) {
  const auto section = solve_with(three_piles, up_to_300, Convention::normal, {"openmp", 2, 0});
  ASSERT_TRUE(section) << section.error().message;
  EXPECT_EQ(support::visited_p_ranks(*section).size(),
            68'197U);  // counted by a triple loop over all positions
}

// P-positions do not depend on what the box holds beyond them; entries have 2, 3 and 4 bytes.
TEST(RayOutcomes, AreTheSameInLargerBoxes) {
  const Rays rays{{{0, 1}, {1, 0}, {1, 1}}};
  const auto solved = [&](std::int64_t high, unsigned entry_bytes) {
    auto section = solve_with(rays, {{0, 0}, {high, high}}, Convention::normal, {"serial", 1, 0});
    EXPECT_TRUE(section && section->entry_bytes() == entry_bytes);
    return std::move(*section);
  };
  constexpr std::int64_t high = 65'534;
  const family::Section narrow = solved(high, 2);
  for (const auto& [larger, entry_bytes] :
       {std::pair{high + 1, 3U}, {10 * high, 3U}, {1 << 24, 4U}}) {
    const family::Section wide = solved(larger, entry_bytes);
    for (std::int64_t u = 0; u <= high; ++u) {
      const auto p = wide.p_position({u});
      ASSERT_EQ(narrow.p_position({u}), p > high ? std::nullopt : p) << u << " up to " << larger;
    }
  }
}

TEST(RayOutcomes, CountPositionsAndStop) {
  std::atomic<std::uint64_t> solved{5};
  std::atomic<bool> stop{false};
  const tiles::Watch watch{.stop = &stop, .solved = &solved};
  for (const std::size_t threads : {1u, 2u}) {
    solved = 5;
    const Way way{"openmp", threads, 16};
    ASSERT_TRUE(solve_with(three_piles, up_to_300, Convention::normal, way, watch));
    EXPECT_EQ(solved.load(), 5 + *up_to_300.volume());
  }
  stop = true;
  const auto stopped = solve_with(three_piles, up_to_300, Convention::normal, {"tbb", 2, 0}, watch);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Errc::interrupted);
}

// Keeps a state of tiles of side 1.
class OfOtherTiles final : public tiles::Keeper {
 public:
  bool due() const override { return false; }
  Status save(const tiles::Frontier&) override { return {}; }
  const tiles::Frontier* saved() const override { return &frontier_; }
  Status load(const tiles::Parts&) override { return {}; }

 private:
  tiles::Frontier frontier_{kernel, {1, 0, 0, 0, 0, 0}, {}};
};

TEST(RayOutcomes, RefuseAStateOfOtherTiles) {
  OfOtherTiles keeper;
  const tiles::Watch watch{.keeper = &keeper};
  EXPECT_TRUE(solve_with(three_piles, up_to_300, Convention::normal, {"serial", 1, 1}, watch));
  const auto refused =
      solve_with(three_piles, up_to_300, Convention::normal, {"serial", 1, 2}, watch);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::corrupt);
}

TEST(RayOutcomes, RefuseBoxesBeyondAnyMemory) {
  const std::int64_t far = 1 << 15;
  const Rays rays{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  const Box box{{0, 0, 0, 0}, {far, far, far, far}};
  EXPECT_GT(outcome_bytes(rays, box, 2), std::uint64_t{1} << 42);
  const auto refused = solve_with(rays, box, Convention::normal, {"serial", 1, 0});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::memory);
}

}  // namespace
}  // namespace grundy::ray
