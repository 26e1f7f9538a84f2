#include "session/box_source.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "lazy/nimber_search.hpp"
#include "rules/catalogue.hpp"
#include "session/session.hpp"

namespace grundy::session {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 32;

std::shared_ptr<const rules::Rules> load(std::string_view name) {
  auto rules = rules::load(name);
  EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
  return std::make_shared<const rules::Rules>(std::move(*rules));
}

TEST(BoxSource, GivesWhatASearchFinds) {
  const auto rules = load("three_pile");
  BoxSource source(plenty, nullptr);
  lazy::Meter meter;
  lazy::NimberSearch search(rules, meter);
  const auto ask = [&](const Position& position) {
    EXPECT_TRUE(source.price(rules, position, Convention::normal, Quantity::nimber));
    return **source.find(rules, position, Convention::normal, Quantity::nimber);
  };
  for (const Position& position : {Position{20, 30, 25}, {19, 30, 2}, {40, 7, 33}, {1, 2, 3000}})
    EXPECT_EQ(ask(position), *search.nimber(position)) << to_string(position);
}

TEST(BoxSource, ASolvedBoxIsFree) {
  const auto rules = load("wythoff");
  BoxSource source(plenty, nullptr);
  const auto price = [&](const Position& position) {
    return source.price(rules, position, Convention::normal, Quantity::outcome);
  };
  EXPECT_GT(*price({500, 500}), 0);
  ASSERT_TRUE(source.find(rules, {500, 500}, Convention::normal, Quantity::outcome));
  EXPECT_EQ(*price({400, 500}), 0);
  EXPECT_EQ(**source.find(rules, {28, 18}, Convention::normal, Quantity::outcome), 1u);
  EXPECT_EQ(**source.find(rules, {47, 29}, Convention::normal, Quantity::outcome), 0u);
  EXPECT_GT(*price({501, 300}), 0);
}

TEST(BoxSource, HasNoPriceWhereItWouldNotHelp) {
  BoxSource source(plenty, nullptr);
  const auto price = [&](std::string_view game, const Position& position) {
    return source.price(load(game), position, Convention::normal, Quantity::nimber);
  };
  EXPECT_FALSE(price("three_pile", {5, 5, 5}));            // few positions
  EXPECT_FALSE(price("multiplication", {4'000'000'000}));  // no kernel of its own
  EXPECT_FALSE(price("three_pile", {9000, 9000, 9000}));   // beyond the memory
}

// Searched alone, the first takes seconds and the second days.
TEST(Session, LargePositionsOfKnownFormsTakeNoLongerThanTheirBox) {
  Session session(Choice{});
  const auto start = std::chrono::steady_clock::now();
  for (const auto& [expression, nimber] :
       {std::pair{"three_pile(150,150,150)", 0u}, {"nim(3000000)", 3'000'000u}}) {
    const auto question = session.ask(expression);
    ASSERT_TRUE(question) << question.error().message;
    const auto value = session.evaluator().evaluate(question->sum, question->convention);
    ASSERT_TRUE(value) << value.error().message;
    EXPECT_EQ(value->nimber, nimber) << expression;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(4));
}

}  // namespace
}  // namespace grundy::session
