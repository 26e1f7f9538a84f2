#include <algorithm>

#include "sample.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

const Box small = box_of({5, 6});

void write_sample(const fs::path& path, std::uint32_t most) {
  const auto cells = cells_of(small, scattered(most));
  write_table(path, spec_of(small, Quantity::nimber), {view_of(cells, small)});
}

void expect_refused(const fs::path& path, bool force, const std::string& reason) {
  const auto writer = TableWriter::create(path, spec_of(small, Quantity::outcome), force);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, Errc::usage);
  EXPECT_NE(writer.error().message.find(path.string()), std::string::npos);
  EXPECT_NE(writer.error().message.find(reason), std::string::npos) << writer.error().message;
}

TEST(TableDirectory, AnExistingTableIsNotTouched) {
  const test::TemporaryDirectory directory;
  write_sample(directory / "t.zarr", 9);
  expect_refused(directory / "t.zarr", false, "option `force`");
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*read_all(*table, Quantity::nimber), cells_of(small, scattered(9)));
}

TEST(TableDirectory, ForceReplacesATableAndLeavesWhatIsNotOurs) {
  const test::TemporaryDirectory directory;
  write_sample(directory / "t.zarr", 9);
  overwrite(directory / "t.zarr" / "notes.txt", "mine");
  const TableSpec spec = spec_of(small, Quantity::outcome);
  auto writer = TableWriter::create(directory / "t.zarr", spec, /*force=*/true);
  ASSERT_TRUE(writer) << writer.error().message;
  const auto cells = cells_of(small, scattered(1));
  ASSERT_TRUE(writer->write_shard(0, std::vector{view_of(cells, small)}));
  EXPECT_FALSE(fs::exists(directory / "t.zarr" / "nimber"));
  ASSERT_TRUE(writer->finish(result_of(small)));
  EXPECT_EQ(*read_all(*Table::open(directory / "t.zarr"), Quantity::outcome), cells);
  EXPECT_EQ(bytes_of(directory / "t.zarr" / "notes.txt"), "mine");
}

TEST(TableDirectory, WhatIsNoTableIsRefusedEvenByForce) {
  const test::TemporaryDirectory directory;
  fs::create_directories(directory / "home" / "nimber");
  overwrite(directory / "home" / "zarr.json", R"({"zarr_format": 3, "node_type": "group"})");
  overwrite(directory / "file", "text");
  for (const bool force : {false, true}) {
    expect_refused(directory / "home", force, "something other than a table");
    expect_refused(directory / "file", force, "no directory");
  }
  EXPECT_TRUE(fs::exists(directory / "home" / "nimber"));
  EXPECT_EQ(bytes_of(directory / "file"), "text");
}

TEST(TableDirectory, AnEmptyDirectoryWillDo) {
  const test::TemporaryDirectory directory;
  fs::create_directory(directory / "t.zarr");
  write_sample(directory / "t.zarr", 9);
  EXPECT_TRUE(Table::open(directory / "t.zarr"));
}

TEST(TableDirectory, WithoutAParentIsAnIoError) {
  const test::TemporaryDirectory directory;
  const auto writer =
      TableWriter::create(directory / "none" / "t.zarr", spec_of(small, Quantity::nimber), false);
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code, Errc::io);
}

TEST(TableDirectory, AnUnfinishedTableIsNotOpenedAndNotOverwritten) {
  const test::TemporaryDirectory directory;
  const auto cells = cells_of(small, scattered(9));
  {
    auto writer =
        TableWriter::create(directory / "t.zarr", spec_of(small, Quantity::nimber), false);
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(writer->write_shard(0, std::vector{view_of(cells, small)}));
  }
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, Errc::corrupt);
  EXPECT_NE(table.error().message.find("unfinished"), std::string::npos);
  expect_refused(directory / "t.zarr", false, "unfinished");
  EXPECT_TRUE(TableWriter::create(directory / "t.zarr", spec_of(small, Quantity::nimber), true));
}

TEST(TableDirectory, AFinishedTableLeavesNothingElseBehind) {
  const test::TemporaryDirectory directory;
  write_sample(directory / "t.zarr", 9);
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(directory / "t.zarr"))
    names.push_back(fs::relative(entry.path(), directory / "t.zarr").string());
  std::ranges::sort(names);
  EXPECT_EQ(names,
            (std::vector<std::string>{"nimber", "nimber/c.0.0", "nimber/zarr.json", "zarr.json"}));
}

TEST(TableDirectory, DiscardLeavesNothing) {
  const test::TemporaryDirectory directory;
  auto writer = TableWriter::create(directory / "t.zarr", spec_of(small, Quantity::nimber), false);
  ASSERT_TRUE(writer) << writer.error().message;
  const auto cells = cells_of(small, scattered(9));
  ASSERT_TRUE(writer->write_shard(0, std::vector{view_of(cells, small)}));
  ASSERT_TRUE(writer->discard());
  EXPECT_FALSE(fs::exists(directory / "t.zarr"));
}

TEST(TableDirectory, SpecsWithoutSenseAreRefusedBeforeAnythingIsMade) {
  const test::TemporaryDirectory directory;
  const TableSpec good = spec_of(small, Quantity::nimber);
  std::vector<TableSpec> senseless(6, good);
  senseless[0].coordinates.clear();
  senseless[1].closure.high[0] = 1;
  senseless[2].closure.low[0] = -1;
  senseless[3].section_axis = 2;
  senseless[4].convention = Convention::misere;
  senseless[5].box.high[1] = -1;
  for (const TableSpec& spec : senseless) {
    const auto writer = TableWriter::create(directory / "t.zarr", spec, false);
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().code, Errc::usage);
  }
  EXPECT_FALSE(fs::exists(directory / "t.zarr"));
}

}  // namespace
}  // namespace grundy::table
