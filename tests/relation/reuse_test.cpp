// Schemes of reuse, replayed: their sets must give the options of the definition.
#include "relation/reuse.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "oracle/options.hpp"
#include "rules/parse.hpp"
#include "support/random_rules.hpp"

namespace grundy::relation {
namespace {

using testing::HasSubstr;

std::int64_t value(const Linear& form, const Vector& at) {
  std::int64_t sum = form.constant;
  for (std::size_t i = 0; i < form.coefficients.size(); ++i) sum += form.coefficients[i] * at.at(i);
  return sum;
}

// The position with the quotients of a condition; nothing where it does not hold.
std::optional<Vector> where_holds(const Where& where, Vector at) {
  for (const Quotient& quotient : where.quotients) {
    const std::int64_t dividend = value(quotient.dividend, at);
    at.push_back(dividend / quotient.divisor - (dividend % quotient.divisor < 0 ? 1 : 0));
  }
  for (const Linear& form : where.zero)
    if (value(form, at) != 0) return std::nullopt;
  for (const Linear& form : where.at_least_zero)
    if (value(form, at) < 0) return std::nullopt;
  return at;
}

using Options = std::set<Position>;

class Replay {
 public:
  Replay(const rules::Rules& rules, const Box& box, const Scheme& scheme)
      : rules_(rules), box_(box), scheme_(scheme) {}

  // Meets all positions in the order. Ends with the first mistake.
  void run(const std::vector<rules::ScanAxis>& order, std::size_t depth = 0) {
    if (testing::Test::HasFailure()) return;
    if (depth == order.size()) return visit();
    position_.resize(order.size());
    const std::size_t axis = order[depth].axis;
    for (std::int64_t i = 0; i < box_.extent(axis); ++i) {
      position_[axis] = order[depth].ascending ? box_.low[axis] + i : box_.high[axis] - i;
      run(order, depth + 1);
    }
  }

 private:
  void visit() {
    std::vector<Options> sets;
    for (const OptionSet& set : scheme_.sets) sets.push_back(options_of(set, sets));
    Options read;
    for (const Reading& reading : scheme_.readings)
      if (std::ranges::any_of(reading.any, [&](const Where& where) {
            return where_holds(where, position_).has_value();
          }))
        read.insert(sets[reading.set].begin(), sets[reading.set].end());
    EXPECT_EQ(read, defined()) << testing::PrintToString(position_);
    known_.emplace(position_, std::move(sets));
    for (std::size_t set = 0; set < scheme_.sets.size(); ++set)
      if (scheme_.sets[set].in_order) check_order(set);
  }

  // Whether options of a window leave in the order in which they joined, one at a time.
  void check_order(std::size_t number) {
    const OptionSet& set = scheme_.sets[number];
    std::vector<Position> joined;
    if (const auto before = joined_.find({before_in(set.directions.at(0)), number});
        before != joined_.end())
      joined = before->second;
    const std::size_t all = joined.size();
    for (const Target& target : set.added)
      if (const auto at = where_holds(target.where, position_))
        joined.push_back(option(target, *at));
    EXPECT_LE(joined.size(), all + 1) << "several join at a time";
    for (const Target& target : set.removed) {
      const auto at = where_holds(target.where, position_);
      if (!at) continue;
      EXPECT_EQ(joined.at(0), option(target, *at)) << "does not leave in its order";
      joined.erase(joined.begin());
    }
    EXPECT_LE(all, joined.size() + 1) << "several leave at a time";
    joined_[{position_, number}] = std::move(joined);
  }

  Position before_in(const Vector& direction) const {
    Position before = position_;
    for (std::size_t axis = 0; axis < before.size(); ++axis) before[axis] -= direction[axis];
    return before;
  }

  Options options_of(const OptionSet& set, const std::vector<Options>& earlier) const {
    Options options;
    for (const Vector& direction : set.directions) {
      const Position before = before_in(direction);
      if (!box_.contains(before)) continue;
      const auto known = known_.find(before);
      EXPECT_NE(known, known_.end()) << "a direction leads forward";
      if (known == known_.end()) continue;
      const Options& of_set = known->second[earlier.size()];
      options.insert(of_set.begin(), of_set.end());
    }
    for (const Target& target : set.removed) {
      const auto at = where_holds(target.where, position_);
      if (at) {
        EXPECT_EQ(options.erase(option(target, *at)), 1U) << "removed, and was not there";
      }
    }
    for (const Target& target : set.added) {
      const auto at = where_holds(target.where, position_);
      if (!at) continue;
      const Position added = option(target, *at);
      EXPECT_TRUE(known_.contains(added)) << "an option comes later, or is outside the box";
      const bool fresh = options.insert(added).second;
      EXPECT_TRUE(fresh || set.removed.empty()) << "added twice to a window";
    }
    for (const std::size_t part : set.added_sets)
      options.insert(earlier.at(part).begin(), earlier.at(part).end());
    return options;
  }

