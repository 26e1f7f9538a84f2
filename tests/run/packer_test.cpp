// Tables have the same bytes however they come about: packed while the sweep goes on or behind it,
// by any number of threads.
#include "run/packer.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "run/solved_values.hpp"
#include "solved_box.hpp"
#include "table/reader.hpp"

namespace grundy::solve {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;

// But for the group's zarr.json, which names the executor.
Files files_of(const fs::path& table) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(table)) {
    if (entry.is_directory() || entry.path() == table / "zarr.json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().lexically_relative(table)] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

// Several shards, of cells that become wider on the way where there are nimbers above 255.
const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"three_pile", {170}},
      {"three_pile", {165}, Quantity::outcome},
      {"three_pile", {170, 165, 170}},
      {"cutting", {2100, 2100}},
      {"steps",
       {2100, 2100},
       Quantity::remoteness,
       "generic",
       Convention::normal,
       "game steps(a, b)\n(a, b) -> (a - 1, b)\n(a, b) -> (a, b - 1)\n(a, b) -> (a - 2, b - 1)"},
  };
  return all;
}

class Packed : public testing::TestWithParam<Case> {
 protected:
  fs::path table() const { return directory_ / "t.zarr"; }
  Output output(table::Store store) const {
    Output output;
    output.table = table();
    output.force = true;
    output.store = store;
    return output;
  }

  Files write(const std::string& executor, std::size_t threads, table::Store store) {
    Options options;
    options.output = output(store);
    options.check = 10;
    options.program_version = "test";
    const auto report =
        run(plan_of(GetParam(), threads), **parallel::make_executor(executor, threads), options);
    EXPECT_TRUE(report) << report.error().message;
    return files_of(table());
  }

  Files write_afterwards(table::Store store) {
    plan::Plan plan = plan_of(GetParam());
    auto report = run(plan, *executor_of(), {});
    EXPECT_TRUE(report) << report.error().message;
    const SolvedValues solved(std::move(plan), *std::move(report), "serial", "test");
    const Status written = write_table(solved, output(store), *executor_of(2));
    EXPECT_TRUE(written) << written.error().message;
    return files_of(table());
  }

 private:
  test::TemporaryDirectory directory_;
};

// Whether some rows across the box read as they were solved.
void expect_values(const fs::path& path, const Case& of) {
  const auto table = table::Table::open(path);
  ASSERT_TRUE(table) << table.error().message;
  const plan::Plan plan = plan_of(of);
  const sweep::Solution solution = solution_of(plan);
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const Position at = plan.box.position(i * 1'000'003 % plan.positions());
    ASSERT_EQ(*table->at(plan.quantity, at), sweep::value_at(plan, solution, plan.quantity, at))
        << grundy::to_string(at);
  }
}

TEST_P(Packed, BytesDependOnNoThread) {
  std::vector<table::Store> stores{table::Store::full};
  if (GetParam().game == "three_pile") stores.push_back(table::Store::sorted);
  for (const table::Store store : stores) {
    const Files one = write("serial", 1, store);
    EXPECT_GT(one.size(), 2u);
    expect_values(table(), GetParam());
    EXPECT_EQ(write("tbb", 2, store), one);
    EXPECT_EQ(write("openmp", 5, store), one);
    EXPECT_EQ(write_afterwards(store), one);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Packed, testing::ValuesIn(cases()), [](const auto& kind) {
  return std::to_string(kind.index) + "_" + kind.param.game;
});

}  // namespace
}  // namespace grundy::solve
