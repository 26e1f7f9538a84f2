#include "rules/rules.hpp"

#include <algorithm>

namespace grundy::rules {

bool Rules::has_sums() const noexcept {
  return std::any_of(options.begin(), options.end(), [](const OptionRule& rule) {
    return rule.summands.size() > 1 || !rule.stretches.empty();
  });
}

bool Rules::has_stretches() const noexcept {
  return std::any_of(options.begin(), options.end(),
                     [](const OptionRule& rule) { return !rule.stretches.empty(); });
}

bool Rules::has_ending(Outcome outcome) const noexcept {
  return std::any_of(endings.begin(), endings.end(),
                     [&](const Ending& ending) { return ending.outcome == outcome; });
}

std::vector<std::string> Rules::coordinate_names() const {
  std::vector<std::string> names;
  for (const Coordinate& coordinate : coordinates) names.push_back(coordinate.name);
  return names;
}

Position Rules::low_corner() const {
  Position low;
  for (const Coordinate& coordinate : coordinates) low.push_back(coordinate.low);
  return low;
}

namespace {

std::int64_t floor_of(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

}  // namespace

std::vector<std::string> Rules::written_names() const {
  const auto names = coordinate_names();
  const auto first = names.begin() + static_cast<std::ptrdiff_t>(first_written());
  return {first, first + static_cast<std::ptrdiff_t>(written_dimensions())};
}

std::int64_t Rules::game_of(const Position& position) const {
  if (!joint) return 0;
  if (!joint->is_interleaved) return position[0];
  const std::int64_t games = games_in_heap();
  return games - 1 - (position[0] - games * floor_of(position[0], games));
}

Position Rules::written(const Position& position) const {
  if (!joint) return position;
  if (joint->is_interleaved) return {floor_of(position[0], games_in_heap())};
  const JointGame::Member& member = joint->members[static_cast<std::size_t>(position[0])];
  return {position.begin() + 1,
          position.begin() + 1 + static_cast<std::ptrdiff_t>(member.coordinates)};
}

Position Rules::from_written(Position written, std::int64_t game) const {
  if (first_written() == 1) {
    written.insert(written.begin(), game);
    while (written.size() < dimensions()) written.push_back(coordinates[written.size()].low);
  } else if (joint) {
    written[0] = games_in_heap() * written[0] + games_in_heap() - 1 - game;
  }
  return written;
}

std::string Rules::position_text(const Position& position) const {
  const std::int64_t game = game_of(position);
  return (game == 0 ? "" : joint->members[static_cast<std::size_t>(game)].name) +
         grundy::to_string(written(position));
}

Box Rules::low_box(std::int64_t extent) const {
  Box box{low_corner(), {}};
  for (const Coordinate& coordinate : coordinates) {
    const std::int64_t high = coordinate.low + extent - 1;
    box.high.push_back(std::min(high, coordinate.high.value_or(high)));
  }
  if (first_written() == 0) return box;
  for (std::size_t axis = 0; axis < dimensions(); ++axis)
    if (axis == 0 || axis > written_dimensions()) box.high[axis] = box.low[axis];
  return box;
}

std::vector<std::string> Rules::variable_names(const OptionRule& rule) const {
  std::vector<std::string> names = coordinate_names();
  for (const Binder& binder : rule.binders) names.push_back(binder.name);
  return names;
}

OptionRule replaced(const OptionRule& rule, const Expression& from, const Expression& to) {
  OptionRule result = rule;
  for (Binder& binder : result.binders) {
    binder.low = replaced(binder.low, from, to);
    if (binder.high) binder.high = replaced(*binder.high, from, to);
  }
  result.when = replaced(rule.when, from, to);
  for (auto& summand : result.summands)
    for (Expression& coordinate : summand) coordinate = replaced(coordinate, from, to);
  for (Stretch& stretch : result.stretches) stretch.count = replaced(stretch.count, from, to);
  return result;
}

}  // namespace grundy::rules
