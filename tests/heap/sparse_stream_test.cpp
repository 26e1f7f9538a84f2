// Heaps that are counted and dropped, against boxes that hold them all, and against the definition.
#include "methods/heap/sparse_stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/counts.hpp"
#include "methods/heap/sparse.hpp"
#include "methods/heap/sparse_repeat.hpp"
#include "rules/language/parser.hpp"
#include "support/kept_frontier.hpp"
#include "support/targets.hpp"

namespace grundy::sparse {
namespace {

using heaps::least_window;
using heaps::Streamed;
using heaps::Tally;
using heaps::Window;
using testing::HasSubstr;

HeapGame game_of(const std::string& code) {
  const auto games = rules::parse("game heaps(n)\n  take_and_break " + code + "\n", "test");
  EXPECT_TRUE(games) << code;
  auto game = recognise_heap_game(games->front());
  EXPECT_TRUE(game) << code;
  return *game;
}

std::unique_ptr<parallel::Executor> threads(std::size_t count) {
  return *parallel::make_executor(count == 1 ? "serial" : "tbb", count);
}

constexpr Window small{least_window, least_window};

Result<Streamed> stream_of(const std::string& code, std::uint64_t count,
                           const Window& window = small, const tiles::Watch& watch = {}) {
  return stream(game_of(code), count, window, *threads(1), watch);
}

// A box that holds all heaps, and tallies of its first ones.
class Reference {
 public:
  Reference(const std::string& code, std::uint64_t count)
      : box_{{0}, {static_cast<std::int64_t>(count) - 1}}, keys_(box_) {
    auto solved = solve(game_of(code), box_, *threads(2), {});
    EXPECT_TRUE(solved);
    cells_ = std::move(solved->cells);
  }

  Tally tally(std::uint64_t count) const {
    Tally tally;
    tally.heaps = count;
    std::vector<std::uint32_t> nimbers(count);
    cells_.read({0}, nimbers);
    for (std::uint64_t heap = 0; heap < count; ++heap) {
      if (tally.count[nimbers[heap]]++ == 0) tally.first[nimbers[heap]] = heap;
      tally.last[nimbers[heap]] = heap;
    }
    Counts counts;
    count_row(keys_, Quantity::nimber, {0}, std::span<const std::uint32_t>(nimbers), counts);
    tally.digest = counts.digest;
    return tally;
  }

