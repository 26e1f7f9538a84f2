// Nimbers and remoteness by what lines have met: random sets of rays against the oracle, larger
// boxes against the generic kernel, with every executor, target and size of tiles.
#include "methods/rays/cells.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>
#include <set>

#include "methods/rays/value_lines.hpp"
#include "oracle/oracle.hpp"
#include "support/build_rules.hpp"
#include "support/expected.hpp"
#include "support/targets.hpp"

namespace grundy::ray {
namespace {

using namespace sweep;

using family::Direction;

rules::Rules rules_of(const Rays& rays, const Box& box, bool endless) {
  using namespace support;
  std::vector<rules::Coordinate> coordinates;
  for (std::size_t axis = 0; axis < box.dimensions(); ++axis)
    coordinates.push_back({"x" + std::to_string(axis), box.low[axis],
                           endless ? std::nullopt : std::optional(box.high[axis])});
  std::vector<rules::OptionRule> options;
  for (const family::Direction& direction : rays.directions) {
    std::vector<Expression> to;
    for (std::size_t axis = 0; axis < direction.size(); ++axis)
      to.push_back(x(axis) - c(direction[axis]) * x(direction.size()));
    options.push_back(rule({to}, {at_least(c(1))}));
  }
  for (std::size_t i = 0; i < rays.starts.size(); ++i)
    for (const family::Direction& start : rays.starts[i]) {
      std::vector<Expression> to;
      for (std::size_t axis = 0; axis < start.size(); ++axis)
        to.push_back(x(axis) - c(start[axis]) - c(rays.directions[i][axis]) * x(start.size()));
      options.push_back(rule({to}, {at_least(c(0))}));
    }
  for (const Direction& cone : rays.cones) {
    std::vector<Expression> to;
    std::vector<Binder> binders;
    for (std::size_t axis = 0; axis < cone.size(); ++axis) {
      to.push_back(cone[axis] ? x(axis) - x(cone.size() + binders.size()) : x(axis));
      if (cone[axis]) binders.push_back(between(c(1), x(axis) - c(box.low[axis])));
    }
    options.push_back(rule({to}, std::move(binders)));
  }
  return game(std::move(coordinates), std::move(options));
}

constexpr Question nimbers{Quantity::nimber, Convention::normal};
const std::vector<Question> questions{nimbers,
                                      {Quantity::remoteness, Convention::normal},
                                      {Quantity::remoteness, Convention::misere}};
const std::vector<Question> questions_of_cones{
    nimbers, {Quantity::outcome, Convention::normal}, {Quantity::outcome, Convention::misere}};

const Question& question_of(const Rays& rays, std::size_t number) {
  const auto& asked = rays.cones.empty() ? questions : questions_of_cones;
  return asked[number % asked.size()];
}

// As cells.
Values by_oracle(const Rays& rays, const Box& box, const Question& question = nimbers) {
  oracle::Oracle oracle(rules_of(rays, box, false), question.convention);
  Values values;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const Position at = box.position(rank);
    if (question.quantity == Quantity::nimber)
      values.push_back(*oracle.nimber_by_xor(at));
    else if (question.quantity == Quantity::outcome)
      values.push_back(*oracle.outcome(at) == Outcome::N ? 1 : 0);
    else
      values.push_back(2 * *oracle.remoteness(at) +
                       static_cast<std::uint32_t>(*oracle.outcome(at) == Outcome::N));
  }
  return values;
}

Values values_of(const RayCells& cells, const Box& box) {
  const auto length = static_cast<std::uint64_t>(box.extent(box.dimensions() - 1));
  Values values(*box.volume());
  for (std::uint64_t rank = 0; rank < values.size(); ++rank) {
    if (const auto* plain = std::get_if<memory::Cells>(&cells))
      values[rank] = (*plain)[rank];
    else if (rank % length == 0)
      std::get<SortedCells>(cells).read(box.position(rank),
                                        std::span(values).subspan(rank, length));
  }
  return values;
}

struct Setting {
  std::string executor;
  std::size_t threads;
  std::int64_t side;         // of tiles; 0: the plan's
  std::uint64_t slices = 0;  // at a time, in passes; 0: all, in memory
};

const std::vector<Setting> settings{{"serial", 1, 0}, {"openmp", 1, 3}, {"tbb", 2, 4},
                                    {"openmp", 2, 1}, {"tbb", 3, 2},    {"openmp", 3, 0},
                                    {"serial", 1, 5}, {"tbb", 1, 0},    {"openmp", 2, 7}};

Result<RayCells> solve_with(const Rays& rays, const Box& box, const AxisGroups& groups,
                            const Setting& setting, const Question& question = nimbers,
                            const tiles::Watch& watch = {}) {
  CellTask task = plan_cells(rays, box, groups, question.quantity, question.convention);
  if (setting.side) task.tile_sides.assign(box.dimensions(), setting.side);
  if (setting.slices) task = in_passes(task, {setting.slices, testing::TempDir()});
  const auto executor = parallel::make_executor(setting.executor, setting.threads);
  return solve_cells(task, **executor, watch);
}

bool can_be_in_passes(const Rays& rays, const Question& question) {
  return rays.starts.empty() && rays.cones.empty() && question.quantity == Quantity::nimber;
}

void expect_values(const Rays& rays, const Box& box, const AxisGroups& groups,
                   const Setting& setting, const Values& expected,
                   const Question& question = nimbers) {
  SCOPED_TRACE(testing::Message() << to_string(question) << ", " << setting.executor << ", "
                                  << setting.threads << " threads, tiles of " << setting.side
                                  << ", " << setting.slices << " slices"
                                  << ", " << groups.size() << " groups");
  const auto cells = solve_with(rays, box, groups, setting, question);
  ASSERT_TRUE(cells) << cells.error().message;
  ASSERT_EQ(std::holds_alternative<memory::Cells>(*cells), groups.empty() && !setting.slices);
  ASSERT_EQ(values_of(*cells, box), expected);
}

std::string to_text(const Rays& rays, const Box& box) {
  std::string text =
      "box " + grundy::to_string(box.low) + " .. " + grundy::to_string(box.high) + ", rays";
  for (const family::Direction& direction : rays.directions) {
    text += ' ';
    for (const std::int64_t step : direction) text += std::to_string(step);
  }
  for (std::size_t i = 0; i < rays.starts.size(); ++i)
    for (const family::Direction& start : rays.starts[i])
      text += ", ray " + std::to_string(i) + " from " + grundy::to_string(start);
  for (const family::Direction& cone : rays.cones) text += ", cone " + grundy::to_string(cone);
  return text;
}

// Random rays. Half of the games are made the same under exchange of some coordinates, and in half
// some moves take more than 1 at a time.
class RandomRays {
 public:
  explicit RandomRays(std::uint64_t seed) : engine_(seed) {}

