// A table whose writing was cut short is resumed: what is sound stays, all else is rewritten.
#include <gtest/gtest.h>

#include "sample.hpp"
#include "table/array_writer.hpp"
#include "table/metadata.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

// Four shards.
const Box box = box_of({2, 1500, 1500});

std::vector<std::uint32_t> cells_with(std::uint32_t most) {
  std::vector<std::uint32_t> cells(*box.volume());
  for (std::uint32_t i = 0; i < cells.size(); ++i) cells[i] = i / 8 % (most + 1);
  return cells;
}

TableWriter make(const fs::path& path, Existing existing) {
  auto writer = TableWriter::create(path, spec_of(box, Quantity::nimber), existing);
  EXPECT_TRUE(writer) << writer.error().message;
  return *std::move(writer);
}

void write_all(TableWriter& writer, const std::vector<std::uint32_t>& cells) {
  for (std::uint64_t shard = 0; shard < writer.shards().size(); ++shard)
    ASSERT_TRUE(writer.write_shard(shard, std::vector{view_of(cells, box)}));
}

void finish_and_compare(TableWriter& writer, const fs::path& path,
                        const std::vector<std::uint32_t>& cells) {
  write_all(writer, cells);
  const Status finished = writer.finish(result_of(box));
  ASSERT_TRUE(finished) << finished.error().message;
  const auto table = Table::open(path);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*read_all(*table, Quantity::nimber), cells);
  for (const auto& entry : fs::recursive_directory_iterator(path))
    EXPECT_TRUE(entry.is_directory() || entry.path().filename() == "zarr.json" ||
                entry.path().filename().string().starts_with("c."))
        << entry.path();
}

TEST(Resume, KeepsShardsThatAreSoundAndReplacesOthers) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  const auto cells = cells_with(200);
  {
    auto writer = make(path, Existing::refuse);
    ASSERT_EQ(writer.shards().size(), 4u);
    write_all(writer, cells);
  }
  const auto name = [&](std::uint64_t shard) {
    const Grid shards(box, layout_of(spec_of(box, Quantity::nimber)).shard);
    return path / "nimber" / shard_name(shards, shard);
  };
  std::string damaged = bytes_of(name(1));
  damaged[damaged.size() / 2] ^= 1;
  overwrite(name(1), damaged);
  overwrite(name(2), bytes_of(name(0)));
  fs::remove(name(3));
  overwrite(path / "nimber" / "c.9.9.9.tmp", "half a shard");
  const auto written = fs::last_write_time(name(0));
  auto writer = make(path, Existing::resume);
  EXPECT_TRUE(writer.resumed());
  finish_and_compare(writer, path, cells);
  EXPECT_EQ(fs::last_write_time(name(0)), written);
}

TEST(Resume, ACrashInTheMidstOfWideningLeavesNothingNarrow) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  auto cells = cells_with(200);
  const fs::path narrow = directory / "narrow";
  {
    auto writer = make(path, Existing::refuse);
    for (const std::uint64_t shard : {0u, 1u})
      ASSERT_TRUE(writer.write_shard(shard, std::vector{view_of(cells, box)}));
    fs::copy(path / "nimber", narrow);
    const std::uint64_t last = writer.shards().size() - 1;
    cells.back() = 70'000;
    ASSERT_TRUE(writer.write_shard(last, std::vector{view_of(cells, box)}));
  }
  fs::copy_file(narrow / "c.0.0.0", path / "nimber" / "c.0.0.0",
                fs::copy_options::overwrite_existing);
  auto writer = make(path, Existing::resume);
  finish_and_compare(writer, path, cells);
}

