// The order in which partners are looked at: a choice of speed, which must leave all of them there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "methods/heap/sparse_witness.hpp"

namespace grundy::sparse {
namespace {

using kernels::Partner;

constexpr std::uint64_t heaps_defined = 6000;
const HeapGame officers{{0, HeapGame::leave_one | HeapGame::leave_two},
                        0,
                        {{family::HeapMove::Total::exact, 1, {1}, false, 0, {}},
                         {family::HeapMove::Total::exact, 1, {1, 1}, true, 0, {}}}};

// The first heaps of 0.6, by definition.
class Coverages : public testing::Test {
 protected:
  void SetUp() override {
    Definition definition(officers);
    std::vector<std::uint16_t> nimbers;
    while (nimbers.size() < heaps_defined)
      nimbers.push_back(static_cast<std::uint16_t>(definition.next(nimbers)));
    heaps_.emplace(officers, nimbers, index_.data());
    heaps_->change_classes(choose_classes(officers, heaps_->histogram()));
    ASSERT_FALSE(heaps_->classes().all_common());
  }

  // Those whose parts are rare, or common.
  std::vector<Partner> partners_of(bool rare) const {
    std::vector<Partner> partners;
    for (std::uint64_t part = 64; part < 1000; ++part)
      if (heaps_->is_rare(part) == rare)
        partners.push_back({static_cast<std::uint32_t>(part + 1), heaps_->index(part)});
    return partners;
  }

  std::vector<std::uint8_t> index_ = std::vector<std::uint8_t>(heaps_defined + 64);
  std::optional<Heaps> heaps_;
};

TEST_F(Coverages, KeepEveryPartnerAndNeverGrow) {
  for (const Wanted wanted : {Wanted::common, Wanted::rare}) {
    const auto before = partners_of(wanted == Wanted::common);
    auto after = before;
    const auto beyond = order_by_coverage(*heaps_, wanted, kernels::few, after);
    const auto nearer_or_less = [](const Partner& a, const Partner& b) {
      return std::pair(a.distance, a.index) < std::pair(b.distance, b.index);
    };
    ASSERT_GT(beyond.size(), 20u);
    EXPECT_LE(beyond.size(), before.size() + 1);
    EXPECT_TRUE(std::is_sorted(beyond.begin(), beyond.end(), std::greater<>()));
    EXPECT_LT(beyond.back(), beyond.front());
    std::sort(after.begin(), after.end(), nearer_or_less);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin(), after.end(),
                           [](const Partner& a, const Partner& b) {
                             return a.distance == b.distance && a.index == b.index;
                           }));
  }
}

TEST_F(Coverages, ChosenPartnersLeaveLessThanTheFirst) {
  auto chosen = partners_of(false);
  const auto first = chosen;
  const auto beyond = order_by_coverage(*heaps_, Wanted::rare, kernels::few, chosen);
  // As many of the first ones, by the last heaps themselves.
  const std::size_t count = std::min<std::size_t>(100, beyond.size() - 1);
  const auto left_by = [&](const std::vector<Partner>& partners) {
    std::size_t left = 0;
    for (std::uint64_t heap = heaps_defined - 200; heap < heaps_defined; ++heap) {
      std::vector<bool> met(256);
      for (std::size_t i = 0; i < count; ++i)
        if (const std::uint64_t other = heap - partners[i].distance; !heaps_->is_rare(other))
          met[heaps_->index(other) ^ partners[i].index] = true;
      for (std::size_t x = 0; x < 256; ++x)
        left += !met[x] && heaps_->classes().nimber(static_cast<std::uint8_t>(x), true, heap) <
                               heaps_->nimber(heap);
    }
    return left;
  };
  EXPECT_LT(left_by(chosen), left_by(first));
}

// Where the last heaps repeat few nimbers, many masks make all of them common. Those before them
// tell which mask is good: every rare heap is a part to be looked at.
TEST(ChosenClasses, LeaveFewRareHeapsAmongAll) {
  constexpr std::uint32_t mask = 0xfe;
  constexpr std::array<std::uint16_t, 4> repeated{16, 17, 32, 33};
  std::vector<std::uint16_t> nimbers;
  while (nimbers.size() < 1 << 17) {
    const auto nimber = static_cast<std::uint16_t>(nimbers.size() * 37 % 256);
    nimbers.push_back(std::popcount(nimber & mask) % 2 == 1 ? nimber : nimber ^ 2);
  }
  while (nimbers.size() < 1 << 20) nimbers.push_back(repeated[nimbers.size() % 4]);
  std::vector<std::uint8_t> index(nimbers.size() + 64);
  const Heaps heaps(officers, nimbers, index.data());
  const Classes classes = choose_classes(officers, heaps.histogram());
  EXPECT_FALSE(classes.alternating());
  EXPECT_EQ(classes.mask(), mask);
}

TEST(HowManyToMark, WeighsMarksAgainstWhatIsLeft) {
  const std::vector<double> beyond{1, .5, .4, .4};
  EXPECT_EQ(how_many_to_mark(beyond, 17, 0), 0u);
  EXPECT_EQ(how_many_to_mark(beyond, 17, 1e6), 2u);
  const double mark = cost_of_mark(17) - cost_of_trial();
  EXPECT_EQ(how_many_to_mark(beyond, 17, 4 * mark), 1u);
}

}  // namespace
}  // namespace grundy::sparse