  Rays rays(std::size_t dimensions) {
    std::vector<bool> chosen(std::size_t{1} << dimensions);
    const std::size_t wanted = 1 + below(std::min<std::size_t>(chosen.size() - 1, 12));
    for (std::size_t i = 0; i < wanted; ++i) chosen[1 + below(chosen.size() - 1)] = true;
    Rays rays;
    const bool with_cones = dimensions > 1 && below(3) == 0;
    const std::size_t longest_step = with_cones || below(2) ? 1 : 3;
    for (std::size_t mask = 1; mask < chosen.size(); ++mask)
      if (chosen[mask]) add(rays.directions, direction(mask, dimensions, longest_step));
    if (with_cones) add_cones(rays, dimensions);
    if (dimensions > 1 && below(2)) exchange(rays, below(dimensions), below(dimensions));
    if (dimensions > 2 && below(2)) exchange(rays, 0, 1 + below(dimensions - 1));
    if (rays.cones.empty() && below(4) == 0) add_starts(rays, dimensions);
    return rays;
  }

  Box box(std::size_t dimensions, std::int64_t longest) {
    Box box;
    const bool cube = below(2);
    const auto low = static_cast<std::int64_t>(below(3));
    const auto extent = [&] { return 1 + static_cast<std::int64_t>(below(longest)); };
    const std::int64_t side = extent();
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      box.low.push_back(cube || below(3) ? low : static_cast<std::int64_t>(below(4)));
      box.high.push_back(box.low.back() + (cube || below(3) ? side : extent()) - 1);
    }
    return box;
  }

