#include "sample.hpp"

namespace grundy::table {
namespace {

// Boxes of 1 to 5 dimensions: single cells, around the sides of a chunk, of several shards, and
// with an origin that is not 0.
const std::vector<Box> boxes{
    box_of({1}),
    box_of({32'767}),
    box_of({32'769}, 2),
    box_of({4'194'305}, -7),
    box_of({1, 1}),
    box_of({181, 183}, 1),
    box_of({3, 100'003}),
    box_of({2'100, 2'051}),
    box_of({31, 33, 65}, 2),
    box_of({163, 161, 167}),
    box_of({7, 1, 13, 29}, 3),
    box_of({46, 47, 45, 49}),
    box_of({5, 4, 3, 2, 7}, -1),
    box_of({9, 8, 7, 11, 17}),
};

void expect_round_trip(const Box& box, Quantity quantity, std::uint32_t most) {
  SCOPED_TRACE(testing::Message() << to_string(box.low) << ".." << to_string(box.high) << " to "
                                  << most);
  const test::TemporaryDirectory directory;
  const auto cells = cells_of(box, scattered(most));
  const TableSpec spec = spec_of(box, quantity);
  write_table(directory / "t.zarr", spec, {view_of(cells, box)});
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->info(), (TableInfo{spec, result_of(box)}));
  const auto read = read_all(*table, quantity);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, cells);
  std::mt19937_64 random(/*seed=*/3);
  for (int probe = 0; probe < 200; ++probe) {
    const std::uint64_t rank = random() % *box.volume();
    const auto value = table->at(quantity, box.position(rank));
    ASSERT_TRUE(value) << value.error().message;
    ASSERT_EQ(*value, cells[rank]) << to_string(box.position(rank));
  }
}

TEST(RoundTrip, OutcomesOfEveryBox) {
  for (const Box& box : boxes) expect_round_trip(box, Quantity::outcome, 1);
}

TEST(RoundTrip, NimbersOfEveryBoxInBytes) {
  for (const Box& box : boxes) expect_round_trip(box, Quantity::nimber, 200);
}

TEST(RoundTrip, NimbersThatNeedMoreBytes) {
  for (const std::uint32_t most : {255u, 256u, 65'535u, 65'536u, 4'294'967'295u})
    expect_round_trip(box_of({40, 41, 42}, 1), Quantity::nimber, most);
}

TEST(RoundTrip, RemotenessBringsOutcomes) {
  const Box box = box_of({50, 60}, 1);
  const test::TemporaryDirectory directory;
  const auto remoteness = cells_of<std::uint16_t>(box, scattered(900));
  const auto outcomes = cells_of<std::uint8_t>(box, scattered(1, 5));
  write_table(directory / "t.zarr", spec_of(box, Quantity::remoteness),
              {view_of(remoteness, box), view_of(outcomes, box)});
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*table->width(Quantity::remoteness), 2u);
  EXPECT_EQ(*table->width(Quantity::outcome), 1u);
  for (std::uint64_t rank = 0; rank < remoteness.size(); ++rank) {
    EXPECT_EQ(*table->at(Quantity::remoteness, box.position(rank)), remoteness[rank]);
    EXPECT_EQ(*table->outcome(box.position(rank)), Outcome{outcomes[rank]});
  }
  EXPECT_FALSE(table->at(Quantity::nimber, box.low));
}

// The solver's array covers the closure; only the requested corner is stored.
TEST(RoundTrip, TakesTheBoxOutOfItsClosure) {
  const Box box = box_of({20, 30, 40}, 1);
  const Box closure = box_of({25, 30, 71}, 1);
  const test::TemporaryDirectory directory;
  TableSpec spec = spec_of(box, Quantity::nimber);
  spec.closure = closure;
  const auto cells = cells_of<std::uint16_t>(closure, scattered(900));
  write_table(directory / "t.zarr", spec, {view_of(cells, closure)});
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->info().spec.closure, closure);
  EXPECT_EQ(*read_all(*table, Quantity::nimber), cells_of(box, scattered(900)));
}

TEST(RoundTrip, TakesCellsThatLieTransposed) {
  const Box box = box_of({33, 44});
  const test::TemporaryDirectory directory;
  const auto transposed = cells_of<std::uint8_t>(box_of({44, 33}), [](const Position& at) {
    return scattered(99)({at[1], at[0]});
  });
  CellView view = view_of(transposed, box_of({44, 33}));
  view.box = box;
  view.strides = {1, 33};
  write_table(directory / "t.zarr", spec_of(box, Quantity::nimber), {view});
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*read_all(*table, Quantity::nimber), cells_of(box, scattered(99)));
}

TEST(RoundTrip, ReadsAPartOfTheBox) {
  const Box box = box_of({100, 120, 80}, 5);
  const Box part{{17, 5, 60}, {70, 124, 61}};
  const test::TemporaryDirectory directory;
  const auto cells = cells_of(box, scattered(200));
  write_table(directory / "t.zarr", spec_of(box, Quantity::nimber), {view_of(cells, box)});
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  std::vector<std::uint8_t> got(*part.volume());
  ASSERT_TRUE(
      table->read(Quantity::nimber, part, {reinterpret_cast<std::byte*>(got.data()), 1, part}));
  EXPECT_EQ(got, cells_of<std::uint8_t>(part, scattered(200)));
}

TEST(RoundTrip, RefusesPositionsOutsideTheTable) {
  const Box box = box_of({10, 10}, 1);
  const test::TemporaryDirectory directory;
  const auto cells = cells_of(box, scattered(9));
  write_table(directory / "t.zarr", spec_of(box, Quantity::nimber), {view_of(cells, box)});
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  for (const Position& outside : {Position{0, 5}, Position{5, 11}, Position{5}, Position{}}) {
    const auto value = table->at(Quantity::nimber, outside);
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().code, Errc::usage);
    EXPECT_FALSE(table->outcome(outside));
  }
  EXPECT_EQ(table->at(Quantity::nimber, Position{5}).error().message,
            (directory / "t.zarr").string() + ": its positions have 2 coordinates (a, b), found 1");
}

}  // namespace
}  // namespace grundy::table
