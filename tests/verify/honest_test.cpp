// Tables that are what they should be pass, and those small enough are proved.
#include <chrono>

#include "base/digest.hpp"
#include "tables.hpp"

namespace grundy::verify {
namespace {

using enum Quantity;
using enum table::Store;

const std::vector<Kind> kinds{
    {"lasker", {400}},
    {"multiplication", {300}, outcome},  // begins at 1
    {"multiplication", {300}, remoteness},
    {"kayles", {300}},               // sums
    {"cutting", {14, 12}},           // sums, two coordinates, begins at 2
    {"cutting", {14, 12}, outcome},  // sums of which outcomes do not tell
    {"wythoff", {40, 30}},
    {"wythoff", {40, 30}, outcome},  // with p_section
    {"wythoff", {40, 30}, remoteness},
    {"wythoff", {30, 30}, outcome, full, Convention::misere},
    {"wythoff", {30, 30}, remoteness, sorted, Convention::misere},
    {"lasker", {12}, outcome, full, Convention::misere},  // sums as they stand
    {"lasker", {9}, remoteness},
    {"three_pile", {16, 20, 12}},
    {"three_pile", {16, 16, 16}, nimber, sorted},
    {"three_pile", {20, 20, 20}, outcome, sorted},
    {"three_pile", {20, 24, 28}, outcome, section},
    {"cards", {6, 5, 4, 3}, outcome},  // play leaves the box
    {"cards", {5, 5, 5, 5}},
    {"cards", {4, 4, 4, 4}, remoteness},
    {"chomp3", {12, 12, 12}, outcome},
    {"euclid", {30, 30}, outcome},
    {"race",
     {30, 30},
     outcome,
     full,
     Convention::normal,
     "game race(a, b)\n  lost when a == b and a > 3\n  won when a == 0\n"
     "  (a, b) -> (a - k, b) for k in {1, 2}\n  (a, b) -> (a, b - k) for k in {1, 3}\n"},
};

class Honest : public testing::TestWithParam<Kind> {};

TEST_P(Honest, IsProved) {
  const test::TemporaryDirectory directory;
  solve_table(GetParam(), directory / "t.zarr");
  const auto report = judge(directory / "t.zarr", {.full = true});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->ok()) << text_of(*report);
  EXPECT_TRUE(report->findings.empty()) << text_of(*report);
  ASSERT_TRUE(report->definition);
  EXPECT_EQ(report->definition->open, 0u);
  EXPECT_TRUE(report->definition->proved);
  EXPECT_GT(report->definition->derived, 0u);
}

TEST_P(Honest, PassesBySamples) {
  const test::TemporaryDirectory directory;
  solve_table(GetParam(), directory / "t.zarr");
  const auto report = judge(directory / "t.zarr", {.samples = 200, .seed = 7, .seconds = 60});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->ok()) << text_of(*report);
  ASSERT_TRUE(report->definition);
  EXPECT_EQ(report->definition->derived, report->definition->asked);
  EXPECT_FALSE(report->definition->proved);
}

// As the program wrote them before the digest of base/digest.hpp.
TEST_P(Honest, TablesOfFormat2HaveTheDigestByRanks) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  solve_table(GetParam(), path);
  const auto table = table::Table::open(path);
  ASSERT_TRUE(table) << table.error().message;
  const table::TableSpec& spec = table->info().spec;
  std::vector<std::uint32_t> values(*spec.box.volume());
  const CellSpan span{reinterpret_cast<std::byte*>(values.data()), 4, spec.box};
  ASSERT_TRUE(table->read(spec.quantity, spec.box, span));
  RankDigest digest;
  for (std::uint64_t rank = 0; rank < values.size(); ++rank)
    if (spec.quantity != outcome || values[rank] == 0) digest.add(rank, values[rank]);
  const Effort effort{.samples = 20, .seed = 7, .seconds = 60};
  forge_attributes(path, [&](auto& attributes) { attributes["grundy_format"] = 2; });
  const auto wrong = judge(path, effort);
  ASSERT_TRUE(wrong) << wrong.error().message;
  EXPECT_EQ(wrong->differences, 1u);
  forge_attributes(path, [&](auto& attributes) { attributes["digest"] = digest.hex(); });
  const auto right = judge(path, effort);
  ASSERT_TRUE(right) << right.error().message;
  EXPECT_TRUE(right->ok()) << text_of(*right);
}

INSTANTIATE_TEST_SUITE_P(Tables, Honest, testing::ValuesIn(kinds));

TEST(Verify, ManyThreadsSayWhatOneSays) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  solve_table({"three_pile", {24, 24, 24}, nimber, sorted}, path);
  forge_attributes(path, [](auto& attributes) { attributes["digest"] = std::string(32, '0'); });
  for (const bool full : {false, true}) {
    const Effort effort{.full = full, .samples = 300, .seed = 3, .seconds = 60};
    const auto one = judge(path, effort, 1);
    ASSERT_TRUE(one) << one.error().message;
    EXPECT_EQ(one->differences, 1u);
    for (const std::size_t threads : {2u, 7u}) {
      const auto many = judge(path, effort, threads);
      ASSERT_TRUE(many) << many.error().message;
      EXPECT_EQ(text_of(*many), text_of(*one));
      EXPECT_EQ(many->definition->derived, one->definition->derived);
      EXPECT_EQ(many->definition->options, one->definition->options);
    }
  }
}

TEST(Verify, WhatCannotBeDerivedIsCountedAndNoFault) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  solve_table({"cutting", {150, 150}, outcome}, path);  // more than the oracle is asked for
  const auto report = judge(path, {.samples = 300, .seed = 1, .seconds = 60});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->ok()) << text_of(*report);
  EXPECT_GT(report->definition->open, 0u);
  EXPECT_GT(report->definition->derived, 0u);
  EXPECT_EQ(report->definition->open + report->definition->derived, 300u);
}

// A position has up to 10^9 pairs of j and k, most of which are no options.
TEST(Verify, GivesUpSamplesThatTakeTooLong) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  solve_table({"",
               {60'000, 60'000},
               outcome,
               table::Store::section,
               Convention::normal,
               "game g(a, b)\n"
               "  (a, b) -> (a - k, b) for k >= 1\n"
               "  (a, b) -> (a, b - k) for k >= 1\n"
               "  (a, b) -> (a - j, b - k) for j >= 1, k >= 1 when j - k < 3 and k - j < 3\n"},
              path);
  const auto begin = std::chrono::steady_clock::now();
  const auto report = judge(path, {.samples = 40, .seed = 1, .seconds = 0.2});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->ok()) << text_of(*report);
  EXPECT_LT(report->definition->derived + report->definition->open, 40u);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Verify, StopsWhenAsked) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  solve_table({"wythoff", {40, 30}}, path);
  const auto executor = parallel::make_executor("serial", 1);
  ASSERT_TRUE(executor);
  const std::atomic<bool> stop{true};
  Request request;
  request.table = path;
  request.stop = &stop;
  const auto report = run(request, **executor);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Errc::interrupted);
}

}  // namespace
}  // namespace grundy::verify
