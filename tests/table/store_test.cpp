// Tables that keep less than a cell for every position read like those that keep all.
#include <gmock/gmock.h>

#include "sample.hpp"

namespace grundy::table {
namespace {

// A value that exchanging coordinates of a group does not change.
ValueOf symmetric(const AxisGroups& groups, std::uint32_t most) {
  return [=](Position at) {
    sort_axes(at, groups);
    return scattered(most)(at);
  };
}

struct Shape {
  Box box;
  AxisGroups groups;
};

// Groups of neighbours and not, two groups, with the last axis and without it; around the sides
// of a chunk.
const std::vector<Shape> shapes{
    {box_of({300, 300}), {{0, 1}}},
    {box_of({181, 181}, 5), {{0, 1}}},
    {box_of({41, 41, 41}, -3), {{0, 1, 2}}},
    {box_of({33, 7, 33}, 2), {{0, 2}}},
    {box_of({60, 60, 20}, 1), {{0, 1}}},
    {box_of({20, 60, 60}, 1), {{1, 2}}},
    {box_of({12, 9, 12, 9}), {{0, 2}, {1, 3}}},
    {box_of({12, 12, 12, 12}, 1), {{0, 1, 2, 3}}},
};

TableSpec sorted_spec(const Shape& shape, Quantity quantity) {
  TableSpec spec = spec_of(shape.box, quantity);
  spec.store = Store::sorted;
  spec.sorted_axes = shape.groups;
  return spec;
}

class Sorted : public testing::TestWithParam<std::size_t> {
 protected:
  const Shape& shape = shapes[GetParam()];
  const test::TemporaryDirectory directory;

