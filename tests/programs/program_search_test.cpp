// Games that are functions: random ones against the definition, and what goes wrong.
#include "programs/program_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace grundy::programs {
namespace {

using testing::HasSubstr;

// Positions 0, 1, ..; options are sums of smaller ones.
using Game = std::vector<std::vector<std::vector<std::size_t>>>;

Game random_game(std::uint64_t seed, std::size_t size) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(engine() % end); };
  Game game(size);
  for (std::size_t position = 1; position < size; ++position)
    for (std::size_t count = below(5); count > 0; --count) {
      auto& option = game[position].emplace_back();
      for (std::size_t parts = below(4); parts > 0; --parts) option.push_back(below(position));
    }
  return game;
}

Program program_of(const Game& game) {
  Program program;
  program.name = "test";
  program.options = [&game](std::string_view key, Sink& sink) -> Status {
    for (const auto& option : game[std::stoul(std::string(key))]) {
      for (const std::size_t part : option) sink.part(std::to_string(part));
      sink.end_option();
    }
    return {};
  };
  return program;
}

std::uint32_t nimber(const Game& game, std::size_t position) {
  std::set<std::uint32_t> met;
  for (const auto& option : game[position]) {
    std::uint32_t sum = 0;
    for (const std::size_t part : option) sum ^= nimber(game, part);
    met.insert(sum);
  }
  std::uint32_t mex = 0;
  while (met.contains(mex)) ++mex;
  return mex;
}

using Parts = std::vector<std::size_t>;

bool wins_misere(const Game& game, Parts parts, std::map<Parts, bool>& known) {
  std::ranges::sort(parts);
  if (const auto found = known.find(parts); found != known.end()) return found->second;
  bool moved = false;
  bool won = false;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const auto& option : game[parts[i]]) {
      Parts after = option;
      for (std::size_t j = 0; j < parts.size(); ++j)
        if (j != i) after.push_back(parts[j]);
      moved = true;
      won = won || !wins_misere(game, after, known);
    }
  return known[parts] = won || !moved;
}

Sum sum_of(const Parts& parts) {
  Sum sum;
  for (const std::size_t part : parts) sum.push_back(std::to_string(part));
  return sum;
}

TEST(Programs, NimbersOfRandomGamesAreThoseOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Game game = random_game(seed, 14);
    ProgramSearch search(program_of(game), Convention::normal, {});
    for (std::size_t a = game.size(); a-- > 0;) {
      const auto answer = search.evaluate(sum_of({a, a / 2, 3}));
      ASSERT_TRUE(answer) << answer.error().message;
      const std::uint32_t expected = nimber(game, a) ^ nimber(game, a / 2) ^ nimber(game, 3);
      EXPECT_EQ(answer->nimber, expected) << seed << " " << a;
      EXPECT_EQ(answer->outcome, expected == 0 ? Outcome::P : Outcome::N);
    }
  }
}

TEST(Programs, MisereOutcomesOfRandomSumsAreThoseOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Game game = random_game(seed, 9);
    std::map<Parts, bool> known;
    ProgramSearch search(program_of(game), Convention::misere, {});
    for (const Parts& parts : {Parts{}, Parts{8}, Parts{7, 8}, Parts{5, 5, 6}}) {
      const auto answer = search.evaluate(sum_of(parts));
      ASSERT_TRUE(answer) << answer.error().message;
      EXPECT_EQ(answer->outcome == Outcome::N, wins_misere(game, parts, known)) << seed;
      EXPECT_FALSE(answer->nimber);
    }
  }
}

TEST(Programs, EqualPositionsAreMetOnce) {
  Program nim;  // two heaps, as bytes
  nim.options = [](std::string_view key, Sink& sink) -> Status {
    for (std::size_t heap = 0; heap < 2; ++heap)
      for (char left = 0; left < key[heap]; ++left) {
        Key after(key);
        after[heap] = left;
        sink.part(after);
        sink.end_option();
      }
    return {};
  };
  ProgramSearch plain(nim, Convention::normal, {});
  EXPECT_EQ(plain.evaluate({Key{9, 9}})->nimber, 0U);
  EXPECT_EQ(plain.positions(), 100U);
  nim.canon = [](Key& key) -> Status {
    std::ranges::sort(key);
    return {};
  };
  ProgramSearch sorted(nim, Convention::normal, {});
  EXPECT_EQ(sorted.evaluate({Key{9, 9}})->nimber, 0U);
  EXPECT_EQ(sorted.evaluate({Key{7, 4}})->nimber, 3U);
  EXPECT_EQ(sorted.positions(), 55U);
}

TEST(Programs, ACycleIsShownAndTheSearchGoesOn) {
  const Game game{{{1}}, {{2}, {3}}, {{1}}, {}};
  ProgramSearch search(program_of(game), Convention::normal, {});
  const auto refused = search.evaluate({"0"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::rules);
  EXPECT_THAT(refused.error().message, HasSubstr("1 -> 2 -> 1"));
  EXPECT_EQ(search.evaluate({"3"})->nimber, 0U);
  EXPECT_FALSE(search.evaluate({"0"}));
}

TEST(Programs, LongPlayNeedsNoStack) {
  Program line;
  line.options = [](std::string_view key, Sink& sink) -> Status {
    const auto n = std::stoul(std::string(key));
    if (n == 0) return {};
    sink.part(std::to_string(n - 1));
    sink.end_option();
    return {};
  };
  ProgramSearch search(line, Convention::normal, {});
  EXPECT_EQ(search.evaluate({"1000001"})->nimber, 1U);
}

TEST(Programs, WhatGoesWrongIsSaid) {
  Program open;
  open.name = "open";
  open.options = [](std::string_view, Sink& sink) -> Status {
    sink.part("x");
    return {};
  };
  const auto unended = ProgramSearch(open, Convention::normal, {}).evaluate({Key("a\n")});
  ASSERT_FALSE(unended);
  EXPECT_THAT(unended.error().message, HasSubstr("the last option of a\\x0a has no end"));
  const auto in_sum = ProgramSearch(open, Convention::misere, {}).evaluate({"a"});
  ASSERT_FALSE(in_sum);
  EXPECT_EQ(in_sum.error().message, "program open: the last option of a has no end");
  open.print = [](std::string_view) { return std::string("\x1b[31mred"); };
  EXPECT_EQ(open.text("a"), "\\x1b[31mred");
  const Game game = random_game(7, 14);
  lazy::SearchLimits limits;
  limits.bytes = 1000;
  const auto full = ProgramSearch(program_of(game), Convention::normal, limits).evaluate({"13"});
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, Errc::memory);
  const std::atomic<bool> stop{true};
  limits = {};
  limits.stop = &stop;
  const auto stopped = ProgramSearch(program_of(game), Convention::normal, limits).evaluate({"13"});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Errc::interrupted);
  Program failing = program_of(game);
  failing.options = [](std::string_view, Sink&) -> Status {
    return Error{Errc::rules, "no options today"};
  };
  for (const Convention convention : {Convention::normal, Convention::misere}) {
    const auto failed = ProgramSearch(failing, convention, {}).evaluate({"13"});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, "no options today");
  }
}

}  // namespace
}  // namespace grundy::programs