 private:
  Box box_;
  DigestKeys keys_;
  memory::Cells cells_;
};

Tally tally_of_box(const std::string& code, std::uint64_t count) {
  return Reference(code, count).tally(count);
}

void expect_equal(const Tally& tally, const Tally& expected) {
  EXPECT_EQ(tally.heaps, expected.heaps);
  EXPECT_EQ(tally.digest, expected.digest);
  EXPECT_EQ(tally.count, expected.count);
  EXPECT_EQ(tally.first, expected.first);
  EXPECT_EQ(tally.last, expected.last);
}

TEST(StreamedHeaps, CountAsThoseOfABox) {
  for (const std::string code : {"0.6", "0.104", "0.47", "0.776"}) {
    const Reference box(code, 330'001);
    for (const std::uint64_t count : {1u, 1000u, 1025u, 262'144u, 262'145u, 330'001u}) {
      SCOPED_TRACE(testing::Message() << code << ", " << count << " heaps");
      const auto streamed = stream_of(code, count);
      ASSERT_TRUE(streamed) << streamed.error().message;
      EXPECT_EQ(streamed->kept, std::min(count, least_window));
      expect_equal(streamed->tally, box.tally(count));
    }
  }
}

TEST(StreamedHeaps, OfOfficersHaveTheRareOnesThatArePublished) {
  const auto streamed = stream_of("0.6", 300'000);
  ASSERT_TRUE(streamed);
  EXPECT_EQ(streamed->rares.size(), 1584u);
  EXPECT_EQ(streamed->rares.back(), 20'627u);
}

// Proved before heaps are dropped, or long after.
TEST(StreamedHeaps, HaveThePeriodThatAllHeapsOfABoxProve) {
  for (const auto& [code, length, from] :
       {std::tuple("0.77", 12u, 71u), std::tuple("0.56", 144u, 326'640u)}) {
    SCOPED_TRACE(code);
    const auto streamed = stream_of(code, 3'000'000);
    ASSERT_TRUE(streamed) << streamed.error().message;
    ASSERT_TRUE(streamed->period);
    EXPECT_EQ(*streamed->period, (family::Period{from, length}));
    EXPECT_TRUE(streamed->least_preperiod);
    EXPECT_LT(streamed->solved, 1'000'000u);
    expect_equal(streamed->tally, tally_of_box(code, 3'000'000));
  }
}

// The first heaps that repeat are dropped before the period is found: a bound is all that is known.
TEST(StreamedHeaps, HavePeriodsNearlyAsLongAsAThirdOfThoseKept) {
  const auto streamed = stream_of("0.16", 2'000'000, {655'000, 655'000});
  ASSERT_TRUE(streamed) << streamed.error().message;
  ASSERT_TRUE(streamed->period);
  EXPECT_EQ(streamed->period->length, 149'459u);
  EXPECT_FALSE(streamed->least_preperiod);
  EXPECT_GE(streamed->period->preperiod, 105'351u);
  expect_equal(streamed->tally, tally_of_box("0.16", 2'000'000));
}

// A keeper that stops the run, or lets it go on, whenever it could save.
class Moments final : public KeptFrontier {
 public:
  explicit Moments(int stop_at) : left_(stop_at) {}
  bool due() const override { return true; }
  Status save(const tiles::Frontier& frontier) override {
    if (left_-- == 0) stop = true;
    return keep(frontier) ? Status() : Status(Error{Errc::io, "a part"});
  }
  void stop_after(int saves) {
    left_ = saves;
    stop = false;
  }
  tiles::Frontier& kept() { return *kept_; }

  std::atomic<bool> stop = false;

 private:
  int left_;
};

TEST(StreamedHeaps, GoOnFromAnyStateOnAnyThreads) {
  for (const auto& [code, longest] : {std::pair("0.6", 150u), std::pair("0.56", 3u)}) {
    SCOPED_TRACE(code);
    constexpr std::uint64_t count = 500'000;
    const Tally expected = tally_of_box(code, count);
    Moments keeper(0);
    std::atomic<std::uint64_t> solved = 0;
    std::mt19937 random(7);
    int stops = 0;
    for (;; ++stops) {
      keeper.stop_after(static_cast<int>(random() % longest));
      const auto streamed = stream(game_of(code), count, small, *threads(1 + random() % 3),
                                   {&keeper.stop, &solved, &keeper});
      if (streamed) {
        expect_equal(streamed->tally, expected);
        break;
      }
      ASSERT_EQ(streamed.error().code, Errc::interrupted) << streamed.error().message;
    }
    EXPECT_GE(stops, longest > 3 ? 20 : 4);
    // And with more heaps, from where all were solved.
    const auto more =
        stream(game_of(code), count + 5, small, *threads(1), {nullptr, &solved, &keeper});
    ASSERT_TRUE(more) << more.error().message;
    expect_equal(more->tally, tally_of_box(code, count + 5));
    const auto fewer = stream(game_of(code), 1000, small, *threads(1), {nullptr, &solved, &keeper});
    ASSERT_FALSE(fewer);
    EXPECT_EQ(fewer.error().code, Errc::usage);
  }
}

// Only the heaps that follow those of the state are compared with the candidate it has.
TEST(StreamedHeaps, GoOnWithTheCandidateForAPeriodThatWasSaved) {
  const HeapGame kayles = game_of("0.77");
  Definition definition(kayles);
  std::vector<std::uint16_t> nimbers;
  while (nimbers.size() < 150)
    nimbers.push_back(static_cast<std::uint16_t>(definition.next(nimbers)));
  std::vector<std::uint8_t> index(500);
  const Repeat::Found saved{{71, 12}, Repeat::Stage::candidate, true};
  Repeat repeat;
  repeat.set(saved, 100, 100);
  repeat.compare(Heaps(kayles, nimbers, index.data()));
  EXPECT_EQ(repeat.found().stage, Repeat::Stage::candidate);
  while (nimbers.size() < 200)
    nimbers.push_back(static_cast<std::uint16_t>(definition.next(nimbers)));
  repeat.compare(Heaps(kayles, nimbers, index.data()));
  EXPECT_TRUE(repeat.proved());
  ++nimbers.back();
  repeat.set(saved, 100, 100);
  repeat.compare(Heaps(kayles, nimbers, index.data()));
  EXPECT_EQ(repeat.found().stage, Repeat::Stage::nothing);
}

TEST(StreamedHeaps, AreEqualOnEveryTarget) {
  const Tally expected = tally_of_box("0.104", 280'000);
  test::on_every_target([&] {
    const auto streamed = stream_of("0.104", 280'000);
    ASSERT_TRUE(streamed);
    expect_equal(streamed->tally, expected);
  });
}

TEST(StreamedHeaps, RefuseStatesInDisorder) {
  Moments keeper(1'000'000);
  std::atomic<std::uint64_t> solved = 0;
  constexpr std::uint64_t count = 300'000;
  ASSERT_TRUE(stream(game_of("0.104"), count, small, *threads(1), {nullptr, &solved, &keeper}));
  const Tally expected = tally_of_box("0.104", count);
  const tiles::Frontier good = *keeper.saved();
  const auto resumes = [&] {
    return stream(game_of("0.104"), count, small, *threads(1), {nullptr, &solved, &keeper});
  };
  ASSERT_TRUE(resumes());
  for (std::size_t number = 0; number + 1 < good.numbers.size(); ++number)
    for (const std::uint64_t wrong : {good.numbers[number] + 1, std::uint64_t{1} << 61}) {
      keeper.kept() = good;
      keeper.kept().numbers[number] = wrong;
      const auto streamed = resumes();
      if (!streamed)
        EXPECT_THAT(streamed.error().code, testing::AnyOf(Errc::corrupt, Errc::usage)) << number;
      else
        expect_equal(streamed->tally, expected);
    }
}

TEST(StreamedHeaps, NeedMoreMemoryWhereRareHeapsComeLate) {
  const auto refused = stream_of("0.376", 400'000);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::memory);
  EXPECT_THAT(refused.error().message, HasSubstr("option `memory` of"));
  const auto streamed = stream_of("0.376", 300'000, {least_window, 1 << 20});
  ASSERT_TRUE(streamed) << streamed.error().message;
  EXPECT_GT(streamed->kept, least_window);
  expect_equal(streamed->tally, tally_of_box("0.376", 300'000));
}

TEST(StreamedHeaps, AreRefusedWhereNimbersGrow) {
  const auto refused = stream_of("0.605", 300'000);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::unsupported) << refused.error().message;
}

}  // namespace
}  // namespace grundy::sparse
