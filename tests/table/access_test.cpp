// Tables whose files change under the reader, lead nowhere, or are absurd.
#include <gtest/gtest.h>

#include "sample.hpp"
#include "table/check.hpp"
#include "table/metadata_file.hpp"

namespace grundy::table {
namespace {

namespace fs = std::filesystem;

// Of several chunks.
class ReadTable : public testing::Test {
 protected:
  void SetUp() override {
    const auto cells = cells_of(box_, value_);
    write_table(path_, spec_of(box_, Quantity::nimber), {view_of(cells, box_)});
  }

  // No decoded chunk but one is kept, so that all others are asked for again.
  Result<Table> opened(Access access) const {
    return Table::open(path_, /*cache_bytes=*/1, access);
  }

  std::vector<fs::path> shards() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(path_ / "nimber"))
      if (entry.path().filename() != "zarr.json") found.push_back(entry.path());
    return found;
  }

  // A table like this one, with other values.
  void write_other(const fs::path& path, bool force) const {
    const auto cells = cells_of(box_, other_value_);
    write_table(path, spec_of(box_, Quantity::nimber), {view_of(cells, box_)}, force);
  }

  // Opens the table, touches all of it, lets the shards be changed, and asks for all of it again.
  template <class Change>
  Status after(const Change& change) const {
    const auto table = opened(Access::read);
    if (!table) return table.error();
    EXPECT_TRUE(read_all(*table, Quantity::nimber));
    for (const fs::path& shard : shards()) change(shard);
    const auto cells = read_all(*table, Quantity::nimber);
    const auto one = table->at(Quantity::nimber, box_.high);
    EXPECT_EQ(static_cast<bool>(cells), static_cast<bool>(one));
    return cells ? Status() : cells.error();
  }

  const Box box_ = box_of({300, 400});
  const ValueOf value_ = scattered(300);
  const ValueOf other_value_ = scattered(300, /*seed=*/1902);
  const test::TemporaryDirectory directory_;
  const fs::path path_ = directory_ / "t.zarr";
};

TEST_F(ReadTable, HasTheValuesOfAMappedOne) {
  const auto read = opened(Access::read);
  const auto mapped = opened(Access::mapped);
  ASSERT_TRUE(read && mapped);
  EXPECT_EQ(*read_all(*read, Quantity::nimber), *read_all(*mapped, Quantity::nimber));
  EXPECT_EQ(*read_all(*read, Quantity::nimber), cells_of(box_, value_));
  for (const Position& at : {box_.low, box_.high, Position{150, 1}, Position{7, 399}})
    EXPECT_EQ(*read->at(Quantity::nimber, at), value_(at));
}

TEST_F(ReadTable, SeesThatAFileWasCutShort) {
  for (const std::uintmax_t left : {std::uintmax_t{0}, std::uintmax_t{100}}) {
    const Status read = after([&](const fs::path& shard) { fs::resize_file(shard, left); });
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Errc::corrupt);
    EXPECT_NE(read.error().message.find("changed or exchanged"), std::string::npos)
        << read.error().message;
    fs::remove_all(path_);
    SetUp();
  }
}

TEST_F(ReadTable, SeesThatAFileWasExchangedOrRemoved) {
  const Status exchanged = after([](const fs::path& shard) {
    const std::string bytes = bytes_of(shard);
    fs::rename(shard, shard.string() + ".old");
    overwrite(shard, bytes);
    fs::remove(shard.string() + ".old");
  });
  ASSERT_FALSE(exchanged);
  EXPECT_EQ(exchanged.error().code, Errc::corrupt);
  const Status removed = after([](const fs::path& shard) { fs::remove(shard); });
  ASSERT_FALSE(removed);
  EXPECT_EQ(removed.error().code, Errc::corrupt);
}

TEST_F(ReadTable, SeesThatBytesWereChanged) {
  const Status read = after([](const fs::path& shard) {
    std::string bytes = bytes_of(shard);
    for (std::size_t at = 0; at < bytes.size(); at += 7) bytes[at] = static_cast<char>(~bytes[at]);
    overwrite(shard, bytes);
  });
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, Errc::corrupt);
}

