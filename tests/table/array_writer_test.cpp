#include "table/array_writer.hpp"

#include <thread>

#include "sample.hpp"
#include "table/array_reader.hpp"

namespace grundy::table {
namespace {

// Small chunks and shards, so that little data has many of both.
ArrayFormat small_format(const Box& box) {
  ArrayFormat format = array_format(spec_of(box, Quantity::nimber), Quantity::nimber);
  format.layout.chunk.assign(box.dimensions(), 4);
  format.layout.shard.assign(box.dimensions(), 8);
  return format;
}

std::vector<std::uint32_t> read_array(const ArrayReader& array) {
  const Box& box = array.format().box;
  std::vector<std::uint32_t> cells(*box.volume());
  const Status read = array.read(box, {reinterpret_cast<std::byte*>(cells.data()), 4, box});
  EXPECT_TRUE(read) << read.error().message;
  return cells;
}

// Writes the shards in the order given, from `threads` threads, and reads them back.
void expect_round_trip(const Box& box, const ValueOf& value, unsigned width, unsigned threads) {
  SCOPED_TRACE(testing::Message() << to_string(box.high) << ", " << threads << " threads");
  const test::TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "nimber");
  const ArrayFormat format = small_format(box);
  ArrayWriter writer(directory / "nimber", format);
  const auto cells = cells_of(box, value);
  std::atomic<std::uint64_t> next = 0;
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i)
      workers.emplace_back([&] {
        for (std::uint64_t shard = 0; (shard = next++) < format.shards().size();)
          EXPECT_TRUE(writer.write_shard(shard, ViewSource(view_of(cells, box))));
      });
  }
  ASSERT_TRUE(writer.finish());
  const auto array = ArrayReader::open(directory / "nimber", format);
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ((*array)->format().width, width);
  EXPECT_EQ(read_array(**array), cells);
  for (std::uint64_t rank = 0; rank < cells.size(); ++rank)
    ASSERT_EQ(*(*array)->at(box.position(rank)), cells[rank]);
}

TEST(ArrayWriter, KeepsEveryCellAroundTheBordersOfChunksAndShards) {
  for (const std::int64_t a : {1, 3, 4, 5, 7, 8, 9, 15, 16, 17})
    for (const std::int64_t b : {1, 4, 7, 8, 9, 17})
      expect_round_trip(box_of({a, b}, 2), scattered(255), 1, 1);
}

// Nimbers of heaps by the million pass 65535.
TEST(ArrayWriter, WidensInMidWrite) {
  const auto rising = [](std::uint32_t most) {
    return [most](const Position& at) { return static_cast<std::uint32_t>(at[0]) * most / 79; };
  };
  expect_round_trip(box_of({80}), rising(255), 1, 1);
  expect_round_trip(box_of({80}), rising(256), 2, 1);
  expect_round_trip(box_of({80}), rising(70'000), 4, 1);
  expect_round_trip(box_of({80, 9}), rising(70'000), 4, 1);
}

TEST(ArrayWriter, TakesShardsFromManyThreadsWhileItWidens) {
  const auto value = [](const Position& at) {
    const auto rank = static_cast<std::uint32_t>(at[0] * 60 + at[1]);
    return rank % 97 == 0 ? rank * 30 : rank % 7;
  };
  for (const unsigned threads : {2u, 8u}) expect_round_trip(box_of({50, 60}), value, 4, threads);
}

TEST(ArrayWriter, StoresNothingForChunksOfTheFillValue) {
  const Box box = box_of({8, 8});
  const test::TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "nimber");
  ArrayWriter writer(directory / "nimber", small_format(box));
  const std::vector<std::uint8_t> zeros(64, 0);
  ASSERT_TRUE(writer.write_shard(0, ViewSource(view_of(zeros, box))));
  EXPECT_EQ(bytes_of(directory / "nimber" / "c.0.0").size(), 4 * 16 + 4u);  // the index alone
}

TEST(ArrayWriter, DoesNotFinishWhileAShardIsMissing) {
  const Box box = box_of({16});
  const test::TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "nimber");
  ArrayWriter writer(directory / "nimber", small_format(box));
  const std::vector<std::uint8_t> cells(16, 3);
  ASSERT_TRUE(writer.write_shard(0, ViewSource(view_of(cells, box))));
  EXPECT_FALSE(writer.finish());
  ASSERT_TRUE(writer.write_shard(1, ViewSource(view_of(cells, box))));
  EXPECT_TRUE(writer.finish());
}

TEST(ArrayWriter, SaysWhichFileItCouldNotWrite) {
  const Box box = box_of({16});
  ArrayWriter writer("/nonexistent/nimber", small_format(box));
  const std::vector<std::uint8_t> cells(16, 3);
  const Status written = writer.write_shard(1, ViewSource(view_of(cells, box)));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Errc::io);
  EXPECT_NE(written.error().message.find("/nonexistent/nimber/"), std::string::npos);
}

}  // namespace
}  // namespace grundy::table
