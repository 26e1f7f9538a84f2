// Tables of games that leave some tuples out.
#include "sample.hpp"
#include "table/array_reader.hpp"
#include "table/array_writer.hpp"

namespace grundy::table {
namespace {

TableSpec spec_with_holes(const Box& box, Quantity quantity = Quantity::nimber) {
  TableSpec spec = spec_of(box, quantity);
  spec.where = "a >= b";
  return spec;
}

// Values up to `most`, which comes last; every third tuple is no position.
std::vector<std::uint32_t> cells_with_holes(const Box& box, std::uint32_t most) {
  return cells_of(box, [&](const Position& at) {
    const auto rank = box.rank(at);
    if (rank % 3 == 1) return no_position(4);
    return static_cast<std::uint32_t>(rank * most / (*box.volume() - 1));
  });
}

// From cells of 4 bytes, shard by shard, so that earlier ones are widened.
void expect_array(std::uint32_t most, unsigned width) {
  SCOPED_TRACE(most);
  const Box box = box_of({8, 20});
  const test::TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "nimber");
  ArrayFormat format = array_format(spec_with_holes(box), Quantity::nimber);
  format.layout.chunk.assign(2, 4);
  format.layout.shard = {4, 8};
  ArrayWriter writer(directory / "nimber", format);
  const auto cells = cells_with_holes(box, most);
  for (std::uint64_t shard = 0; shard < format.shards().size(); ++shard)
    ASSERT_TRUE(writer.write_shard(shard, ViewSource(view_of(cells, box))));
  ASSERT_TRUE(writer.finish());
  const auto array = ArrayReader::open(directory / "nimber", format);
  ASSERT_TRUE(array) << array.error().message;
  ASSERT_EQ((*array)->format().width, width);
  EXPECT_EQ((*array)->format().fill, no_position(width));
  for (std::uint64_t rank = 0; rank < cells.size(); ++rank) {
    const std::uint32_t expected = cells[rank] == no_position(4) ? no_position(width) : cells[rank];
    ASSERT_EQ(*(*array)->at(box.position(rank)), expected) << rank;
  }
}

TEST(Holes, HaveANumberThatNoPositionHas) {
  expect_array(0, 1);
  expect_array(254, 1);
  expect_array(255, 2);
  expect_array(256, 2);
  expect_array(65'534, 2);
  expect_array(65'535, 4);
  expect_array(70'000, 4);
}

Table table_with_holes(const test::TemporaryDirectory& directory, const Box& box,
                       std::uint32_t most) {
  const auto cells = cells_with_holes(box, most);
  write_table(directory / "t.zarr", spec_with_holes(box), {view_of(cells, box)});
  auto table = Table::open(directory / "t.zarr");
  EXPECT_TRUE(table) << table.error().message;
  return *std::move(table);
}

TEST(Holes, AreNoPositionsForReaders) {
  const test::TemporaryDirectory directory;
  const Box box = box_of({9, 10}, 2);
  const Table table = table_with_holes(directory, box, 300);
  EXPECT_EQ(table.info().spec.where, "a >= b");
  const auto cells = cells_with_holes(box, 300);
  for (std::uint64_t rank = 0; rank < cells.size(); ++rank) {
    const auto value = table.at(Quantity::nimber, box.position(rank));
    const auto outcome = table.outcome(box.position(rank));
    if (cells[rank] == no_position(4)) {
      ASSERT_FALSE(value);
      EXPECT_EQ(value.error().code, Errc::usage);
      EXPECT_NE(value.error().message.find("is no position of"), std::string::npos);
      EXPECT_NE(value.error().message.find("where a >= b"), std::string::npos);
      EXPECT_FALSE(outcome);
    } else {
      ASSERT_TRUE(value) << value.error().message;
      EXPECT_EQ(*value, cells[rank]);
      EXPECT_EQ(*outcome, cells[rank] == 0 ? Outcome::P : Outcome::N);
    }
  }
}

TEST(Holes, AreReadAsTheLargestNumberOfAnyWidth) {
  const test::TemporaryDirectory directory;
  const Box box = box_of({9, 10}, 2);
  const Table table = table_with_holes(directory, box, 300);
  const auto read = read_all(table, Quantity::nimber);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, cells_with_holes(box, 300));
}

}  // namespace
}  // namespace grundy::table