  static Position option(const Target& target, const Vector& at) {
    Position option;
    for (const Linear& coordinate : target.coordinates) option.push_back(value(coordinate, at));
    return option;
  }

  // The options inside the box, by the definition and without endings.
  Options defined() const {
    Options inside;
    const auto all = oracle::options(rules_, position_);
    EXPECT_TRUE(all);
    if (!all) return inside;
    for (const oracle::Sum& sum : *all)
      if (box_.contains(sum.front())) inside.insert(sum.front());
    return inside;
  }

  const rules::Rules& rules_;
  const Box& box_;
  const Scheme& scheme_;
  Position position_;
  std::map<Position, std::vector<Options>> known_;
  std::map<std::pair<Position, std::size_t>, std::vector<Position>> joined_;  // by set; in order
};

struct Found {
  std::size_t sets = 0;
  std::size_t additions = 0;  // and removals
  std::size_t in_order = 0;   // windows
};

// Finds a scheme and replays it. Nothing if there is none, with the reason in `why_not`.
std::optional<Found> replayed(rules::Rules rules, std::int64_t side,
                              std::string* why_not = nullptr) {
  rules.endings.clear();
  const auto closure = rules::closure(rules, rules.low_box(side));
  if (!std::holds_alternative<Box>(closure)) return std::nullopt;
  const Box& box = std::get<Box>(closure);
  const auto descent = rules::descent(rules, box);
  if (!std::holds_alternative<rules::Descent>(descent)) return std::nullopt;
  const auto order = order_of(std::get<rules::Descent>(descent));
  if (order.empty()) return std::nullopt;
  const auto scheme = scheme_of(rules, box, order);
  if (!scheme) {
    if (why_not) *why_not = scheme.error().message;
    return std::nullopt;
  }
  Replay(rules, box, *scheme).run(order);
  Found found{scheme->sets.size()};
  for (const OptionSet& set : scheme->sets) {
    found.additions += set.added.size() + set.removed.size();
    found.in_order += set.in_order ? 1 : 0;
  }
  return found;
}

// Three-row Chomp: bites that leave the same position whatever the third row is.
TEST(Reuse, LeavesACoordinateAlone) {
  const rules::Rules rules = rules::parsed(
      "game chomp(a in 1.., b, c)\n"
      "  (a, b, c) -> (i, min(b, i), min(c, i)) for i in 1 .. a - 1\n"
      "  (a, b, c) -> (a, i, min(c, i)) for i in 0 .. b - 1\n"
      "  (a, b, c) -> (a, b, i) for i in 0 .. c - 1\n");
  const Box box{{1, 0, 0}, {18, 17, 17}};
  const std::vector<rules::ScanAxis> order{{0, true}, {1, true}, {2, true}};
  const auto scheme = scheme_of(rules, box, order, 2);
  ASSERT_TRUE(scheme) << scheme.error().message;
  std::vector<Vector> directions;
  for (const OptionSet& set : scheme->sets)
    directions.insert(directions.end(), set.directions.begin(), set.directions.end());
  EXPECT_THAT(directions,
              testing::UnorderedElementsAre(Vector{0, 0, 1}, Vector{0, 1, 0}, Vector{1, 0, 0}));
  Replay(rules, box, *scheme).run(order);
}

TEST(Reuse, TakesAFewSetsAndAdditions) {
  struct Case {
    std::string coordinates;
    std::string rules;
    std::size_t sets;
    std::size_t additions;
    std::size_t in_order = 0;
  };
  const std::string any_of_one =
      "(a, b) -> (a - k, b) for k >= 1\n(a, b) -> (a, b - k) for k >= 1\n";
  const std::vector<Case> cases{
      {"a, b", any_of_one + "(a, b) -> (a - k, b - k) for k >= 1", 3, 3},
      {"a, b", any_of_one + "(a, b) -> (a - j, b - k) for j >= 1, k in max(1, j - 7) .. j + 7", 3,
       17},
      {"a, b", any_of_one + "(a, b) -> (a - j, b - k) for j >= 1, k in j .. 2 * j", 5, 5},
      {"a, b", "(a, b) -> (a - k, b + k - 1) for k >= 1\n(a, b) -> (a, b - k) for k >= 1", 2, 2},
      {"a, b",
       "(a, b) -> (a - k, b) for k in 1 .. floor(a / 2)\n"
       "(a, b) -> (a - k, b - k) for k in 1 .. floor(min(a, b) / 2)",
       2, 5, 2},
      {"a, b",
       "(a, b) -> (a - k, b) for k >= 1 when a >= b\n(a, b) -> (a, b - k) for k >= 1 when b >= a",
       2, 2},
      {"n, l", "(n, l) -> (n - k, k) for k in 1 .. 2 * l", 1, 3},
      {"a, b", "(a, b) -> (a - k, b) for k in 1 .. 2 * b - a", 1, 3},  // two leave at a time
      {"a, b", "(a, b) -> (a - k, b) for k >= 1 when a - k != b", 1, 2},
      {"a, b", "(a, b) -> (a - k, b + i) for k >= 1, i in -k .. k", 4, 5},
      {"a, b", "(a, b) -> (a - b, b) when a >= b and b >= 1", 1, 1},
      // A condition makes coordinates equal, so that one may be written for the other.
      {"a, b", "(a, b) -> (a - k, b) for k >= 1 when a = b", 1, 1},
      {"a, b", "(a, b) -> (a, b - 3 * k) for k >= 1 when a = b", 1, 1},
      {"a, b", "(a, b) -> (a - k, b + k - 2) for k >= 1 when a = b", 1, 2},
      {"a, b", "(a, b) -> (a - i, b - j) for i >= 1, j >= 1 when a = b", 2, 1},
      // Sets along the same lines are one.
      {"a, b", "(a, b) -> (a - 2 * k, b) for k >= 1\n(a, b) -> (a - 2 * k - 1, b) for k >= 0", 1,
       1},
      {"a, b", "(a, b) -> (i, min(b, i)) for i in 0 .. a - 1", 2, 2},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.rules);
    std::string why_not;
    const auto found =
        replayed(rules::parsed("game g(" + one.coordinates + ")\n" + one.rules), 26, &why_not);
    ASSERT_TRUE(found) << why_not;
    EXPECT_EQ(found->sets, one.sets);
    EXPECT_EQ(found->additions, one.additions);
    EXPECT_EQ(found->in_order, one.in_order);
  }
}

TEST(Reuse, OfChompIsOneAdditionForEachPiece) {
  const auto found = replayed(
      rules::parsed(
          "game g(a, b, c)\n"
          "(a, b, c) -> (i, min(b, i), min(c, i)) for i in 0 .. a - 1 when a >= b and b >= c\n"
          "(a, b, c) -> (a, i, min(c, i)) for i in 0 .. b - 1 when a >= b and b >= c\n"
          "(a, b, c) -> (a, b, i) for i in 0 .. c - 1 when a >= b and b >= c\n"),
      19);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->sets, 6U);
  EXPECT_EQ(found->additions, 6U);
}

