// Every published sequence against every solver.
#include "catalogue/published.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/solvers.hpp"

namespace grundy::catalogue_test {
namespace {

using support::BoxSolver;
using support::Values;

class PublishedValues : public testing::TestWithParam<BoxSolver> {
 protected:
  // The values in `box`, in rank order; empty after a failure.
  Values solve(const rules::Rules& rules, const Box& box, Quantity quantity,
               Convention convention = Convention::normal) {
    const auto values = GetParam().solve(rules, box, quantity, convention);
    EXPECT_TRUE(values) << (values ? "" : values.error().message);
    return values ? *values : Values(*box.volume(), 999);
  }

  static std::vector<Published> entries(std::string_view kind) {
    std::vector<Published> found = read_published();
    std::erase_if(found, [&](const Published& entry) { return entry.kind != kind; });
    EXPECT_FALSE(found.empty());
    return found;
  }

  // Calls compare(entry, rules) for all entries of a kind.
  template <class Compare>
  static void for_entries(std::string_view kind, Compare compare) {
    for (const Published& entry : entries(kind)) {
      SCOPED_TRACE(entry.name + ", " + entry.source);
      const auto rules = load(entry);
      ASSERT_TRUE(rules) << rules.error().message;
      compare(entry, *rules);
    }
  }

  static std::vector<Position> positions_of(const Published& entry) {
    std::vector<Position> positions;
    for (std::size_t i = 0; i < entry.values.size(); ++i)
      positions.push_back(position_of(entry, i));
    return positions;
  }
};

TEST_P(PublishedValues, Nimbers) {
  for_entries("nimber", [&](const Published& entry, const rules::Rules& rules) {
    const auto positions = positions_of(entry);
    const Box box = box_of(rules, positions);
    const Values got = solve(rules, box, Quantity::nimber);
    for (std::size_t i = 0; i < positions.size(); ++i)
      EXPECT_EQ(got[box.rank(positions[i])], entry.values[i]) << to_string(positions[i]);
  });
}

TEST_P(PublishedValues, MiserePlayIsLostWhereTheMisereGrundyValueIsZero) {
  for_entries("misere_grundy", [&](const Published& entry, const rules::Rules& rules) {
    const auto positions = positions_of(entry);
    const Box box = box_of(rules, positions);
    const Values got = solve(rules, box, Quantity::outcome, Convention::misere);
    for (std::size_t i = 0; i < positions.size(); ++i)
      EXPECT_EQ(got[box.rank(positions[i])] == 0, entry.values[i] == 0) << to_string(positions[i]);
  });
}

TEST_P(PublishedValues, PPositionsOfHeaps) {
  for_entries("p_positions", [&](const Published& entry, const rules::Rules& rules) {
    const std::set<std::int64_t> expected(entry.values.begin(), entry.values.end());
    const Values got = solve(rules, Box{{0}, {*expected.rbegin()}}, Quantity::outcome);
    for (std::int64_t n = 0; n <= *expected.rbegin(); ++n)
      EXPECT_EQ(got[static_cast<std::size_t>(n)] == 0, expected.contains(n)) << n;
  });
}

TEST_P(PublishedValues, PartnersInPPositions) {
  for_entries("p_partner", [&](const Published& entry, const rules::Rules& rules) {
    const auto last = static_cast<std::int64_t>(entry.values.size()) - 1;
    const Box box{{0, 0}, {last, last}};
    const Values got = solve(rules, box, Quantity::outcome);
    for (std::int64_t n = 0; n <= last; ++n)
      for (std::int64_t p = 0; p <= last; ++p)
        EXPECT_EQ(got[box.rank({n, p})] == 0, entry.values[static_cast<std::size_t>(n)] == p);
  });
}

INSTANTIATE_TEST_SUITE_P(Solvers, PublishedValues, testing::ValuesIn(support::box_solvers()),
                         support::solver_name<testing::TestParamInfo<BoxSolver>>);

TEST(Published, CountsAreWhatTheSourcesHold) {
  const auto all = read_published();
  EXPECT_EQ(std::count_if(all.begin(), all.end(),
                          [](const auto& entry) { return entry.name.starts_with("octal 0."); }),
            83)
      << "82 games of Flammenkamp's table and Plambeck's 0.177";
  for (const Published& entry : all) EXPECT_FALSE(entry.source.empty()) << entry.name;
}

TEST(Published, AntidiagonalsAreWalkedInOrder) {
  const std::vector<Position> expected{{0, 0}, {0, 1}, {1, 0}, {0, 2}, {1, 1}, {2, 0}, {0, 3}};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(antidiagonal_position(static_cast<std::int64_t>(i)), expected[i]);
}

}  // namespace
}  // namespace grundy::catalogue_test
