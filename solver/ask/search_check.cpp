#include "ask/search_check.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "oracle/options.hpp"
#include "verify/derive.hpp"
#include "verify/mistake.hpp"

namespace grundy::query {
namespace {

using Clock = oracle::Patience::Clock;

constexpr int positions_to_draw = 24;
constexpr auto most_of_one_position = std::chrono::milliseconds(5);
constexpr verify::Limits limits{
    .outside = 0, .outside_at_once = 0, .for_nimbers = 0, .sums = 1 << 8};

class Facts final : public verify::Known {
 public:
  explicit Facts(const Remembered& search) : search_(search) {}
  Result<std::optional<verify::Fact>> at(const Position& position) const override {
    return search_.known(position);
  }

 private:
  const Remembered& search_;
};

// Wherever a search may go.
Box whole_range(const rules::Rules& rules) {
  Box box;
  for (const rules::Coordinate& coordinate : rules.coordinates) {
    box.low.push_back(coordinate.low);
    box.high.push_back(coordinate.high.value_or(std::numeric_limits<std::int64_t>::max()));
  }
  return box;
}

class Check {
 public:
  Check(const Remembered& search, Clock::time_point end)
      : search_(search),
        end_(end),
        facts_(search),
        deriver_(search.rules,
                 {search.quantity, search.convention, whole_range(search.rules),
                  whole_range(search.rules)},
                 facts_, limits) {}

  bool late() const { return Clock::now() >= end_; }

  Status judge(const Position& position) {
    const auto found = search_.known(position);
    if (!found) return {};
    oracle::Patience patience(std::min(end_, Clock::now() + most_of_one_position));
    const auto derived = deriver_.derive(position, &patience);
    if (!derived) return derived.error().code == Errc::interrupted ? Status() : derived.error();
    if (!*derived || verify::same(search_.quantity, *found, **derived)) return {};
    return verify::report(
        {.rules = search_.rules,
         .quantity = search_.quantity,
         .convention = search_.convention,
         .position = position,
         .found = verify::text_of(search_.quantity, *found),
         .but = "by the rules it is " + verify::text_of(search_.quantity, **derived),
         .how = {{"by", "a search"}}},
        verify::mistake_file());
  }

 private:
  const Remembered& search_;
  Clock::time_point end_;
  Facts facts_;
  verify::Deriver deriver_;
};

}  // namespace

Status check_search(const Remembered& search, const std::vector<Position>& positions,
                    Clock::time_point end) {
  Check check(search, end);
  for (const Position& position : positions) {
    if (check.late()) return {};
    if (Status s = check.judge(position); !s) return s;
  }
  std::mt19937_64 random(1956);
  for (int drawn = 0; drawn < positions_to_draw && !check.late(); ++drawn)
    if (const auto position = search.any(random()))
      if (Status s = check.judge(*position); !s) return s;
  return {};
}

}  // namespace grundy::query