TEST(Reuse, GivesTheOptionsOfRandomRules) {
  std::size_t found = 0;
  std::size_t tried = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const auto games = rules::parse(to_text(generator::random_game(seed)), "test");
    if (!games ||
        std::ranges::any_of(games->front().options,
                            [](const auto& rule) { return rule.summands.size() != 1; }) ||
        games->front().dimensions() > 4)
      continue;
    SCOPED_TRACE(games->front().text);
    ++tried;
    const std::int64_t side = games->front().dimensions() == 1   ? 60
                              : games->front().dimensions() == 2 ? 19
                                                                 : 5;
    if (replayed(games->front(), side)) ++found;
    replayed(games->front(), side + 2);  // the same scheme, in another box
    if (HasFailure()) return;
  }
  EXPECT_GT(tried, 100U);
  EXPECT_GT(found, tried / 4);
  RecordProperty("found", static_cast<int>(found));
}

TEST(Reuse, IsTheSameWhicheverBoxIsAskedAboutFirst) {
  const std::string rule = "(a, b) -> (a - k, b - k) for k in 1 .. floor(min(a, b) / 2)\n";
  const rules::Rules rules = rules::parsed("game g(a, b)\n" + rule);
  const rules::Rules on_other_lines = rules::parsed("game g(a, b)\n\n" + rule);
  const std::vector<rules::ScanAxis> order{{0, true}, {1, true}};
  const Box small{{0, 0}, {30, 17}};
  ASSERT_TRUE(scheme_of(rules, {{0, 0}, {5000, 99}}, order));
  const auto second = scheme_of(rules, small, order);
  const auto first = scheme_of(on_other_lines, small, order);
  ASSERT_TRUE(first && second);
  ASSERT_EQ(first->sets.size(), second->sets.size());
  for (std::size_t set = 0; set < first->sets.size(); ++set) {
    EXPECT_EQ(first->sets[set].directions, second->sets[set].directions);
    EXPECT_EQ(first->sets[set].added, second->sets[set].added);
    EXPECT_EQ(first->sets[set].removed, second->sets[set].removed);
  }
}

TEST(Reuse, SaysWhyThereIsNone) {
  const auto why_not = [](const std::string& rule) {
    const rules::Rules rules = rules::parsed("game g(a, b)\n(a, b) -> " + rule);
    const Box box{{0, 0}, {30, 30}};
    const auto scheme = scheme_of(rules, box, {{0, true}, {1, true}});
    return scheme ? "found" : scheme.error().message;
  };
  EXPECT_THAT(why_not("(a - k * k, b) for k in 1 .. a"), HasSubstr("linear"));
  EXPECT_THAT(why_not("(a - k, b) + (k, b) for k in 1 .. a - 1"), HasSubstr("sums"));
}

}  // namespace
}  // namespace grundy::relation
