// Tables that several ranks write together have the bytes of one rank's, and count the same.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "run/description.hpp"
#include "run/solve.hpp"
#include "solved_box.hpp"
#include "table/reader.hpp"

namespace grundy::solve {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;

// But for the group's zarr.json, which tells of the run.
Files files_of(const fs::path& table) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(table)) {
    if (entry.is_directory() || entry.path() == table / "zarr.json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().lexically_relative(table)] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

constexpr const char* slide =
    "game slide(a, b, c)\n"
    "  symmetric (b, c)\n"
    "  (a, b, c) -> (a - k, b, c)  for k >= 1\n"
    "  (a, b, c) -> (a, b - 1, c)\n"
    "  (a, b, c) -> (a, b - 2, c - 1)";
constexpr const char* steps =
    "game steps(a, b)\n(a, b) -> (a - 1, b)\n(a, b) -> (a, b - 1)\n(a, b) -> (a - 2, b - 1)";

// Several shards, of p_section too. Some have values that become wider on the way.
const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"chomp3", {165, 161, 170}, Quantity::outcome, "generic"},
      {"slide", {1, 2100, 2100}, Quantity::outcome, "generic", Convention::normal, slide},
      {"steps", {2100, 2100}, Quantity::remoteness, "generic", Convention::normal, steps},
      {"euclid", {2100, 2100}, Quantity::nimber, "generic"},
      {"cutting", {2100, 2100}},
      {"three_pile", {200, 200, 200}},
      {"three_pile", {170, 200, 200}},
      {"wythoff", {2100, 2300}},
  };
  return all;
}

class RanksWrite : public testing::TestWithParam<Case> {
 protected:
  fs::path table() const { return directory_ / "t.zarr"; }

  plan::Plan plan_for_ranks(std::size_t ranks) const {
    const Case& of = GetParam();
    Asked asked;
    asked.game = of.game;
    asked.rules = of.rules;
    asked.high = of.high;
    asked.quantity = of.quantity;
    asked.kernel = of.kernel;
    asked.threads = ranks;
    asked.ranks = {ranks, nullptr, ranks};
    asked.memory_limit = std::uint64_t{1} << 33;
    auto plan = make_plan(asked);
    if (!plan) throw std::runtime_error(plan.error().message);
    return *std::move(plan);
  }

  Options options(table::Store store) const {
    Options options;
    options.output = Output{.table = table(), .force = true, .store = store};
    options.check = 20;
    options.program_version = "test";
    return options;
  }

  Result<Report> write(std::size_t ranks, table::Store store) const {
    return run(plan_for_ranks(ranks), **parallel::make_executor("serial", 1), options(store));
  }

  std::vector<table::Store> stores() const {
    std::vector<table::Store> all{table::Store::full};
    const plan::Plan plan = plan_for_ranks(1);
    if (!table_spec_is_refused(plan, table::Store::sorted)) all.push_back(table::Store::sorted);
    if (!table_spec_is_refused(plan, table::Store::section)) all.push_back(table::Store::section);
    return all;
  }

  test::TemporaryDirectory directory_;

 private:
  bool table_spec_is_refused(const plan::Plan& plan, table::Store store) const {
    return store == table::Store::sorted ? exchangeable_axes(plan).empty()
                                         : !plan.section_axis || plan.quantity != Quantity::outcome;
  }
};

TEST_P(RanksWrite, TheBytesOfOneRank) {
  for (const table::Store store : stores()) {
    const auto one = write(1, store);
    ASSERT_TRUE(one) << one.error().message;
    const Files expected = files_of(table());
    EXPECT_GE(expected.size(), store == table::Store::section ? 2u : 4u);
    for (const std::size_t ranks : {2u, 3u, 8u}) {
      SCOPED_TRACE(testing::Message() << ranks << " ranks, store " << static_cast<int>(store));
      const auto report = write(ranks, store);
      ASSERT_TRUE(report) << report.error().message;
      EXPECT_EQ(files_of(table()), expected);
      EXPECT_EQ(report->statistics.digest, one->statistics.digest);
      EXPECT_EQ(report->statistics.positions, one->statistics.positions);
      EXPECT_EQ(report->statistics.p_positions, one->statistics.p_positions);
      EXPECT_EQ(report->statistics.histogram, one->statistics.histogram);
      EXPECT_EQ(report->statistics.max_value, one->statistics.max_value);
      ASSERT_TRUE(table::Table::open(table()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, RanksWrite, testing::ValuesIn(cases()), [](const auto& test) {
  return test.param.game + "_" + std::to_string(test.index);
});

}  // namespace
}  // namespace grundy::solve
