#include "sample.hpp"
#include "table/array_format.hpp"

namespace grundy::table {
namespace {

// Nim of two heaps and a spectator: the P-position of the line through (a, c) has b = a.
std::uint32_t nim(const Position& at) {
  return static_cast<std::uint32_t>(at[0] ^ at[1]);
}

TableSpec nim_spec(Quantity quantity, std::size_t axis) {
  TableSpec spec = spec_of({{2, 3, 1}, {40, 35, 9}}, quantity);
  spec.section_axis = axis;
  return spec;
}

TEST(Section, GivesTheOutcomeOfEveryPosition) {
  for (const std::size_t axis : {0u, 1u}) {
    const TableSpec spec = nim_spec(Quantity::nimber, axis);
    const test::TemporaryDirectory directory;
    const auto cells = cells_of(spec.box, nim);
    write_table(directory / "t.zarr", spec, {view_of(cells, spec.box)});
    const auto table = Table::open(directory / "t.zarr");
    ASSERT_TRUE(table) << table.error().message;
    for (std::uint64_t rank = 0; rank < cells.size(); ++rank)
      ASSERT_EQ(*table->outcome(spec.box.position(rank)),
                cells[rank] == 0 ? Outcome::P : Outcome::N);
    // The outcome came from p_section alone: nobody touched a shard of the nimbers.
    std::filesystem::remove_all(directory / "t.zarr" / "nimber" / "c.0.0.0");
    EXPECT_TRUE(table->outcome(spec.box.low));
    EXPECT_FALSE(table->at(Quantity::nimber, spec.box.low));
  }
}

TEST(Section, HoldsIndicesAndNoneBeyondTheBox) {
  const TableSpec spec = nim_spec(Quantity::outcome, 1);
  const ArrayFormat format = section_format(spec);
  EXPECT_EQ(format.width, 2u);
  EXPECT_EQ(format.dimensions, (std::vector<std::string>{"a", "c"}));
  const test::TemporaryDirectory directory;
  const auto cells = cells_of(spec.box, nim);
  write_table(directory / "t.zarr", spec, {view_of(cells, spec.box)});
  const auto section = ArrayReader::open(directory / "t.zarr" / "p_section", format);
  ASSERT_TRUE(section) << section.error().message;
  EXPECT_EQ(*(*section)->at({10, 4}), 7u);      // b = 10 is index 7 from the origin 3
  EXPECT_EQ(*(*section)->at({2, 4}), 65'535u);  // b = 2 lies before the box
  EXPECT_EQ(*(*section)->at({36, 4}), 65'535u);
}

TEST(Section, TakesWiderCellsWhere65535IsAnIndex) {
  TableSpec spec = spec_of(box_of({2, 65'535}), Quantity::outcome);
  spec.section_axis = 1;
  EXPECT_EQ(section_format(spec).width, 2u);
  spec.box = spec.closure = box_of({2, 65'536});
  EXPECT_EQ(section_format(spec).width, 4u);
  EXPECT_EQ(section_format(spec).fill, 0xffff'ffffu);
}

TEST(Section, IsLeftOutOfOneDimension) {
  TableSpec spec = spec_of(box_of({10}), Quantity::nimber);
  spec.section_axis = 0;
  const test::TemporaryDirectory directory;
  const auto cells =
      cells_of(spec.box, [](const Position& at) { return static_cast<std::uint32_t>(at[0]); });
  write_table(directory / "t.zarr", spec, {view_of(cells, spec.box)});
  EXPECT_FALSE(std::filesystem::exists(directory / "t.zarr" / "p_section"));
  const auto table = Table::open(directory / "t.zarr");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(*table->outcome({0}), Outcome::P);
  EXPECT_EQ(*table->outcome({7}), Outcome::N);
}

}  // namespace
}  // namespace grundy::table
