// Ranks that were asked for different things say so before they solve.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <string>
#include <vector>

#include "ranks/transport.hpp"
#include "run/asked.hpp"
#include "run/together.hpp"

namespace grundy::solve {
namespace {

struct Words {
  std::string game = "three_pile";
  Position high{100, 100, 100};
  std::optional<Quantity> quantity = {};
  std::optional<Output> output = {};
  std::uint64_t memory = std::uint64_t{1} << 33;
  std::string kernel = "auto";
};

plan::Plan plan_of(const Words& words) {
  Asked asked;
  asked.game = words.game;
  asked.high = words.high;
  asked.quantity = words.quantity;
  asked.kernel = words.kernel;
  asked.threads = 1;
  asked.ranks = {2, nullptr, 2};
  asked.memory_limit = words.memory;
  auto plan = make_plan(asked);
  if (!plan) throw std::runtime_error(plan.error().message);
  return *std::move(plan);
}

// The error of each rank; "" where they agree.
std::vector<std::string> messages(const Words& first, const Words& second) {
  std::vector<std::string> messages(2);
  cluster::run_local(2, [&](cluster::Transport& transport) {
    const Words& words = transport.rank() == 0 ? first : second;
    Options options;
    options.output = words.output;
    cluster::Meeting meeting(transport, nullptr);
    if (const Status agreed = agree(plan_of(words), options, meeting); !agreed) {
      messages[transport.rank()] = agreed.error().message;
      transport.fail(agreed.error());
    }
  });
  return messages;
}

TEST(Agreement, OfTheSame) {
  EXPECT_THAT(messages({}, {}), testing::Each(""));
  const Words table{.output = Output{.table = "a/../t.zarr"}};
  EXPECT_THAT(messages(table, {.output = Output{.table = "t.zarr"}}), testing::Each(""));
}

TEST(Agreement, TellsAllRanksOfTheFirstDifference) {
  const auto table = [](const char* name, table::Store store = table::Store::full) {
    return Words{.output = Output{.table = name, .store = store}};
  };
  for (const auto& [first, second, difference] : std::vector<std::tuple<Words, Words, const char*>>{
           {{},
            {.high = {100, 100, 101}},
            "its box is (0, 0, 0)..(100, 100, 100), and (0, 0, 0)..(100, 100, 101) is asked for"},
           {{}, {.game = "chomp3", .kernel = "generic"}, "its game is three_pile, and chomp3"},
           {table("t.zarr"), {}, "t.zarr, and no table is asked for"},
           {{}, table("t.zarr"), "it writes no table, and "},
           {table("t.zarr"), table("u.zarr"), "t.zarr, and "},
           {table("t.zarr"), table("t.zarr", table::Store::sorted),
            "its store is full, and sorted"},
           {{.game = "chomp3", .kernel = "generic"},
            {.game = "chomp3", .quantity = Quantity::outcome, .kernel = "generic"},
            "its quantity is nimber, and outcome"},
           {{.high = {700, 700, 700}},
            {.high = {700, 700, 700}, .memory = std::uint64_t{400} << 20},
            "as with other `memory` or `passes`"}})
    EXPECT_THAT(messages(first, second), testing::Each(testing::HasSubstr(difference)));
}

}  // namespace
}  // namespace grundy::solve
