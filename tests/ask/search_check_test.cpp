// What a search remembers is held to the definition.
#include <gmock/gmock.h>

#include <ctime>
#include <filesystem>

#include "ask/search_source.hpp"
#include "rules/language/catalogue.hpp"
#include "verify/mistake.hpp"

namespace grundy::query {
namespace {

using Clock = std::chrono::steady_clock;
using testing::HasSubstr;
using verify::Fact;

Fact nimber(std::uint32_t value) {
  return {value == 0 ? Outcome::P : Outcome::N, value};
}

rules::Rules load(const std::string& game) {
  auto rules = rules::load(game, {});
  EXPECT_TRUE(rules) << (rules ? "" : rules.error().message);
  return *std::move(rules);
}

// Nim, where the heap of `wrong` stones is remembered at one too many.
Status check_nim(std::int64_t wrong, std::int64_t asked, Clock::time_point end) {
  const rules::Rules nim = load("nim");
  const Remembered remembered{
      nim, Quantity::nimber, Convention::normal,
      [&](const Position& heap) {
        return std::optional(nimber(static_cast<std::uint32_t>(heap[0] + (heap[0] == wrong))));
      },
      [](std::uint64_t random) -> std::optional<Position> {
        return Position{static_cast<std::int64_t>(random % 20)};
      }};
  return check_search(remembered, {{asked}}, end);
}

TEST(SearchCheck, DetectsWrongValueInTargetSampleOrOption) {
  const auto in_an_hour = Clock::now() + std::chrono::hours(1);
  EXPECT_TRUE(check_nim(-1, 30, in_an_hour));
  for (const std::int64_t wrong : {30, 25, 7}) {
    const Status status = check_nim(wrong, 30, in_an_hour);
    ASSERT_FALSE(status) << wrong;
    EXPECT_EQ(status.error().code, Errc::wrong);
    EXPECT_THAT(status.error().message, HasSubstr("by the rules it is "));
    std::filesystem::remove(verify::mistake_file());
  }
}

TEST(SearchCheck, EndsInTime) {
  EXPECT_TRUE(check_nim(30, 30, Clock::now()));
  const std::clock_t begin = std::clock();  // of the processor
  EXPECT_TRUE(check_nim(-1, 9'000'000, Clock::now() + std::chrono::milliseconds(20)));
  EXPECT_LT(std::clock() - begin, CLOCKS_PER_SEC);
}

TEST(SearchCheck, PassesWhatIsRight) {
  for (const char* game : {"wythoff", "lasker", "kayles", "cards", "chomp3"}) {
    SCOPED_TRACE(game);
    const auto rules = std::make_shared<const rules::Rules>(load(game));
    Position position;
    for (const rules::Coordinate& coordinate : rules->coordinates)
      position.push_back(coordinate.low + 6);
    lazy::Meter meter;
    SearchSource source(meter);
    for (const Convention convention : {Convention::normal, Convention::misere})
      for (const Quantity quantity : {Quantity::nimber, Quantity::outcome, Quantity::remoteness})
        (void)source.find({rules, convention, quantity}, position);
    const Status status = source.check(rules, {position}, Clock::now() + std::chrono::hours(1));
    EXPECT_TRUE(status) << (status ? "" : status.error().message);
  }
}

}  // namespace
}  // namespace grundy::query