TEST_F(ReadTable, IsCheckedAtItsIndexToo) {
  for (const fs::path& shard : shards()) fs::resize_file(shard, fs::file_size(shard) - 5);
  const auto table = opened(Access::read);
  ASSERT_TRUE(table);
  const auto cells = read_all(*table, Quantity::nimber);
  ASSERT_FALSE(cells);
  EXPECT_EQ(cells.error().code, Errc::corrupt);
  EXPECT_NE(cells.error().message.find("truncated"), std::string::npos) << cells.error().message;
}

TEST_F(ReadTable, WithASymlinkThatLeadsNowhereIsDamaged) {
  const fs::path shard = shards().front();
  fs::remove(shard);
  fs::create_symlink(shard, shard);
  for (const Access access : {Access::mapped, Access::read}) {
    const auto table = opened(access);
    ASSERT_TRUE(table);
    const auto cells = read_all(*table, Quantity::nimber);
    ASSERT_FALSE(cells);
    EXPECT_EQ(cells.error().code, Errc::corrupt) << cells.error().message;
  }
  const fs::path loop = directory_ / "loop.zarr";
  fs::create_symlink(loop, loop);
  EXPECT_EQ(Table::open(loop).error().code, Errc::corrupt);
}

// No shard has been opened when the name comes to lead to the other table.
TEST_F(ReadTable, StaysTheOneThatWasOpened) {
  for (const Access access : {Access::mapped, Access::read}) {
    const auto table = opened(access);
    ASSERT_TRUE(table);
    fs::rename(path_, directory_ / "old.zarr");
    write_other(path_, /*force=*/false);
    EXPECT_EQ(*read_all(*table, Quantity::nimber), cells_of(box_, value_));
    EXPECT_EQ(*read_all(*opened(access), Quantity::nimber), cells_of(box_, other_value_));
    fs::remove_all(path_);
    fs::rename(directory_ / "old.zarr", path_);
  }
}

TEST_F(ReadTable, DetectsThatItWasRewritten) {
  for (const Access access : {Access::mapped, Access::read}) {
    const auto table = opened(access);
    ASSERT_TRUE(table);
    write_other(path_, /*force=*/true);
    const auto cells = read_all(*table, Quantity::nimber);
    ASSERT_FALSE(cells);
    EXPECT_EQ(cells.error().code, Errc::corrupt);
    EXPECT_NE(cells.error().message.find("changed or exchanged"), std::string::npos)
        << cells.error().message;
    EXPECT_FALSE(table->at(Quantity::nimber, box_.high));
  }
}

TEST_F(ReadTable, WithoutANameIsRefused) {
  EXPECT_EQ(Table::open("").error().code, Errc::usage);
  EXPECT_EQ(TableWriter::create("", spec_of(box_, Quantity::nimber), true).error().code,
            Errc::usage);
  EXPECT_EQ(TableDirectory::is_finished("", spec_of(box_, Quantity::nimber)).error().code,
            Errc::usage);
}

// Sparse files of 3 GB, and 30 MB of brackets: refused before memory is taken for them.
TEST_F(ReadTable, HasALimitOnItsMetadata) {
  const auto expect_refused = [&](const fs::path& file, const std::string& said) {
    const auto table = Table::open(path_);
    ASSERT_FALSE(table);
    EXPECT_EQ(table.error().code, Errc::corrupt);
    EXPECT_NE(table.error().message.find(file.string()), std::string::npos);
    EXPECT_NE(table.error().message.find(said), std::string::npos) << table.error().message;
  };
  for (const fs::path& file : {path_ / "zarr.json", path_ / "nimber" / "zarr.json"}) {
    SCOPED_TRACE(file);
    const std::string whole = bytes_of(file);
    fs::resize_file(file, std::uintmax_t{3} << 30);
    expect_refused(file, "metadata has at most 33554432");
    Findings findings;
    EXPECT_FALSE(check_metadata(path_, spec_of(box_, Quantity::nimber), findings));
    overwrite(file, whole);
    overwrite(file, whole + std::string(100, '\0'));
    expect_refused(file, "a byte 0 in a JSON text");
    overwrite(file, std::string(30'000'000, '['));
    expect_refused(file, "more than 262144 values");
    overwrite(file, whole);
  }
  EXPECT_TRUE(Table::open(path_));
}

}  // namespace
}  // namespace grundy::table