TEST(Resume, FinishedArraysAreResumedToo) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  const auto cells = cells_with(9);
  {
    auto writer = make(path, Existing::refuse);
    finish_and_compare(writer, path, cells);
  }
  fs::remove(path / "zarr.json");  // as if killed before it was written
  overwrite(path / "unfinished.json", spec_text(spec_of(box, Quantity::nimber)));
  const auto written = fs::last_write_time(path / "nimber" / "c.0.0.0");
  auto writer = make(path, Existing::resume);
  finish_and_compare(writer, path, cells);
  EXPECT_EQ(fs::last_write_time(path / "nimber" / "c.0.0.0"), written);
}

TEST(Resume, RefusesAnotherTableAndNamesTheDifference) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  const TableSpec spec = spec_of(box, Quantity::nimber);
  { make(path, Existing::refuse); }
  const auto refusal = [&](auto&& change) {
    TableSpec other = spec;
    change(other);
    const auto writer = TableWriter::create(path, other, Existing::resume);
    EXPECT_FALSE(writer);
    if (writer) return std::string();
    EXPECT_EQ(writer.error().code, Errc::usage);
    return writer.error().message;
  };
  const auto expect_named = [](const std::string& message, const std::string& difference) {
    EXPECT_NE(message.find(difference), std::string::npos) << message;
    EXPECT_NE(message.find("option `force`"), std::string::npos) << message;
  };
  expect_named(refusal([](TableSpec& s) { s.game = "another"; }), "game");
  expect_named(refusal([](TableSpec& s) { s.rules += "# more\n"; }), "rules");
  expect_named(refusal([](TableSpec& s) { s.parameters["S"] = "{1, 2}"; }), "parameter S");
  expect_named(refusal([](TableSpec& s) { s.quantity = Quantity::outcome; }), "quantity");
  expect_named(refusal([](TableSpec& s) {
                 s.quantity = Quantity::outcome;
                 s.convention = Convention::misere;
               }),
               "quantity");
  expect_named(refusal([](TableSpec& s) { s.box.high[0] = s.closure.high[0] = 17; }), "box");
  expect_named(refusal([](TableSpec& s) { s.closure.high[0] += 1; }), "closure");
  expect_named(refusal([](TableSpec& s) { s.section_axis = 1; }), "section axis");
  expect_named(refusal([](TableSpec& s) { s.program_version = "9.9"; }), "program version is");
}

TEST(Resume, ACrashAtTheVeryBeginningLeavesRoomForANewTable) {
  for (const Existing existing : {Existing::refuse, Existing::replace, Existing::resume}) {
    const test::TemporaryDirectory directory;
    const fs::path path = directory / "t.zarr";
    fs::create_directory(path);
    overwrite(path / "unfinished.json.tmp", "{\"grundy_f");
    auto writer = make(path, existing);
    finish_and_compare(writer, path, cells_with(9));
  }
}

TEST(Resume, AnotherWriterIsKeptAway) {
  const test::TemporaryDirectory directory;
  const auto first = make(directory / "t.zarr", Existing::refuse);
  for (const Existing existing : {Existing::refuse, Existing::replace, Existing::resume}) {
    const auto second =
        TableWriter::create(directory / "t.zarr", spec_of(box, Quantity::nimber), existing);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another process"), std::string::npos);
  }
}

TEST(Resume, AForcedTableLeavesTheOldOneUntilItsFirstShard) {
  const test::TemporaryDirectory directory;
  const fs::path path = directory / "t.zarr";
  const auto cells = cells_with(9);
  {
    auto writer = make(path, Existing::refuse);
    finish_and_compare(writer, path, cells);
  }
  {
    auto writer = make(path, Existing::replace);
    EXPECT_EQ(*read_all(*Table::open(path), Quantity::nimber), cells);
    ASSERT_TRUE(writer.discard());
  }
  EXPECT_EQ(*read_all(*Table::open(path), Quantity::nimber), cells);
  EXPECT_FALSE(fs::exists(path / "unfinished.json"));
  auto writer = make(path, Existing::replace);
  ASSERT_TRUE(writer.write_shard(0, std::vector{view_of(cells, box)}));
  EXPECT_FALSE(Table::open(path));
}

}  // namespace
}  // namespace grundy::table
