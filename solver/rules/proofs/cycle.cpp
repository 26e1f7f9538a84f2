#include "rules/proofs/cycle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "rules/proofs/simplex.hpp"

namespace grundy::rules {
namespace {

using Sum = std::vector<Position>;

constexpr std::size_t most_moves_shown = 8;
constexpr std::size_t most_sums = 2000;

// The sum of coordinates.
Wide total(const Position& position) {
  return std::accumulate(position.begin(), position.end(), Wide{0});
}

// With the names of all games where there are several.
std::string text_of(const Position& position, const Rules& rules) {
  const bool is_own = rules.joint && rules.game_of(position) == 0;
  return (is_own ? rules.name : "") + rules.position_text(position);
}

Place place_at_fault(std::span<const Move> cycle) {
  const Move* worst = nullptr;
  Wide most = 0;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Wide rise = total(cycle[(i + 1) % cycle.size()].from) - total(cycle[i].from);
    if (worst != nullptr && rise <= most) continue;
    worst = &cycle[i];
    most = rise;
  }
  return worst->place;
}

}  // namespace

EndlessPlay endless_play(std::span<const Move> cycle) {
  EndlessPlay play{place_at_fault(cycle), {{cycle.front().from}}};
  for (const Move& move : cycle) {
    Sum sum = play.sums.size() < most_sums ? play.sums.back() : Sum{move.from};
    sum.erase(std::ranges::find(sum, move.from));
    sum.insert(sum.end(), move.to.begin(), move.to.end());
    std::ranges::sort(sum);
    play.sums.push_back(std::move(sum));
  }
  return play;
}

std::string to_string(const EndlessPlay& play, const Rules& rules) {
  const std::size_t moves = play.sums.size() - 1;
  const bool is_long = moves > most_moves_shown;
  const std::size_t shown = is_long ? most_moves_shown : moves + 1;
  std::vector<std::string> sums;
  for (const Sum& sum : std::span(play.sums).first(shown)) {
    std::vector<std::string> positions;
    for (const Position& position : sum) positions.push_back(text_of(position, rules));
    sums.push_back(fmt::format("{}", fmt::join(positions, " + ")));
  }
  const std::string text = fmt::format("{}", fmt::join(sums, " -> "));
  if (!is_long) return text;
  return fmt::format("{} -> .. -> {} again after {} moves", text, sums.front(), moves);
}

Complaint complaint_about(const EndlessPlay& play, const Rules& rules) {
  return {play.place,
          fmt::format("play from {} need not end: {}", text_of(play.sums.front().front(), rules),
                      to_string(play, rules)),
          "exclude such moves by a condition, or make every move lower some coordinate"};
}

}  // namespace grundy::rules
