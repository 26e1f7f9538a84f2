// A wrong value does not get through, wherever it is kept; a right one does.
#include "run/self_check.hpp"

#include <gmock/gmock.h>

#include <ctime>
#include <fstream>
#include <iterator>

#include "solved_box.hpp"

namespace grundy::solve {
namespace {

using enum Quantity;
using testing::HasSubstr;

constexpr auto misere = Convention::misere;
constexpr auto normal = Convention::normal;

Result<std::uint64_t> check(const plan::Plan& plan, const sweep::Solution& solution,
                            CheckCount count, const std::filesystem::path& mistake_file = "",
                            double solving_seconds = 0, std::size_t threads = 1) {
  const auto checked = self_check(plan, solution, *executor_of(threads),
                                  {.count = count,
                                   .solving_seconds = solving_seconds,
                                   .stop = nullptr,
                                   .mistake_file = mistake_file,
                                   .program_version = "0.1.0"});
  if (!checked) return checked.error();
  return checked->positions;
}

std::string text_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Each kind of container, family, quantity and convention.
const std::vector<Case> cases{
    {"nim", {30}},
    {"wythoff", {9, 8}, nimber, "generic"},
    {"wythoff", {9, 8}, outcome, "generic", misere},
    {"wythoff", {9, 8}, remoteness, "generic"},
    {"wythoff", {9, 8}, remoteness, "generic", misere},
    {"wythoff", {9, 9}, nimber, "ray"},
    {"wythoff", {12, 12}, outcome, "ray"},
    {"three_pile", {6, 6, 6}, nimber, "ray"},
    {"three_pile", {7, 7, 7}, outcome, "ray"},
    {"three_pile", {5, 6, 4}, outcome, "generic"},
    {"euclid", {12, 12}, outcome},
    {"chomp3", {5, 5, 5}, outcome},
    {"cards", {3, 3, 3, 3}, outcome},
    {"cards", {3, 3, 3, 3}, nimber, "offset"},
    {"cards", {3, 3, 3, 3}, remoteness, "offset", misere},
    {"subtraction", {60}, nimber, "step"},
    {"subtraction", {60}, outcome, "step", misere},
    {"kayles", {60}, nimber, "sparse"},
    {"kayles", {40}, outcome, "sparse"},
    {"lasker", {40}},
    {"lasker", {9}, outcome, "auto", misere},
    {"cutting", {9, 9}, nimber, "split"},
    // The search leaves what lies in the closure beside the box.
    {"beside",
     {0, 3},
     remoteness,
     "search",
     normal,
     "game beside(a, b)\n"
     "  (a, b) -> (1, b - 1)\n"
     "  (a, b) -> (a, b - 1) + (a, 0)\n"},
};

class EveryContainer : public testing::TestWithParam<Case> {};

TEST_P(EveryContainer, PassesWhole) {
  const auto plan = plan_of(GetParam());
  const auto solution = solution_of(plan);
  const auto checked = check(plan, solution, check_all);
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_GE(*checked, plan.positions());
}

// One bit after the other is turned: where that changes a reported value, it is found.
TEST_P(EveryContainer, HidesNoWrongValue) {
  const test::TemporaryDirectory directory;
  const auto plan = plan_of(GetParam());
  auto solution = solution_of(plan);
  const auto right = reported_values(plan, solution);
  const auto bytes = bytes_of(solution);
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::byte bit{1};
    bytes[i] ^= bit;
    if (reported_values(plan, solution) != right) {
      ++changed;
      const auto checked = check(plan, solution, check_all, directory / "mistake.txt");
      ASSERT_FALSE(checked) << "byte " << i;
      EXPECT_EQ(checked.error().code, Errc::wrong);
    }
    bytes[i] ^= bit;
  }
  EXPECT_GT(changed, 5u);
}

INSTANTIATE_TEST_SUITE_P(Solved, EveryContainer, testing::ValuesIn(cases));

TEST(SelfCheck, NamesPositionBothValuesAndTheFileToReport) {
  const test::TemporaryDirectory directory;
  const auto plan = plan_of({"nim", {9}});
  auto solution = solution_of(plan);
  bytes_of(solution)[7] = std::byte{3};
  const auto checked = check(plan, solution, {}, directory / "T.zarr.mistake.txt");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message,
            "nim: the nimber of (7) was found to be 3, but by the rules it is 7: a mistake of "
            "Grundy, so no result is reported; please report it with the file " +
                (directory / "T.zarr.mistake.txt").string());
  const std::string text = text_in(directory / "T.zarr.mistake.txt");
  for (const char* line :
       {"game         nim\n", "value        nimber, normal play\n", "position     (7)\n",
        "found        3\n", "but          by the rules it is 7\n", "version      0.1.0\n"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text, HasSubstr(plan.rules.text));
}

TEST(SelfCheck, SaysSoWhereNoFileCanBeWritten) {
  const auto plan = plan_of({"nim", {9}});
  auto solution = solution_of(plan);
  bytes_of(solution)[7] = std::byte{3};
  const auto checked = check(plan, solution, {}, "/nowhere/at/all.txt");
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().message,
              HasSubstr("please report it with the rules and this message"));
}

