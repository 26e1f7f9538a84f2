// Blocks of heaps behind heaps of any values: masks and values by definition, on every target.
#include "kernels/step/steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <vector>

#include "support/targets.hpp"

namespace grundy::kernels {
namespace {

constexpr std::size_t slack = 64;

struct Block {
  std::vector<std::int64_t> steps;
  std::size_t planes;
  StepRule rule;
  std::size_t first;
  std::size_t count;
  std::vector<std::uint8_t> values;  // of the heaps before `first`

  std::string text() const {
    return fmt::format("planes {}, rule {}, heaps {} + {}, steps {}", planes,
                       static_cast<int>(rule), first, count, fmt::join(steps, " "));
  }
};

class RandomBlocks {
 public:
  explicit RandomBlocks(std::uint64_t seed) : engine_(seed) {}

  Block next() {
    Block block;
    block.rule = below(4) == 0 ? StepRule::outcome : StepRule::nimber;
    block.planes = block.rule == StepRule::outcome ? 1 : std::size_t{1} << below(4);
    block.first = step_group * below(12);
    block.count = step_group * (1 + below(20));
    block.steps = steps();
    const std::size_t largest = block.rule == StepRule::outcome ? 2
                                : below(2) == 0                 ? 8 * block.planes
                                                                : 64;
    for (std::size_t n = 0; n < block.first; ++n)
      block.values.push_back(static_cast<std::uint8_t>(below(largest)));
    return block;
  }

 private:
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(engine_() % end); }

  // From 0 to 60 steps, of which most are short in one set and long in another.
  std::vector<std::int64_t> steps() {
    const std::size_t longest = std::size_t{4} << below(9);
    std::vector<std::int64_t> steps(below(3) == 0 ? below(60) : below(9));
    for (std::int64_t& step : steps) step = static_cast<std::int64_t>(1 + below(longest));
    std::ranges::sort(steps);
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
  }

  std::mt19937_64 engine_;
};

// The values of a block and of the heaps before it, up to the group of a heap that has no room.
std::vector<std::uint8_t> by_definition(const Block& block) {
  std::vector<std::uint8_t> values = block.values;
  while (values.size() < block.first + block.count) {
    std::uint64_t options = 0;
    for (const std::int64_t step : block.steps)
      if (const auto k = static_cast<std::size_t>(step); k <= values.size())
        options |= std::uint64_t{1} << values[values.size() - k];
    const auto mex = static_cast<std::size_t>(std::countr_one(options));
    if (block.rule == StepRule::nimber && mex >= 8 * block.planes) {
      values.resize(values.size() / step_group * step_group);
      break;
    }
    values.push_back(static_cast<std::uint8_t>(block.rule == StepRule::nimber ? mex : options & 1));
  }
  return values;
}

// Steps as long as the block are marked first, the others when it is finished.
std::vector<std::uint8_t> solved(const Block& block) {
  std::vector<std::uint8_t> values = block.values;
  values.resize(block.first + block.count + slack);
  std::vector<std::uint8_t> masks(block.count * block.planes + slack);
  const std::span used = std::span(masks).first(block.count * block.planes);
  const auto far = std::ranges::lower_bound(block.steps, static_cast<std::int64_t>(block.count));
  mark_steps(values, {far, block.steps.end()}, block.planes, block.first, used);
  values.resize(block.first + finish_steps(values, {block.steps.begin(), far}, block.planes,
                                           block.rule, block.first, used));
  return values;
}

TEST(StepKernel, BlocksBehindAnyValuesAgreeWithTheDefinition) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Block block = RandomBlocks(seed).next();
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, block.text()));
    const auto expected = by_definition(block);
    test::on_every_target([&] { ASSERT_EQ(solved(block), expected); });
    if (HasFatalFailure()) return;
  }
}

// Every single step up to where the ways of the kernel change, and each with 1.
TEST(StepKernel, StepsOfEveryLengthAgreeWithTheDefinition) {
  for (const std::size_t planes : {1U, 2U, 4U, 8U})
    for (std::int64_t step = 2; step <= 140; ++step)
      for (const std::vector<std::int64_t>& steps :
           {std::vector<std::int64_t>{step}, std::vector<std::int64_t>{1, step}}) {
        const Block block{steps, planes, StepRule::nimber, 0, 10 * step_group, {}};
        SCOPED_TRACE(block.text());
        const auto expected = by_definition(block);
        test::on_every_target([&] { ASSERT_EQ(solved(block), expected); });
        if (HasFatalFailure()) return;
      }
}

}  // namespace
}  // namespace grundy::kernels
