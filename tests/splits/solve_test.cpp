// Boxes of random games of splits and steps: against the oracle, and larger ones against the
// generic kernel.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "kernels/split/split.hpp"
#include "methods/splits/family.hpp"
#include "oracle/oracle.hpp"
#include "rules/parse.hpp"
#include "run/sweep.hpp"
#include "support/expected.hpp"
#include "support/kept_frontier.hpp"
#include "support/targets.hpp"

namespace grundy::split {
namespace {

using namespace sweep;

using test::on_every_target;

// The text of a random game. Coordinates are a, b, ..; any of them may be symmetric.
class RandomSplits {
 public:
  explicit RandomSplits(std::uint64_t seed) : engine_(seed), seed_(seed) {}

  std::string text(std::size_t dimensions, bool always_symmetric = false) {
    std::vector<std::string> heads;
    const bool symmetric = below(3) == 0 || always_symmetric;
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      lows_.push_back(symmetric && axis > 0 ? lows_[0] : below(3) == 0 ? below(4) : 0);
      names_.emplace_back(1, static_cast<char>('a' + axis));
      heads.push_back(fmt::format("{} in {}..", names_[axis], lows_[axis]));
    }
    std::string game = fmt::format("game random_{}({})\n", seed_, fmt::join(heads, ", "));
    if (symmetric) game += symmetry();
    for (std::int64_t count = 1 + below(3); count > 0; --count) game += split();
    for (std::int64_t count = below(3); count > 0; --count) game += step();
    return game;
  }

 private:
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(count));
  }

  std::size_t any_axis() {
    return static_cast<std::size_t>(below(static_cast<std::int64_t>(names_.size())));
  }

  std::string symmetry() {
    std::vector<std::string> group = names_;
    while (group.size() > 2 && below(2) == 0)
      group.erase(group.begin() + below(static_cast<std::int64_t>(group.size())));
    return fmt::format("symmetric ({})\n", fmt::join(group, ", "));
  }

  std::string at(std::size_t axis, const std::string& there) const {
    std::vector<std::string> position = names_;
    position[axis] = there;
    return fmt::format("({})", fmt::join(position, ", "));
  }

  std::string split() {
    const std::size_t axis = any_axis();
    const std::int64_t least = std::max<std::int64_t>(lows_[axis], below(4));
    const std::int64_t taken = below(8) == 0 ? 20 + below(30) : below(3) + (least == 0);
    const std::string left = fmt::format("{} - {}", names_[axis], taken);
    const std::array ends{fmt::format("{} - {}", left, least), fmt::format("floor(({}) / 2)", left),
                          fmt::format("floor(({} - 1) / 2)", left)};
    return fmt::format("({}) -> {} + {} for i in {} .. {}\n", fmt::join(names_, ", "),
                       at(axis, "i"), at(axis, left + " - i"), least,
                       ends[static_cast<std::size_t>(below(3))]);
  }

  std::string step() {
    const std::size_t axis = any_axis();
    if (below(2) == 0)
      return fmt::format("({}) -> {} for k in {{{}, {}}}\n", fmt::join(names_, ", "),
                         at(axis, names_[axis] + " - k"), 1 + below(4), 5 + below(60));
    std::vector<std::string> position = names_;
    position[axis] += fmt::format(" - {}", 1 + below(3));
    position[any_axis()] += fmt::format(" - {}", below(6));
    return fmt::format("({}) -> ({})\n", fmt::join(names_, ", "), fmt::join(position, ", "));
  }

  std::mt19937_64 engine_;
  std::uint64_t seed_;
  std::vector<std::int64_t> lows_;
  std::vector<std::string> names_;
};

// Sides that are never equal, or all equal.
Box box_of(const rules::Rules& rules, const std::vector<std::int64_t>& sides) {
  Box box;
  for (std::size_t axis = 0; axis < rules.dimensions(); ++axis) {
    box.low.push_back(rules.coordinates[axis].low);
    box.high.push_back(box.low.back() + sides[axis] - 1);
  }
  return box;
}

Values by_oracle(const rules::Rules& rules, const Box& box) {
  oracle::Oracle oracle(rules, Convention::normal);
  Values values;
  for (std::uint64_t rank = 0; rank < *box.volume(); ++rank) {
    const auto nimber = oracle.nimber_by_xor(box.position(rank));
    EXPECT_TRUE(nimber) << nimber.error().message;
    values.push_back(nimber ? *nimber : 0);
  }
  return values;
}

struct Workers {
  std::string executor;
  std::size_t threads;
};

const std::vector<Workers> all_workers{{"serial", 1}, {"openmp", 2}, {"tbb", 3},
                                       {"openmp", 1}, {"tbb", 2},    {"openmp", 3}};