  Result<Table> write(Quantity quantity, const std::vector<std::uint32_t>& cells) {
    write_table(directory / "t.zarr", sorted_spec(shape, quantity), {view_of(cells, shape.box)});
    return Table::open(directory / "t.zarr");
  }
};

TEST_P(Sorted, EveryPositionHasTheValueOfItsSortedOne) {
  for (const std::uint32_t most : {200u, 900u}) {
    const auto cells = cells_of(shape.box, symmetric(shape.groups, most));
    std::filesystem::remove_all(directory / "t.zarr");
    const auto table = write(Quantity::nimber, cells);
    ASSERT_TRUE(table) << table.error().message;
    const auto read = read_all(*table, Quantity::nimber);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, cells);
    for (std::uint64_t rank = 0; rank < cells.size(); rank += 7)
      ASSERT_EQ(*table->at(Quantity::nimber, shape.box.position(rank)), cells[rank]);
  }
}

TEST_P(Sorted, PartsOfTheBoxToo) {
  const ValueOf value = symmetric(shape.groups, 1);
  const auto table = write(Quantity::outcome, cells_of(shape.box, value));
  ASSERT_TRUE(table) << table.error().message;
  std::mt19937_64 random(/*seed=*/11);
  for (int round = 0; round < 50; ++round) {
    Box part{shape.box.position(random() % *shape.box.volume()), {}};
    part.high = shape.box.position(random() % *shape.box.volume());
    for (std::size_t axis = 0; axis < part.dimensions(); ++axis)
      if (part.low[axis] > part.high[axis]) std::swap(part.low[axis], part.high[axis]);
    std::vector<std::uint8_t> got(*part.volume(), 77);
    ASSERT_TRUE(
        table->read(Quantity::outcome, part, {reinterpret_cast<std::byte*>(got.data()), 1, part}));
    ASSERT_EQ(got, cells_of<std::uint8_t>(part, value)) << to_string(part.low);
  }
}

// What stock readers see, and why such tables are small.
TEST_P(Sorted, UnsortedCellsHoldTheFillValue) {
  const auto cells = cells_of(shape.box, [](const Position&) { return 9u; });
  const auto table = write(Quantity::nimber, cells);
  ASSERT_TRUE(table) << table.error().message;
  const auto raw = ArrayReader::open(directory / "t.zarr" / "nimber",
                                     array_format(table->info().spec, Quantity::nimber));
  ASSERT_TRUE(raw) << raw.error().message;
  for (std::uint64_t rank = 0; rank < cells.size(); rank += 3) {
    const Position at = shape.box.position(rank);
    Position kept = at;
    sort_axes(kept, shape.groups);
    ASSERT_EQ(*(*raw)->at(at), kept == at ? 9u : 0u) << to_string(at);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Sorted, testing::Range(std::size_t{0}, shapes.size()));

// Nim of two heaps and a spectator.
std::uint32_t nim_outcome(const Position& at) {
  return at[0] == at[1] ? 0 : 1;
}

TEST(SectionAlone, TellsEveryOutcome) {
  for (const std::size_t axis : {0u, 1u}) {
    TableSpec spec = spec_of({{2, 3, 1}, {40, 35, 9}}, Quantity::outcome);
    spec.section_axis = axis;
    spec.store = Store::section;
    const test::TemporaryDirectory directory;
    const auto cells = cells_of(spec.box, nim_outcome);
    write_table(directory / "t.zarr", spec, {view_of(cells, spec.box)});
    EXPECT_FALSE(std::filesystem::exists(directory / "t.zarr" / "outcome"));
    const auto table = Table::open(directory / "t.zarr");
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->info().spec, spec);
    EXPECT_EQ(*table->width(Quantity::outcome), 1u);
    for (std::uint64_t rank = 0; rank < cells.size(); ++rank)
      ASSERT_EQ(*table->at(Quantity::outcome, spec.box.position(rank)), cells[rank]);
    EXPECT_EQ(*read_all(*table, Quantity::outcome), cells);
    const Box part{{5, 7, 2}, {30, 30, 4}};
    std::vector<std::uint8_t> got(*part.volume(), 77);
    ASSERT_TRUE(
        table->read(Quantity::outcome, part, {reinterpret_cast<std::byte*>(got.data()), 1, part}));
    EXPECT_EQ(got, cells_of<std::uint8_t>(part, nim_outcome));
    EXPECT_FALSE(table->at(Quantity::nimber, spec.box.low));
  }
}

// A spec that makes no sense never becomes a table, nor is it believed when it is read.
TEST(Store, RefusesWhatMakesNoSense) {
  const auto refusal = [](auto change) {
    TableSpec spec = spec_of(box_of({5, 5, 6}), Quantity::outcome);
    spec.section_axis = 2;
    change(spec);
    const Status status = check(spec);
    return status ? std::string("accepted") : status.error().message;
  };
  const auto sorted_by = [&](AxisGroups groups) {
    return refusal([&](TableSpec& spec) {
      spec.store = Store::sorted;
      spec.sorted_axes = groups;
    });
  };
  EXPECT_EQ(sorted_by({{0, 1}}), "accepted");
  EXPECT_THAT(sorted_by({}), testing::HasSubstr("belong to tables stored sorted"));
  EXPECT_THAT(sorted_by({{0}}), testing::HasSubstr("two axes or more"));
  EXPECT_THAT(sorted_by({{1, 0}}), testing::HasSubstr("ascending"));
  EXPECT_THAT(sorted_by({{0, 3}}), testing::HasSubstr("below 3"));
  EXPECT_THAT(sorted_by({{0, 1}, {1, 2}}), testing::HasSubstr("twice"));
  EXPECT_THAT(sorted_by({{0, 2}}), testing::HasSubstr("differs along axes 0 and 2"));
  EXPECT_EQ(refusal([](TableSpec& spec) { spec.store = Store::section; }), "accepted");
  EXPECT_THAT(refusal([](TableSpec& spec) {
                spec.store = Store::section;
                spec.section_axis.reset();
              }),
              testing::HasSubstr("stored as a section"));
  EXPECT_THAT(refusal([](TableSpec& spec) {
                spec.store = Store::section;
                spec.quantity = Quantity::nimber;
              }),
              testing::HasSubstr("only outcomes"));
}

}  // namespace
}  // namespace grundy::table
