// Random rules within finite ranges: what the oracle says of each position is a law, and with one
// position spoiled it is none.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>

#include "generator/generator.hpp"
#include "law/child/child.hpp"
#include "law/wins.hpp"
#include "oracle/oracle.hpp"
#include "relation/proofs/prove.hpp"
#include "rules/language/parse_claim.hpp"
#include "rules/language/parser.hpp"

namespace grundy::law {
namespace {

using relation::Answer;
using Values = std::vector<std::int64_t>;

// GRUNDY_LAW_GAMES=1000 takes some minutes.
std::size_t games() {
  const char* const given = std::getenv("GRUNDY_LAW_GAMES");
  return given == nullptr ? 60 : static_cast<std::size_t>(std::atoi(given));
}

// With an end for every coordinate, so that a list of positions is a claim about all of them.
std::optional<rules::Rules> finite_rules(std::uint64_t seed) {
  generator::Game game = generator::random_game(seed);
  const std::int64_t length = game.coordinates.size() == 1   ? 12
                              : game.coordinates.size() == 2 ? 4
                                                             : 2;
  for (generator::Coordinate& coordinate : game.coordinates) {
    if (coordinate.high) continue;
    if (!coordinate.low) coordinate.low = generator::constant(0);
    coordinate.high = *coordinate.low + generator::constant(length);
  }
  auto rules = rules::parse(to_text(game), "random");
  if (!rules) return std::nullopt;
  return std::move(rules->front());
}

Box everything(const rules::Rules& rules) {
  Box box;
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    box.low.push_back(coordinate.low);
    box.high.push_back(*coordinate.high);
  }
  return box;
}

std::optional<Values> values(const rules::Rules& rules, Quantity quantity, Convention convention) {
  oracle::Oracle oracle(rules, convention);
  oracle.limit(5000);
  const Box box = everything(rules);
  if (*box.volume() > 120) return std::nullopt;
  Values all;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position at = box.position(rank);
    if (quantity == Quantity::nimber) {
      const auto value = oracle.nimber_by_xor(at);
      if (!value) return std::nullopt;
      all.push_back(*value);
    } else {
      const auto value = oracle.outcome(at);
      if (!value) return std::nullopt;
      all.push_back(static_cast<std::int64_t>(*value));
    }
  }
  return all;
}

// The positions that have each value, one by one.
std::string claim_of(const rules::Rules& rules, Quantity quantity, const Values& values) {
  std::map<std::int64_t, std::vector<std::string>> having;
  const Box box = everything(rules);
  for (std::uint64_t rank = 0; rank < values.size(); ++rank) {
    std::vector<std::string> equal;
    for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
      equal.push_back(
          fmt::format("{} = {}", rules.coordinates[axis].name, box.position(rank)[axis]));
    having[values[rank]].push_back(fmt::format("{}", fmt::join(equal, " and ")));
  }
  if (quantity == Quantity::outcome)
    return having[0].empty() ? "P when 0 = 1"
                             : fmt::format("P when {}", fmt::join(having[0], " or "));
  std::vector<std::string> pieces;
  for (const auto& [value, positions] : having)
    pieces.push_back(fmt::format("{} when {}", value, fmt::join(positions, " or ")));
  return fmt::format("nimber = {}", fmt::join(pieces, ", "));
}

struct Judged {
  Answer answer = Answer::limit;
  std::string wins;
};

// In a child, since a random game may ask for too much.
Judged judged(const rules::Rules& rules, Convention convention, const std::string& text) {
  const auto claim = rules::parse_claim(text, rules);
  if (!claim) ADD_FAILURE() << claim.error().message;
  auto child = Child::start({1, std::uint64_t{1} << 30}, [&] {
    const auto verdict = relation::prove(rules, convention, *claim);
    return std::to_string(static_cast<int>(verdict.answer)) + verdict.wins;
  });
  if (!child) return {};
  const auto result = child->text(nullptr);
  if (!result || !*result) return {};
  return {static_cast<Answer>((**result)[0] - '0'), (*result)->substr(1)};
}

struct Tally {
  std::size_t proved = 0, outside = 0, limit = 0, wins = 0;
};

void judge(const rules::Rules& rules, Quantity quantity, Convention convention,
           std::mt19937_64& random, Tally& tally) {
  auto truth = values(rules, quantity, convention);
  if (!truth) return;
  const std::string claim = claim_of(rules, quantity, *truth);
  const auto [right, wins] = judged(rules, convention, claim);
  EXPECT_NE(right, Answer::refuted) << rules.text << claim;
  tally.proved += right == Answer::proved;
  tally.outside += right == Answer::outside;
  tally.limit += right == Answer::limit;
  if (right != Answer::proved) return;
  tally.wins += !wins.empty();
  if (!wins.empty()) check_wins(rules, claim, wins);
  std::int64_t& spoiled = (*truth)[random() % truth->size()];
  spoiled = quantity == Quantity::outcome
                ? 1 - spoiled
                : (spoiled + 1 + static_cast<std::int64_t>(random() % 3)) % 4;
  if (claim_of(rules, quantity, *truth) == claim) return;
  EXPECT_NE(judged(rules, convention, claim_of(rules, quantity, *truth)).answer, Answer::proved)
      << rules.text << claim_of(rules, quantity, *truth);
}

TEST(RandomLaws, AreProvedAndSpoiledOnesAreNot) {
  std::mt19937_64 random(19);
  Tally tally;
  for (std::uint64_t seed = 190'000; seed < 190'000 + games(); ++seed) {
    const auto rules = finite_rules(seed);
    if (!rules) continue;
    judge(*rules, Quantity::outcome, Convention::normal, random, tally);
    judge(*rules, Quantity::outcome, Convention::misere, random, tally);
    if (!rules->has_ending(Outcome::N))
      judge(*rules, Quantity::nimber, Convention::normal, random, tally);
    if (HasFailure()) return;
  }
  RecordProperty("outside", static_cast<int>(tally.outside));
  RecordProperty("limit", static_cast<int>(tally.limit));
  EXPECT_GE(tally.proved, games() / 2) << tally.outside << " outside, " << tally.limit << " limit";
  EXPECT_LE(tally.limit, games() / 10);
  EXPECT_GE(tally.wins, games() / 4);
}

}  // namespace
}  // namespace grundy::law
