#include "ask/search_source.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "oracle/options.hpp"
#include "search/reach.hpp"
#include "verify/mistake.hpp"

namespace grundy::query {

using Goal = lazy::SumSearch::Goal;

namespace {

Status check_room(const lazy::NimberSearch& search, const rules::Rules& rules,
                  const Position& position, const lazy::Meter& meter) {
  if (Status valid = lazy::check_position(rules, position); !valid) return valid;
  return search.known(position) ? Status() : lazy::check_reach(rules, position, meter);
}

}  // namespace

Result<std::optional<std::uint32_t>> SearchSource::find(const Question& question,
                                                        const Position& position) {
  const auto& [rules, convention, quantity] = question;
  using Found = std::optional<std::uint32_t>;
  if (quantity == Quantity::nimber) {
    if (convention == Convention::misere) return Found();
    lazy::NimberSearch& search = nimbers_.try_emplace(rules, rules, meter_).first->second;
    if (const Status fits = check_room(search, *rules, position, meter_); !fits)
      return fits.error();
    const auto nimber = search.nimber(position);
    if (!nimber) return nimber.error();
    return Found(*nimber);
  }
  const Goal goal = quantity == Quantity::outcome ? Goal::outcome : Goal::remoteness;
  const auto found = solve(std::vector<lazy::Summand>{{rules, position, 1}}, convention, goal);
  if (!found) return found.error();
  return Found(goal == Goal::outcome ? static_cast<std::uint32_t>(found->outcome)
                                     : found->remoteness);
}

Result<lazy::SumSearch::Found> SearchSource::solve(std::span<const lazy::Summand> sum,
                                                   Convention convention, Goal goal) {
  return sums_.try_emplace({convention, goal}, convention, goal, meter_).first->second.solve(sum);
}

void SearchSource::expect(const Rules& rules, const Position& position) {
  Position& high = expected_.try_emplace(rules, position).first->second;
  for (std::size_t axis = 0; axis < high.size(); ++axis)
    high[axis] = std::max(high[axis], position[axis]);
}

// Compiled once for all positions that are expected, if that can be done.
lazy::GameWalk& SearchSource::walk(const Rules& rules) {
  lazy::GameWalk& walk = walks_.try_emplace(rules, rules).first->second;
  if (const auto expected = expected_.find(rules); expected != expected_.end()) {
    static_cast<void>(walk.cover(expected->second, meter_));
    expected_.erase(expected);
  }
  return walk;
}

Status SearchSource::for_each_option(const Rules& rules, const Position& position,
                                     const lazy::VisitOption& visit, std::uint64_t most) {
  return lazy::for_each_option(walk(rules), position, meter_, visit, most);
}

Result<std::optional<std::vector<lazy::Line>>> SearchSource::lines(const Rules& rules,
                                                                   const Position& position) {
  return lazy::option_lines(walk(rules), position, meter_);
}

Status SearchSource::check(const Rules& rules, const std::vector<Position>& positions,
                           std::chrono::steady_clock::time_point end) {
  using verify::Fact;
  if (const auto found = nimbers_.find(rules); found != nimbers_.end()) {
    lazy::NimberSearch& search = found->second;
    const Remembered remembered{*rules, Quantity::nimber, Convention::normal,
                                [&](const Position& position) -> std::optional<Fact> {
                                  const auto nimber = search.known(position);
                                  if (!nimber) return std::nullopt;
                                  return Fact{*nimber == 0 ? Outcome::P : Outcome::N, *nimber};
                                },
                                [&](std::uint64_t random) { return search.any(random); }};
    if (Status s = check_search(remembered, positions, end); !s) return s;
  }
  for (const auto& [question, search] : sums_) {
    const auto& [convention, goal] = question;
    const Remembered remembered{
        *rules, goal == Goal::outcome ? Quantity::outcome : Quantity::remoteness, convention,
        [&search = search, &rules](const Position& position) -> std::optional<Fact> {
          const auto value = search.known(rules, position);
          if (!value) return std::nullopt;
          return Fact{value->outcome, value->remoteness};
        },
        [&search = search, &rules](std::uint64_t random) { return search.any(rules, random); }};
    if (Status s = check_search(remembered, positions, end); !s) return s;
  }
  return {};
}

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