Result<Values> by_splits(const rules::Rules& rules, const Box& box, const Workers& workers,
                         const tiles::Watch& watch = {}) {
  const auto splits = recognise_splits(rules);
  EXPECT_TRUE(splits) << splits.error().message;
  const auto executor = parallel::make_executor(workers.executor, workers.threads);
  const auto cells = solve(*splits, box, **executor, watch);
  if (!cells) return cells.error();
  Values values;
  for (std::uint64_t rank = 0; rank < cells->count(); ++rank) values.push_back((*cells)[rank]);
  return values;
}

void expect_values(const rules::Rules& rules, const Box& box, const Values& expected) {
  static std::size_t turn = 0;
  on_every_target([&] {
    const Workers& workers = all_workers[turn++ % all_workers.size()];
    SCOPED_TRACE(fmt::format("{}, {} threads", workers.executor, workers.threads));
    const auto got = by_splits(rules, box, workers);
    ASSERT_TRUE(got) << got.error().message;
    for (std::uint64_t rank = 0; rank < expected.size(); ++rank)
      ASSERT_EQ((*got)[rank], expected[rank]) << grundy::to_string(box.position(rank));
  });
}

void expect_as_oracle(std::uint64_t seed, const std::vector<std::int64_t>& sides,
                      bool always_symmetric = false) {
  const std::string text = RandomSplits(seed).text(sides.size(), always_symmetric);
  SCOPED_TRACE(fmt::format("{}sides {}", text, fmt::join(sides, " x ")));
  const rules::Rules rules = rules::parsed(text);
  const Box box = box_of(rules, sides);
  expect_values(rules, box, by_oracle(rules, box));
}

void expect_as_generic(std::uint64_t seed, const std::vector<std::int64_t>& sides) {
  const std::string text = RandomSplits(seed).text(sides.size());
  SCOPED_TRACE(fmt::format("{}sides {}", text, fmt::join(sides, " x ")));
  const rules::Rules rules = rules::parsed(text);
  const Box box = box_of(rules, sides);
  expect_values(rules, box, by_generic_kernel(rules, box));
}

TEST(Split, SmallBoxesAgreeWithTheOracle) {
  const std::vector<std::vector<std::int64_t>> shapes{
      {1, 1},     {1, 63},    {2, 64},      {3, 65},      {63, 2},   {64, 1},   {65, 3},
      {7, 130},   {40, 20},   {33, 33},     {20, 20},     {5, 5, 5}, {9, 9, 9}, {1, 2, 65},
      {3, 20, 4}, {12, 2, 9}, {4, 4, 4, 4}, {3, 2, 4, 5}, {17, 17}};
  for (std::uint64_t seed = 1; seed <= 80; ++seed)
    expect_as_oracle(seed, shapes[seed % shapes.size()]);
}

TEST(Split, LongRowsAndColumnsAgreeWithTheGenericKernel) {
  const std::vector<std::vector<std::int64_t>> shapes{
      {3, 511},   {2, 512},   {3, 513},     {513, 3},     {512, 2},     {511, 3},     {150, 150},
      {129, 128}, {140, 260}, {30, 30, 30}, {10, 40, 70}, {9, 9, 9, 9}, {33, 33, 140}};
  for (std::uint64_t seed = 101; seed <= 139; ++seed)
    expect_as_generic(seed, shapes[seed % shapes.size()]);
}

// Of several tiles along all axes, where groups of any coordinates make copies.
TEST(Split, SymmetricBoxesAgreeWithTheOracle) {
  const std::vector<std::vector<std::int64_t>> shapes{
      {40, 40},     {9, 9, 9},    {13, 13, 13}, {14, 14, 3},  {5, 14, 14}, {9, 9, 66},
      {5, 5, 5, 5}, {6, 6, 6, 6}, {7, 7, 7, 2}, {3, 7, 7, 7}, {8, 2, 8, 8}};
  for (std::uint64_t seed = 201; seed <= 300; ++seed)
    expect_as_oracle(seed, shapes[seed % shapes.size()], /*always_symmetric=*/true);
}

TEST(Split, CoordinatesMayEnd) {
  const rules::Rules rules = rules::parsed(
      "game g(a in 1..5, b in 2..)\n(a, b) -> (i, b) + (a - i, b) for i in 1 .. a - 1\n"
      "(a, b) -> (a, i) + (a, b - i) for i in 2 .. floor((b - 1) / 2)");
  const Box box{{1, 2}, {5, 70}};
  expect_values(rules, box, by_oracle(rules, box));
}

// Two heaps from which any number up to 64 may be taken: the nimber is the xor of their sizes.
// The split does not happen in such boxes.
std::string two_heaps() {
  return "game g(a, b)\nsymmetric (a, b)\n(a, b) -> (a - k, b) for k in 1 .. 64\n"
         "(a, b) -> (i, b) + (a - i - 500, b) for i >= 0\n";
}

