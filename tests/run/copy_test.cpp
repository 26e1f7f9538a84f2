// Parts of a solution copied by whatever keeps it are what is read position by position.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>

#include "base/cell_window.hpp"
#include "rules/language/catalogue.hpp"
#include "rules/parse.hpp"
#include "support/expected.hpp"
#include "support/random_rules.hpp"

namespace grundy::sweep {
namespace {

Box random_part(const Box& box, std::mt19937& random) {
  Box part = box;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis) {
    std::uniform_int_distribution<std::int64_t> any(box.low[axis], box.high[axis]);
    std::tie(part.low[axis], part.high[axis]) = std::minmax(any(random), any(random));
  }
  return part;
}

// A part of the kept box into a larger window, and the largest of its values.
template <class Cell>
void expect_copied(const Solution& solution, const Box& kept, std::mt19937& random) {
  const Box part = random_part(kept, random);
  Box window = part;
  for (std::int64_t& high : window.high) high += static_cast<std::int64_t>(random() % 3);
  std::vector<Cell> cells(*window.volume(), Cell{77});
  std::visit(
      [&](const auto& values) {
        const SourceOf source(values);
        source.copy(part, {reinterpret_cast<std::byte*>(cells.data()), sizeof(Cell), window});
        std::uint32_t largest = 0;
        for (std::uint64_t i = 0; i < cells.size(); ++i) {
          const Position at = window.position(i);
          const bool inside = part.contains(at);
          ASSERT_EQ(cells[i], inside ? values.at(at) : 77) << grundy::to_string(at);
          if (inside) largest = std::max(largest, values.at(at));
        }
        EXPECT_EQ(max_cell(source, part), largest);
      },
      solution.values);
}

// A search takes long, and keeps cells as the generic kernel does.
void expect_copied(const plan::Plan& plan, std::mt19937& random) {
  if (to_string(plan.kernel()) == "search") return;
  const auto solution = solve(plan, **parallel::make_executor("serial", 1));
  ASSERT_TRUE(solution) << solution.error().message;
  const Box kept = kept_box(*solution);
  for (int i = 0; i < 4; ++i) {
    expect_copied<std::uint16_t>(*solution, kept, random);
    expect_copied<std::uint32_t>(*solution, kept, random);
  }
}

TEST(Copy, OfGamesOfTheCatalogueAgreesWithReading) {
  std::mt19937 random(1501);
  for (const rules::CatalogueEntry& game : rules::catalogue())
    for (const Question& question : all_questions) {
      const auto rules = rules::load(std::string(game.name));
      ASSERT_TRUE(rules);
      const auto plan = plan_for(*rules, support::small_box(*rules, 300, 17), question);
      if (!plan) continue;
      SCOPED_TRACE(std::string(game.name) + ", " + to_string(question));
      expect_copied(*plan, random);
    }
}

// Tiles of rays are 24 wide and more: coordinates that meet in one, and others.
TEST(Copy, OfSymmetricRaysAgreesWithReading) {
  std::mt19937 random(1502);
  const char* const games[] = {
      "game g(a, b, c) symmetric (a, b, c)\n(a, b, c) -> (a - k, b, c) for k >= 1",
      "game g(a, b, c) symmetric (a, c)\n(a, b, c) -> (a - k, b, c) for k >= 1\n"
      "(a, b, c) -> (a, b - k, c) for k >= 1",
      "game g(a, b, c, d) symmetric (a, b) symmetric (c, d)\n"
      "(a, b, c, d) -> (a - k, b, c, d) for k >= 1\n(a, b, c, d) -> (a, b, c - k, d) for k >= 1",
      "game g(a, b, c, d) symmetric (a, b, c, d)\n(a, b, c, d) -> (a - k, b, c, d) for k >= 1"};
  for (const char* const text : games) {
    SCOPED_TRACE(text);
    const auto rules = rules::parsed(text);
    const Box box = rules.coordinates.size() == 3 ? Box{{0, 0, 0}, {52, 52, 52}}
                                                  : Box{{0, 0, 0, 0}, {19, 19, 19, 19}};
    for (const Quantity quantity : {Quantity::nimber, Quantity::outcome}) {
      const auto plan = plan_for(rules, box, {quantity, Convention::normal});
      ASSERT_TRUE(plan) << plan.error().message;
      EXPECT_EQ(to_string(plan->kernel()), "ray");
      expect_copied(*plan, random);
    }
  }
}

TEST(Copy, OfRandomGamesAgreesWithReading) {
  std::mt19937 random(1503);
  std::size_t turn = 0;
  support::for_random_rules(8100, 100, [&](const rules::Rules& rules) {
    const auto plan = plan_for(rules, support::small_box(rules, 200, 12),
                               all_questions[turn++ % all_questions.size()]);
    if (plan) expect_copied(*plan, random);
  });
}

}  // namespace
}  // namespace grundy::sweep