// Copies of sorted positions are reported too: each is drawn.
TEST(SelfCheck, MeetsWrongCopies) {
  const test::TemporaryDirectory directory;
  const auto plan = plan_of({"wythoff", {9, 9}, nimber, "generic"});
  auto solution = solution_of(plan);
  bytes_of(solution)[plan.closure.rank({7, 2})] ^= std::byte{1};
  const auto checked = check(plan, solution, {}, directory / "mistake.txt");
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().message, HasSubstr("the nimber of (7, 2) was found"));
}

TEST(SelfCheck, ChecksAllOfASmallBoxAndAsManyAsAreAskedFor) {
  const auto small = plan_of({"nim", {99}});
  const auto solution = solution_of(small);
  EXPECT_EQ(*check(small, solution, {}, "", 1e6), 100u);
  EXPECT_EQ(*check(small, solution, 17), 17u);
  EXPECT_EQ(*check(small, solution, 1000), 100u);
  EXPECT_EQ(*check(small, solution, check_all, "", 0, 3), 100u);
  EXPECT_EQ(*check(small, solution, 0), 0u);
  const auto larger = plan_of({"subtraction", {50'000}});
  EXPECT_LE(*check(larger, solution_of(larger), {}, ""), 1024u);
  EXPECT_EQ(*check(larger, solution_of(larger), 3000), 3000u);
  EXPECT_GT(*check(larger, solution_of(larger), {}, "", 100), 2000u);
}

// No position has an option here, but to see that at (10^6) takes 10^12 steps.
TEST(SelfCheck, StopsInTheMidstOfOptionsWhenItsTimeIsOver) {
  auto plan = plan_of({"",
                       {10},
                       nimber,
                       "auto",
                       normal,
                       "game long(n)\n"
                       "  (n) -> (n - 1) for i in 1 .. n, j in 1 .. n when i * j * n = 1 + n\n"});
  plan.box = plan.closure = Box{{0}, {1'000'000}};
  const sweep::Solution zeros{*memory::Cells::allocate(plan.closure, 1), generic::kernel,
                              std::nullopt};
  const std::clock_t begin = std::clock();  // of the processor
  const auto checked = check(plan, zeros, {});
  const std::clock_t took = std::clock() - begin;
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_GT(*checked, 5u);  // the low ones
  EXPECT_LT(took, 2 * CLOCKS_PER_SEC);
}

TEST(SelfCheck, StopsOnRequest) {
  const auto plan = plan_of({"nim", {99}});
  const auto solution = solution_of(plan);
  const std::atomic<bool> stop{true};
  const auto checked = self_check(plan, solution, *executor_of(),
                                  {.count = check_all,
                                   .solving_seconds = 0,
                                   .stop = &stop,
                                   .mistake_file = "",
                                   .program_version = ""});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, Errc::interrupted);
}

TEST(SelfCheck, ReadsHowManyAreAskedFor) {
  EXPECT_EQ(*check_count_from("auto"), std::nullopt);
  EXPECT_EQ(*check_count_from("all"), check_all);
  EXPECT_EQ(*check_count_from("none"), 0u);
  EXPECT_EQ(*check_count_from("12"), 12u);
  for (const char* text : {"", "some", "-1", "1.5", "1e3", "12 ", "99999999999999999999"})
    EXPECT_EQ(check_count_from(text).error().code, Errc::usage) << text;
}

}  // namespace
}  // namespace grundy::solve