TEST(Split, LargeNimbers) {
  const rules::Rules rules = rules::parsed(two_heaps());
  for (const std::int64_t side : {7, 15, 16, 17, 33, 63}) {
    Values expected;
    for (std::uint32_t a = 0; a <= side; ++a)
      for (std::uint32_t b = 0; b <= side; ++b) expected.push_back(a ^ b);
    expect_values(rules, {{0, 0}, {side, side}}, expected);
  }
}

TEST(Split, LargeNimbersOfSums) {
  const rules::Rules rules = rules::parsed(
      "game g(a, b)\n(a, b) -> (a - k, b) for k in 1 .. 40\n(a, b) -> (a, b - k) for k in 1 .. 9\n"
      "(a, b) -> (i, b) + (a - i, b) for i in 1 .. floor((a - 1) / 2)\n"
      "(a, b) -> (a, i) + (a, b - i) for i in 1 .. b - 1\n");
  const Box box{{0, 0}, {47, 150}};
  const Values expected = by_generic_kernel(rules, box);
  EXPECT_GT(*std::max_element(expected.begin(), expected.end()), 40u);
  expect_values(rules, box, expected);
}

TEST(Split, TheLargestNimberAndTheNextOne) {
  const rules::Rules rules = rules::parsed(two_heaps());
  const auto largest = by_splits(rules, {{0, 0}, {62, 64}}, {"serial", 1});
  ASSERT_TRUE(largest) << largest.error().message;
  EXPECT_EQ(*std::max_element(largest->begin(), largest->end()), kernels::largest_split_nimber);
  for (const Workers& workers : all_workers) {
    const auto beyond = by_splits(rules, {{0, 0}, {63, 64}}, workers);
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, Errc::unsupported);
  }
}

// A request for the kernel by name fails; else the generic one takes over.
TEST(Split, GenericKernelTakesOverBeyondTheLargestNimberUnlessKernelIsNamed) {
  const rules::Rules rules = rules::parsed(two_heaps());
  const Box box{{0, 0}, {63, 64}};
  const Question nimbers{Quantity::nimber, Convention::normal};
  const auto executor = parallel::make_executor("openmp", 2);
  const auto free = plan_for(rules, box, nimbers);
  ASSERT_TRUE(free);
  ASSERT_EQ(free->kernel(), kernel);
  const auto solution = sweep::solve(*free, **executor);
  ASSERT_TRUE(solution) << solution.error().message;
  EXPECT_EQ(solution->kernel, generic::kernel);
  const auto asked = plan_for(rules, box, nimbers, plan::default_tile_positions, "split");
  ASSERT_TRUE(asked);
  const auto refused = sweep::solve(*asked, **executor);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::unsupported);
  EXPECT_EQ(refused.error().message,
            "kernel split cannot solve this: the kernel for splits holds nimbers up to 126, and "
            "there are larger ones; use option `kernel` generic, or auto, which goes over to it");
}

// A job that is killed after generic took over, and before it has saved anything.
class KeepsSplits final : public KeptFrontier {
 public:
  bool due() const override { return ++asked_ == 4; }
  Status save(const tiles::Frontier& frontier) override {
    if (frontier.kernel == kernel) keep(frontier);
    return {};
  }

 private:
  mutable std::atomic<std::uint64_t> asked_{0};
};

TEST(Split, GenericTakesOverFromASavedStateToo) {
  const rules::Rules rules = rules::parsed(two_heaps());
  const auto plan =
      plan_for(rules, {{0, 0}, {63, 64}}, {Quantity::nimber, Convention::normal}, 512);
  ASSERT_TRUE(plan);
  const auto executor = parallel::make_executor("tbb", 2);
  KeepsSplits keeper;
  for (int turn = 0; turn < 2; ++turn) {
    const auto solution = sweep::solve(*plan, **executor, {.keeper = &keeper});
    ASSERT_TRUE(solution) << solution.error().message;
    EXPECT_EQ(solution->kernel, generic::kernel);
    ASSERT_TRUE(keeper.saved());
  }
}

TEST(Split, CountsWhatIsSolvedAndStops) {
  const rules::Rules rules = rules::parsed(
      "game g(a, b)\nsymmetric (a, b)\n(a, b) -> (i, b) + (a - i, b) for i in 1 .. a - 1");
  const Box box{{0, 0}, {299, 299}};
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> solved{0};
  const tiles::Watch watch{.stop = &stop, .solved = &solved};
  ASSERT_TRUE(by_splits(rules, box, {"openmp", 2}, watch));
  EXPECT_EQ(solved, 90000u);
  stop = true;
  const auto stopped = by_splits(rules, box, {"openmp", 2}, watch);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Errc::interrupted);
}

}  // namespace
}  // namespace grundy::split
