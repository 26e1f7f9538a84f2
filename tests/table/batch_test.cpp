#include <thread>

#include "sample.hpp"
#include "table/array_reader.hpp"

namespace grundy::table {
namespace {

// Rows of random positions of a box, in an array with room to spare on both sides of everything.
struct Rows {
  static constexpr std::size_t row = 11;
  std::size_t count;
  std::vector<std::int64_t> coordinates;
  std::vector<std::uint32_t> values;

  Rows(const Box& box, std::size_t rows, std::uint64_t seed)
      : count(rows), coordinates(rows * row, -1), values(rows * 3, 77) {
    std::mt19937_64 random(seed);
    for (std::size_t r = 0; r < count; ++r) set(r, box.position(random() % *box.volume()));
  }
  void set(std::size_t r, const Position& at) {
    std::copy(at.begin(), at.end(), coordinates.begin() + static_cast<std::ptrdiff_t>(r * row));
  }
  Position at(std::size_t r, std::size_t dimensions) const {
    const auto first = coordinates.begin() + static_cast<std::ptrdiff_t>(r * row);
    return {first, first + static_cast<std::ptrdiff_t>(dimensions)};
  }
  Batch batch() {
    return {count,
            reinterpret_cast<const std::byte*>(coordinates.data()),
            row * 8,
            8,
            reinterpret_cast<std::byte*>(values.data()),
            12};
  }
};

void expect_same_as_single(const Table& table, Quantity quantity, std::uint64_t seed) {
  const Box& box = table.info().spec.box;
  Rows rows(box, 3'000, seed);
  const Status status = table.values(quantity, rows.batch());
  ASSERT_TRUE(status) << status.error().message;
  for (std::size_t r = 0; r < rows.count; ++r) {
    const Position at = rows.at(r, box.dimensions());
    const auto single = quantity == Quantity::outcome
                            ? static_cast<std::uint32_t>(*table.outcome(at))
                            : *table.at(quantity, at);
    ASSERT_EQ(rows.values[3 * r], single) << to_string(at) << ", seed " << seed;
    ASSERT_EQ(rows.values[3 * r + 1], 77u);  // the room between values is left alone
  }
}

// With room for everything, and for a single chunk.
TEST(Batch, EqualsSingleProbes) {
  std::uint64_t seed = 40;
  for (const Box& box : {box_of({70'000}, 3), box_of({300, 301}, -2), box_of({41, 43, 47}, 5),
                         box_of({9, 10, 11, 12})})
    for (const std::uint32_t most : {1u, 200u, 900u, 100'000u}) {
      const test::TemporaryDirectory directory;
      const auto cells = cells_of(box, scattered(most));
      write_table(directory / "t.zarr", spec_of(box, Quantity::nimber), {view_of(cells, box)});
      for (const std::size_t cache_bytes : {usual_cache_bytes, std::size_t{1}}) {
        const auto table = Table::open(directory / "t.zarr", cache_bytes);
        ASSERT_TRUE(table) << table.error().message;
        expect_same_as_single(*table, Quantity::nimber, ++seed);
        expect_same_as_single(*table, Quantity::outcome, ++seed);
      }
    }
}

TEST(Batch, EqualsSingleProbesWhateverTheStore) {
  TableSpec sorted = spec_of(box_of({60, 60, 60}), Quantity::nimber);
  sorted.store = Store::sorted;
  sorted.sorted_axes = {{0, 1, 2}};
  TableSpec section = spec_of({{2, 3, 1}, {40, 35, 9}}, Quantity::outcome);
  section.section_axis = 1;
  section.store = Store::section;
  for (const TableSpec& spec : {sorted, section}) {
    const test::TemporaryDirectory directory;
    const auto cells = cells_of(spec.box, [](const Position& at) {
      return static_cast<std::uint32_t>(at[0] ^ at[1] ^ (at.back() > 40 ? at.back() : 0)) & 63;
    });
    const auto nim =
        cells_of(spec.box, [](const Position& at) { return at[0] == at[1] ? 0u : 1u; });
    write_table(directory / "t.zarr", spec,
                {view_of(spec.quantity == Quantity::nimber ? cells : nim, spec.box)});
    const auto table = Table::open(directory / "t.zarr");
    ASSERT_TRUE(table) << table.error().message;
    expect_same_as_single(*table, spec.quantity, /*seed=*/50);
    expect_same_as_single(*table, Quantity::outcome, /*seed=*/51);
  }
}

TEST(Batch, RefusesPositionsOutsideTheTable) {
  const Box box = box_of({10, 10}, 1);
  const test::TemporaryDirectory directory;
  const auto cells = cells_of(box, scattered(9));
  write_table(directory / "t.zarr", spec_of(box, Quantity::nimber), {view_of(cells, box)});
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  for (const Position& outside : {Position{0, 5}, Position{5, 11}}) {
    Rows rows(box, 20, /*seed=*/60);
    rows.set(17, outside);
    const Status status = table->values(Quantity::nimber, rows.batch());
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, Errc::usage);
    EXPECT_NE(status.error().message.find(to_string(outside)), std::string::npos);
  }
  Rows rows(box, 20, /*seed=*/61);
  EXPECT_FALSE(table->values(Quantity::remoteness, rows.batch()));
}

// All threads fight for one slot: a torn read would show as a value of another chunk.
TEST(ChunkCache, OfOneChunkServesManyThreads) {
  const Box box = box_of({64, 64, 64});
  const test::TemporaryDirectory directory;
  const auto cells = cells_of<std::uint16_t>(box, [](const Position& at) {
    return static_cast<std::uint32_t>(256 + at[0] * 7 + at[1] * 3 + (at[2] * at[0]) % 251);
  });
  write_table(directory / "t.zarr", spec_of(box, Quantity::nimber), {view_of(cells, box)});
  const auto table = Table::open(directory / "t.zarr", /*cache_bytes=*/1);
  ASSERT_TRUE(table) << table.error().message;
  std::vector<std::jthread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([&, seed] {
      std::mt19937_64 random(seed);
      std::uint64_t rank = 0;
      for (int probe = 0; probe < 8'000; ++probe) {
        // Mostly in the chunk of the last one, so that hits and replacements both happen.
        rank = random() % 4 == 0 ? random() % cells.size() : rank ^ (random() & 7);
        const auto value = table->at(Quantity::nimber, box.position(rank));
        ASSERT_TRUE(value) << value.error().message;
        ASSERT_EQ(*value, cells[rank]);
      }
    });
}

TEST(Divider, DividesExactly) {
  std::mt19937_64 random(/*seed=*/70);
  for (int trial = 0; trial < 200'000; ++trial) {
    const std::uint64_t divisor = (random() >> (1 + random() % 63)) | 1;
    const std::uint64_t near = (random() >> 1) / divisor * divisor;
    for (const std::uint64_t dividend : {random() >> 1, near, near == 0 ? near : near - 1}) {
      const auto [quotient, remainder] = Divider(divisor)(dividend);
      ASSERT_EQ(quotient, dividend / divisor) << dividend << " / " << divisor;
      ASSERT_EQ(remainder, dividend % divisor) << dividend << " / " << divisor;
    }
  }
}

}  // namespace
}  // namespace grundy::table
