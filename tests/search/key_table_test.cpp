#include "search/key_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace grundy::lazy {
namespace {

using Key = std::vector<std::int64_t>;

// Adds `count` random keys of `shortest` to `longest` small words, repeats left out, and
// compares with a map.
void expect_agreement(KeyTable<std::int64_t>& table, std::size_t shortest, std::size_t longest,
                      int count) {
  Meter meter;
  std::map<Key, Id> expected;
  std::mt19937_64 random(/*seed=*/1901);
  for (int i = 0; i < count; ++i) {
    Key key(shortest + random() % (longest - shortest + 1));
    for (std::int64_t& word : key) word = static_cast<std::int64_t>(random() % 64) - 32;
    const auto [at, is_new] = expected.try_emplace(key, static_cast<Id>(expected.size()));
    ASSERT_EQ(table.find(key), is_new ? no_id : at->second);
    if (!is_new) continue;
    if (!table.has_room(key.size())) {
      ASSERT_TRUE(table.make_room(key.size(), meter));
    }
    ASSERT_TRUE(table.has_room(key.size()));
    ASSERT_EQ(table.add(key), at->second);
  }
  ASSERT_EQ(table.size(), expected.size());
  for (const auto& [key, id] : expected) {
    EXPECT_EQ(table.find(key), id);
    EXPECT_TRUE(std::equal(key.begin(), key.end(), table.key(id).begin(), table.key(id).end()));
  }
  EXPECT_GE(meter.progress().bytes,
            expected.size() * (shortest * sizeof(std::int64_t) + sizeof(Id)));
}

TEST(KeyTable, FindsKeysOfOneWidth) {
  KeyTable<std::int64_t> table(3);
  expect_agreement(table, 3, 3, 20'000);
}

TEST(KeyTable, FindsKeysOfAnyLength) {
  KeyTable<std::int64_t> table;
  expect_agreement(table, 1, 5, 20'000);
}

TEST(KeyTable, AKeyIsNotItsBeginning) {
  Meter meter;
  KeyTable<Id> table;
  ASSERT_TRUE(table.make_room(3, meter));
  table.add(std::vector<Id>{7, 0, 0});
  EXPECT_EQ(table.find(std::vector<Id>{7, 0}), no_id);
  EXPECT_EQ(table.find(std::vector<Id>{7, 0, 0, 0}), no_id);
}

TEST(KeyTable, StopsAtTheMetersLimit) {
  Meter meter({.bytes = 10'000});
  KeyTable<std::int64_t> table(1);
  Status status;
  for (std::int64_t word = 0; status && word < 10'000; ++word) {
    status = table.make_room(1, meter);
    if (status) table.add(std::vector<std::int64_t>{word});
  }
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Errc::memory);
  EXPECT_LE(meter.progress().bytes, 10'000);
  EXPECT_GE(table.size(), 200);
  EXPECT_EQ(table.find(std::vector<std::int64_t>{100}), 100);
}

}  // namespace
}  // namespace grundy::lazy
