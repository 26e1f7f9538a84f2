// Threads that open, ask and free tables in a loop, while others share one; each with errors of its
// own. Meant for scripts/tsan and the asan preset too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "grundy.h"
#include "support/temporary_directory.hpp"

namespace grundy {
namespace {

constexpr std::int64_t high = 60;
constexpr int rounds = 25;

struct Free {
  void operator()(grundy_table* table) const { grundy_table_free(table); }
  void operator()(grundy_evaluator* evaluator) const { grundy_evaluator_free(evaluator); }
  void operator()(grundy_moves* moves) const { grundy_moves_free(moves); }
};
using TableHandle = std::unique_ptr<grundy_table, Free>;

// Solved, kept in memory, and written to `path` unless that is null.
TableHandle solve(const char* path) {
  grundy_solve_options options{};
  options.size = sizeof options;
  options.game = "three_pile";
  options.high = &high;
  options.dimensions = 1;
  options.output = path;
  // TBB is not instrumented: ThreadSanitizer would not see that its tasks wait for one another.
  options.executor = "serial";
  grundy_table* table = nullptr;
  EXPECT_EQ(grundy_solve(&options, &table), GRUNDY_OK) << grundy_error_message();
  return TableHandle(table);
}

TableHandle open(const std::string& path) {
  grundy_table* table = nullptr;
  EXPECT_EQ(grundy_table_open(path.c_str(), &table), GRUNDY_OK) << grundy_error_message();
  return TableHandle(table);
}

// A thread's share: the same questions to two tables have the same answers, and a mistake has the
// message of this very mistake.
class Stranger {
 public:
  Stranger(const grundy_table* trusted, unsigned seed) : trusted_(trusted), random_(seed) {}

  void probe(const grundy_table* table) {
    for (int i = 0; i < 20; ++i) {
      const auto at = position();
      std::uint32_t expected = 1000;
      std::uint32_t found = 2000;
      ASSERT_EQ(grundy_table_probe(trusted_, 0, at.data(), 3, &expected), GRUNDY_OK);
      ASSERT_EQ(grundy_table_probe(table, 0, at.data(), 3, &found), GRUNDY_OK);
      ASSERT_EQ(found, expected);
    }
  }

  void probe_many(const grundy_table* table) {
    constexpr std::size_t count = 64;
    std::vector<std::int64_t> positions;
    for (std::size_t row = 0; row < count; ++row)
      for (const std::int64_t x : position()) positions.push_back(x);
    std::vector<std::uint32_t> expected(count);
    std::vector<std::uint32_t> found(count, 1000);
    ASSERT_EQ(grundy_table_probe_many(trusted_, 0, count, positions.data(), 3, 24, 8,
                                      expected.data(), 4, nullptr),
              GRUNDY_OK);
    ASSERT_EQ(grundy_table_probe_many(table, 0, count, positions.data(), 3, 24, 8, found.data(), 4,
                                      nullptr),
              GRUNDY_OK);
    ASSERT_EQ(found, expected);
  }

  void ask_for_moves(const grundy_table* table) {
    grundy_moves* moves = nullptr;
    const auto at = position();
    ASSERT_EQ(grundy_table_moves(table, at.data(), 3, &moves), GRUNDY_OK) << grundy_error_message();
    const std::unique_ptr<grundy_moves, Free> keep(moves);
    std::uint32_t nimber = 0;
    ASSERT_EQ(grundy_table_probe(trusted_, 0, at.data(), 3, &nimber), GRUNDY_OK);
    ASSERT_EQ(grundy_moves_winning(moves) > 0, nimber != 0);
    const char* json = nullptr;
    ASSERT_EQ(grundy_table_json(table, &json), GRUNDY_OK);
    ASSERT_NE(std::string(json).find(grundy_table_digest(trusted_)), std::string::npos);
  }

  void be_wrong(const grundy_table* table) {
    auto at = position();
    at[0] = -1 - static_cast<std::int64_t>(random_() % 1'000'000);
    std::uint32_t value = 0;
    ASSERT_EQ(grundy_table_probe(table, 0, at.data(), 3, &value), GRUNDY_USAGE);
    ASSERT_NE(std::string(grundy_error_message()).find(fmt::format("({}", at[0])),
              std::string::npos)
        << grundy_error_message();
  }

 private:
  std::array<std::int64_t, 3> position() {
    std::uniform_int_distribution<std::int64_t> pile(0, high);
    return {pile(random_), pile(random_), pile(random_)};
  }

  const grundy_table* trusted_;
  std::mt19937_64 random_;
};

TEST(Storm, TablesAreOpenedAskedAndFreedByAllThreadsAtOnce) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "t.zarr";
  const TableHandle solved = solve(path.c_str());
  ASSERT_TRUE(solved);
  const TableHandle shared = open(path);
  ASSERT_TRUE(shared);
  std::vector<std::jthread> threads;
  for (unsigned seed = 0; seed < 8; ++seed)
    threads.emplace_back([&, seed] {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      Stranger stranger(solved.get(), seed);
      for (int round = 0; round < rounds; ++round) {
        const TableHandle own = open(path);
        ASSERT_TRUE(own);
        for (const TableHandle* table : {&shared, &own}) {
          stranger.probe(table->get());
          stranger.probe_many(table->get());
          stranger.be_wrong(table->get());
        }
        if (round % 5 == 0) stranger.ask_for_moves(round % 10 == 0 ? shared.get() : own.get());
      }
    });
}

TEST(Storm, EvaluatorsOfManyThreadsShareTables) {
  const TableHandle solved = solve(nullptr);
  ASSERT_TRUE(solved);
  std::vector<std::jthread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([&, seed] {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      for (int round = 0; round < rounds; ++round) {
        grundy_evaluator* made = nullptr;
        ASSERT_EQ(grundy_evaluator_new(nullptr, &made), GRUNDY_OK) << grundy_error_message();
        const std::unique_ptr<grundy_evaluator, Free> evaluator(made);
        ASSERT_EQ(grundy_evaluator_add_table(made, solved.get()), GRUNDY_OK);
        std::int64_t nimber = -7;
        const std::string sum = fmt::format("three_pile(59,60,58) + nim({})", seed);
        ASSERT_EQ(grundy_evaluator_value(made, sum.c_str(), nullptr, &nimber, nullptr), GRUNDY_OK)
            << grundy_error_message();
        const std::int64_t at[] = {59, 60, 58};
        std::uint32_t expected = 0;
        ASSERT_EQ(grundy_table_probe(solved.get(), 0, at, 3, &expected), GRUNDY_OK);
        ASSERT_EQ(nimber, static_cast<std::int64_t>(expected ^ seed));
      }
    });
}

}  // namespace
}  // namespace grundy
