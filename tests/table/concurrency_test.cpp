#include <thread>

#include "sample.hpp"

namespace grundy::table {
namespace {

TEST(Concurrency, ManyThreadsProbeOneTable) {
  const Box box = box_of({170, 170, 170});
  const test::TemporaryDirectory directory;
  const auto cells = cells_of<std::uint8_t>(box, scattered(200));
  write_table(directory / "t.zarr", spec_of(box, Quantity::nimber), {view_of(cells, box)});
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  std::vector<std::jthread> threads;
  for (unsigned seed = 0; seed < 8; ++seed)
    threads.emplace_back([&, seed] {
      std::mt19937_64 random(seed);
      for (int probe = 0; probe < 2000; ++probe) {
        const std::uint64_t rank = random() % cells.size();
        const auto value = table->at(Quantity::nimber, box.position(rank));
        ASSERT_TRUE(value) << value.error().message;
        ASSERT_EQ(*value, cells[rank]);
      }
    });
}

// Every file but the choice of codec depends on the values alone, and that on the first shard.
TEST(Concurrency, TablesWrittenByManyThreadsEqualThoseOfOne) {
  const Box box = box_of({2'100, 2'300});
  const test::TemporaryDirectory directory;
  const auto cells = cells_of<std::uint16_t>(box, scattered(300));
  TableSpec spec = spec_of(box, Quantity::nimber);
  write_table(directory / "one.zarr", spec, {view_of(cells, box)});
  auto writer = TableWriter::create(directory / "many.zarr", spec, false);
  ASSERT_TRUE(writer) << writer.error().message;
  ASSERT_GT(writer->shards().size(), 1u);
  ASSERT_TRUE(writer->write_shard(0, std::vector{view_of(cells, box)}));
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t shard = 1; shard < writer->shards().size(); ++shard)
      threads.emplace_back([&, shard] {
        EXPECT_TRUE(writer->write_shard(shard, std::vector{view_of(cells, box)}));
      });
  }
  ASSERT_TRUE(writer->finish(result_of(box)));
  for (const auto& entry : std::filesystem::directory_iterator(directory / "one.zarr" / "nimber"))
    EXPECT_EQ(bytes_of(entry.path()),
              bytes_of(directory / "many.zarr" / "nimber" / entry.path().filename().string()));
}

}  // namespace
}  // namespace grundy::table
