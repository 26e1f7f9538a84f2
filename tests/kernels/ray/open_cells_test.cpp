// Masks of open cells against one bit after the other.
#include "kernels/ray/open_cells.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "kernels/ray/nimbers.hpp"
#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

constexpr std::uint16_t open = open_cell<std::uint16_t>;

bool bit(const std::vector<std::uint8_t>& mask, std::size_t i) {
  return (mask[i / 8] >> i % 8 & 1) != 0;
}

TEST(OpenCells, AreOneBitEach) {
  test::on_every_target([] {
    std::mt19937_64 engine(1964);
    for (const std::size_t count : {0U, 1U, 7U, 8U, 31U, 32U, 33U, 64U, 100U, 13824U})
      for (const unsigned one_in : {1U, 2U, 9U}) {
        SCOPED_TRACE(testing::Message() << count << " cells, one of " << one_in);
        std::vector<std::uint16_t> cells(count);
        for (std::uint16_t& cell : cells)
          cell = engine() % one_in == 0 ? open : static_cast<std::uint16_t>(engine() % 5);
        std::vector<std::uint8_t> mask(mask_bytes(count), 0xff);
        mark_open(cells, mask.data());
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(bit(mask, i), cells[i] == open) << i;
        std::vector<std::uint16_t> opened(count, 9);
        open_cells(mask.data(), opened);
        for (std::size_t i = 0; i < count; ++i)
          ASSERT_EQ(opened[i], cells[i] == open ? open : 0) << i;

        const std::vector<std::uint8_t> before = mask;
        std::vector<std::uint16_t> expected;
        for (std::size_t i = 0; i < count; ++i)
          if (opened[i] == open && engine() % 3 == 0) {
            opened[i] = static_cast<std::uint16_t>(engine() % open);
            expected.push_back(opened[i]);
          }
        std::vector<std::uint16_t> values(count + 1, 12345);
        const std::size_t taken = take_solved(mask.data(), opened, values.data());
        EXPECT_EQ(values.back(), 12345);
        values.resize(taken);
        EXPECT_EQ(values, expected);
        for (std::size_t i = 0; i < count; ++i)
          ASSERT_EQ(bit(mask, i), bit(before, i) && opened[i] == open) << i;
      }
  });
}

// Values at an odd address, as many as bits of cells and then some.
std::vector<std::byte> packed(const std::vector<std::uint16_t>& values) {
  std::vector<std::byte> bytes(1 + 2 * values.size());
  if (!values.empty()) std::memcpy(bytes.data() + 1, values.data(), 2 * values.size());
  return bytes;
}

TEST(PutValues, WritesTheCellsWhoseBitIsSet) {
  test::on_every_target([] {
    std::mt19937_64 engine(1939);
    for (const std::size_t count : {0U, 1U, 8U, 13U, 63U, 64U, 65U, 128U, 200U, 13824U})
      for (const unsigned percent : {0U, 4U, 50U, 97U, 100U})
        for (const std::size_t more : {0U, 1U, 200U}) {
          SCOPED_TRACE(testing::Message() << count << " cells, " << percent << " %, " << more);
          std::vector<std::uint8_t> mask(mask_bytes(count));
          for (std::size_t i = 0; i < 8 * mask.size(); ++i)  // what is behind the cells is padding
            mask[i / 8] |= static_cast<std::uint8_t>((engine() % 100 < percent ? 1U : 0U) << i % 8);
          std::vector<std::uint16_t> cells(count + 1, open);
          std::vector<std::uint16_t> expected = cells;
          std::vector<std::uint16_t> values;
          for (std::size_t i = 0; i < count; ++i)
            if (bit(mask, i)) {
              expected[i] = static_cast<std::uint16_t>(engine());
              values.push_back(expected[i]);
            }
          const std::size_t found = values.size();
          for (std::size_t i = 0; i < more; ++i) values.push_back(54321);

          const std::vector<std::byte> bytes = packed(values);
          EXPECT_EQ(
              put_values(mask.data(), std::span(bytes).subspan(1), std::span(cells).first(count)),
              found);
          EXPECT_EQ(cells, expected);
        }
  });
}

TEST(PutValues, WritesNothingWhereValuesAreTooFew) {
  test::on_every_target([] {
    for (const std::size_t count : {1U, 64U, 100U, 1000U}) {
      const std::vector<std::uint8_t> mask(mask_bytes(count), 0xff);
      std::vector<std::uint16_t> cells(count, open);
      const std::vector<std::byte> bytes(2 * count - 1);
      EXPECT_EQ(put_values(mask.data(), bytes, cells), std::nullopt);
      EXPECT_EQ(cells, std::vector<std::uint16_t>(count, open));
    }
  });
}

}  // namespace
}  // namespace grundy::kernels