  template <class Integer>
  std::size_t below(Integer end) {
    return static_cast<std::size_t>(engine_() % static_cast<std::uint64_t>(end));
  }

 private:
  family::Direction direction(std::size_t mask, std::size_t dimensions, std::size_t longest_step) {
    family::Direction direction;
    for (std::size_t axis = 0; axis < dimensions; ++axis)
      direction.push_back(mask >> axis & 1 ? 1 + static_cast<std::int64_t>(below(longest_step))
                                           : 0);
    return direction;
  }
  void add_cones(Rays& rays, std::size_t dimensions) {
    for (std::size_t count = 1 + below(4); count > 0; --count) {
      const std::size_t mask = std::size_t{1} << below(dimensions) |
                               std::size_t{1} << below(dimensions) |
                               below(std::size_t{1} << dimensions);
      if (std::has_single_bit(mask)) continue;
      add(rays.cones, direction(mask, dimensions, 1));
    }
    if (!rays.cones.empty() && below(4) == 0) rays.directions.clear();
  }
  void add_starts(Rays& rays, std::size_t dimensions) {
    rays.starts.resize(rays.directions.size());
    for (std::size_t count = 1 + below(4); count > 0; --count) {
      family::Direction start(dimensions);
      for (std::int64_t& step : start) step = static_cast<std::int64_t>(below(4));
      start[below(dimensions)] += 1;
      rays.starts[below(rays.starts.size())].push_back(std::move(start));
    }
  }
  static void add(std::vector<Direction>& directions, const Direction& direction) {
    if (std::ranges::find(directions, direction) == directions.end())
      directions.push_back(direction);
  }
  // Adds images until i and j may be exchanged.
  static void exchange(std::vector<Direction>& directions, std::size_t i, std::size_t j) {
    for (std::size_t n = 0, end = directions.size(); n < end; ++n) {
      Direction image = directions[n];
      std::swap(image[i], image[j]);
      add(directions, image);
    }
  }
  static void exchange(Rays& rays, std::size_t i, std::size_t j) {
    exchange(rays.directions, i, j);
    exchange(rays.cones, i, j);
  }

  std::mt19937_64 engine_;
};

constexpr std::uint64_t seed = 1907;
constexpr std::int64_t longest[] = {0, 66, 16, 7, 4, 3};
constexpr std::int64_t longest_with_cones[] = {0, 0, 24, 8, 4, 3};

