// Masks of open cells against one bit after the other.
#include "kernels/ray/open_cells.hpp"

#include <gtest/gtest.h>

#include <random>
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
        std::vector<std::uint16_t> values(count);
        values.resize(take_solved(mask.data(), opened, values.data()));
        EXPECT_EQ(values, expected);
        for (std::size_t i = 0; i < count; ++i)
          ASSERT_EQ(bit(mask, i), bit(before, i) && opened[i] == open) << i;
      }
  });
}

}  // namespace
}  // namespace grundy::kernels