TEST(CellTask, AgreeWithTheOracleOnRandomRays) {
  RandomRays random(seed);
  std::map<std::size_t, std::size_t> grouped;
  std::size_t in_longer_steps = 0;
  std::size_t beside = 0;
  std::size_t in_passes = 0;
  std::map<std::size_t, std::size_t> with_cones;  // by groups
  for (std::size_t game = 0; game < 300; ++game) {
    const std::size_t dimensions = 1 + random.below(5);
    Rays rays = random.rays(dimensions);
    const Box box = random.box(
        dimensions, rays.cones.empty() ? longest[dimensions] : longest_with_cones[dimensions]);
    rays = within(rays, box);
    if (rays.lead_nowhere()) continue;
    in_longer_steps += !in_steps_of_one(rays);
    beside += !rays.starts.empty();
    SCOPED_TRACE(testing::Message()
                 << "seed " << seed << ", game " << game << ": " << to_text(rays, box));
    const Question& question = question_of(rays, game);
    const Values expected = by_oracle(rays, box, question);
    const AxisGroups groups = interchangeable_axes(rays, box);
    ++grouped[groups.size()];
    if (!rays.cones.empty()) ++with_cones[groups.size()];
    test::on_every_target([&] {
      expect_values(rays, box, groups, settings[random.below(settings.size())], expected, question);
      expect_values(rays, box, {}, settings[random.below(settings.size())], expected, question);
      if (!can_be_in_passes(rays, question)) return;
      Setting passes = settings[random.below(settings.size())];
      passes.slices = 1;
      expect_values(rays, box, groups, passes, expected);
      expect_values(rays, box, {}, passes, expected);
      ++in_passes;
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(grouped[0], 20u);
  EXPECT_GE(grouped[1], 20u);
  EXPECT_GE(grouped[2], 2u);
  EXPECT_GE(in_longer_steps, 25u);
  EXPECT_GE(beside, 15u);
  EXPECT_GE(in_passes, 25u);
  EXPECT_GE(with_cones[0], 8u);
  EXPECT_GE(with_cones[1], 12u);
}

Rays rays_of(std::vector<family::Direction> directions) {
  return {std::move(directions)};
}

// Every nonempty set of at most `most` of the coordinates.
Rays rays_on_subsets(std::size_t dimensions, int most) {
  Rays rays;
  for (unsigned mask = 1; mask < 1u << dimensions; ++mask) {
    family::Direction direction;
    for (std::size_t axis = 0; axis < dimensions; ++axis) direction.push_back(mask >> axis & 1u);
    if (std::popcount(mask) <= most) rays.directions.push_back(direction);
  }
  return rays;
}

// Moore's game: any amounts from at most `most` heaps.
Rays moore(std::size_t heaps, int most) {
  Rays rays = rays_on_subsets(heaps, most);
  const auto is_cone = [](const Direction& direction) {
    return std::ranges::count(direction, 1) > 1;
  };
  std::ranges::copy_if(rays.directions, std::back_inserter(rays.cones), is_cone);
  std::erase_if(rays.directions, is_cone);
  return rays;
}

Box box_to(Position high) {
  return {Position(high.size(), 0), std::move(high)};
}

TEST(CellTask, AgreeWithTheGenericKernelOnLargerBoxes) {
  const std::vector<std::pair<Rays, Box>> cases{
      // Coordinates that no move changes, or that options lower together, add to the height of a
      // position and not to its values.
      {Rays{{{0, 0, 1}}, {}, {{1, 0, 1}}}, box_to({20, 300, 40})},
      {Rays{{}, {}, {{1, 1}}}, box_to({200, 300})},
      {rays_on_subsets(2, 2), box_to({0, 513})},
      {rays_on_subsets(2, 2), box_to({62, 63})},
      {rays_on_subsets(2, 2), box_to({63, 63})},
      {rays_on_subsets(2, 2), box_to({64, 64})},
      {rays_on_subsets(2, 2), box_to({510, 510})},
      {rays_on_subsets(2, 2), box_to({511, 512})},
      {rays_on_subsets(2, 2), box_to({512, 512})},
      {rays_of({{1, 1}}), box_to({65, 130})},
      {rays_of({{1, 1}, {0, 1}}), box_to({300, 129})},
      {rays_on_subsets(3, 2), box_to({64, 64, 64})},
      {rays_on_subsets(3, 3), Box{{2, 2, 2}, {64, 64, 64}}},
      {rays_on_subsets(3, 2), Box{{0, 1, 1}, {31, 65, 65}}},
      {rays_of({{1, 0, 0}, {0, 1, 1}, {1, 1, 0}}), box_to({40, 33, 65})},
      {rays_of({{1, 1, 0, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}}), box_to({40, 40, 9, 7})},
      {rays_on_subsets(4, 2), box_to({13, 13, 13, 13})},
      {rays_on_subsets(4, 4), box_to({12, 12, 12, 12})},
      {rays_on_subsets(5, 1), box_to({6, 6, 6, 6, 6})},
      {rays_of({{1, 0}, {0, 1}, {1, 2}, {2, 1}}), box_to({300, 300})},
      {rays_of({{2, 0}, {0, 2}, {2, 2}}), box_to({200, 200})},
      {rays_of({{0, 1}, {2, 3}, {7, 100}}), box_to({150, 513})},
      {{{{1, 0}, {0, 1}, {1, 1}}, {{}, {}, {{1, 2}, {1, 3}, {2, 1}, {3, 1}}}}, box_to({200, 180})},
      {{{{1, 0, 0}, {0, 2, 1}}, {{{0, 0, 70}}, {{1, 0, 0}, {0, 40, 3}}}}, box_to({30, 50, 90})},
      {rays_of({{0, 0, 1}, {2, 2, 0}, {0, 3, 2}, {1, 1, 0}}), box_to({20, 50, 64})},
      {moore(2, 2), box_to({130, 200})},
      {moore(3, 2), box_to({33, 33, 33})},
      {moore(3, 3), Box{{1, 0, 0}, {20, 31, 31}}},
      {moore(4, 2), box_to({13, 13, 13, 13})},
      {moore(4, 3), box_to({9, 12, 12, 12})},
      {moore(5, 2), box_to({6, 6, 6, 6, 6})},
      {{{{1, 0, 0}}, {}, {{0, 1, 1}, {1, 1, 1}}}, box_to({40, 33, 20})},
      {{{}, {}, {{1, 1, 0}, {0, 1, 1}, {1, 0, 1}}}, box_to({30, 30, 30})},
  };
  std::size_t turn = 0;
  std::size_t number = 0;
  for (const auto& [rays, box] : cases) {
    SCOPED_TRACE(to_text(rays, box));
    for (const Question& question : {nimbers, question_of(rays, 1 + number++ % 2)}) {
      const Values expected = by_generic_kernel(rules_of(rays, box, true), box, question);
      for (const AxisGroups& groups : {interchangeable_axes(rays, box), AxisGroups{}})
        for (const std::string executor : {"serial", "openmp", "tbb"})
          for (const std::uint64_t slices : {0U, 1U, 2U})
            if (slices == 0 || can_be_in_passes(rays, question))
              expect_values(rays, box, groups, {executor, 1 + turn++ % 3, 0, slices}, expected,
                            question);
    }
    if (HasFatalFailure()) return;
  }
}

TEST(CellTask, NimIsXor) {
  const Box box = box_to({70, 70, 70});
  const auto cells = solve_with(rays_on_subsets(3, 1), box, {{0, 1, 2}}, {"openmp", 2, 0});
  ASSERT_TRUE(cells);
  const auto& sorted = std::get<SortedCells>(*cells);
  for (std::uint64_t rank = 0; rank < *box.volume(); rank += 7) {
    const Position at = box.position(rank);
    ASSERT_EQ(sorted.at(at), at[0] ^ at[1] ^ at[2]) << grundy::to_string(at);
  }
}

TEST(CellTask, PassesCountEveryPosition) {
  const Rays rays = rays_on_subsets(2, 2);
  const Box box = box_to({400, 400});
  for (const AxisGroups& groups : {AxisGroups{}, AxisGroups{{0, 1}}})
    for (const std::uint64_t slices : {1U, 2U, 3U}) {
      std::atomic<std::uint64_t> solved{0};
      tiles::Watch watch;
      watch.solved = &solved;
      ASSERT_TRUE(solve_with(rays, box, groups, {"tbb", 2, 0, slices}, nimbers, watch));
      EXPECT_EQ(solved, *box.volume());
    }
}

// A single heap is long, and its values need cells of 4 bytes.
TEST(CellTask, OneLongHeap) {
  const Box box = box_to({70000});
  const auto cells = solve_with(rays_on_subsets(1, 1), box, {}, {"serial", 1, 0});
  ASSERT_TRUE(cells);
  const auto& plain = std::get<memory::Cells>(*cells);
  ASSERT_EQ(plain.width(), 4u);
  for (std::uint64_t n = 0; n <= 70000; ++n) ASSERT_EQ(plain[n], n);
  const auto in_passes = solve_with(rays_on_subsets(1, 1), box, {}, {"tbb", 2, 0, 100});
  ASSERT_TRUE(in_passes);
  for (std::int64_t n = 0; n <= 70000; ++n) ASSERT_EQ(std::get<SortedCells>(*in_passes).at({n}), n);
}

TEST(CellTask, FewerGroupsGiveTheSame) {
  const Rays rays = rays_on_subsets(4, 2);
  const Box box = box_to({6, 6, 6, 6});
  const Values expected = by_oracle(rays, box);
  for (const AxisGroups& groups : {AxisGroups{{0, 2}}, AxisGroups{{0, 3}, {1, 2}},
                                   AxisGroups{{1, 3}, {0, 2}}, AxisGroups{{0, 1, 3}}})
    expect_values(rays, box, groups, {"tbb", 2, 3}, expected);
}

TEST(CellTask, CountEveryPositionAndStopWhenAsked) {
  const Rays rays = rays_on_subsets(4, 3);
  const Box box{{1, 0, 0, 0}, {4, 7, 7, 7}};
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> solved{0};
  tiles::Watch watch;
  watch.stop = &stop;
  watch.solved = &solved;
  for (const AxisGroups& groups : {AxisGroups{}, AxisGroups{{1, 2, 3}}, AxisGroups{{1, 3}}})
    for (const std::uint64_t slices : {0U, 1U}) {
      solved = 0;
      ASSERT_TRUE(solve_with(rays, box, groups, {"openmp", 2, 3, slices}, nimbers, watch));
      EXPECT_EQ(solved, *box.volume());
    }
  stop = true;
  const auto cells = solve_with(rays, box, {}, {"openmp", 2, 0}, nimbers, watch);
  ASSERT_FALSE(cells);
  EXPECT_EQ(cells.error().code, Errc::interrupted);
}

// The sorted positions of a line up to the exchange of coordinates.
using FoldedLine = std::set<Position>;

FoldedLine folded_line(Position at, const family::Direction& direction, const Box& box,
                       const tiles::TileGrid& grid) {
  FoldedLine line;
  const auto move = [&](std::int64_t k) {
    for (std::size_t axis = 0; axis < at.size(); ++axis) at[axis] += k * direction[axis];
  };
  while (box.contains(at)) move(-1);
  for (move(1); box.contains(at); move(1)) {
    Position sorted = at;
    grid.sort(sorted);
    line.insert(sorted);
  }
  return line;
}

family::Direction sorted_within(const AxisGroups& groups, family::Direction direction) {
  for (const auto& group : groups) {
    family::Direction steps;
    for (const std::size_t axis : group) steps.push_back(direction[axis]);
    std::sort(steps.begin(), steps.end());
    for (std::size_t i = 0; i < steps.size(); ++i) direction[group[i]] = steps[i];
  }
  return direction;
}

TEST(ValueLines, HaveOneNumberForAllThatFoldTogether) {
  RandomRays random(seed + 1);
  for (std::size_t game = 0; game < 60; ++game) {
    const std::size_t dimensions = 2 + random.below(3);
    Rays rays = random.rays(dimensions);
    const Box box = random.box(dimensions, 5);
    rays = within(rays, box);
    const AxisGroups groups = interchangeable_axes(rays, box);
    SCOPED_TRACE(testing::Message()
                 << "seed " << seed + 1 << ", game " << game << ": " << to_text(rays, box));
    const ValueLines lines = number_lines(rays, groups, box);
    const std::vector<Gatherer> gatherers = gatherers_of(rays);
    const tiles::TileGrid grid(box, groups, Position(dimensions, 2));
    std::map<std::int64_t, FoldedLine> by_number;
    std::map<std::pair<FoldedLine, family::Direction>, std::int64_t> by_line;
    for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
      Position at = box.position(rank);
      grid.sort(at);
      if (at != box.position(rank)) continue;
      for (std::size_t i = 0; i < gatherers.size(); ++i) {
        std::int64_t number = lines.numbers[i].origin;
        for (std::size_t axis = 0; axis < dimensions; ++axis)
          number += lines.numbers[i].at(axis, at[axis] - box.low[axis]);
        ASSERT_GE(number, 0);
        ASSERT_LT(static_cast<std::uint64_t>(number), lines.count);
        const FoldedLine line = folded_line(at, gatherers[i].along, box, grid);
        ASSERT_EQ(by_number.emplace(number, line).first->second, line) << grundy::to_string(at);
        // Unlike lines of one position may be made of the same one, and so may those of which
        // unlike coordinates are below.
        if (line.size() < 2 || gatherers[i].from != i) continue;
        const auto key = std::pair(line, sorted_within(groups, gatherers[i].along));
        ASSERT_EQ(by_line.emplace(key, number).first->second, number) << grundy::to_string(at);
      }
    }
  }
}

}  // namespace
}  // namespace grundy::ray
